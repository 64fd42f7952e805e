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
	state state
	todos []tool.Todo
	// was has the task list after each event that changed it, for rewinds.
	was []todosAt

	calls map[int][]event.ToolUse // by round, until the answer that holds them is there
	// messages is the number of the last message and one, or 0 when there is none.
	messages int64
}

// todosAt is the task list from an event on.
type todosAt struct {
	seq   int64
	todos []tool.Todo
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
	f.state.Active = e.Time
	if e.Turn != f.state.Turn {
		f.state.Turn, f.state.End, f.calls = e.Turn, "", nil // an answer that did not come by now never will
	}
	switch ev := e.Event.(type) {
	case event.Meta:
		f.state.Model, f.state.Created, f.state.Parent = ev.Model, e.Time, ev.Parent
	case event.Message:
		f.messages = e.Seq + 1
		f.count(ev)
		return changes{record: f.record(e, ev)}
	case event.ToolUse:
		if f.calls == nil {
			f.calls = map[int][]event.ToolUse{}
		}
		f.calls[e.Round] = append(f.calls[e.Round], ev)
	case event.Todos:
		f.setTodos(e.Seq, slices.Clone(ev.Todos))
		return changes{todos: true}
	case event.Usage:
		f.state.Tokens.Add(ev)
		f.state.Model, f.state.Context = ev.Model, ev.InputTokens+ev.OutputTokens
	case event.Posture:
		f.state.Posture = ev.Mode
		return changes{state: true}
	case event.Rewind:
		if ev.To < e.Seq-1 { // the last turn may never have ended, and need not any more
			f.state.End = string(event.EndDone)
		}
		f.setTodos(e.Seq, f.todosAfter(ev.To))
		return changes{todos: true, state: true}
	case event.Title:
		f.state.Title = ev.Title
		return changes{state: true}
	case event.TurnEnd:
		f.state.Turns++
		f.state.End = string(ev.Reason)
		return changes{state: true}
	case event.ToolResult, event.Reasoning, event.Decision, event.Error, event.Interrupted, event.Compaction, event.Checkpoint, event.Unknown,
		event.TextDelta, event.ReasoningDelta, event.CallOpened, event.CallInput, event.CallStarted, event.CallProgress,
		event.Retry, event.Notice, event.Lost:
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

func (f *follower) setTodos(seq int64, list []tool.Todo) {
	f.todos = list
	f.was = append(f.was, todosAt{seq, list})
}

// todosAfter gives the task list as it was after an event.
func (f *follower) todosAfter(seq int64) []tool.Todo {
	for _, w := range slices.Backward(f.was) {
		if w.seq <= seq {
			return w.todos
		}
	}
	return nil
}
