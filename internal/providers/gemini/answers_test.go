package gemini

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
	return modeltest.Serve(t, answer)
}

func says(kind, body string) http.HandlerFunc { return modeltest.Says(kind, body) }

const (
	stream = "text/event-stream"
	whole  = "application/json"
)

// ask sends a short request and collects the answer, neighbouring texts joined.
func ask(ctx context.Context, c *Client) ([]model.Chunk, model.End, error) {
	return modeltest.Ask(ctx, c)
}

func text(s string) model.Chunk                { return model.Text{Text: s} }
func thought(s string) model.Chunk             { return model.Reasoning{Text: s} }
func signed(signature string) model.Chunk      { return model.Reasoning{Signature: signature} }
func list(chunks ...model.Chunk) []model.Chunk { return chunks }
func call(index int, id, args string) []model.Chunk {
	return list(model.CallOpened{Index: index, ID: id, Name: "ls"}, model.CallInput{Index: index, JSON: args}, model.CallClosed{Index: index})
}

func wrapped(stream string) string {
	return strings.ReplaceAll(strings.ReplaceAll(stream, "data: ", `data: {"traceId":"x","response":`), "}\r\n", "}}\r\n")
}

const wholeAnswer = `{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"hel"},{"text":"lo"}],"role":"model"},"finishReason":"STOP"}],` +
	`"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":2,"totalTokenCount":12},"modelVersion":"m1"}`

func TestAnswers(t *testing.T) {
	hello := parts(textPart("hel")) + parts(textPart("lo")) + finished("STOP")
	used := model.Usage{Input: 10, Output: 2}
	for _, test := range []struct {
		name, kind, body string
		want             []model.Chunk
		end              model.End
	}{
		{"plain", stream, hello, list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"LF", stream, strings.ReplaceAll(hello, "\r\n", "\n"), list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"comments and blank events", stream, ": hi\n\ndata:\n\n" + hello, list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"wrapped, as of Code Assist", stream, wrapped(hello), list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"several parts", stream, parts(textPart("hel"), textPart("lo")) + finished("STOP"), list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{
			"reason with the last text", stream, sse(`{"candidates":[{"content":{"parts":[{"text":"hello"}]},"finishReason":"MAX_TOKENS"}]}`),
			list(text("hello")),
			model.End{Stop: model.Length, Reason: "MAX_TOKENS"},
		},
		{
			"a reason with every event", stream,
			strings.Repeat(sse(`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}`), 3),
			list(text("aaa")),
			model.End{Reason: "STOP"},
		},
		{"two ends", stream, hello + finished("STOP") + finished("STOP"), list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"garbage after the end", stream, hello + "data: {{{\n\n", list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"a failure after the end", stream, hello + sse(`{"error":{"code":500}}`), list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"[DONE] after the end", stream, hello + "data: [DONE]\n\n", list(text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"an unspecified reason is none", stream, parts(textPart("a")) + finished("FINISH_REASON_UNSPECIFIED") + hello, list(text("ahello")), model.End{Reason: "STOP", Model: "m1"}},
		{"a reason that nobody knows yet", stream, parts(textPart("a")) + finished("NEW_REASON"), list(text("a")), model.End{Reason: "NEW_REASON", Model: "m1"}},
		{"filtered", stream, parts(textPart("a")) + finished("SAFETY"), list(text("a")), model.End{Stop: model.Filtered, Reason: "SAFETY", Model: "m1"}},
		{"recitation", stream, finished("RECITATION"), nil, model.End{Stop: model.Filtered, Reason: "RECITATION", Model: "m1"}},
		{"blocked in the middle", stream, parts(textPart("a")) + sse(`{"promptFeedback":{"blockReason":"SAFETY"}}`), list(text("a")), model.End{Stop: model.Filtered, Reason: "BLOCKED", Model: "m1"}},
		{
			"thoughts", stream, parts(thoughtPart("hm")) + parts(thoughtPart("so")) + hello,
			list(thought("hm"), thought("so"), text("hello")),
			model.End{Reason: "STOP", Model: "m1"},
		},
		{
			"calls, and text around them", stream,
			parts(textPart("a"), callPart("x", "ls", `{"n": 1}`)) + parts(textPart("b")) + parts(callPart("", "ls", `{}`), callPart("x", "ls", `null`)) + finished("STOP"),
			slices.Concat(list(text("a")), call(0, "x", `{"n": 1}`), list(text("b")), call(1, "call_1", `{}`), call(2, "x", `{}`)),
			model.End{Reason: "STOP", Model: "m1"},
		},
		{
			"signatures", stream,
			parts(`{"text":"hm","thought":true,"thoughtSignature":"c2ln"}`) + parts(textPart("ab")) + parts(`{"text":"cd","thoughtSignature":"dHh0"}`) +
				parts(`{"functionCall":{"id":"x","name":"ls"},"thoughtSignature":"Y2Fs"}`) + parts(`{"text":"","thoughtSignature":"ZW5k"}`) + finished("STOP"),
			list(thought("hm"), signed("gemini-thought HOST/m c2ln"), text("abcd"), signed("gemini-text HOST/m 2:2 dHh0"),
				model.CallOpened{ID: "x", Name: "ls", Signature: "gemini-call HOST/m Y2Fs"}, model.CallInput{JSON: "{}"}, model.CallClosed{},
				signed("gemini-text HOST/m 4:0 ZW5k")),
			model.End{Reason: "STOP", Model: "m1"},
		},
		{
			"what the service's own tools did", stream,
			parts(`{"executableCode":{"language":"PYTHON","code":"1"}}`, `{"codeExecutionResult":{"output":"1"}}`, `{"inlineData":{"mimeType":"image/png","data":"AA=="}}`, textPart("a")) +
				sse(`{"candidates":[{"groundingMetadata":{"webSearchQueries":["q"]},"finishReason":"STOP","index":0}]}`),
			list(text("a")),
			model.End{Reason: "STOP", Model: "m1"},
		},
		{
			"other candidates are not ours", stream,
			sse(`{"candidates":[{"index":1,"content":{"parts":[{"text":"b"}]}},{"index":0,"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}`),
			list(text("a")),
			model.End{Reason: "STOP"},
		},
		{
			"nulls and fields that nobody knows", stream,
			sse(`{"error":null,"promptFeedback":null,"new":[1],"candidates":[{"content":{"new":{},"parts":[{"text":"a","thoughtSignature":null,"new":0}]},"safetyRatings":[],"finishReason":null}],"usageMetadata":null}`) + finished("STOP"),
			list(text("a")),
			model.End{Reason: "STOP", Model: "m1"},
		},
		{
			"usage at first and at the end", stream,
			sse(`{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"usageMetadata":{"promptTokenCount":9}}`) +
				sse(`{"candidates":[{"content":{"parts":[{"text":"b"}]}}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":1}}`) +
				sse(`{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"toolUsePromptTokenCount":1,"candidatesTokenCount":3,"thoughtsTokenCount":4,"cachedContentTokenCount":5}}`),
			list(model.Usage{Input: 9}, text("ab"), model.Usage{Input: 10, Output: 7, Cached: 5, Reasoning: 4}),
			model.End{Reason: "STOP"},
		},
		{
			"numbers in other forms", stream,
			sse(`{"candidates":[{"index":"0","content":{"parts":[{"text":"a"}]}}],"usageMetadata":{"promptTokenCount":"9","candidatesTokenCount":-1}}`) +
				sse(`{"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9.5}}`),
			list(model.Usage{Input: 9}, text("ab")),
			model.End{Reason: "STOP"},
		},
		{
			"usage of events that were not decoded", stream,
			strings.Repeat(sse(`{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":1}}`), 2) +
				sse(`{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":17}}`) + finished("STOP"),
			list(model.Usage{Input: 9, Output: 1}, text("aaa"), model.Usage{Input: 9, Output: 17}),
			model.End{Reason: "STOP", Model: "m1"},
		},
		{"whole", whole, wholeAnswer, list(used, thought("hm"), text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{"whole, called a stream", stream, wholeAnswer, list(used, thought("hm"), text("hello")), model.End{Reason: "STOP", Model: "m1"}},
		{
			"a list of events", whole, "[{\"candidates\": [{\"content\": {\"parts\": [{\"text\": \"hel\"}]}}]}\n,\r\n" + wholeAnswer + "\n]",
			list(text("hel"), used, thought("hm"), text("hello")),
			model.End{Reason: "STOP", Model: "m1"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, says(test.kind, test.body))})
			got, end, err := ask(t.Context(), client)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range got { // the port is another one each time
				switch c := c.(type) {
				case model.Reasoning:
					c.Signature = strings.Replace(c.Signature, client.base.Host, "HOST", 1)
					got[i] = c
				case model.CallOpened:
					c.Signature = strings.Replace(c.Signature, client.base.Host, "HOST", 1)
					got[i] = c
				case model.Text, model.CallInput, model.CallClosed, model.Usage:
				}
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

// TestQuietAfterTheReason has servers that do not end an answer which is complete.
func TestQuietAfterTheReason(t *testing.T) {
	for _, test := range []struct {
		name, body string
		idle       time.Duration
	}{
		{"reason alone", parts(textPart("a")) + finished("STOP"), time.Hour},
		{"reason with the text", sse(`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}`), 50 * time.Millisecond},
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
