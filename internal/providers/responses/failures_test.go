package responses

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

func TestFailures(t *testing.T) {
	failed := func(code, message string) http.HandlerFunc {
		return says(eventStream, textEvent("a")+statusEvent("failed", fmt.Sprintf(`,"status":"failed","error":{"code":%q,"message":%q}`, code, message)))
	}
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   model.Kind
		again  bool
		words  string
	}{
		{"too long", failed("context_length_exceeded", "x"), model.ContextLimit, false, "too long"},
		{"rate limit", failed("rate_limit_exceeded", "slow down"), model.RateLimited, true, "slow down"},
		{"no credit", failed("insufficient_quota", "pay"), model.RateLimited, false, "used up"},
		{"server error", failed("server_error", "oops"), model.Overloaded, true, "oops"},
		{"bad request in the stream", failed("invalid_prompt", "no such prompt"), model.BadRequest, false, "no such prompt"},
		{"error event", says(eventStream, sse("error", `,"code":"rate_limit_exceeded","message":"slow down","param":null`)), model.RateLimited, true, "slow down"},
		{
			"error event of the login", says(eventStream, sse("error", `,"error":{"type":"invalid_request_error","code":"context_length_exceeded","message":"x"}`)),
			model.ContextLimit, false, "too long",
		},
		{"error event without a name", says(eventStream, "data: {\"type\":\"error\",\"message\":\"oops\"}\n\n"), model.Overloaded, true, "oops"},
		{"bare error", says(eventStream, "data: {\"error\":{\"message\":\"oops\",\"code\":429}}\n\n"), model.RateLimited, true, "oops"},
		{"failed without a reason", says(eventStream, statusEvent("failed", "")), model.Overloaded, true, "failed"},
		{
			"whole and failed", says("application/json", `{"object":"response","status":"failed","error":{"code":"server_error","message":"oops"}}`),
			model.Overloaded, true, "oops",
		},
		{"whole and not done", says("application/json", `{"object":"response","status":"in_progress","output":[]}`), model.Truncated, true, "cut off"},
		{"cancelled", says(eventStream, statusEvent("done", `,"status":"cancelled"`)), model.Truncated, true, "cut off"},
		{"no end", says(eventStream, textEvent("a")), model.Truncated, true, "cut off"},
		{"no end but [DONE]", says(eventStream, textEvent("a")+"data: [DONE]\n\n"), model.Truncated, true, "cut off"},
		{"cut JSON", says(eventStream, textEvent("a")+`data: {"type":"respon`), model.Truncated, true, "cut off"},
		{"the other format", says(eventStream, `data: {"object":"chat.completion.chunk","choices":[]}`+"\n\n"), model.BadAnswer, false, "another format"},
		{"whole in the other format", says("application/json", `{"object":"chat.completion","choices":[]}`), model.BadAnswer, false, "another format"},
		{"no JSON", says(eventStream, "data: hello\n\n"), model.BadAnswer, false, "another format"},
		{"odd response", says(eventStream, sse("response.completed", `,"response":7`)), model.BadAnswer, false, "another format"},
		{
			"more input for a call that is over", says(eventStream, openEvent(0, "c", "ls")+
				sse("response.function_call_arguments.done", `,"output_index":0,"arguments":"{}"`)+inputEvent(0, "x")+completed()),
			model.BadAnswer, false, "complete",
		},
		{"no end of calls", func(w http.ResponseWriter, r *http.Request) {
			for i := range 2000 {
				says(eventStream, openEvent(i, fmt.Sprint(i), "ls"))(w, r)
			}
		}, model.BadAnswer, false, "tool calls"},
		{"no end of parts", func(w http.ResponseWriter, r *http.Request) {
			for i := range maxTexts + 2 {
				says(eventStream, deltaEvent(i, "a"))(w, r)
			}
		}, model.BadAnswer, false, "parts"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: serve(t, test.answer)}))
			if failure := modeltest.Failure(t, err); failure.Kind != test.want || failure.Retryable != test.again || !strings.Contains(failure.Message, test.words) {
				t.Errorf("failure %+v, want kind %s, to be tried again: %v, with %q", failure, test.want, test.again, test.words)
			}
		})
	}
}

func TestAnswerLimit(t *testing.T) {
	for name, body := range map[string]string{
		"text":      strings.Repeat(textEvent("0123456789"), 20),
		"whole":     textDone(0, strings.Repeat("0123456789", 20)),
		"reasoning": strings.Repeat(summaryEvent(0, "0123456789"), 20),
		"proof":     itemDone(0, `{"type":"reasoning","encrypted_content":"`+strings.Repeat("0123456789", 20)+`"}`),
		"input":     openEvent(0, "c", "ls") + strings.Repeat(inputEvent(0, "0123456789"), 20),
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: serve(t, says(eventStream, body+completed())), MaxAnswer: 100}))
			if failure := modeltest.FailureOf(t, err, model.BadAnswer); !strings.Contains(failure.Message, "limits.answer") {
				t.Errorf("failure %v", err)
			}
		})
	}
}
