package anthropic

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// Covers: Z6, R96
func TestFailures(t *testing.T) {
	const key = "sk-ant-planted-key"
	status := func(code int, kind, message string) http.HandlerFunc {
		return modeltest.Refuses(code, errorJSON(kind, message))
	}
	inside := func(kind, message string) http.HandlerFunc {
		return says(stream, begin+textEvents(0, "a")+"event: error\ndata: "+errorJSON(kind, message)+"\n\n")
	}
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   model.Kind
		words  string
	}{
		{"overloaded", status(529, "overloaded_error", "Overloaded"), model.Overloaded, "Overloaded"},
		{"internal", status(500, "api_error", "Internal server error"), model.Overloaded, "failed or is overloaded"},
		{"rate", status(429, "rate_limit_error", "This request would exceed your rate limit"), model.RateLimited, "no more requests"},
		{"key", status(401, "authentication_error", "invalid x-api-key "+key), model.Auth, "SOME_KEY"},
		{"permission", status(403, "permission_error", "Your key may not use this"), model.Auth, "does not allow"},
		{"model", status(404, "not_found_error", "model: m"), model.BadRequest, `"m"`},
		{"request", status(400, "invalid_request_error", "messages: at least one is required"), model.BadRequest, "at least one"},
		{"prompt too long", status(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"), model.ContextLimit, "210000"},
		{
			"no room for the answer", status(400, "invalid_request_error", "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000"),
			model.ContextLimit, "too long",
		},
		{"too large", status(413, "request_too_large", "Request exceeds the maximum size"), model.ContextLimit, "too long"},
		{"overloaded, inside", inside("overloaded_error", "Overloaded"), model.Overloaded, "Overloaded"},
		{"rate, inside", inside("rate_limit_error", "slow down"), model.RateLimited, "slow down"},
		{"permission, inside", inside("permission_error", "no"), model.Auth, "does not accept"},
		{"request, inside", inside("invalid_request_error", "no such thing"), model.BadRequest, "no such thing"},
		{"too large, inside", inside("request_too_large", "too much"), model.ContextLimit, "too long"},
		{"error without a name", says(stream, dataOnly("event: error\ndata: "+errorJSON("overloaded_error", "busy")+"\n\n")), model.Overloaded, "busy"},
		{"error in the way of other formats", says(stream, `data: {"error":{"message":"busy"}}`+"\n\n"), model.Overloaded, "busy"},
		{"error event that is no JSON", says(stream, "event: error\ndata: busy\n\n"), model.Overloaded, "busy"},
		{"JSON error with 200", says("application/json", errorJSON("overloaded_error", "busy")), model.Overloaded, "busy"},
		{"JSON that is no answer", says("application/json", `{"version":"1.2"}`), model.BadAnswer, "base URL"},
		{"another format", says(stream, `data: {"choices":[{"delta":{"content":"a"}}]}`+"\n\n"), model.BadAnswer, "another format"},
		{"no JSON", says(stream, "data: hello\n\n"), model.BadAnswer, "another format"},
		{"a field of another type", says(stream, eventOf("content_block_delta", `,"delta":{"type":"text_delta","text":7}`)), model.BadAnswer, "another format"},
		{"a beginning of another type", says(stream, startEvent(0, `{"type":"text","text":7}`)), model.BadAnswer, "another format"},
		{"input of another type", says(stream, callStart(0, "a", "ls")+eventOf("content_block_delta", `,"index":0,"delta":{"type":"input_json_delta","partial_json":{}}`)), model.BadAnswer, "another format"},
		{"a whole answer that is no list", says("application/json", `{"type":"message","content":"hello","stop_reason":"end_turn"}`), model.BadAnswer, "another format"},
		{"page with 200", says("text/html", "<html>hello</html>"), model.BadAnswer, "web page"},
		{"text with 200", says("text/plain", "Bad gateway"), model.BadAnswer, "nothing that could be read"},
		{"nothing", says(stream, ""), model.Truncated, "cut off"},
		{"nothing but a beginning", says(stream, begin), model.Truncated, "cut off"},
		{"no end", says(stream, begin+textEvents(0, "a")), model.Truncated, "cut off"},
		{"[DONE] instead of an end", says(stream, begin+textEvents(0, "a")+"data: [DONE]\n\n"), model.Truncated, "cut off"},
		{"cut JSON", says(stream, begin+textEvents(0, "a")+`data: {"type":"content_bl`), model.Truncated, "cut off"},
		{"cut whole answer", says("application/json", `{"type":"message","content":[{"type":"te`), model.Truncated, "cut off"},
		{"cut after the reason", func(w http.ResponseWriter, r *http.Request) {
			says(stream, begin+textEvents(0, "a")+strings.TrimSuffix(endEvents("end_turn"), eventOf("message_stop", "")))(w, r)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, model.Truncated, "cut off"},
		{
			"input for a call that is over", says(stream, begin+callStart(0, "a", "ls")+inputEvent(0, "{}")+stopEvent(0)+inputEvent(0, "x")+endEvents("tool_use")),
			model.BadAnswer, "complete",
		},
		{"no end of blocks", func(w http.ResponseWriter, r *http.Request) {
			for i := range 2000 {
				says(stream, startEvent(i, `{"type":"text","text":""}`))(w, r)
			}
		}, model.BadAnswer, "blocks"},
		{"no end of calls", func(w http.ResponseWriter, r *http.Request) {
			for i := range 2000 {
				says(stream, callStart(i, fmt.Sprint(i), "ls")+stopEvent(i))(w, r)
			}
		}, model.BadAnswer, "blocks"},
		{"the prompt in the words", status(400, "invalid_request_error", "no: the prompt is a secret"), model.BadRequest, "no: […]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, test.answer), Key: key, KeyHint: "the variable SOME_KEY"})
			_, _, err := ask(t.Context(), client)
			failure := modeltest.FailureOf(t, err, test.want)
			if !strings.Contains(failure.Message, test.words) {
				t.Errorf("message %q, want %q in it", failure.Message, test.words)
			}
			if strings.Contains(failure.Message, key) || strings.Contains(failure.Message, modeltest.Prompt) {
				t.Errorf("message %q", failure.Message)
			}
		})
	}
}

// Credit that is used up comes with a status of its own, and no time brings it back.
func TestNoCredit(t *testing.T) {
	url := serve(t, modeltest.Refuses(http.StatusPaymentRequired, errorJSON("billing_error", "Your credit is used up")))
	_, _, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: url}))
	if failure := modeltest.Failure(t, err); failure.Retryable || !strings.Contains(failure.Message, "credit") {
		t.Errorf("failure %+v, want one about credit that is not tried again", failure)
	}
}

func TestAnswerLimit(t *testing.T) {
	ten := "0123456789"
	for _, test := range []struct{ name, kind, body string }{
		{"text", stream, strings.Repeat(textEvents(0, ten), 20)},
		{"thoughts", stream, strings.Repeat(deltaEvent(0, "thinking_delta", "thinking", ten), 20)},
		{"proofs", stream, strings.Repeat(startEvent(0, `{"type":"redacted_thinking","data":"`+ten+`"}`)+stopEvent(0), 20)},
		{"input", stream, callStart(0, "a", "ls") + strings.Repeat(inputEvent(0, ten), 20)},
		{"whole", "application/json", `{"type":"message","content":[{"type":"text","text":"` + strings.Repeat(ten, 5000) + `"}]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, says(test.kind, test.body)), MaxAnswer: 100})
			_, _, err := ask(t.Context(), client)
			if failure := modeltest.FailureOf(t, err, model.BadAnswer); !strings.Contains(failure.Message, "is longer than 100 bytes (limits.answer). Ask") {
				t.Errorf("message %q", failure.Message)
			}
		})
	}
}

// A signature is held until its block ends, so what is held must have a limit too.
func TestSignatureWithoutEnd(t *testing.T) {
	piece := deltaEvent(0, "signature_delta", "signature", strings.Repeat("x", 1000))
	client := newClient(t, wire.Service{BaseURL: serve(t, says(stream, begin+thinkStart(0)+strings.Repeat(piece, 50))), MaxAnswer: 10_000})
	_, _, err := ask(t.Context(), client)
	if failure := modeltest.FailureOf(t, err, model.BadAnswer); !strings.Contains(failure.Message, "limits.answer") {
		t.Errorf("message %q", failure.Message)
	}
}
