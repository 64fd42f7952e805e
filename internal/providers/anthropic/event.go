package anthropic

import (
	"encoding/json"
	"errors"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/respjson"

	"eidolon/internal/providers/format"
)

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

// The types of what a block begins with and grows by. Thoughts are in proof.go.
const (
	saidText = "text"
	toolUse  = "tool_use"

	textDelta      = "text_delta"
	thinkingDelta  = "thinking_delta"
	signatureDelta = "signature_delta"
	inputDelta     = "input_json_delta"
)

// errUntyped is for what does not say what it is.
var errUntyped = errors.New("an event without a type")

// decode reads an event. What the SDK does not understand of it, it leaves out.
func decode(raw []byte) (sdk.MessageStreamEventUnion, error) {
	var e sdk.MessageStreamEventUnion
	err := format.Decode(raw, &e)
	if err == nil && e.Type == "" {
		err = errUntyped
	}
	return e, err
}

// words gives a text as [format.Frame] reads it. The SDK would take a number for one too.
func words(f respjson.Field) (string, error) {
	var text string
	if f.Raw() == "" {
		return "", nil
	}
	err := json.Unmarshal([]byte(f.Raw()), &text)
	return text, err
}

// soFar gives the usage of a message in the form that it has on the way.
func soFar(u *sdk.Usage) *sdk.MessageDeltaUsage {
	return &sdk.MessageDeltaUsage{
		InputTokens: u.InputTokens, CacheReadInputTokens: u.CacheReadInputTokens, CacheCreationInputTokens: u.CacheCreationInputTokens,
		OutputTokens: u.OutputTokens, OutputTokensDetails: u.OutputTokensDetails,
	}
}
