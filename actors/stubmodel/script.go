package stubmodel

import "time"

// Script is a conversation from the model's side. It must not be changed once a model plays it.
type Script struct {
	Name  string `yaml:"-"` // shown in errors
	About string `yaml:"about"`
	// Position says how an answer is found: "rounds" (default) or "requests".
	Position string   `yaml:"position" oneof:"rounds|requests"`
	Answers  []Answer `yaml:"answers"`
	// After says what follows the last answer: "echo" (default) repeats the user's words, "loop"
	// starts over, "fail" refuses.
	After string `yaml:"after" oneof:"echo|loop|fail"`
}

// Answer is what the model says at one place of the conversation.
type Answer struct {
	Expect   *Expect          `yaml:"expect"`         // checked on every attempt
	Repeat   int              `yaml:"repeat" min:"1"` // stands for that many equal answers
	Attempts []Take           `yaml:"attempts"`       // for the first requests at this place, one each
	Take     `yaml:",inline"` // for the requests after those
}

// Take is one rendering of an answer.
type Take struct {
	Delay time.Duration `yaml:"delay" min:"0"` // before anything; over HTTP, before the headers
	HTTP  *HTTP         `yaml:"http"`
	Parts []Part        `yaml:"parts"`
	Usage *Usage        `yaml:"usage"` // nil tells none
	End   End           `yaml:"end"`
}

// Part is one piece of an answer. Exactly one of the fields up to Fault is set.
type Part struct {
	Text      *string        `yaml:"text"` // $STEP and $DELTA become numbers from 1
	Raw       *string        `yaml:"raw"`  // text as it stands, such as a malformed call
	Reasoning *string        `yaml:"reasoning"`
	Echo      string         `yaml:"echo" oneof:"user|request"`
	Call      *Call          `yaml:"call"`
	Calls     []Call         `yaml:"calls"` // in one XNL block
	Pause     *time.Duration `yaml:"pause" min:"0"`
	Wire      *string        `yaml:"wire"`  // bytes written as they are, over HTTP only
	Fault     *Fault         `yaml:"fault"` // ends the answer
	Signature string         `yaml:"signature"`
	Pacing    `yaml:",inline"`
}

// Pacing cuts a part into deltas and spreads them over time. At most one of Times, Deltas and Chunk
// is set, and at most one of Every and Until. An Until that is past already waits no longer.
type Pacing struct {
	Times  int           `yaml:"times" min:"1"`  // the text comes that often, one delta each
	Deltas int           `yaml:"deltas" min:"1"` // so many deltas of about one size
	Chunk  int           `yaml:"chunk" min:"1"`  // at most so many bytes each, but whole characters
	Every  time.Duration `yaml:"every" min:"0"`  // before each delta
	Until  time.Duration `yaml:"until" min:"0"`  // since the answer began: when the last delta comes
}

// Call is a tool call.
type Call struct {
	Name  string         `yaml:"name"`
	ID    string         `yaml:"id"`    // default: call_<step>_<number in the answer>
	Input map[string]any `yaml:"input"` // $STEP in strings becomes a number
	// Body is one more input, name and text. In XNL it is the text body of the call, for the tool's
	// main parameter.
	Body map[string]string `yaml:"body"`
}

// Fault is how an answer breaks off.
type Fault struct {
	// Kind is a kind of model.Error, or "hang" (nothing more until the asker leaves), or "panic" (in
	// the client).
	Kind       string        `yaml:"kind" oneof:"unreachable|auth|rate_limited|overloaded|bad_request|context_limit|truncated|bad_answer|timeout|hang|panic"`
	Message    string        `yaml:"message"`
	Status     int           `yaml:"status" min:"200"`
	Retryable  *bool         `yaml:"retryable"` // default: as services mean this kind
	RetryAfter time.Duration `yaml:"retryAfter" min:"0"`
}

// HTTP is a response without an answer, such as a redirect or a page of HTML. A model that is not
// reached over HTTP ignores it.
type HTTP struct {
	Status  int               `yaml:"status" min:"200"` // default 200
	Headers map[string]string `yaml:"headers"`
	Body    string            `yaml:"body"`
}

// Usage is the cost that the model claims.
type Usage struct {
	Input     int64 `yaml:"input" min:"0"`
	Output    int64 `yaml:"output" min:"0"`
	Cached    int64 `yaml:"cached" min:"0"`
	Written   int64 `yaml:"written" min:"0"`
	Reasoning int64 `yaml:"reasoning" min:"0"`
}

// End is how the answer says that it is done.
type End struct {
	Reason string `yaml:"reason"` // default: "tool_calls" after native calls, else "stop"
	Model  string `yaml:"model"`  // default: the model that was asked for
}

// Expect is what a request must look like. Zero fields are not checked.
type Expect struct {
	Model    string `yaml:"model"`
	Messages *int   `yaml:"messages" min:"0"`
	Results  *int   `yaml:"results" min:"0"` // tool results in the last message
	Tools    *bool  `yaml:"tools"`           // whether tools are offered for native calls
	Last     Match  `yaml:"last"`            // the last message, results included
	System   Match  `yaml:"system"`          // all system messages
}

// Match is what a text must hold, and what not.
type Match struct {
	Contains []string `yaml:"contains"`
	Excludes []string `yaml:"excludes"`
}
