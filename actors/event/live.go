package event

import (
	"encoding/json"
	"time"
)

// TextDelta is visible text of the answer. Items count from 1 in a turn: the text between two calls
// is one item. Offset is the byte in the item where the text belongs, so that a renderer that sees a
// piece twice can drop it.
type TextDelta struct {
	Item   int
	Offset int
	Text   string
}

// ReasoningDelta is a piece of what the model thinks aloud.
type ReasoningDelta struct {
	Item   int
	Offset int
	Text   string
}

// CallOpened says that the model began to write a call. Its ToolUse follows, or an error does.
type CallOpened struct {
	Call  string
	Name  string
	Input json.RawMessage // what stands before its long text, or nil
}

// CallInput is a piece of the long text of a call that is still being written. Offset counts bytes
// of that text.
type CallInput struct {
	Call   string
	Offset int
	Text   string
}

// CallStarted says that a call runs now.
type CallStarted struct {
	Call string
	Name string
}

// CallProgress is output of a running call.
type CallProgress struct {
	Call   string
	Stream string // stdout or stderr
	Text   string
}

// Asked says that a call waits for an answer of the user. Exactly one [Answered] ends it, unless the
// program ends first: then the call's ToolResult does.
type Asked struct {
	Call  string
	Name  string
	Input json.RawMessage // as the tool takes it
	// Rule, Reason and By say what asks: as in [Decision].
	Rule   string
	Reason string
	By     string
	// Preview is a unified difference of what the call would do to a file, or "" when it is not known.
	Preview string
	// Starts says in words which programs a command would start, or is "" when the command itself does.
	Starts string
	// Touches lists what a command's words say that it would create, change or delete; or is "".
	Touches string
	// Covers says in words what an answer for the session or the project would cover too, or is "" when
	// there is no such answer.
	Covers string
	// Kept says what an answer for the project would cover instead, or is "" when that is the same.
	Kept string
	// Wide says what either would cover at the user's wish, or is "" when there is no wider answer.
	Wide string
}

// Answered says that a call does not wait for the user any more: they have answered, or the question
// has become void.
type Answered struct {
	Call  string
	Allow bool
}

// Retry says that a failed request will be sent again.
type Retry struct {
	Attempt int // of the one that comes, from 1
	Wait    time.Duration
	Message string // why
}

// Notice is something worth one line, such as a repaired mistake of the model.
type Notice struct {
	Code    string
	Message string
	Model   string // that answers from here to the end of the turn in the place of the chosen one; "" when it stays
}

// Lost says that the session's events cannot be kept any more. The turn is over, and no other
// follows.
type Lost struct{ Message string }

func (Meta) isEvent()        {}
func (Message) isEvent()     {}
func (ToolUse) isEvent()     {}
func (ToolResult) isEvent()  {}
func (Reasoning) isEvent()   {}
func (Usage) isEvent()       {}
func (Decision) isEvent()    {}
func (Todos) isEvent()       {}
func (Title) isEvent()       {}
func (Error) isEvent()       {}
func (Interrupted) isEvent() {}
func (TurnEnd) isEvent()     {}
func (Compaction) isEvent()  {}
func (Posture) isEvent()     {}
func (Agent) isEvent()       {}
func (Checkpoint) isEvent()  {}
func (Rewind) isEvent()      {}
func (Unknown) isEvent()     {}

func (TextDelta) isEvent()      {}
func (ReasoningDelta) isEvent() {}
func (CallOpened) isEvent()     {}
func (CallInput) isEvent()      {}
func (CallStarted) isEvent()    {}
func (CallProgress) isEvent()   {}
func (Asked) isEvent()          {}
func (Answered) isEvent()       {}
func (Retry) isEvent()          {}
func (Notice) isEvent()         {}
func (Lost) isEvent()           {}

// Type is the name of the event in the journal.
func (Meta) Type() string { return "meta" }

// Type is the name of the event in the journal.
func (Message) Type() string { return "message" }

// Type is the name of the event in the journal.
func (ToolUse) Type() string { return "tool_use" }

// Type is the name of the event in the journal.
func (ToolResult) Type() string { return "tool_result" }

// Type is the name of the event in the journal.
func (Reasoning) Type() string { return "reasoning" }

// Type is the name of the event in the journal.
func (Usage) Type() string { return "usage" }

// Type is the name of the event in the journal.
func (Decision) Type() string { return "decision" }

// Type is the name of the event in the journal.
func (Todos) Type() string { return "todos" }

// Type is the name of the event in the journal.
func (Title) Type() string { return "title" }

// Type is the name of the event in the journal.
func (Error) Type() string { return "error" }

// Type is the name of the event in the journal.
func (Interrupted) Type() string { return "interrupted" }

// Type is the name of the event in the journal.
func (TurnEnd) Type() string { return "turn_end" }

// Type is the name of the event in the journal.
func (Compaction) Type() string { return "compaction" }

// Type is the name of the event in the journal.
func (Posture) Type() string { return "posture" }

// Type is the name of the event in the journal.
func (Agent) Type() string { return "agent" }

// Type is the name of the event in the journal.
func (Checkpoint) Type() string { return "checkpoint" }

// Type is the name of the event in the journal.
func (Rewind) Type() string { return "rewind" }

// Type is the name that the newer program gave the event.
func (u Unknown) Type() string { return u.Kind }
