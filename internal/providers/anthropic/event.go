package anthropic

import (
	"encoding/json"
	"errors"

	"eidolon/internal/providers/format"
)

// event is one event of the stream. A field is there with the types that have it.
type event struct {
	Type    string       `json:"type"`
	Index   format.Index `json:"index"`
	Message *answered    `json:"message"`       // message_start
	Block   contentBlock `json:"content_block"` // content_block_start
	Delta   delta        `json:"delta"`         // content_block_delta, message_delta
	Usage   *usage       `json:"usage"`         // message_delta
}

// answered is an answer: without content at the beginning of a stream, or whole.
type answered struct {
	Type       string         `json:"type"`
	Model      string         `json:"model"`
	Content    []contentBlock `json:"content"`
	StopReason string         `json:"stop_reason"`
	Usage      *usage         `json:"usage"`
}

// contentBlock is a part of an answer. In a stream it is there before what is in it.
type contentBlock struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Thinking  string          `json:"thinking"`
	Signature string          `json:"signature"`
	Data      string          `json:"data"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
}

// delta is what is new in a block, or in the answer as such.
type delta struct {
	Type        string `json:"type"`
	Text        string `json:"text"`
	Thinking    string `json:"thinking"`
	Signature   string `json:"signature"`
	PartialJSON string `json:"partial_json"`
	StopReason  string `json:"stop_reason"`
}

// usage counts tokens. What is not there is as it was.
type usage struct {
	Input   *format.Count `json:"input_tokens"` // without those of the cache
	Read    *format.Count `json:"cache_read_input_tokens"`
	Written *format.Count `json:"cache_creation_input_tokens"`
	Output  *format.Count `json:"output_tokens"`
	Details struct {
		Thinking *format.Count `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

// UnmarshalJSON never fails: what an answer cost must not make it unreadable.
func (u *usage) UnmarshalJSON(data []byte) error {
	type fields usage
	format.Loosely(data, (*fields)(u))
	return nil
}

// The types of events that say something. All others may come at any time and mean nothing to us.
const (
	messageStart = "message_start"
	messageDelta = "message_delta"
	messageStop  = "message_stop"
	blockStart   = "content_block_start"
	blockDelta   = "content_block_delta"
	blockStop    = "content_block_stop"
	failed       = "error"
)

// errUntyped is for an object that does not say what it is.
var errUntyped = errors.New("an event without a type")

// decode reads an event. One of an unknown type, or with an unknown delta, may have any form.
func decode(raw []byte) (event, error) {
	var e event
	err := format.Decode(raw, &e)
	var mismatch *json.UnmarshalTypeError
	switch {
	case err == nil && e.Type == "":
		return e, errUntyped
	case errors.As(err, &mismatch) && !e.known():
		return event{Type: e.Type}, nil
	}
	return e, err
}

// known tells whether the event is one whose form we know.
func (e *event) known() bool {
	switch e.Type {
	case blockDelta:
		switch e.Delta.Type {
		case "text_delta", "thinking_delta", "signature_delta", "input_json_delta":
			return true
		}
	case blockStart:
		switch e.Block.Type {
		case "text", thought, redacted, "tool_use":
			return true
		}
	case messageStart, messageDelta, messageStop, blockStop, "":
		return true
	}
	return false
}
