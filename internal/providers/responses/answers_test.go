package responses

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

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

const eventStream = "text/event-stream"

// ask sends a short request and collects the answer, neighbouring texts and thoughts joined.
func ask(ctx context.Context, c *Client) ([]model.Chunk, model.End, error) {
	chunks, end, err := modeltest.Ask(ctx, c)
	return modeltest.JoinThoughts(chunks), end, err
}

func list(chunks ...model.Chunk) []model.Chunk { return chunks }
func text(s string) model.Chunk                { return model.Text{Text: s} }
func mused(s string) model.Chunk               { return model.Reasoning{Text: s} }

func opened(id string) model.Chunk    { return model.CallOpened{ID: id, Name: "ls"} }
func inputOf(json string) model.Chunk { return model.CallInput{JSON: json} }
func closed() model.Chunk             { return model.CallClosed{} }

func itemDone(output int, item string) string {
	return sse("response.output_item.done", fmt.Sprintf(`,"output_index":%d,"item":%s`, output, item))
}

func textDone(output int, s string) string {
	return sse("response.output_text.done", fmt.Sprintf(`,"content_index":0,"item_id":"msg_%d","output_index":%d,"text":%s`, output, output, quote(s)))
}

func messageItem(s string) string {
	return `{"id":"msg_0","type":"message","role":"assistant","content":[{"type":"output_text","text":` + quote(s) + `,"annotations":[]}]}`
}

func callItemOf(output int, input string) string {
	return fmt.Sprintf(`{"id":"fc_%d","type":"function_call","call_id":"c","name":"ls","arguments":%s}`, output, quote(input))
}

// summaryEvent writes a piece of a part of the summary of item 0.
func summaryEvent(part int, s string) string {
	return sse("response.reasoning_summary_text.delta", fmt.Sprintf(`,"item_id":"rs_0","output_index":0,"summary_index":%d,"delta":%s`, part, quote(s)))
}

