// Package tool says what the runtime needs from a tool: a [Spec] that declares it once, and a
// [Handler] that classifies and runs its calls. Tools are implemented one file each in
// internal/tools; actors/toolhost gives each of them an actor and a route.
//
// From the one declaration come the cards in the prompt, the JSON Schema of native calling, the
// decoding and checking of inputs ([Spec.Decode]), the permission subject and `eidolon tools show`.
//
// Calls and results are plain data: they may cross from one node to another.
package tool

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"eidolon/fsapi"
)

// Call is a request to a tool.
type Call struct {
	Key     string          // the runtime's name of the call, unique in the session: t<turn>r<round>c<n>
	Session string          // id of the session it belongs to
	Name    string          // full name, "SysBuiltIn.read_file"
	Input   json.RawMessage // the canonical input that [Spec.Decode] gave
	OutDir  string          // absolute directory for spooled output, or "" when there is none
	Outside bool            // the user has a command run without the sandbox
}

// Class is what can be said of a call before it runs.
type Class struct {
	ReadOnly bool // changes nothing, here or elsewhere
	// Speculative calls may start before the model has committed to them: local reads inside the
	// workspace. Never network, MCP, or anything that somebody would be asked about.
	Speculative bool
	Verdict     *fsapi.Verdict // the guard's judgement, for commands
	Protected   string         // a protected name that the call would write, or ""
	Typed       bool           // the user wrote the call: nobody else is asked about it
	Edits       bool           // it changes files of the workspace, and nothing else
	Unasked     string         // who works then without asking about each change, in words that follow an "and", or ""
	// Reaches is the host of the network that a call asks something of which changes nothing otherwise, or "".
	// What it asks for leaves the machine, so that such a call is not like one that reads here.
	Reaches string
	// Consent says why the user alone can answer for the call, whatever the permission mode is, or is "".
	Consent string
	// Abroad says what a call reads that is not this workspace's, or is "". The user's leave is needed for
	// that in every mode but yolo, in an answer or by a rule.
	Abroad string
	// Outside is what the sandbox hindered in a command that has run and may run again without it, or "".
	Outside string
	Subject string // what permission rules match: the command, the path; "" matches bare rules only
	// Also are further subjects, such as the other end of a move. A rule that forbids has to match one of
	// them all, those that allow every one.
	Also []string
}

// Result is the outcome of a call, good or bad. Use [OK] and [Fail] to make one.
type Result struct {
	OK      bool
	Data    json.RawMessage // structured outcome of a good result
	Text    string          // what the model reads: the output itself, or the sentence of an error
	Code    Code            // of a bad result
	Details json.RawMessage // more about a bad result, or nil
	Diff    string          // unified difference for people, or ""
	Cut     bool            // the output was shortened
	Spool   string          // file with the whole output, as the model can read it ("@out/..."), or ""
	Effects Effects         // what the session is asked to change in itself
	Spent   *Spent          // what it cost that models were asked for the call, or nil

	Sandbox  string // what confined a command, or ""; for the log
	Hindered string // what the sandbox seems to have refused, so that a person may be asked to run it outside; or ""
}

// Effects is what a tool asks of the session's own state. A nil field asks for nothing.
type Effects struct {
	SetTodos []Todo
	// LeavePlan ends plan mode: the user has approved the plan.
	LeavePlan bool
}

// Spent is what requests to models cost that a call made by itself. Its fields are those of the usage of
// one request.
type Spent struct {
	Requests        int      `json:"requests"`
	InputTokens     int64    `json:"input_tokens"`
	OutputTokens    int64    `json:"output_tokens"`
	CachedTokens    int64    `json:"cached_tokens"`
	WrittenTokens   int64    `json:"cache_write_tokens,omitempty"`
	ReasoningTokens int64    `json:"reasoning_tokens"`
	Estimated       bool     `json:"estimated"` // in part
	Model           string   `json:"model"`     // the last one
	Cost            *float64 `json:"cost,omitempty"`
	Unpriced        bool     `json:"cost_partial,omitempty"` // requests whose price is not known are not in the cost
}

