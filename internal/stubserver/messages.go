package stubserver

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strings"

	"eidolon/actors/model"
)

// messages is the format of Anthropic's Messages API.
type messages struct{}

// messagesEncoder writes the events of one answer. Blocks come one after another, each with its
// beginning and its end.
type messagesEncoder struct {
	model string
	usage messagesUsage
	index int    // of the block that is open, or of the next one
	open  string // type of the block that is open, or ""
	said  string // in it: the thought, or the input of the call
}

type (
	messagesEvent struct {
		Type    string          `json:"type"`
		Index   *int            `json:"index,omitempty"`
		Message *messagesStart  `json:"message,omitempty"`
		Block   json.RawMessage `json:"content_block,omitempty"`
		Delta   json.RawMessage `json:"delta,omitempty"`
		Usage   *messagesUsage  `json:"usage,omitempty"`
		Error   *messagesError  `json:"error,omitempty"`
	}
	messagesStart struct {
		ID           string        `json:"id"`
		Type         string        `json:"type"`
		Role         string        `json:"role"`
		Model        string        `json:"model"`
		Content      []string      `json:"content"`
		StopReason   *string       `json:"stop_reason"`
		StopSequence *string       `json:"stop_sequence"`
		Usage        messagesUsage `json:"usage"`
	}
	messagesUsage struct {
		Input   int64 `json:"input_tokens"`
		Written int64 `json:"cache_creation_input_tokens"`
		Read    int64 `json:"cache_read_input_tokens"`
		Output  int64 `json:"output_tokens"`
		Details *struct {
			Thinking int64 `json:"thinking_tokens"`
		} `json:"output_tokens_details,omitempty"`
	}
	messagesError struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}
)

func (e *messagesEncoder) begin() string {
	return e.event(messagesEvent{Type: "message_start", Message: &messagesStart{
		ID: "msg_stub", Type: "message", Role: "assistant", Model: e.model, Content: []string{},
	}}) + e.event(messagesEvent{Type: "ping"})
}

func (e *messagesEncoder) chunk(c model.Chunk) string {
	switch c := c.(type) {
	case model.Text:
		return e.inside("text", `{"type":"text","text":""}`) + e.delta("text_delta", "text", c.Text)
	case model.Reasoning:
		return e.thought(c)
	case model.CallOpened:
		return e.stop() + e.start("tool_use", fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":{}}`, encode(c.ID), encode(c.Name)))
	case model.CallInput:
		return e.input(c.JSON)
	case model.CallClosed:
		return e.stopIf("tool_use")
	case model.Usage:
		e.usage = messagesUsage{Input: c.Input - c.Cached - c.Written, Written: c.Written, Read: c.Cached, Output: c.Output}
		if c.Reasoning > 0 {
			e.usage.Details = &struct {
				Thinking int64 `json:"thinking_tokens"`
			}{c.Reasoning}
		}
	}
	return ""
}

// thought writes a piece of a thought; with the signature its block ends. A signature without a thought
// is a block that nobody may read.
func (e *messagesEncoder) thought(c model.Reasoning) string {
	if c.Text == "" && c.Signature != "" && e.open != "thinking" {
		return e.stop() + e.start("redacted_thinking", fmt.Sprintf(`{"type":"redacted_thinking","data":%s}`, encode(c.Signature))) + e.stop()
	}
	out := e.inside("thinking", `{"type":"thinking","thinking":"","signature":""}`) + e.delta("thinking_delta", "thinking", c.Text)
	e.said += c.Text
	if c.Signature != "" {
		out += e.delta("signature_delta", "signature", sealed(c.Signature, e.said)) + e.stop()
	}
	return out
}

// sealed gives a signature that holds for the one thought.
func sealed(signature, thought string) string {
	return fmt.Sprintf("%s.%08x", signature, crc32.ChecksumIEEE([]byte(thought)))
}

// input writes a piece of a call's input. The block ends with it, as that of a service does, which does
// not wait for what comes next.
func (e *messagesEncoder) input(piece string) string {
	out := e.delta("input_json_delta", "partial_json", piece)
	if e.said += piece; json.Valid([]byte(e.said)) {
		out += e.stop()
	}
	return out
}

func (e *messagesEncoder) end(end model.End) string {
	reason := end.Reason
	if word, ok := messagesReasons[reason]; ok {
		reason = word
	}
	if end.Model != "" {
		e.model = end.Model
	}
	delta := json.RawMessage(fmt.Sprintf(`{"stop_reason":%s,"stop_sequence":null}`, encode(reason)))
	return e.stop() + e.event(messagesEvent{Type: "message_delta", Delta: delta, Usage: &e.usage}) + e.event(messagesEvent{Type: "message_stop"})
}

// messagesReasons are the words of the format for the reasons that scripts give.
var messagesReasons = map[string]string{
	"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens", "content_filter": "refusal",
}

func (e *messagesEncoder) fault(f model.Error) string { return e.event(messagesFailure(f)) }

// inside gives what is needed to go on in a block of the type: nothing, or the end of the one that is
// open and the beginning of the next.
func (e *messagesEncoder) inside(kind, block string) string {
	if e.open == kind {
		return ""
	}
	return e.stop() + e.start(kind, block)
}

func (e *messagesEncoder) start(kind, block string) string {
	e.open, e.said = kind, ""
	return e.event(messagesEvent{Type: "content_block_start", Index: &e.index, Block: json.RawMessage(block)})
}

func (e *messagesEncoder) delta(kind, key, text string) string {
	delta := json.RawMessage(fmt.Sprintf(`{"type":%q,%q:%s}`, kind, key, encode(text)))
	return e.event(messagesEvent{Type: "content_block_delta", Index: &e.index, Delta: delta})
}

func (e *messagesEncoder) stopIf(kind string) string {
	if e.open == kind {
		return e.stop()
	}
	return ""
}

// stop ends the block that is open.
func (e *messagesEncoder) stop() string {
	if e.open == "" {
		return ""
	}
	out := e.event(messagesEvent{Type: "content_block_stop", Index: &e.index})
	e.open = ""
	e.index++
	return out
}

func (e *messagesEncoder) event(ev messagesEvent) string {
	var b strings.Builder
	fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", ev.Type, encode(ev))
	return b.String()
}

// refusal implements format.
func (messages) refusal(f model.Error) []byte { return encode(messagesFailure(f)) }

func messagesFailure(f model.Error) messagesEvent {
	kind, known := messagesErrors[f.Kind]
	if !known {
		kind = "api_error"
	}
	return messagesEvent{Type: "error", Error: &messagesError{Type: kind, Message: f.Message}}
}

// messagesErrors are the words of the format for failures.
var messagesErrors = map[model.Kind]string{
	model.Auth:         "authentication_error",
	model.RateLimited:  "rate_limit_error",
	model.Overloaded:   "overloaded_error",
	model.BadRequest:   "invalid_request_error",
	model.ContextLimit: "invalid_request_error",
}
