package session

import (
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/tool"
)

// conversation is what a session knows, folded from its events. It is built the same way from new
// events as from those of an old log, so that a resumed session sends the same bytes.
type conversation struct {
	next      int64       // number of the next event
	turn      int         // the highest number of a turn, whether it counts or not
	turns     int         // messages of the user
	open      bool        // the last turn that counts has not ended
	openTurn  int         // its number,
	openRound int         // and that of its last round
	lastUser  string      // what the user said last
	agent     event.Agent // who the model is asked to be
	foreign   bool        // the model has written a call in another notation than ours
	posture   string      // permission mode that the user chose last, or ""
	messages  []model.Message
	shown     int // pictures that the messages name, there or not

	// Of the round whose assistant message is not there yet.
	raw    string       // text so far, from text_before
	native []model.Call // its native calls
	// thoughts are those of the round.
	thoughts []model.Thought
	// calls are those that the model has no answer to yet, in its order.
	calls []openCall
}

// openCall is a call and, if there is one, its result.
type openCall struct {
	use     event.ToolUse
	decided bool // the user was asked about it, and the question is over
	result  *event.ToolResult
}

// cutShort is the result of a call that was open when the program ended.
func (c *openCall) cutShort() tool.Result {
	if c.use.Asks && !c.decided {
		return tool.Fail(tool.Interrupted, NeverAnswered)
	}
	return tool.Fail(tool.Interrupted, ProgramEnded)
}

// rebuild folds an old log in. Of what was taken back only the numbers count: they are never used
// again.
func (c *conversation) rebuild(events []event.Envelope) {
	var line event.Lineage
	for _, e := range events {
		line.Add(e)
	}
	for _, e := range events {
		if line.Counts(e.Seq) {
			c.apply(e)
		} else {
			c.pass(e)
		}
	}
}

// pass takes note of an event's place, and of what no rewind takes back.
func (c *conversation) pass(e event.Envelope) {
	c.next = e.Seq + 1
	c.turn = max(c.turn, e.Turn)
	if p, ok := e.Event.(event.Posture); ok { // a choice of the user, and not a part of what was said
		c.posture = p.Mode
	}
}

// apply folds one event in.
func (c *conversation) apply(e event.Envelope) {
	c.pass(e)
	if e.Turn == c.openTurn {
		c.openRound = max(c.openRound, e.Round)
	}
	ev, ok := e.Event.(event.Journalled)
	if !ok {
		return
	}
	switch ev := ev.(type) {
	case event.Message:
		if ev.Role == event.RoleUser {
			c.open, c.openTurn, c.openRound = true, e.Turn, e.Round
		}
		c.applyMessage(ev)
	case event.ToolUse:
		c.raw += ev.TextBefore
		c.foreign = c.foreign || ev.Source == event.SourceForeign
		if ev.Source == event.SourceNative {
			c.native = append(c.native, nativeCall(ev))
		}
		c.calls = append(c.calls, openCall{use: ev})
	case event.ToolResult:
		for i := range c.calls {
			if c.calls[i].use.Call == ev.Call {
				c.calls[i].result = &ev
			}
		}
		if ev.Superseded {
			c.forget(ev.Call)
		}
	case event.Decision:
		for i := range c.calls {
			if c.calls[i].use.Call == ev.Call {
				c.calls[i].decided = true
			}
		}
	case event.TurnEnd:
		c.open, c.calls = false, nil
	case event.Agent:
		c.agent = ev
	case event.Reasoning:
		c.thoughts = append(c.thoughts, model.Thought(ev))
	case event.Meta, event.Usage, event.Todos, event.Title, event.Error,
		event.Interrupted, event.Compaction, event.Posture, event.Checkpoint, event.Rewind, event.Unknown:
	}
}

// sizeOf is how many bytes a request with the messages has, framing and pictures aside.
func sizeOf(messages []model.Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.Text)
		for _, r := range m.Results {
			n += len(r.Text)
		}
	}
	return n
}

// forget takes a native call that was superseded out of the conversation: it gets no result, and
// services refuse a call without one.
func (c *conversation) forget(key string) {
	same := func(call model.Call) bool { return call.ID == key }
	c.native = slices.DeleteFunc(c.native, same)
	if last := len(c.messages) - 1; last >= 0 && c.messages[last].Role == model.Assistant {
		// No request holds this message yet: its round is not over.
		c.messages[last].Calls = slices.DeleteFunc(slices.Clone(c.messages[last].Calls), same)
	}
}

// nativeCall is a call as it is sent back. Models repeat ids and services refuse a conversation in
// which two calls have the same, so the id is ours. Names on native wires have no dots, and what could
// not be read is sent as an empty input.
func nativeCall(ev event.ToolUse) model.Call {
	call := model.Call{
		ID: ev.Call, Name: ev.Name[strings.LastIndexByte(ev.Name, '.')+1:], Input: string(ev.Input), Signature: ev.Signature,
	}
	if ev.Raw != "" {
		call.Input = ev.Raw
	}
	if call.Name == "" {
		call.Name = "unknown"
	}
	if call.Input == "null" {
		call.Input = "{}"
	}
	return call
}

func (c *conversation) applyMessage(m event.Message) {
	out := model.Message{Role: model.Role(m.Role), Text: m.Text}
	switch m.Role {
	case event.RoleAssistant:
		out.Calls, out.Thoughts = c.native, c.thoughts
		c.raw, c.native, c.thoughts = "", nil, nil
	case event.RoleToolResults:
		for _, r := range m.Results {
			out.Results = append(out.Results, model.Result{ID: r.Call, Text: r.Text, OK: r.OK})
		}
		c.calls = nil
	case event.RoleUser:
		c.turns++
		c.lastUser = m.Text
		c.shown += len(m.Images)
		out.Text, out.Images = seen(m)
	case event.RoleSystem:
		if len(c.calls) > 0 && c.calls[0].use.Source == event.SourceUser {
			c.calls = nil // the model has been told of the command
		}
	}
	c.messages = append(c.messages, out)
}
