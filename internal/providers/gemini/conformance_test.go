package gemini

import (
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func quote(s string) string { return modeltest.Quote(s) }

// sse writes one event of the stream.
func sse(data string) string { return "data: " + data + "\r\n\r\n" }

// parts writes an event whose only candidate has the parts.
func parts(list ...string) string {
	return sse(`{"candidates":[{"content":{"parts":[` + strings.Join(list, ",") + `],"role":"model"},"index":0}],"modelVersion":"m1"}`)
}

func textPart(s string) string    { return `{"text":` + quote(s) + `}` }
func thoughtPart(s string) string { return `{"text":` + quote(s) + `,"thought":true}` }
func callPart(id, name, args string) string {
	return `{"functionCall":{"id":` + quote(id) + `,"name":` + quote(name) + `,"args":` + args + `}}`
}

func finished(reason string) string {
	return sse(`{"candidates":[{"finishReason":` + quote(reason) + `,"index":0}],"modelVersion":"m1"}`)
}

// writer writes chunks in the format. A call is written when it is closed.
func writer() func(model.Chunk) string {
	var id, name, input string
	return func(c model.Chunk) string {
		switch c := c.(type) {
		case model.Text:
			return parts(textPart(c.Text))
		case model.Reasoning:
			return parts(thoughtPart(c.Text))
		case model.CallOpened:
			id, name, input = c.ID, c.Name, ""
		case model.CallInput:
			input += c.JSON
		case model.CallClosed:
			return parts(callPart(id, name, input))
		case model.Usage:
			return sse(fmt.Sprintf(`{"usageMetadata":{"promptTokenCount":%d,"candidatesTokenCount":%d,"cachedContentTokenCount":%d,"thoughtsTokenCount":%d}}`,
				c.Input, c.Output-c.Reasoning, c.Cached, c.Reasoning))
		}
		return ""
	}
}

func newClient(t testing.TB, s wire.Service) *Client {
	t.Helper()
	return modeltest.Made(t, s, New)
}

// Covers: Y29
func TestConformance(t *testing.T) {
	failure := func(message string) string { return `{"error":{"message":` + quote(message) + `,"status":"INTERNAL"}}` }
	for _, path := range []string{"", "/v1internal"} {
		t.Run("at "+path, func(t *testing.T) {
			write := writer()
			modeltest.Run(t, modeltest.Harness{
				Format: modeltest.Format{
					Type: "text/event-stream", Chunk: write, End: finished, Reason: "STOP", Refusal: failure, Whole: true,
					Failure: func(message string) string { return sse(failure(message)) },
				},
				New: func(t *testing.T, o modeltest.Options) model.Client {
					return newClient(t, wire.Service{BaseURL: o.BaseURL + path, Key: o.Key, Timeouts: wire.Timeouts(o.Limits)})
				},
			})
		})
	}
}
