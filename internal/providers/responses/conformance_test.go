package responses

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

// sse writes one event of the stream: its type, and what else is in it.
func sse(name, rest string) string {
	return "event: " + name + "\ndata: " + `{"type":"` + name + `"` + rest + "}\n\n"
}

// textEvent writes a piece of the first text.
func textEvent(s string) string { return deltaEvent(0, s) }

func deltaEvent(output int, s string) string {
	return sse("response.output_text.delta", fmt.Sprintf(`,"content_index":0,"delta":%s,"item_id":"msg_%d","output_index":%d,"sequence_number":7`,
		quote(s), output, output))
}

func openEvent(output int, id, name string) string {
	return sse("response.output_item.added", fmt.Sprintf(`,"output_index":%d,"item":{"id":"fc_%d","type":"function_call","status":"in_progress",`+
		`"arguments":"","call_id":%q,"name":%q}`, output, output, id, name))
}

func inputEvent(output int, s string) string {
	return sse("response.function_call_arguments.delta", fmt.Sprintf(`,"delta":%s,"item_id":"fc_%d","output_index":%d`, quote(s), output, output))
}

// statusEvent writes an event about the whole answer.
func statusEvent(name, rest string) string {
	return sse("response."+name, `,"response":{"id":"resp_1","object":"response","model":"m1","output":[]`+rest+`}`)
}

func completed() string { return statusEvent("completed", `,"status":"completed"`) }

// chunkEvent writes a chunk in the format.
func chunkEvent(c model.Chunk) string {
	switch c := c.(type) {
	case model.Text:
		return textEvent(c.Text)
	case model.Reasoning:
		return sse("response.reasoning_summary_text.delta", `,"item_id":"rs_1","output_index":100,"summary_index":0,"delta":`+quote(c.Text))
	case model.CallOpened:
		return openEvent(c.Index, c.ID, c.Name)
	case model.CallInput:
		return inputEvent(c.Index, c.JSON)
	case model.CallClosed:
		return sse("response.function_call_arguments.done", fmt.Sprintf(`,"item_id":"fc_%d","output_index":%d`, c.Index, c.Index))
	case model.Usage:
		return statusEvent("in_progress", fmt.Sprintf(`,"usage":{"input_tokens":%d,"output_tokens":%d,"input_tokens_details":{"cached_tokens":%d},`+
			`"output_tokens_details":{"reasoning_tokens":%d}}`, c.Input, c.Output, c.Cached, c.Reasoning))
	}
	return ""
}

func newClient(t testing.TB, s wire.Service) *Client {
	t.Helper()
	return modeltest.Made(t, s, New)
}

// Covers: Y29
func TestConformance(t *testing.T) {
	modeltest.Run(t, modeltest.Harness{
		Format: modeltest.Format{
			Type:   "text/event-stream",
			Begin:  statusEvent("created", `,"status":"in_progress"`),
			Chunk:  chunkEvent,
			End:    func(reason string) string { return statusEvent(reason, `,"status":`+quote(reason)) },
			Reason: "completed",
			Failure: func(message string) string {
				return statusEvent("failed", `,"status":"failed","error":{"code":"server_error","message":`+quote(message)+`}`)
			},
			Refusal:    func(message string) string { return `{"error":{"message":` + quote(message) + `}}` },
			Interleave: true,
		},
		New: func(t *testing.T, o modeltest.Options) model.Client {
			return newClient(t, wire.Service{BaseURL: o.BaseURL, Key: o.Key, Timeouts: wire.Timeouts(o.Limits)})
		},
	})
}
