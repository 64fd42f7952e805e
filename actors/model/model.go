// Package model says what the runtime needs from a language model: a [Request] in, a stream of
// [Chunk]s and an [End] out. Each wire format is one package under internal/providers that
// implements [Client]; the scripted model of actors/stubmodel is another.
//
// A client makes one attempt. It does not retry, does not run tools, and adds nothing to the prompt;
// those are the session's affair. It does put a limit on every wait, and it reports a stream that
// was cut as a failure, never as a short success.
package model

import (
	"context"
	"encoding/json"
	"time"
)

// Role is who speaks in a message of a request.
type Role string

// The roles of a request. Adapters fold what their wire format does not know: system messages that
// are not the first, and tool results in XNL mode, go tagged into the next user message, and
// neighbours of one role are merged.
const (
	System      Role = "system"
	User        Role = "user"
	Assistant   Role = "assistant"
	ToolResults Role = "tool_results"
)

// Request is one question to a model.
type Request struct {
	Model           string
	Messages        []Message // never changed after sending; the backing array may be shared with later requests
	Tools           []Tool    // empty in XNL mode: the prompt explains the tools
	MaxOutputTokens int       // 0 is not sent
	ThinkingLevel   string    // off, low, medium, high, xhigh or max; "" is not sent
	Temperature     *float64  // nil is not sent
	Choice          Choice    // which of Tools the model is to use
	WebSearch       bool      // the service's own search, where it has one
	CacheKey        string    // the same for all requests of a conversation; "" is not sent
}

// Choice says what the model is to do with its tools. The zero value leaves that to the model.
type Choice struct {
	Required bool   // it must use one
	Name     string // it must use this one
}

// Message is one entry of the conversation.
type Message struct {
	Role     Role
	Text     string
	Images   []Image   // of a user message, shown before its text
	Thoughts []Thought // of an assistant message, thought before its text
	Calls    []Call    // native calls of an assistant message, in order
	Results  []Result  // native results of a tool_results message, in call order
}

// Image is a picture as it is in its file.
type Image struct {
	MediaType string // image/png, image/jpeg, image/gif or image/webp
	Data      []byte
}

// Thought is one block of reasoning of an answer.
type Thought struct {
	Text      string
	Signature string // see [Reasoning]
}

// Call is a tool call as the model made it on its native wire.
type Call struct {
	ID    string // the model's own id
	Name  string
	Input string // JSON text, byte for byte as received

	Signature string // see [CallOpened]
}

// Result answers a native call.
type Result struct {
	ID   string // of the call
	Text string
	OK   bool
}

// Tool describes a tool for native calling.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON Schema of the input object
}

// Client talks to one model service.
type Client interface {
	// Stream sends the request and calls emit for every chunk, in order, from one goroutine. An error
	// of emit ends the stream and is returned as it is. A failure of the service is an [*Error]. End
	// is valid only without an error: the service said that it was done.
	Stream(ctx context.Context, req Request, emit func(Chunk) error) (End, error)
}

// End is how an answer ended.
type End struct {
	Stop   Stop
	Reason string // the service's word for it: "stop", "tool_calls", "length", ...
	Model  string // the model that answered, when the service says so
}

// Stop is why an answer ended, in the same words for all services.
type Stop string

// The ends of an answer.
const (
	Done     Stop = ""               // the model has said what it had to say, calls included
	Length   Stop = "length"         // the limit on its output or its window cut it
	Filtered Stop = "content_filter" // the service's filter cut it
	Refused  Stop = "refusal"        // the model will not answer this; what it said is kept
)

// Chunk is a piece of an answer: Text, Reasoning, CallOpened, CallInput, CallClosed or Usage.
//
//sumtype:decl
type Chunk interface{ chunk() }

// Text is visible text.
type Text struct{ Text string }

// Reasoning is text that the model thinks aloud. It is never scanned for calls.
type Reasoning struct {
	Text string
	// Signature is what the service wants back with the block of reasoning that ends here, in the form
	// that the adapter chose; or "". An adapter takes back only what it gave itself.
	Signature string
}

// CallOpened begins a native call. Index tells concurrent calls of one answer apart.
type CallOpened struct {
	Index int
	ID    string
	Name  string

	Signature string // what the service wants back with this call, as for [Reasoning]; or ""
}

// CallInput is a piece of the JSON text of a native call's input.
type CallInput struct {
	Index int
	JSON  string
}

// CallClosed says that nothing more comes for this call: the next one began, or the answer ended.
type CallClosed struct{ Index int }

// Usage is what the request cost so far; a later one replaces an earlier one.
type Usage struct {
	Input     int64 // tokens of the prompt, cached ones included
	Output    int64 // tokens of the answer, reasoning included
	Cached    int64 // tokens of the prompt that were read from the service's cache
	Written   int64 // tokens of the prompt that were written into it
	Reasoning int64
}

func (Text) chunk()       {}
func (Reasoning) chunk()  {}
func (CallOpened) chunk() {}
func (CallInput) chunk()  {}
func (CallClosed) chunk() {}
func (Usage) chunk()      {}

// Kind sorts failures of a service by what can be done about them.
type Kind string

// The kinds of failure.
const (
	Unreachable  Kind = "unreachable"   // no connection
	Auth         Kind = "auth"          // key missing, wrong or not allowed
	RateLimited  Kind = "rate_limited"  // 429
	Overloaded   Kind = "overloaded"    // 5xx
	BadRequest   Kind = "bad_request"   // the service refuses the request
	ContextLimit Kind = "context_limit" // the conversation is too long for the model
	Truncated    Kind = "truncated"     // the stream ended without saying so
	BadAnswer    Kind = "bad_answer"    // not the format that was asked for
	TimedOut     Kind = "timeout"       // a wait reached its limit
)

// Error is a failure of the service, in words for the user. It never holds a key or a prompt.
type Error struct {
	Kind       Kind
	Message    string        // what happened and what to do, one or two sentences
	Status     int           // HTTP status, or 0
	Retryable  bool          // the same request may work later
	RetryAfter time.Duration // how long the service asks to wait, or 0
	Err        error         // the cause, or nil
}

// Error gives the message.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }
