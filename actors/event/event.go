// Package event holds the closed family of things a session tells the world. The journal writes
// them, renderers show them, exec --json prints them, and a session is rebuilt from them.
//
// There are two kinds. A journalled event ([Journalled]) has a sequence number and is on disk before
// anybody outside hears of it. A live event (a delta, progress, a notice) has none: what it tells is
// either part of a journalled event that follows, or of no interest later.
//
// The form on disk is one JSON object a line, see [Encode].
package event

import (
	"encoding/json"
	"time"

	"eidolon/actors/tool"
)

// SchemaVersion is the version of the journal's format that this program writes.
const SchemaVersion = 1

// Envelope is an event with its place in the session. Seq counts journalled events from 0; it means
// nothing on a live event.
type Envelope struct {
	Seq   int64
	Time  time.Time // UTC
	Turn  int       // 0 before the first turn
	Round int       // request of the turn, from 1; 0 before the first
	Event Event
}

// Journalled says whether the event has a sequence number.
func (e Envelope) Journalled() bool {
	_, ok := e.Event.(Journalled)
	return ok
}

// Event is something that happened in a session: any of the types in this package.
//
//sumtype:decl
type Event interface{ isEvent() }

// Journalled is an event that is kept: Meta, Message, ToolUse, ToolResult, Reasoning, Usage,
// Decision, Todos, Title, Error, Interrupted, TurnEnd, Compaction, Posture, Agent, Checkpoint, Rewind
// or Unknown.
//
//sumtype:decl
type Journalled interface {
	Event
	Type() string // the "type" field of its line
}

// Role is who speaks in a message.
type Role string

// The roles of messages.
const (
	RoleSystem      Role = "system"
	RoleUser        Role = "user"
	RoleAssistant   Role = "assistant"
	RoleToolResults Role = "tool_results"
)

// Meta opens every journal.
type Meta struct {
	SchemaVersion int     `json:"schema_version"`
	ID            string  `json:"id"`
	Workspace     string  `json:"workspace"`
	Model         string  `json:"model"`
	Parent        *Parent `json:"parent,omitempty"`
	Task          *Task   `json:"task,omitempty"`
}

// Task is the call of another session that a session does the work of. Such a session belongs to that
// one: lists of sessions leave it out unless they are asked for it.
type Task struct {
	Session string `json:"session"`
	Call    string `json:"call"`
	Agent   string `json:"agent,omitempty"` // who does it, or "" for nobody in particular
}

// Parent is where a session was forked from.
type Parent struct {
	ID  string `json:"id"`
	Seq int64  `json:"seq"`
}

// Message is a message of the conversation, byte for byte as it was sent to or received from the
// model.
type Message struct {
	Role    Role           `json:"role"`
	Text    string         `json:"text"`
	Hidden  bool           `json:"hidden,omitempty"`  // for the model, not for the user
	Partial bool           `json:"partial,omitempty"` // the answer was cut; this is what came
	Results []NativeResult `json:"results,omitempty"` // answers to native calls, in call order
	Images  []Image        `json:"images,omitempty"`  // what the user showed, in the order in which the text names them
}

// Image is a picture that goes with a message. The journal keeps its bytes once, in a file of their own.
type Image struct {
	Name      string `json:"name"` // of its file, as the text has it
	MediaType string `json:"media_type"`
	SHA256    string `json:"sha256"` // of the bytes, in hexadecimal
	Bytes     int    `json:"bytes"`
	Width     int    `json:"width"` // in pixels
	Height    int    `json:"height"`

	// Data is nil when the event was read back, until somebody asks the log, and empty when the log has it
	// no more.
	Data []byte `json:"-"`
}

// NativeResult is what the model was told about one native call.
type NativeResult struct {
	Call    string `json:"call"`
	ModelID string `json:"model_id"`
	OK      bool   `json:"ok"`
	Text    string `json:"text"`
}

// Source is the form in which a call reached us.
type Source string

// The sources of calls.
const (
	SourceXNL     Source = "xnl"
	SourceNative  Source = "native"
	SourceForeign Source = "foreign" // in the text, in a notation that is not ours
	SourceUser    Source = "user"    // a command that the user typed; the model is told of it and did not call it
)

// ToolUse is a call of the model, or a command of the user. It is written before the call starts.
type ToolUse struct {
	Call       string          `json:"call"`
	ModelID    string          `json:"model_id"`
	Name       string          `json:"name"`
	Input      json.RawMessage `json:"input"`           // as the model gave it
	Raw        string          `json:"raw,omitempty"`   // byte for byte, when Input has lost blanks of it
	Inner      json.RawMessage `json:"inner,omitempty"` // as the tool takes it, when that differs
	ReadOnly   bool            `json:"read_only"`
	Asks       bool            `json:"asks,omitempty"` // it waits for the user; a decision follows before it runs
	Source     Source          `json:"source"`
	TextBefore string          `json:"text_before,omitempty"` // raw text of the answer since the call before it
	Signature  string          `json:"signature,omitempty"`   // what the service wants back with the call
}

