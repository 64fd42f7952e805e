package openai

import (
	"net/http"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

func TestFailures(t *testing.T) {
	const key = "sk-planted-key"
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   model.Kind
		words  string
	}{
		{"error in the stream", says(stream, event(`{"error":{"message":"no more","code":429}}`)), model.RateLimited, "no more"},
		{"error as text in the stream", says(stream, event(`{"error":"no more"}`)), model.Overloaded, "no more"},
		{
			"error behind other fields", says(stream, event(`{"id":"c1","choices":[],"error":{"message":"no more","code":502}}`)),
			model.Overloaded, "no more",
		},
		{"error event", says(stream, "event: error\ndata: no more\n\n"), model.Overloaded, "no more"},
		{
			"error event after text", says(stream, textEvent("a")+"event: error\ndata: {\"message\":\"no more\"}\n\n"),
			model.Overloaded, "no more",
		},
		{
			"error as an object of its own", says(stream, event(`{"object":"error","message":"no more","code":400}`)),
			model.BadRequest, "no more",
		},
		{
			"too long, in the stream", says(stream, event(`{"error":{"message":"x","code":"context_length_exceeded"}}`)),
			model.ContextLimit, "too long",
		},
		{"reason that is a failure", says(stream, textEvent("a")+finishEvent("error")+done), model.Overloaded, "failed"},
		{
			"JSON error with 200", says("application/json", `{"error":{"message":"no more","type":"server_error"}}`),
			model.Overloaded, "no more",
		},
		{"JSON that is no answer", says("application/json", `{"version":"1.2"}`), model.BadAnswer, "base URL"},
		{"page with 200", says("text/html", "<html>hello</html>"), model.BadAnswer, "web page"},
		{"text with 200", says("text/plain", "Bad gateway"), model.BadAnswer, "nothing that could be read"},
		{"nothing", says(stream, ""), model.Truncated, "cut off"},
		{"nothing but [DONE]", says(stream, done), model.Truncated, "cut off"},
		{"nothing but comments", says(stream, ": hello\n\n"), model.Truncated, "cut off"},
		{"no end after an early reason", says(stream, finishEvent("stop")+textEvent("a")), model.Truncated, "cut off"},
		{"no end", says(stream, textEvent("a")), model.Truncated, "cut off"},
		{"cut JSON", says(stream, textEvent("a")+`data: {"choices":[{"del`), model.Truncated, "cut off"},
		{"cut whole answer", says("application/json", `{"choices":[{"message":{"content":"a"`), model.Truncated, "cut off"},
		{"another format", says(stream, event(`{"choices":"none"}`)), model.BadAnswer, "another format"},
		{"no JSON", says(stream, event(`hello`)), model.BadAnswer, "another format"},
		{
			"input for a call that is over",
			says(stream, ended(callEvent(`{"index":0,"id":"a","function":{"name":"ls","arguments":"{}"}}`)+
				callEvent(`{"index":1,"id":"b","function":{"name":"ls"}}`)+callEvent(`{"index":0,"function":{"arguments":"x"}}`))),
			model.BadAnswer, "complete",
		},
		{"no end of calls", func(w http.ResponseWriter, r *http.Request) {
			for i := range 2000 {
				says(stream, callEvent(`{"id":"`+strings.Repeat("i", i+1)+`","function":{"name":"ls"}}`))(w, r)
			}
		}, model.BadAnswer, "tool calls"},
		{"5xx with a long text", modeltest.Refuses(502, "proxy error "+strings.Repeat("blah ", 1000)+key), model.Overloaded, "…"},
		{"5xx with the key", modeltest.Refuses(500, "your key "+key+" and the prompt is a secret"), model.Overloaded, "your key […] and […]"},
		{"context limit", modeltest.Refuses(400, `{"error":{"message":"maximum context length is 8192 tokens"}}`), model.ContextLimit, "8192"},
		{"401", modeltest.Refuses(401, `{"error":{"message":"bad key `+key+`"}}`), model.Auth, "SOME_KEY"},
		{"404", modeltest.Refuses(404, "not found"), model.BadRequest, `"m"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, wire.Service{BaseURL: serve(t, test.answer), Key: key, KeyHint: "the variable SOME_KEY"})
			_, _, err := ask(t.Context(), client)
			failure := modeltest.FailureOf(t, err, test.want)
			if !strings.Contains(failure.Message, test.words) {
				t.Errorf("message %q, want %q in it", failure.Message, test.words)
			}
			if len(failure.Message) > 500 || strings.Contains(failure.Message, key) || strings.Contains(failure.Message, modeltest.Prompt) {
				t.Errorf("message %q", failure.Message)
			}
		})
	}
}

func TestAnswerLimit(t *testing.T) {
	for _, test := range []struct{ name, kind, body string }{
		{"stream", stream, strings.Repeat(textEvent("0123456789"), 20)},
		{"reasoning", stream, strings.Repeat(deltaEvent(`{"reasoning":"0123456789"}`), 20)},
		{"input", stream, strings.Repeat(callEvent(`{"index":0,"id":"a","function":{"name":"ls","arguments":"0123456789"}}`), 20)},
		{"whole", "application/json", `{"choices":[{"message":{"content":"` + strings.Repeat("0123456789", 5000) + `"}}]}`},
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

// TestEventLimit sends a line that never ends.
func TestEventLimit(t *testing.T) {
	client := newClient(t, wire.Service{BaseURL: serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", stream)
		for line := []byte("data: " + strings.Repeat("x", 1<<20)); ; {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	})})
	_, _, err := ask(t.Context(), client)
	if failure := modeltest.FailureOf(t, err, model.BadAnswer); !strings.Contains(failure.Message, "is longer than 16 MiB (limits.sseLine). Ask") {
		t.Errorf("message %q", failure.Message)
	}

	client = newClient(t, wire.Service{BaseURL: serve(t, says(stream, textEvent(strings.Repeat("x", 1000))+finishEvent("stop"))), MaxEvent: 500})
	_, _, err = ask(t.Context(), client)
	if failure := modeltest.FailureOf(t, err, model.BadAnswer); !strings.Contains(failure.Message, "is longer than 500 bytes (limits.sseLine). Ask") {
		t.Errorf("message %q", failure.Message)
	}
}
