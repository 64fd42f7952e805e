package gemini

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// Bodies as the service writes them.
const (
	rateLimit = `{"error":{"code":429,"message":"Resource exhausted. Please retry in 17.5s.","status":"RESOURCE_EXHAUSTED","details":[` +
		`{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaMetric":"requests","quotaId":"GenerateRequestsPerMinutePerProjectPerModel"}]},` +
		`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"17.5s"}]}}`
	dailyLimit = `{"error":{"code":429,"message":"Quota exceeded.","status":"RESOURCE_EXHAUSTED","details":[` +
		`{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},` +
		`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"39s"}]}}`
	badKey = `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[` +
		`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}`
	tooLong = `{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}`
)

func TestFailures(t *testing.T) {
	const key = "AIza-planted-key"
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   model.Error // without words
		words  string
	}{
		{"rate limit", modeltest.Refuses(429, rateLimit), model.Error{Kind: model.RateLimited, Status: 429, Retryable: true, RetryAfter: 17500 * time.Millisecond}, "no more requests"},
		{"rate limit in the stream", says(stream, sse(rateLimit)), model.Error{Kind: model.RateLimited, Status: 429, Retryable: true, RetryAfter: 17500 * time.Millisecond}, "no more requests"},
		{"daily limit", modeltest.Refuses(429, dailyLimit), model.Error{Kind: model.RateLimited, Status: 429, RetryAfter: 39 * time.Second}, "quota of this key is used up"},
		{"bad key", modeltest.Refuses(400, badKey), model.Error{Kind: model.Auth, Status: 400}, "Check the variable SOME_KEY"},
		{"no right", modeltest.Refuses(403, `{"error":{"code":403,"status":"PERMISSION_DENIED","message":"no"}}`), model.Error{Kind: model.Auth, Status: 403}, "SOME_KEY"},
		{"no right, in the stream", says(stream, sse(`{"error":{"status":"PERMISSION_DENIED","message":"no"}}`)), model.Error{Kind: model.Auth}, "SOME_KEY"},
		{"too long", modeltest.Refuses(400, tooLong), model.Error{Kind: model.ContextLimit, Status: 400}, "Compact it"},
		{"bad request", modeltest.Refuses(400, `[{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"Unknown name x"}}]`), model.Error{Kind: model.BadRequest, Status: 400}, "Unknown name x"},
		{"bad request in the stream", says(stream, sse(`{"error":{"status":"INVALID_ARGUMENT","message":"no"}}`)), model.Error{Kind: model.BadRequest}, "refused"},
		{"overloaded", modeltest.Refuses(503, `{"error":{"code":503,"status":"UNAVAILABLE","message":"The model is overloaded."}}`), model.Error{Kind: model.Overloaded, Status: 503, Retryable: true}, "overloaded"},
		{"error event", says(stream, "event: error\ndata: {\"message\":\"no more\"}\n\n"), model.Error{Kind: model.Overloaded, Retryable: true}, "no more"},
		{"failure beside a response", says(stream, sse(`{"response":{"candidates":[]},"error":{"code":500,"message":"no more"}}`)), model.Error{Kind: model.Overloaded, Status: 500, Retryable: true}, "no more"},
		{"JSON failure with 200", says(whole, `{"error":{"code":500,"message":"no more"}}`), model.Error{Kind: model.Overloaded, Status: 500, Retryable: true}, "no more"},
		{"malformed call", says(stream, parts(textPart("a"))+finished("MALFORMED_FUNCTION_CALL")), model.Error{Kind: model.BadAnswer, Retryable: true}, "could not read (MALFORMED_FUNCTION_CALL)"},
		{"unexpected call", says(stream, finished("UNEXPECTED_TOOL_CALL")), model.Error{Kind: model.BadAnswer, Retryable: true}, "not offered"},
		{"other", says(stream, finished("OTHER")), model.Error{Kind: model.BadAnswer, Retryable: true}, "without saying why"},
		{"blocked prompt", says(stream, sse(`{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":8}}`)), model.Error{Kind: model.BadRequest}, "(PROHIBITED_CONTENT). Say the last message"},
		{"blocked with odd words", says(stream, sse(`{"promptFeedback":{"blockReason":"the prompt is a secret"}}`)), model.Error{Kind: model.BadRequest}, "(OTHER)"},
		{"JSON that is no answer", says(whole, `{"version":"1.2"}`), model.Error{Kind: model.BadAnswer}, "base URL"},
		{"page with 200", says("text/html", "<html>hello</html>"), model.Error{Kind: model.BadAnswer}, "web page"},
		{"text with 200", says("text/plain", "Bad gateway"), model.Error{Kind: model.BadAnswer}, "nothing that could be read"},
		{"nothing", says(stream, ""), model.Error{Kind: model.Truncated, Retryable: true}, "cut off"},
		{"empty list", says(whole, "[]"), model.Error{Kind: model.BadAnswer}, "nothing that could be read"},
		{"no reason", says(stream, parts(textPart("a"))), model.Error{Kind: model.Truncated, Retryable: true}, "cut off"},
		{"text after the reason", says(stream, finished("STOP")+parts(textPart("a"))), model.Error{Kind: model.Truncated, Retryable: true}, "cut off"},
		{"cut JSON", says(stream, parts(textPart("a"))+`data: {"candidates":[{"con`), model.Error{Kind: model.Truncated, Retryable: true}, "cut off"},
		{"cut whole answer", says(whole, wholeAnswer[:80]), model.Error{Kind: model.Truncated, Retryable: true}, "cut off"},
		{"cut list", says(whole, "["+wholeAnswer), model.Error{Kind: model.Truncated, Retryable: true}, "cut off"},
		{"a list of something else", says(whole, `["a"]`), model.Error{Kind: model.BadAnswer}, "another format"},
		{"another format", says(stream, sse(`{"candidates":"none"}`)), model.Error{Kind: model.BadAnswer}, "another format"},
		{"no JSON", says(stream, sse(`hello`)), model.Error{Kind: model.BadAnswer}, "another format"},
		{"no end of calls", says(stream, strings.Repeat(parts(callPart("a", "ls", "{}")), 1001)), model.Error{Kind: model.BadAnswer}, "more than 1000 tool calls"},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, test.answer), Key: key, KeyHint: "the variable SOME_KEY"})
			_, _, err := ask(t.Context(), client)
			failure := modeltest.Failure(t, err)
			got := *failure
			if got.Message, got.Err = "", nil; got != test.want {
				t.Errorf("failure %+v, want %+v", got, test.want)
			}
			if m := failure.Message; !strings.Contains(m, test.words) || len(m) > 500 || strings.Contains(m, key) || strings.Contains(m, modeltest.Prompt) {
				t.Errorf("message %q, want %q in it", m, test.words)
			}
		})
	}
}

func TestAnswerLimit(t *testing.T) {
	for _, test := range []struct{ name, kind, body string }{
		{"stream", stream, strings.Repeat(parts(textPart("0123456789")), 20)},
		{"signatures", stream, strings.Repeat(parts(`{"text":"","thoughtSignature":"AAAAAAAAAAAA"}`), 20)},
		{"calls", stream, strings.Repeat(parts(callPart("a", "ls", `{"a":"0123456789"}`)), 20)},
		{"whole", whole, `{"candidates":[{"content":{"parts":[{"text":"` + strings.Repeat("x", 200) + `"}]},"finishReason":"STOP"}]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, says(test.kind, test.body)), MaxAnswer: 100})
			_, _, err := ask(t.Context(), client)
			if failure := modeltest.FailureOf(t, err, model.BadAnswer); !strings.Contains(failure.Message, "100 bytes (limits.answer)") {
				t.Errorf("error %v, want the limit", err)
			}
		})
	}
}
