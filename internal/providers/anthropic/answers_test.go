package anthropic

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// Covers: Z4, E35
func TestAnswers(t *testing.T) {
	hello := begin + textEvents(0, "hello") + endEvents("end_turn")
	two := startEvent(0, `{"type":"text","text":""}`) + deltaEvent(0, "text_delta", "text", "hel") + deltaEvent(0, "text_delta", "text", "lo")
	whole := `{"id":"msg_1","type":"message","role":"assistant","model":"m1","content":[{"type":"text","text":"hello"}],` +
		`"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":10,"output_tokens":2}}`
	signed := model.Reasoning{Text: "hm...", Signature: "anthropic thinking m 1cb421a4 SIG=="}
	for _, test := range []struct {
		name, kind, body string
		want             []model.Chunk
		end              model.End
	}{
		{"plain", stream, hello, list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{"CRLF", stream, strings.ReplaceAll(hello, "\n", "\r\n"), list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{"no names of events", stream, dataOnly(hello), list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{"no blank lines", stream, strings.ReplaceAll(dataOnly(hello), "\n\n", "\n"), list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{"comments and pings", stream, begin + strings.Repeat(": alive\n\n"+eventOf("ping", ""), 3000) + textEvents(0, "a") + endEvents("end_turn"), list(text("a")), model.End{Reason: "end_turn", Model: "m1"}},
		{"no start", stream, textEvents(0, "a") + endEvents("end_turn"), list(text("a")), model.End{Reason: "end_turn"}},
		{"no beginning of the block", stream, deltaEvent(3, "text_delta", "text", "a") + endEvents("end_turn"), list(text("a")), model.End{Reason: "end_turn"}},
		{"text with the beginning of the block", stream, startEvent(0, `{"type":"text","text":"hel"}`) + deltaEvent(0, "text_delta", "text", "lo") + endEvents("end_turn"), list(text("hello")), model.End{Reason: "end_turn"}},
		{"no end of the block", stream, two + endEvents("end_turn"), list(text("hello")), model.End{Reason: "end_turn"}},
		{"no message_stop", stream, strings.TrimSuffix(hello, eventOf("message_stop", "")), list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{"no reason", stream, two + eventOf("message_stop", ""), list(text("hello")), model.End{}},
		{"[DONE] at the end", stream, hello + "data: [DONE]\n\n", list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{
			"garbage after the reason", stream, strings.TrimSuffix(hello, eventOf("message_stop", "")) + "data: {{{\n\n" + eventOf("message_stop", ""),
			list(text("hello")),
			model.End{Reason: "end_turn", Model: "m1"},
		},
		{
			"numbers in other forms", stream,
			eventOf("message_start", `,"message":{"type":"message","usage":{"input_tokens":"12","cache_read_input_tokens":1.5,"output_tokens":-3}}`) +
				strings.ReplaceAll(textEvents(0, "a"), `"index":0`, `"index":"0"`) + eventOf("message_delta", `,"delta":{"stop_reason":"end_turn"},"usage":"none"`) + eventOf("message_stop", ""),
			list(model.Usage{Input: 13, Cached: 1}, text("a")),
			model.End{Reason: "end_turn"},
		},
		{
			"numbers beyond all bounds", stream,
			textEvents(0, "a") + eventOf("message_delta", `,"delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":7,"output_tokens":1e17}`) + eventOf("message_stop", ""),
			list(text("a"), model.Usage{Input: 7, Output: format.MostCounted}),
			model.End{Reason: "end_turn"},
		},
		{"garbage after the end", stream, hello + "data: {{{\n\n", list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{"error after the reason", stream, strings.TrimSuffix(hello, eventOf("message_stop", "")) + "event: error\ndata: " + errorJSON("api_error", "late") + "\n\n", list(text("hello")), model.End{Reason: "end_turn", Model: "m1"}},
		{
			"events, blocks and deltas that nobody knows", stream,
			begin + eventOf("weather", `,"index":"sunny","delta":7`) + "event: odd\ndata: {\"note\":1}\n\n" +
				startEvent(0, `{"type":"oracle","text":{"a":1}}`) + eventOf("content_block_delta", `,"index":0,"delta":{"type":"oracle_delta","text":[1]}`) + stopEvent(0) +
				textEvents(1, "a") + endEvents("end_turn"),
			list(text("a")),
			model.End{Reason: "end_turn", Model: "m1"},
		},
		{
			"thoughts", stream,
			begin + thinkStart(0) + deltaEvent(0, "thinking_delta", "thinking", "hm") + deltaEvent(0, "thinking_delta", "thinking", "...") +
				deltaEvent(0, "signature_delta", "signature", "SIG==") + stopEvent(0) + textEvents(1, "a") + endEvents("end_turn"),
			list(signed, text("a")),
			model.End{Reason: "end_turn", Model: "m1"},
		},
		{
			"a thought that is kept from us", stream,
			begin + startEvent(0, `{"type":"redacted_thinking","data":"DATA"}`) + stopEvent(0) + thinkStart(1) + deltaEvent(1, "signature_delta", "signature", "S") +
				stopEvent(1) + textEvents(2, "a") + endEvents("end_turn"),
			list(model.Reasoning{Signature: "anthropic redacted_thinking m 9b661ed7 DATA"}, model.Reasoning{Signature: "anthropic thinking m 2060efc3 S"}, text("a")),
			model.End{Reason: "end_turn", Model: "m1"},
		},
		{
			"search by the service", stream,
			begin + textEvents(0, "I look. ") + startEvent(1, `{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}`) +
				inputEvent(1, `{"query":"x"}`) + stopEvent(1) +
				startEvent(2, `{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"u","title":"t","encrypted_content":"E"}]}`) + stopEvent(2) +
				startEvent(3, `{"type":"text","text":"","citations":[]}`) +
				eventOf("content_block_delta", `,"index":3,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"c","url":"u"}}`) +
				deltaEvent(3, "text_delta", "text", "Found.") + stopEvent(3) + endEvents("end_turn"),
			list(text("I look. Found.")),
			model.End{Reason: "end_turn", Model: "m1"},
		},
		{
			"usage", stream,
			strings.Replace(begin, `"usage":{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":0}`,
				`"usage":{"input_tokens":5,"cache_creation_input_tokens":20,"cache_read_input_tokens":300,"output_tokens":1}`, 1) + textEvents(0, "a") +
				eventOf("message_delta", `,"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9,"output_tokens_details":{"thinking_tokens":4}}`) + eventOf("message_stop", ""),
			list(
				model.Usage{Input: 325, Output: 1, Cached: 300, Written: 20}, text("a"),
				model.Usage{Input: 325, Output: 9, Cached: 300, Written: 20, Reasoning: 4},
			),
			model.End{Reason: "end_turn", Model: "m1"},
		},
		{"cut at the limit", stream, textEvents(0, "a") + endEvents("max_tokens"), list(text("a")), model.End{Stop: model.Length, Reason: "max_tokens"}},
		{"cut at the window", stream, textEvents(0, "a") + endEvents("model_context_window_exceeded"), list(text("a")), model.End{Stop: model.Length, Reason: "model_context_window_exceeded"}},
		{"paused", stream, textEvents(0, "a") + endEvents("pause_turn"), list(text("a")), model.End{Stop: model.Length, Reason: "pause_turn"}},
		{"refused", stream, textEvents(0, "a") + endEvents("refusal"), list(text("a")), model.End{Stop: model.Refused, Reason: "refusal"}},
		{"a reason nobody knows", stream, textEvents(0, "a") + endEvents("bored"), list(text("a")), model.End{Reason: "bored"}},
		{"whole", "application/json", whole, list(text("hello"), model.Usage{Input: 10, Output: 2}), model.End{Reason: "end_turn", Model: "m1"}},
		{"whole, called a stream", stream, whole, list(text("hello"), model.Usage{Input: 10, Output: 2}), model.End{Reason: "end_turn", Model: "m1"}},
		{
			"whole with everything", "application/json",
			`{"type":"message","content":[{"type":"thinking","thinking":"hm...","signature":"SIG=="},{"type":"redacted_thinking","data":"D"},{"type":"text","text":"a"},` +
				`{"type":"tool_use","id":"t1","name":"ls","input":{"path":"x"}},{"type":"tool_use","id":"t2","name":"ls","input":{}}],"stop_reason":"tool_use"}`,
			list(signed, model.Reasoning{Signature: "anthropic redacted_thinking m a3b36a04 D"}, text("a"),
				opened(0, "t1", "ls"), inputOf(0, `{"path":"x"}`), closed(0), opened(1, "t2", "ls"), closed(1)),
			model.End{Reason: "tool_use"},
		},
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
			if end != test.end {
				t.Errorf("end %+v, want %+v", end, test.end)
			}
		})
	}
}

// dataOnly leaves the names of events out, as some proxies do.
func dataOnly(stream string) string {
	var out []string
	for line := range strings.SplitSeq(stream, "\n") {
		if !strings.HasPrefix(line, "event: ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// Covers: E36
func TestCalls(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       []model.Chunk
	}{
		{
			"one after the other", callStart(0, "a", "read") + inputEvent(0, `{"p`) + inputEvent(0, `":1}`) + stopEvent(0) + callStart(1, "b", "ls") + inputEvent(1, "") + stopEvent(1),
			list(opened(0, "a", "read"), inputOf(0, `{"p`), inputOf(0, `":1}`), closed(0), opened(1, "b", "ls"), closed(1)),
		},
		{
			"mixed", callStart(0, "a", "read") + callStart(1, "b", "ls") + inputEvent(1, "{}") + inputEvent(0, "{}") + stopEvent(1) + stopEvent(0),
			list(opened(0, "a", "read"), opened(1, "b", "ls"), inputOf(1, "{}"), inputOf(0, "{}"), closed(1), closed(0)),
		},
		{
			"two ends", callStart(0, "a", "read") + inputEvent(0, "{}") + stopEvent(0) + stopEvent(0) + stopEvent(7),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0)),
		},
		{
			"no end", callStart(0, "a", "read") + inputEvent(0, "{}") + textEvents(1, "x"),
			list(opened(0, "a", "read"), inputOf(0, "{}"), text("x"), closed(0)),
		},
		{
			"the same block twice", callStart(0, "a", "read") + inputEvent(0, "{}") + stopEvent(0) + callStart(0, "a", "read") + inputEvent(0, "{}") + stopEvent(0),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0)),
		},
		{
			"its beginning twice", callStart(0, "a", "read") + callStart(0, "a", "read") + inputEvent(0, "{}") + stopEvent(0),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0)),
		},
		{
			"another block at the index", callStart(0, "a", "read") + inputEvent(0, "{}") + callStart(0, "b", "ls") + inputEvent(0, "{}") + stopEvent(0),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0), opened(1, "b", "ls"), inputOf(1, "{}"), closed(1)),
		},
		{
			"every call at index 0", callStart(0, "a", "read") + inputEvent(0, "{}") + stopEvent(0) + callStart(0, "b", "ls") + inputEvent(0, "{}") + stopEvent(0),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0), opened(1, "b", "ls"), inputOf(1, "{}"), closed(1)),
		},
		{
			"input with the beginning", startEvent(0, `{"type":"tool_use","id":"a","name":"read","input":{"path":"x"}}`) + stopEvent(0),
			list(opened(0, "a", "read"), inputOf(0, `{"path":"x"}`), closed(0)),
		},
		{
			"input with the beginning and again", startEvent(0, `{"type":"tool_use","id":"a","name":"read","input":{"path":"x"}}`) + inputEvent(0, `{"path":"x"}`) + stopEvent(0),
			list(opened(0, "a", "read"), inputOf(0, `{"path":"x"}`), closed(0)),
		},
		{"no id", startEvent(0, `{"type":"tool_use","name":"read"}`) + stopEvent(0), list(opened(0, "call_0", "read"), closed(0))},
		{"input without a call", inputEvent(4, "{}") + textEvents(0, "x"), list(text("x"))},
		{
			"blanks after the end", callStart(0, "a", "read") + inputEvent(0, "{}") + stopEvent(0) + inputEvent(0, "\n"),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0)),
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, says(stream, begin+test.body+endEvents("tool_use")))})
			got, end, err := ask(t.Context(), client)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if end.Reason != "tool_use" || end.Stop != model.Done {
				t.Errorf("end %+v", end)
			}
		})
	}
}

// TestQuietAfterTheEnd has servers that do not end an answer which is complete.
func TestQuietAfterTheEnd(t *testing.T) {
	all := begin + textEvents(0, "a") + endEvents("end_turn")
	for _, test := range []struct {
		name, body string
		idle       time.Duration
	}{
		{"with message_stop", all, time.Hour},
		{"with the reason alone", strings.TrimSuffix(all, eventOf("message_stop", "")), 50 * time.Millisecond},
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