// ToolResult is the outcome of a call.
type ToolResult struct {
	Call       string          `json:"call"`
	OK         bool            `json:"ok"`
	Output     json.RawMessage `json:"output"` // the envelope
	MS         float64         `json:"ms"`     // run time
	Diff       string          `json:"diff,omitempty"`
	Cut        bool            `json:"cut,omitempty"`
	Spool      string          `json:"spool,omitempty"`
	Superseded bool            `json:"superseded,omitempty"` // never sent to the model
	Sandbox    string          `json:"sandbox,omitempty"`    // what confined a command
	Spent      *tool.Spent     `json:"spent,omitempty"`      // of a call that asked models itself
}

// Reasoning is a block of what the model thought aloud in a round. With a signature it is sent back to
// the service that gave it.
type Reasoning struct {
	Text      string `json:"text"`
	Signature string `json:"signature,omitempty"`
}

// Usage is what one request cost.
type Usage struct {
	InputTokens     int64  `json:"input_tokens"`
	OutputTokens    int64  `json:"output_tokens"`
	CachedTokens    int64  `json:"cached_tokens"`                // of the input: read from the service's cache
	WrittenTokens   int64  `json:"cache_write_tokens,omitempty"` // of the input: written into it
	ReasoningTokens int64  `json:"reasoning_tokens"`
	Estimated       bool   `json:"estimated"` // the service gave no numbers; four characters count as a token
	Model           string `json:"model"`
	// Cost is by the price of that day, in its currency; nil when no price was known.
	Cost *float64 `json:"cost,omitempty"`
}

// Decision is a judgement on a call that was more than the plain default.
type Decision struct {
	Call    string `json:"call"`
	Verdict string `json:"verdict"` // allow or deny
	Rule    string `json:"rule"`
	Reason  string `json:"reason,omitempty"`
	By      string `json:"by"` // guard, policy or user
	// Asked says that the user was asked about the call. It is not always the user who decided then: the
	// permission mode may have changed, or the time for an answer may have passed.
	Asked bool  `json:"asked,omitempty"`
	Scope Scope `json:"scope,omitempty"` // of the user's answer
	// Input is the SHA-256 of the input as the tool takes it, in hex digits: what was judged is what ran.
	Input string `json:"input_sha256,omitempty"`
}

// RuleOutside is the rule of a decision whether a command that the sandbox hindered runs again without
// it. It is made of a call that has run; when it denies, the result is what came of that.
const RuleOutside = "sandbox.outside"

// RuleFails is the rule of a decision on a call that the user was to be asked about, and that cannot work
// with the files as they are. It denies, and the result is what the tool says.
const RuleFails = "call.fails"

// Scope is how far an answer of the user reaches.
type Scope string

// The scopes. What an answer covers beside its own call is said in [Asked].
const (
	ScopeOnce    Scope = "once"    // this call; the empty scope means the same
	ScopeSession Scope = "session" // and what is like it, until the program ends
	ScopeProject Scope = "project" // and what is like it in this workspace, from now on
)

// Todos is the task list after a change, whole.
type Todos struct {
	Todos []tool.Todo `json:"todos"`
}

// Title names the session.
type Title struct {
	Title string `json:"title"`
}

// Error is a failure that the user is told about.
type Error struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// Interrupted marks the place where the user, or the end of the program, cut a turn.
type Interrupted struct {
	Role Role   `json:"role"` // always system
	Text string `json:"text"`
}

// EndReason is why a turn ended.
type EndReason string

// The reasons.
const (
	EndDone        EndReason = "done"
	EndMaxTurns    EndReason = "max_turns"
	EndTimeout     EndReason = "timeout"
	EndInterrupted EndReason = "interrupted"
	EndError       EndReason = "error"
)

// TurnEnd closes a turn.
type TurnEnd struct {
	Reason EndReason `json:"reason"`
}

// Compaction replaces the messages of a range of events by a summary, for the model only.
type Compaction struct {
	From    int64  `json:"from"`
	To      int64  `json:"to"`
	Summary string `json:"summary"`
}

// Posture is the permission mode that the user chose for the session. It holds until the next one.
type Posture struct {
	Mode string `json:"mode"`
}

// Agent says who the model is asked to be from this turn on, and which tools it may use. It holds
// until the next one.
type Agent struct {
	Name  string   `json:"name"`            // "" for nobody in particular
	Tools []string `json:"tools,omitempty"` // full or short names; none means all
}

// Checkpoint says that the files of the workspace were kept as they were at that moment: before the
// first call of the turn that may change some.
type Checkpoint struct {
	Name    string `json:"name"`               // in the session's store of checkpoints
	Files   int    `json:"files"`              // that it holds
	Bytes   int64  `json:"bytes"`              // that had to be stored for it
	LeftOut int    `json:"left_out,omitempty"` // files that it does not hold: too large, no files, unreadable
	// Incomplete says that there were more files than are looked at: going back to it deletes nothing.
	Incomplete bool `json:"incomplete,omitempty"`
}

// Rewind takes the conversation back: from here on it is what it was right after event To, which is
// the one before when only files were taken back. What lies between stays in the journal and does
// not count any more ([Lineage]). A Rewind to the event before another Rewind takes that one back.
type Rewind struct {
	To int64 `json:"to"`
	// Files is the checkpoint that the workspace was put back to, and Before the one that was made of
	// it right before; both "" when the files stayed.
	Files  string `json:"files,omitempty"`
	Before string `json:"before,omitempty"`
}

// Unknown is an event of a newer program. It is kept and skipped.
type Unknown struct {
	Kind string
	Raw  json.RawMessage // the whole line
}