// Covers: Y29
func TestAnswers(t *testing.T) {
	const proof = `{"host":"HOST","id":"rs_0","encrypted_content":"E"}`
	for _, test := range []struct {
		name, body string
		want       []model.Chunk
	}{
		{"pieces, then the whole three times", textEvent("hel") + textEvent("lo") + textDone(0, "hello") +
			sse("response.content_part.done", `,"output_index":0,"content_index":0,"part":{"type":"output_text","text":"hello"}`) +
			itemDone(0, messageItem("hello")) + completed(), list(text("hello"))},
		{"no pieces", textDone(0, "hello") + itemDone(0, messageItem("hello")) + completed(), list(text("hello"))},
		{"no pieces, only the part", sse("response.content_part.done", `,"output_index":0,"content_index":0,"part":{"type":"output_text","text":"hello"}`) +
			completed(), list(text("hello"))},
		{"no pieces, only the item", itemDone(0, messageItem("hello")) + completed(), list(text("hello"))},
		{"only the end", statusEvent("completed", "") + "", nil},
		{
			"only the end, with all of it", sse("response.completed", `,"response":{"output":[`+messageItem("hello")+`,`+callItemOf(1, "{}")+`]}`),
			list(text("hello"), opened("c"), inputOf("{}"), closed()),
		},
		{"all of it again in the end", textEvent("hello") + sse("response.completed", `,"response":{"output":[`+messageItem("hello")+`]}`), list(text("hello"))},
		{"the last piece is missing", textEvent("hel") + textDone(0, "hello") + completed(), list(text("hello"))},
		{"the whole is another text", textEvent("hel") + textDone(0, "goodbye") + completed(), list(text("hel"))},
		{"the whole is shorter", textEvent("hello ") + textDone(0, "hello") + completed(), list(text("hello "))},
		{"two messages", deltaEvent(0, "a") + textDone(0, "a") + deltaEvent(1, "b") + textDone(1, "b") + completed(), list(text("ab"))},
		{
			"another id in every event", sse("response.output_text.delta", `,"item_id":"x","output_index":0,"content_index":0,"delta":"hello"`) +
				sse("response.output_text.done", `,"item_id":"y","output_index":0,"content_index":0,"text":"hello"`) + itemDone(0, messageItem("hello")) + completed(),
			list(text("hello")),
		},
		{"ids and no places", sse("response.output_text.delta", `,"item_id":"msg_0","delta":"hello"`) +
			sse("response.output_text.done", `,"item_id":"msg_0","text":"hello"`) +
			sse("response.output_item.done", `,"item":`+messageItem("hello")) + completed(), list(text("hello"))},
		{"events of other kinds", sse("response.web_search_call.searching", `,"output_index":0,"item_id":"ws_1"`) +
			sse("response.audio.delta", `,"delta":{"no":"text"}`) + sse("response.from.the.future", `,"output_index":"first","item":7,"response":null`) +
			itemDone(0, `{"type":"web_search_call","id":"ws_1","action":{"type":"search","query":"q"}}`) + itemDone(0, `"odd"`) +
			sse("keepalive", "") + textEvent("a") + completed(), list(text("a"))},
		{"what comes after the end", textEvent("a") + completed() + textEvent("b") + completed() + sse("error", ""), list(text("a"))},
		{"refusal", sse("response.refusal.delta", `,"output_index":0,"content_index":0,"delta":"no"`) +
			sse("response.refusal.done", `,"output_index":0,"content_index":0,"refusal":"no, sorry"`) + completed(), list(text("no, sorry"))},
		{"reasoning", summaryEvent(0, "a") + sse("response.reasoning_summary_text.done", `,"item_id":"rs_0","output_index":0,"summary_index":0,"text":"a"`) +
			summaryEvent(1, "b") + itemDone(0, `{"id":"rs_0","type":"reasoning","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}]}`) +
			textEvent("c") + completed(), list(mused("a\n\nb"), text("c"))},
		{
			"reasoning of open models", sse("response.reasoning_text.delta", `,"output_index":0,"content_index":0,"delta":"hm"`) +
				itemDone(0, `{"id":"rs_0","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]}`) + textEvent("c") + completed(),
			list(mused("hm"), text("c")),
		},
		{
			"reasoning without words, its end twice", strings.Repeat(itemDone(0, `{"id":"rs_0","type":"reasoning","summary":[],"encrypted_content":"E"}`), 2) + completed(),
			list(model.Reasoning{Signature: mark + proof}),
		},
		{
			"messages that tell on the way and in the end apart", deltaEvent(0, "a") + itemDone(0, strings.Replace(messageItem("a"), `{`, `{"phase":"commentary",`, 1)) +
				itemDone(1, strings.Replace(messageItem("b"), `{`, `{"phase":"final_answer",`, 1)) + completed(),
			list(text("a"), model.Reasoning{Signature: mark + `{"host":"HOST","phase":"commentary"}`}, text("b"),
				model.Reasoning{Signature: mark + `{"host":"HOST","phase":"final_answer","text":1}`}),
		},
		{
			"two items of reasoning, with proof", summaryEvent(0, "a") + itemDone(0, `{"id":"rs_0","type":"reasoning","summary":[],"encrypted_content":"E"}`) +
				sse("response.reasoning_summary_text.delta", `,"output_index":1,"summary_index":0,"delta":"b"`) + completed(),
			list(model.Reasoning{Text: "a", Signature: mark + proof}, mused("b")),
		},
		{"usage", textEvent("a") + statusEvent("completed", `,"usage":{"input_tokens":10,"output_tokens":5,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":2},`+
			`"output_tokens_details":{"reasoning_tokens":3}}`), list(text("a"), model.Usage{Input: 10, Output: 5, Cached: 4, Written: 2, Reasoning: 3})},
		{"numbers in other forms", textEvent("a") + statusEvent("completed", `,"usage":{"input_tokens":"10","output_tokens":-5.5}`), list(text("a"), model.Usage{Input: 10})},
		{"event names and types", strings.ReplaceAll(textEvent("a")+completed(), "event: ", ": "), list(text("a"))},
		{"pretty JSON", strings.ReplaceAll(textEvent("a")+completed(), ",", ",\ndata:  "), list(text("a"))},
	} {
		t.Run(test.name, func(t *testing.T) {
			base := serve(t, says(eventStream, test.body))
			got, end, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: base}))
			if err != nil || end.Reason != "completed" {
				t.Fatal(end, err)
			}
			for i, c := range got {
				if r, ok := c.(model.Reasoning); ok {
					host := strings.TrimSuffix(strings.TrimPrefix(base, "http://"), "/v1")
					r.Signature = strings.ReplaceAll(r.Signature, host, "HOST")
					got[i] = r
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCalls(t *testing.T) {
	argumentsDone := func(output int, s string) string {
		return sse("response.function_call_arguments.done", fmt.Sprintf(`,"output_index":%d,"item_id":"fc_%d","arguments":%s`, output, output, quote(s)))
	}
	one := list(opened("c"), inputOf(`{"a":1}`), closed())
	for _, test := range []struct {
		name, body string
		want       []model.Chunk
	}{
		{"pieces, then the whole", openEvent(0, "c", "ls") + inputEvent(0, `{"a":1}`) + argumentsDone(0, `{"a":1}`) +
			itemDone(0, callItemOf(0, `{"a":1}`)), one},
		{"no pieces", openEvent(0, "c", "ls") + argumentsDone(0, `{"a":1}`) + itemDone(0, callItemOf(0, `{"a":1}`)), one},
		{"only the item", itemDone(0, callItemOf(0, `{"a":1}`)), one},
		{"the end of the item is missing", openEvent(0, "c", "ls") + inputEvent(0, `{"a":1}`), one},
		{"input as an object", itemDone(0, `{"type":"function_call","call_id":"c","name":"ls","arguments":{"a":1}}`), one},
		{
			"the last piece is missing", openEvent(0, "c", "ls") + inputEvent(0, `{"a"`) + argumentsDone(0, `{"a":1}`),
			list(opened("c"), inputOf(`{"a"`), inputOf(`:1}`), closed()),
		},
		{"opened twice, ended thrice", strings.Repeat(openEvent(0, "c", "ls"), 2) + inputEvent(0, `{"a":1}`) + strings.Repeat(argumentsDone(0, `{"a":1}`), 2) +
			itemDone(0, callItemOf(0, `{"a":1}`)), one},
		{"neither place nor known id", sse("response.output_item.added", `,"item":{"type":"function_call","call_id":"c","name":"ls","arguments":""}`) +
			sse("response.function_call_arguments.delta", `,"delta":"{\"a\":1}","item_id":"fc_who"`) +
			sse("response.output_item.done", `,"item":{"type":"function_call","call_id":"c","name":"ls","arguments":"{\"a\":1}"}`), one},
		{"the name comes with the end", openEvent(0, "c", "") + inputEvent(0, `{"a":1}`) + argumentsDone(0, `{"a":1}`) +
			itemDone(0, callItemOf(0, `{"a":1}`)), one},
		{"no id", itemDone(0, `{"type":"function_call","name":"ls","arguments":"{\"a\":1}"}`), list(opened("call_0"), inputOf(`{"a":1}`), closed())},
		{"pieces of an unknown call", inputEvent(5, `{"a":1}`), nil},
		{"blanks after the end", openEvent(0, "c", "ls") + argumentsDone(0, `{"a":1}`) + inputEvent(0, " \n"), one},
		{"text between", openEvent(0, "c", "ls") + inputEvent(0, `{"a":1}`) + argumentsDone(0, `{"a":1}`) + deltaEvent(1, "and"), append(one, text("and"))},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: serve(t, says(eventStream, test.body+completed()))}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEnds(t *testing.T) {
	incomplete := func(reason string) string {
		return textEvent("a") + statusEvent("incomplete", `,"status":"incomplete","incomplete_details":{"reason":"`+reason+`"}`)
	}
	whole := func(rest string) string {
		return `{"id":"resp_1","object":"response","model":"m1","error":null,"output":[` + messageItem("a") + `],` + rest + `}`
	}
	for _, test := range []struct {
		name, kind, body string
		want             model.End
	}{
		{"completed", eventStream, textEvent("a") + completed(), model.End{Reason: "completed", Model: "m1"}},
		{"limit", eventStream, incomplete("max_output_tokens"), model.End{Stop: model.Length, Reason: "max_output_tokens", Model: "m1"}},
		{"filter", eventStream, incomplete("content_filter"), model.End{Stop: model.Filtered, Reason: "content_filter", Model: "m1"}},
		{
			"refusal", eventStream, sse("response.refusal.delta", `,"output_index":0,"content_index":0,"delta":"a"`) + completed(),
			model.End{Stop: model.Refused, Reason: "completed", Model: "m1"},
		},
		{"status in the answer", eventStream, textEvent("a") + statusEvent("done", `,"status":"completed"`), model.End{Reason: "completed", Model: "m1"}},
		{"whole", "application/json", whole(`"status":"completed"`), model.End{Reason: "completed", Model: "m1"}},
		{
			"whole and cut", "application/json", whole(`"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}`),
			model.End{Stop: model.Length, Reason: "max_output_tokens", Model: "m1"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			chunks, end, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: serve(t, says(test.kind, test.body))}))
			if diff := cmp.Diff(list(text("a")), chunks); diff != "" || err != nil {
				t.Error(diff, err)
			}
			if diff := cmp.Diff(test.want, end); diff != "" {
				t.Error(diff)
			}
		})
	}
}