// Todo is one entry of the session's task list.
type Todo struct {
	ID         string `json:"id"`
	Content    string `json:"content"`
	ActiveForm string `json:"activeForm,omitempty"`
	Status     string `json:"status"` // pending, in_progress or completed
}

// Mark is the state of a task as a list for people shows it.
func (t Todo) Mark() string {
	switch t.Status {
	case "completed":
		return "[x]"
	case "in_progress":
		return "[>]"
	}
	return "[ ]"
}

// Progress is a piece of output of a call that still runs.
type Progress struct {
	Stream string // "stdout" or "stderr"
	Text   string
}

// Handler is a tool.
type Handler interface {
	// Spec declares the tool. It gives the same value every time.
	Spec() Spec
	// Classify judges a call without running it. The error of an unusable input is an [*InputError].
	Classify(c Call) (Class, error)
	// Run does the work. The class is the one that Classify gave for this call, with an allowed
	// verdict. Run must return soon after ctx has ended; emit may be called from one goroutine at a
	// time until Run returns.
	Run(ctx context.Context, c Call, class Class, emit func(Progress)) Result
}

// Previewer is a [Handler] that can say what a call would do before it runs.
type Previewer interface {
	// Preview gives the unified difference that the call would make, or "" when it is not known. For a call
	// that cannot work with the files as they are it gives the result that says so: nobody is asked about
	// such a call, and it is not run. Preview changes nothing, and returns soon after ctx has ended.
	Preview(ctx context.Context, c Call) (diff string, fails *Result)
}

// BuiltIn is the namespace of the tools that the program brings along.
const BuiltIn = "SysBuiltIn"

// Spec declares a tool.
type Spec struct {
	Namespace string // [BuiltIn], or that of whoever brings it along
	Name      string // "read_file"
	Aliases   []string
	Summary   string  // one sentence, for native calling and listings
	Params    []Param // in the order in which they are shown
	// InputSchema is the JSON Schema of the input where somebody else made it, such as a server, and takes the
	// place of Params; nil for our own tools.
	InputSchema json.RawMessage
	Main        string // parameter that takes the text body of an XNL call, or ""
	ReadOnly    bool   // no call of this tool changes anything
	// Hinted says that ReadOnly is the word of somebody outside, such as a server's, which the user has to
	// believe before it counts.
	Hinted bool
	// PerCall says that ReadOnly depends on the call and Classify decides (commands).
	PerCall bool
	// Delegates says that the work of a call is other calls, of a session of its own: it takes none of the
	// places that all calls of the process share, or those others might wait for it for ever.
	Delegates bool
	Subject   string        // parameter that permission rules match, or ""
	Timeout   time.Duration // limit of one call; 0 takes the runtime's default, negative means none
}

// FullName is the name the model uses and the part of the route after "tool/".
func (s Spec) FullName() string { return s.qualified(s.Name) }

func (s Spec) qualified(name string) string {
	if s.Namespace == "" {
		return name
	}
	return s.Namespace + "." + name
}

// Names are all names that a call may use: the full name first, then the name alone, which is what
// native calls use, then the aliases with and without the namespace.
func (s Spec) Names() []string {
	names := []string{s.FullName(), s.Name}
	for _, alias := range s.Aliases {
		names = append(names, s.qualified(alias), alias)
	}
	return slices.Compact(names)
}

// Type is the type of a parameter.
type Type string

// The types of parameters.
const (
	String  Type = "string"
	Integer Type = "integer"
	Boolean Type = "boolean"
	Array   Type = "array"  // of Items
	Object  Type = "object" // with Fields
)

// Param declares one parameter, or one field of an object.
type Param struct {
	Name     string // camelCase; the snake_case spelling is accepted too
	Type     Type
	Required bool
	Summary  string
	Enum     []string // for strings, the values that are allowed
	Min      *int64   // for integers
	Items    *Param   // for arrays
	Fields   []Param  // for objects
}
