package openai

import (
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func quote(s string) string { return modeltest.Quote(s) }

// event writes one event of the stream.
func event(data string) string { return "data: " + data + "\n\n" }

// deltaEvent writes an event whose only choice has the delta.
func deltaEvent(delta string) string {
	return event(`{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m1","choices":[{"index":0,"delta":` + delta +
		`,"finish_reason":null}]}`)
}

func finishEvent(reason string) string {
	return event(`{"id":"c1","model":"m1","choices":[{"index":0,"delta":{},"finish_reason":` + quote(reason) + `}]}`)
}

const done = "data: [DONE]\n\n"

// chunkEvent writes a chunk in the format.
func chunkEvent(c model.Chunk) string {
	switch c := c.(type) {
	case model.Text:
		return deltaEvent(`{"content":` + quote(c.Text) + `}`)
	case model.Reasoning:
		return deltaEvent(`{"reasoning_content":` + quote(c.Text) + `}`)
	case model.CallOpened:
		return deltaEvent(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":""}}]}`,
			c.Index, c.ID, c.Name))
	case model.CallInput:
		return deltaEvent(fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, c.Index, quote(c.JSON)))
	case model.CallClosed:
	case model.Usage:
		return event(fmt.Sprintf(`{"choices":[],"usage":{"prompt_tokens":%d,"completion_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d},`+
			`"completion_tokens_details":{"reasoning_tokens":%d}}}`, c.Input, c.Output, c.Cached, c.Reasoning))
	}
	return ""
}

func newClient(t testing.TB, s wire.Service) *Client {
	t.Helper()
	return modeltest.Made(t, s, New)
}

// Covers: E28, E36, Z9, R9
func TestConformance(t *testing.T) {
	modeltest.Run(t, modeltest.Harness{
		Format: modeltest.Format{
			Type:       "text/event-stream",
			Begin:      deltaEvent(`{"role":"assistant","content":""}`),
			Chunk:      chunkEvent,
			End:        func(reason string) string { return finishEvent(reason) + done },
			Reason:     "stop",
			Failure:    func(message string) string { return event(`{"error":{"message":` + quote(message) + `}}`) },
			Refusal:    func(message string) string { return `{"error":{"message":` + quote(message) + `}}` },
			Interleave: true,
		},
		New: func(t *testing.T, o modeltest.Options) model.Client {
			return newClient(t, wire.Service{BaseURL: o.BaseURL, Key: o.Key, Timeouts: wire.Timeouts(o.Limits)})
		},
	})
}
