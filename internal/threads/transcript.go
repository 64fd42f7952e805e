package threads

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/foreign"
	"eidolon/xnl"
)

// kind is what an entry of a transcript is.
type kind uint8

const (
	byUser kind = iota
	byModel
	byTool
	byProgram // a notice
)

// entry is a piece of a transcript: a message, a call with its outcome, or a notice. Its text comes
// from outside and is not harmless yet.
type entry struct {
	kind kind
	time time.Time
	text string
	call *call // of byTool
}

// call is a call with its outcome.
type call struct {
	name, input string
	result      *event.ToolResult // nil when none is known
}

// transcript folds events into what a person wants to read. It holds the entries of one turn, since
// the outcome of a call comes after it, and hands them on when the turn is over.
type transcript struct {
	emit func(entry)

	turn    int
	open    bool // the user has said something, and the turn has not ended
	entries []entry
	calls   map[string]*call

	// The calls of a round, and what was told about them, come before the answer that holds them.
	round   int
	pending []entry
	raw     strings.Builder // text of the answer up to the last of them
	foreign bool            // one of them is in another notation than XNL
}

// add takes the next event. End must follow the last one.
func (t *transcript) add(e event.Envelope) {
	if e.Turn != t.turn {
		t.close()
		t.turn, t.open = e.Turn, false
	}
	if _, ok := e.Event.(event.TurnEnd); ok {
		t.open = false
	}
	if m, ok := e.Event.(event.Message); ok {
		t.message(e, m)
		return
	}
	if u, ok := e.Event.(event.ToolUse); ok {
		t.use(e, u)
		return
	}
	if r, ok := e.Event.(event.ToolResult); ok {
		if c := t.calls[r.Call]; c != nil {
			c.result = &r
		}
		return
	}
	text := notice(e.Event)
	said := entry{kind: byProgram, time: e.Time, text: text}
	switch {
	case text == "":
	case len(t.pending) > 0: // it came while the model was still talking
		t.pending = append(t.pending, said)
	default:
		t.entries = append(t.entries, said)
	}
}

func (t *transcript) message(e event.Envelope, m event.Message) {
	switch {
	case m.Role == event.RoleUser && !m.Hidden:
		t.settle()
		t.open = true
		t.entries = append(t.entries, entry{kind: byUser, time: e.Time, text: m.Text})
	case m.Role == event.RoleAssistant:
		t.answer(e.Time, m.Text)
		if m.Partial {
			t.entries = append(t.entries, entry{kind: byProgram, time: e.Time, text: "the answer was cut here"})
		}
	}
}

// answer adds what is visible of an answer, then its calls.
func (t *transcript) answer(at time.Time, raw string) {
	visible := xnl.Visible
	if t.foreign {
		visible = foreign.Visible
	}
	if text := strings.TrimSpace(visible(raw)); text != "" {
		t.entries = append(t.entries, entry{kind: byModel, time: at, text: text})
	}
	t.entries = append(t.entries, t.pending...)
	t.pending, t.foreign = nil, false
	t.raw.Reset()
}

func (t *transcript) use(e event.Envelope, u event.ToolUse) {
	if e.Round != t.round {
		t.settle()
		t.round = e.Round
	}
	c := &call{name: u.Name, input: string(u.Input)}
	if t.calls == nil {
		t.calls = map[string]*call{}
	}
	t.calls[u.Call] = c
	t.raw.WriteString(u.TextBefore)
	t.foreign = t.foreign || u.Source == event.SourceForeign
	t.pending = append(t.pending, entry{kind: byTool, time: e.Time, call: c})
}

// settle adds calls whose answer never came, with the text that is known of it.
func (t *transcript) settle() {
	if len(t.pending) > 0 {
		t.answer(t.pending[0].time, t.raw.String())
	}
}

// end hands on what is there after the last event. Only the last turn can be without an end: whoever
// goes on with a session closes the one that was cut.
func (t *transcript) end() {
	t.close()
	if t.open {
		t.emit(entry{kind: byProgram, text: "the turn has not ended: it still runs, or the program ended first"})
	}
}

// close hands on what is there of a turn.
func (t *transcript) close() {
	t.settle()
	for _, e := range t.entries {
		t.emit(e)
	}
	t.entries, t.calls = t.entries[:0], nil
}

// notice gives the words for an event that is neither a message nor a call, or "" for those that a
// reader does not miss.
func notice(ev event.Event) string {
	switch ev := ev.(type) {
	case event.Error:
		return "error: " + ev.Message
	case event.Interrupted:
		return "interrupted"
	case event.TurnEnd:
		switch ev.Reason {
		case event.EndMaxTurns:
			return "the turn ended: it took as many requests as it may"
		case event.EndTimeout:
			return "the turn ended: its time was over"
		case event.EndDone, event.EndInterrupted, event.EndError: // said by what came before
		}
	case event.Decision:
		switch {
		case ev.Verdict == "deny":
			return fmt.Sprintf("denied by %s (%s): %s", ev.By, ev.Rule, ev.Reason)
		case ev.Asked:
			return fmt.Sprintf("allowed by %s (%s)", ev.By, ev.Rule)
		}
	case event.Todos:
		done := 0
		for _, t := range ev.Todos {
			if t.Status == "completed" {
				done++
			}
		}
		return fmt.Sprintf("tasks: %d of %d completed", done, len(ev.Todos))
	case event.Title:
		return "named: " + ev.Title
	case event.Posture:
		return "permission mode: " + ev.Mode
	case event.Agent:
		if ev.Name == "" {
			return "agent: none"
		}
		return "agent: " + ev.Name
	case event.Rewind:
		if ev.Files != "" {
			return "the files were taken back to an earlier state"
		}
		return fmt.Sprintf("the conversation goes on as it was after event %d", ev.To)
	case event.Compaction:
		return fmt.Sprintf("the events %d to %d were summed up for the model", ev.From, ev.To)
	case event.Meta, event.Message, event.ToolUse, event.ToolResult, event.Reasoning, event.Usage, event.Checkpoint, event.Unknown,
		event.TextDelta, event.ReasoningDelta, event.CallOpened, event.CallInput, event.CallStarted, event.CallProgress,
		event.Asked, event.Answered, event.Retry, event.Notice, event.Lost:
	}
	return ""
}

// outcome gives the end of a call in a few words.
func (c *call) outcome() string {
	if c.result == nil {
		return "no result is known"
	}
	var env struct {
		Data struct {
			ExitCode *int `json:"exit_code"`
			TimedOut bool `json:"timed_out"`
		}
		Error struct{ Code, Message string }
	}
	_ = json.Unmarshal(c.result.Output, &env) // what cannot be read is left out
	took := fmt.Sprintf(" (%.2fs)", c.result.MS/1000)
	switch {
	case c.result.Superseded:
		return "replaced by a later call" + took
	case !c.result.OK:
		return "failed: " + env.Error.Code + ": " + env.Error.Message + took
	case env.Data.TimedOut:
		return "timed out" + took
	case env.Data.ExitCode != nil && *env.Data.ExitCode != 0:
		return fmt.Sprintf("exit %d%s", *env.Data.ExitCode, took)
	}
	return "ok" + took
}
