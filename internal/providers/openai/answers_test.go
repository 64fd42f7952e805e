package openai

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// serve starts a server that does as answer says, and gives the base URL of a service there.
func serve(t testing.TB, answer http.HandlerFunc) string {
	t.Helper()
	return modeltest.Serve(t, answer) + "/v1"
}

func says(kind, body string) http.HandlerFunc { return modeltest.Says(kind, body) }

const stream = "text/event-stream"

// ask sends a short request and collects the answer, neighbouring texts joined.
func ask(ctx context.Context, c *Client) ([]model.Chunk, model.End, error) {
	return modeltest.Ask(ctx, c)
}

func text(s string) model.Chunk    { return model.Text{Text: s} }
func thought(s string) model.Chunk { return model.Reasoning{Text: s} }
func opened(index int, id, name string) model.Chunk {
	return model.CallOpened{Index: index, ID: id, Name: name}
}

func inputOf(index int, json string) model.Chunk { return model.CallInput{Index: index, JSON: json} }
func closed(index int) model.Chunk               { return model.CallClosed{Index: index} }
func textEvent(s string) string                  { return deltaEvent(`{"content":` + quote(s) + `}`) }

func callEvent(call string) string             { return deltaEvent(`{"tool_calls":[` + call + `]}`) }
func list(chunks ...model.Chunk) []model.Chunk { return chunks }
func ended(stream string) string               { return stream + finishEvent("tool_calls") + done }

// Covers: Z4, E35
func TestAnswers(t *testing.T) {
	hello := textEvent("hel") + textEvent("lo") + finishEvent("stop") + done
	whole := `{"id":"c","object":"chat.completion","model":"m1","choices":[{"index":0,"message":{"role":"assistant","content":"hello"},` +
		`"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":2}}`
	used := model.Usage{Input: 10, Output: 2}
	for _, test := range []struct {
		name, kind, body string
		want             []model.Chunk
		reason           string
	}{
		{"plain", stream, hello, list(text("hello")), "stop"},
		{"CRLF", stream, strings.ReplaceAll(hello, "\n", "\r\n"), list(text("hello")), "stop"},
		{"CR", stream, strings.ReplaceAll(hello, "\n", "\r"), list(text("hello")), "stop"},
		{"byte order mark", stream, "\xef\xbb\xbf" + hello, list(text("hello")), "stop"},
		{"no blank lines", stream, strings.ReplaceAll(hello, "\n\n", "\n"), list(text("hello")), "stop"},
		{"no blank after data:", stream, strings.ReplaceAll(hello, "data: ", "data:"), list(text("hello")), "stop"},
		{"comments", stream, strings.Repeat(": keep-alive\n\n", 5000) + hello, list(text("hello")), "stop"},
		{"blank events", stream, strings.Repeat("data:\n\n", 5000) + hello, list(text("hello")), "stop"},
		{"JSON on several lines", stream, strings.ReplaceAll(hello, ",", ",\ndata: "), list(text("hello")), "stop"},
		{"no [DONE]", stream, textEvent("hello") + finishEvent("length"), list(text("hello")), "length"},
		{
			"no end of the last line", stream, textEvent("hello") + strings.TrimSpace(finishEvent("stop")), list(text("hello")),
			"stop",
		},
		{"[DONE] and no reason", stream, textEvent("hello") + done, list(text("hello")), ""},
		{
			"empty reason until the end", stream, event(`{"choices":[{"delta":{"content":"hello"},"finish_reason":""}]}`) +
				finishEvent("stop") + done,
			list(text("hello")), "stop",
		},
		{
			"reason with the last text", stream, event(`{"choices":[{"delta":{"content":"hello"},"finish_reason":"stop"}]}`) + done,
			list(text("hello")), "stop",
		},
		{
			"a reason with every event", stream,
			strings.Repeat(event(`{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}`), 3) + done,
			list(text("aaa")), "stop",
		},
		{
			"one large event", stream, textEvent(strings.Repeat("0123456789", 300_000)) + finishEvent("stop") + done,
			list(text(strings.Repeat("0123456789", 300_000))), "stop",
		},
		{
			"content in parts", stream, deltaEvent(`{"content":[{"type":"text","text":"hel"},{"type":"text","text":"lo"}]}`) +
				finishEvent("stop") + done,
			list(text("hello")), "stop",
		},
		{
			"refusal", stream, deltaEvent(`{"content":null,"refusal":"I will not."}`) + finishEvent("stop") + done,
			list(text("I will not.")), "stop",
		},
		{
			"reasoning, short name", stream, deltaEvent(`{"content":"","reasoning":"hm"}`) + textEvent("a") + finishEvent("stop") +
				done,
			list(thought("hm"), text("a")), "stop",
		},
		{
			"reasoning, both names", stream, deltaEvent(`{"reasoning_content":"hm","reasoning":"hm"}`) + finishEvent("stop") + done,
			list(thought("hm")), "stop",
		},
		{
			"error that is null", stream, event(`{"error":null,"choices":[{"delta":{"content":"a"}}]}`) + finishEvent("stop") + done,
			list(text("a")), "stop",
		},
		{
			"other choices are not ours", stream,
			event(`{"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]}`) +
				finishEvent("stop") + done, list(text("a")), "stop",
		},
		{
			"unknown events", stream, "event: ping\ndata: {\"type\":\"ping\"}\n\n" + event("null") + hello, list(text("hello")),
			"stop",
		},
		{
			"usage at the end", stream, textEvent("hello") + finishEvent("stop") +
				chunkEvent(model.Usage{Input: 9, Output: 8, Cached: 7, Reasoning: 6}) + done,
			list(text("hello"), model.Usage{Input: 9, Output: 8, Cached: 7, Reasoning: 6}), "stop",
		},
		{
			"numbers in other forms", stream,
			event(`{"choices":[{"index":"0","delta":{"content":"a"}}],"usage":{"prompt_tokens":"12","completion_tokens":-1}}`) +
				event(`{"choices":[{"index":0.0,"delta":{"content":"b"}}],"usage":[1]}`) + finishEvent("stop") + done,
			list(text("a"), model.Usage{Input: 12}, text("b"), model.Usage{}), "stop",
		},
		{
			"usage that is null", stream, event(`{"choices":[{"delta":{"content":"a"}}],"usage":null}`) + finishEvent("stop") + done,
			list(text("a")), "stop",
		},
		{
			"garbage after the end", stream, textEvent("hello") + finishEvent("stop") + done + "data: {{{\n\n", list(text("hello")),
			"stop",
		},
		{
			"error after the reason", stream, textEvent("hello") + finishEvent("stop") + event(`{"error":{"message":"late"}}`),
			list(text("hello")), "stop",
		},
		{"whole", "application/json", whole, list(text("hello"), used), "stop"},
		{
			"whole, indented", "application/json; charset=utf-8", strings.ReplaceAll(whole, ",", ",\r\n  "),
			list(text("hello"), used), "stop",
		},
		{"whole behind its deltas", stream, textEvent("hel") + textEvent("lo") + event(whole) + done, list(text("hello"), used), "stop"},
		{"in messages", stream, event(strings.Replace(whole, "hello", "hel", 1)) + event(strings.Replace(whole, "hello", "lo", 1)) + done, list(text("hel"), used, text("lo"), used), "stop"},
		{"whole, called a stream", stream, whole, list(text("hello"), used), "stop"},
		{
			"whole with calls", "application/json",
			`{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"a","arguments":""}},` +
				`{"function":{"name":"b","arguments":{"n":1}}}]},"finish_reason":"tool_calls"}]}`,
			list(opened(0, "call_0", "a"), opened(1, "call_1", "b"), inputOf(1, `{"n":1}`), closed(0), closed(1)), "tool_calls",
		},
		{"stream without a type", "", hello, list(text("hello")), "stop"},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, says(test.kind, test.body))})
			got, end, err := ask(t.Context(), client)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if end.Reason != test.reason {
				t.Errorf("reason %q, want %q", end.Reason, test.reason)
			}
		})
	}
}

