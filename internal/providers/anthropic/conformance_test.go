package anthropic

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"go.uber.org/goleak"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func quote(s string) string { return modeltest.Quote(s) }

// event writes one event of the stream.
func eventOf(kind, rest string) string {
	return fmt.Sprintf("event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest)
}

const begin = "event: message_start\n" +
	`data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m1","content":[],` +
	`"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":0}}}` +
	"\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\n"

func startEvent(index int, block string) string {
	return eventOf("content_block_start", fmt.Sprintf(`,"index":%d,"content_block":%s`, index, block))
}

func deltaEvent(index int, kind, key, text string) string {
	return eventOf("content_block_delta", fmt.Sprintf(`,"index":%d,"delta":{"type":%q,%q:%s}`, index, kind, key, quote(text)))
}

func stopEvent(index int) string {
	return eventOf("content_block_stop", fmt.Sprintf(`,"index":%d`, index))
}

func textEvents(index int, text string) string {
	return startEvent(index, `{"type":"text","text":""}`) + deltaEvent(index, "text_delta", "text", text) + stopEvent(index)
}

func thinkStart(index int) string {
	return startEvent(index, `{"type":"thinking","thinking":"","signature":""}`)
}

func callStart(index int, id, name string) string {
	return startEvent(index, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":{}}`, id, name))
}

func inputEvent(index int, text string) string {
	return deltaEvent(index, "input_json_delta", "partial_json", text)
}

func endEvents(reason string) string {
	return eventOf("message_delta", `,"delta":{"stop_reason":`+quote(reason)+`,"stop_sequence":null},"usage":{"output_tokens":0}`) +
		eventOf("message_stop", "")
}

// chunkEvents writes a chunk in the format. Calls begin behind the one block of text.
func chunkEvents(c model.Chunk) string {
	switch c := c.(type) {
	case model.Text:
		return textEvents(0, c.Text)
	case model.Reasoning:
		return thinkStart(0) + deltaEvent(0, "thinking_delta", "thinking", c.Text) + stopEvent(0)
	case model.CallOpened:
		return callStart(c.Index+1, c.ID, c.Name)
	case model.CallInput:
		return inputEvent(c.Index+1, c.JSON)
	case model.CallClosed:
		return stopEvent(c.Index + 1)
	case model.Usage:
		return eventOf("message_delta", fmt.Sprintf(
			`,"delta":{"stop_reason":null},"usage":{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d,`+
				`"output_tokens_details":{"thinking_tokens":%d}}`,
			c.Input-c.Cached-c.Written, c.Written, c.Cached, c.Output, c.Reasoning))
	}
	return ""
}

func errorJSON(kind, message string) string {
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%s},"request_id":"req_1"}`, kind, quote(message))
}

func newClient(t testing.TB, s wire.Service) *Client {
	t.Helper()
	return modeltest.Made(t, s, New)
}

// Covers: E28, E36, Z9, R9, R96
func TestConformance(t *testing.T) {
	modeltest.Run(t, modeltest.Harness{
		Format: modeltest.Format{
			Type:   "text/event-stream; charset=utf-8",
			Begin:  begin,
			Chunk:  chunkEvents,
			End:    endEvents,
			Reason: "end_turn",
			Failure: func(message string) string {
				return "event: error\ndata: " + errorJSON("overloaded_error", message) + "\n\n"
			},
			Refusal:    func(message string) string { return errorJSON("api_error", message) },
			Interleave: true,
		},
		New: func(t *testing.T, o modeltest.Options) model.Client {
			return newClient(t, wire.Service{BaseURL: o.BaseURL, Key: o.Key, Timeouts: wire.Timeouts(o.Limits)})
		},
	})
}

// serve starts a server that does as answer says, and gives the base URL of a service there.
func serve(t testing.TB, answer http.HandlerFunc) string {
	t.Helper()
	return modeltest.Serve(t, answer)
}

func says(kind, body string) http.HandlerFunc { return modeltest.Says(kind, body) }

const stream = "text/event-stream"

// ask sends a short request and collects the answer, neighbouring texts and thoughts joined.
func ask(ctx context.Context, c *Client) ([]model.Chunk, model.End, error) {
	chunks, end, err := modeltest.Ask(ctx, c)
	return modeltest.JoinThoughts(chunks), end, err
}

func text(s string) model.Chunk { return model.Text{Text: s} }
func opened(index int, id, name string) model.Chunk {
	return model.CallOpened{Index: index, ID: id, Name: name}
}

func inputOf(index int, json string) model.Chunk { return model.CallInput{Index: index, JSON: json} }
func closed(index int) model.Chunk               { return model.CallClosed{Index: index} }
func list(chunks ...model.Chunk) []model.Chunk   { return chunks }
