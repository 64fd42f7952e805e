package store

import (
	"slices"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// follower derives from the events what the files beside them say. It is fed each event once, in
// order, both when a session is opened and while it goes on, so that a file has the same content
// whenever it was written.
type follower struct {
	state  state
	todos  []tool.Todo
	listed bool // there was a task list, if only an empty one
	// was has what a rewind may bring back, after each event that changed it.
	was []moment

	calls map[int][]event.ToolUse // by round, until the answer that holds them is there
	// messages is the number of the last message and one, or 0 when there is none.
	messages int64
}

// moment is what holds from an event on.
type moment struct {
	seq   int64
	todos []tool.Todo
	end   string // of the last turn, as in the state
}

// record is a message as history.xnl has it.
type record struct {
	seq     int64
	time    time.Time
	message event.Message
	calls   []event.ToolUse // of an answer
}

// changes says what an event changed.
type changes struct {
	record *record // the new record, or nil
	todos  bool
	state  bool // something that is worth writing the state now
}

func (f *follower) follow(e event.Envelope) changes {
	f.state.Events = e.Seq + 1
	if e.Time.After(f.state.Active) { // a fork begins with an event that is younger than the rest
		f.state.Active = e.Time
	}
	if e.Turn != f.state.Turn {
		f.state.Turn, f.state.End, f.calls = e.Turn, "", nil // an answer that did not come by now never will
	}
	switch ev := e.Event.(type) {
	case event.Meta:
		f.state.Model, f.state.Created, f.state.Parent, f.state.Task = ev.Model, e.Time, ev.Parent, ev.Task
	case event.Message:
		f.messages = e.Seq + 1
		f.count(ev)
		if ev.Role == event.RoleUser && !ev.Hidden { // with that a turn begins that has to come to an end
			f.mark(e.Seq)
		}
		return changes{record: f.record(e, ev)}
	case event.ToolUse:
		if f.calls == nil {
			f.calls = map[int][]event.ToolUse{}
		}
		f.calls[e.Round] = append(f.calls[e.Round], ev)
	case event.Todos:
		f.todos, f.listed = slices.Clone(ev.Todos), true
		f.mark(e.Seq)
		return changes{todos: true}
	case event.Usage:
		f.state.Tokens.Add(ev)
		f.state.Model, f.state.Context = ev.Model, ev.InputTokens+ev.OutputTokens
	case event.ToolResult:
		f.state.Tokens.Add(ev.Usage())
	case event.Posture:
		f.state.Posture = ev.Mode
		return changes{state: true}
	case event.Rewind:
		then := f.after(ev.To)
		f.todos, f.state.End = then.todos, then.end
		f.mark(e.Seq)
		return changes{todos: f.listed, state: true}
	case event.Title:
		f.state.Title = ev.Title
		return changes{state: true}
	case event.TurnEnd:
		f.state.Turns++
		f.state.End = string(ev.Reason)
		f.mark(e.Seq)
		return changes{state: true}
	case event.Reasoning, event.Decision, event.Error, event.Interrupted, event.Compaction, event.Agent, event.Checkpoint, event.Unknown,
		event.TextDelta, event.ReasoningDelta, event.CallOpened, event.CallInput, event.CallStarted, event.CallProgress,
		event.Asked, event.Answered, event.Retry, event.Notice, event.Lost:
	}
	return changes{}
}

// count takes note of what the user and the model said.
func (f *follower) count(m event.Message) {
	spoken := m.Role == event.RoleUser || m.Role == event.RoleAssistant
	if !spoken || m.Hidden {
		return
	}
	f.state.Messages++
	if m.Role == event.RoleUser && f.state.Prompt == "" {
		f.state.Prompt = headline(m.Text)
	}
}

// record makes the record of a message. An answer takes the calls of its round with it: they were
// written down before it, each when it was complete.
func (f *follower) record(e event.Envelope, m event.Message) *record {
	r := &record{seq: e.Seq, time: e.Time, message: m}
	if m.Role == event.RoleAssistant {
		r.calls = f.calls[e.Round]
		delete(f.calls, e.Round)
	}
	return r
}

// mark keeps what holds from an event on.
func (f *follower) mark(seq int64) {
	f.was = append(f.was, moment{seq, f.todos, f.state.End})
}

// after gives what held after an event.
func (f *follower) after(seq int64) moment {
	for _, m := range slices.Backward(f.was) {
		if m.seq <= seq {
			return m
		}
	}
	return moment{end: string(event.EndDone)} // nothing had been said
}