func TestModelOfTheAnswer(t *testing.T) {
	client := newClient(t, wire.Service{BaseURL: serve(t, says(stream, textEvent("a")+finishEvent("stop")+done))})
	if _, end, err := ask(t.Context(), client); end.Model != "m1" || err != nil {
		t.Errorf("end %+v, %v, want model m1", end, err)
	}
}

// TestQuietAfterTheReason has servers that do not end an answer which is complete.
func TestQuietAfterTheReason(t *testing.T) {
	for _, test := range []struct {
		name, body string
		idle       time.Duration
	}{
		{"without [DONE]", textEvent("a") + finishEvent("stop"), 50 * time.Millisecond},
		{"with [DONE]", textEvent("a") + finishEvent("stop") + done, time.Hour},
		{"with [DONE] and no reason", textEvent("a") + done, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			url := serve(t, modeltest.SaysAndStays(stream, test.body))
			client := newClient(t, wire.Service{BaseURL: url, Timeouts: wire.Timeouts{Idle: test.idle}})
			if got, _, err := ask(t.Context(), client); err != nil || !slices.Equal(got, list(text("a"))) {
				t.Errorf("chunks %v, error %v", got, err)
			}
		})
	}
}

func TestRefusal(t *testing.T) {
	body := deltaEvent(`{"refusal":"no"}`) + finishEvent("stop") + done
	got, end, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: serve(t, says(stream, body))}))
	if diff := cmp.Diff(list(text("no")), got); diff != "" || err != nil || end.Stop != model.Refused {
		t.Error(diff, end, err)
	}
}

// Pieces of a block are joined; the proof of a block comes with its last piece.
func TestReasoningDetails(t *testing.T) {
	detail := func(text, detail string) string {
		return deltaEvent(`{"reasoning":` + quote(text) + `,"reasoning_details":[` + detail + `]}`)
	}
	body := detail("a", `{"type":"reasoning.text","text":"a","index":0,"format":"f","signature":null}`) +
		detail("b", `{"type":"reasoning.text","text":"b","index":0,"signature":"S"}`) +
		detail("", `{"type":"reasoning.encrypted","data":"E","index":1}`) + detail("", `{"type":"reasoning.encrypted","data":"F","index":1}`) +
		textEvent("c") + finishEvent("stop") + done
	base := serve(t, says(stream, body))
	got, _, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: base}))
	host := strings.TrimSuffix(strings.TrimPrefix(base, "http://"), "/v1")
	want := list(thought("a"), thought("b"), text("c"), model.Reasoning{Signature: mark + `{"host":"` + host + `","details":[` +
		`{"format":"f","index":0,"signature":"S","text":"ab","type":"reasoning.text"},` +
		`{"data":"E","index":1,"type":"reasoning.encrypted"},{"data":"F","index":1,"type":"reasoning.encrypted"}]}`})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}
