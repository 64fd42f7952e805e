package wire

import (
	"net/http"
	"testing"
	"time"

	"eidolon/actors/model"
)

// What is retried and what is not, for every status that means something and for the words of all
// services.
//
// Covers: R96
func TestVerdict(t *testing.T) {
	again := func(kind model.Kind) verdict { return verdict{kind: kind, again: true} }
	never := func(kind model.Kind) verdict { return verdict{kind: kind} }
	spent := verdict{kind: model.RateLimited, spent: true}
	for _, test := range []struct {
		name   string
		status int // 0 inside an answer
		body   string
		want   verdict
	}{
		{"bad request", 400, "", never(model.BadRequest)},
		{"no key", 401, "", never(model.Auth)},
		{"payment", 402, "", never(model.Auth)},
		{"not allowed", 403, "", never(model.Auth)},
		{"nothing there", 404, "", never(model.BadRequest)},
		{"login of a proxy", 407, "", never(model.Unreachable)},
		{"gave up waiting", 408, "", again(model.TimedOut)},
		{"locked", 409, "", again(model.Overloaded)},
		{"too large", 413, "", never(model.ContextLimit)},
		{"not understood", 422, "", never(model.BadRequest)},
		{"too early", 425, "", again(model.Overloaded)},
		{"too many", 429, "", again(model.RateLimited)},
		{"tier is full", 498, "", again(model.Overloaded)},
		{"failed", 500, "", again(model.Overloaded)},
		{"not implemented", 501, "", never(model.BadRequest)},
		{"bad gateway", 502, "", again(model.Overloaded)},
		{"unavailable", 503, "", again(model.Overloaded)},
		{"gateway timed out", 504, "", again(model.Overloaded)},
		{"version", 505, "", never(model.BadRequest)},
		{"login of a network", 511, "", never(model.Unreachable)},
		{"origin is down", 521, "", again(model.Overloaded)},
		{"overloaded", 529, "", again(model.Overloaded)},

		{"OpenAI quota", 429, `{"error":{"code":"insufficient_quota","type":"insufficient_quota"}}`, spent},
		{"OpenAI billing", 429, `{"error":{"code":"billing_not_active"}}`, spent},
		{"OpenAI rate", 429, `{"error":{"code":"rate_limit_exceeded","type":"tokens"}}`, again(model.RateLimited)},
		{"OpenAI rate, too many tokens", 429, `{"error":{"message":"too many tokens per minute","code":"rate_limit_exceeded"}}`, again(model.RateLimited)},
		{"OpenAI filter", 400, `{"error":{"code":"content_filter"}}`, never(model.BadRequest)},
		{"OpenAI server", 500, `{"error":{"type":"invalid_request_error"}}`, again(model.Overloaded)},
		{"ChatGPT limit", 429, `{"error":{"type":"usage_limit_reached","resets_in_seconds":4000}}`, spent},
		{"DeepSeek", 402, `{"error":{"message":"Insufficient Balance"}}`, never(model.Auth)},
		{"Moonshot quota", 429, `{"error":{"type":"exceeded_current_quota_error"}}`, spent},
		{"Anthropic credit", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access"}}`, spent},
		{"Anthropic rate", 429, `{"type":"error","error":{"type":"rate_limit_error"}}`, again(model.RateLimited)},
		{"Anthropic overloaded", 529, `{"type":"error","error":{"type":"overloaded_error"}}`, again(model.Overloaded)},
		{"Anthropic permission", 403, `{"type":"error","error":{"type":"permission_error"}}`, never(model.Auth)},
		{"Gemini rate", 429, `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota, check your plan and billing"}}`, again(model.RateLimited)},
		{"Gemini unavailable", 503, `{"error":{"code":503,"status":"UNAVAILABLE"}}`, again(model.Overloaded)},
		{"Gemini key", 400, `[{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"API key not valid","details":[{"reason":"API_KEY_INVALID"}]}}]`, never(model.Auth)},

		{"inside: overloaded", 0, `{"type":"overloaded_error"}`, again(model.Overloaded)},
		{"inside: server", 0, `{"error":{"code":"server_error"}}`, again(model.Overloaded)},
		{"inside: rate", 0, `{"error":{"code":"rate_limit_exceeded"}}`, again(model.RateLimited)},
		{"inside: quota", 0, `{"error":{"code":"insufficient_quota"}}`, spent},
		{"inside: exhausted", 0, `{"error":{"status":"RESOURCE_EXHAUSTED"}}`, again(model.RateLimited)},
		{"inside: key", 0, `{"error":{"type":"authentication_error"}}`, never(model.Auth)},
		{"inside: request", 0, `{"error":{"type":"invalid_request_error"}}`, never(model.BadRequest)},
		{"inside: prompt", 0, `{"error":{"code":"invalid_prompt"}}`, never(model.BadRequest)},
		{"inside: window", 0, `{"error":{"code":"context_length_exceeded"}}`, never(model.ContextLimit)},
		{"inside: time", 0, `{"error":{"type":"timeout_error"}}`, again(model.TimedOut)},
		{"inside: number", 0, `{"error":{"code":"502"}}`, again(model.Overloaded)},
		{"inside: nothing", 0, `{"error":"oops"}`, again(model.Overloaded)},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := parseReport([]byte(test.body))
			if test.status != 0 {
				r.status = test.status
			}
			if got := r.verdict(); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// A service that says itself whether to try again is believed, but for a quota.
func TestServiceKnowsWhetherToTryAgain(t *testing.T) {
	for _, test := range []struct {
		name, said, body string
		status           int
		want             bool
	}{
		{"not again", "false", "", 503, false},
		{"again", "true", "", 400, true},
		{"no word", "", "", 503, true},
		{"another word", "perhaps", "", 503, true},
		{"quota", "true", `{"error":{"code":"insufficient_quota"}}`, 429, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := parseReport([]byte(test.body))
			r.status = test.status
			r = r.heed(http.Header{"X-Should-Retry": {test.said}}, nil)
			if got := r.verdict().again; got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// Services say in their bodies too how long to wait.
func TestWaitInBody(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       time.Duration
	}{
		{
			"Gemini", `{"error":{"code":429,"details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure"},` +
				`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}`, 34500 * time.Millisecond,
		},
		{"ChatGPT", `{"error":{"type":"usage_limit_reached","resets_in_seconds":4000}}`, 4000 * time.Second},
		{"OpenAI", `{"error":{"message":"Rate limit reached. Please try again in 1.242s. Visit the page."}}`, 1242 * time.Millisecond},
		{"OpenAI, minutes", `{"error":{"message":"Please try again in 6m0s."}}`, 6 * time.Minute},
		{"Azure", `{"error":{"message":"Please try again in 7 seconds."}}`, 7 * time.Second},
		{"details of another form", `{"error":{"message":"no","details":"none"}}`, 0},
		{"delay of another form", `{"error":{"message":"no","details":[{"retryDelay":"soon"}]}}`, 0},
		{"negative", `{"error":{"message":"no","details":[{"retryDelay":"-5s"}]}}`, 0},
		{"words", `{"error":{"message":"Please try again in a while."}}`, 0},
		{"cut words", `{"error":{"message":"Please try again in "}}`, 0},
		{"no unit", `{"error":{"message":"Please try again in 5"}}`, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := parseReport([]byte(test.body)).retryAfter; got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
	r := parseReport([]byte(`{"error":{"message":"try again in 9s"}}`))
	if r = r.heed(http.Header{"Retry-After": {"3"}}, nil); r.retryAfter != 3*time.Second {
		t.Errorf("the head counts less than the body: %v", r.retryAfter)
	}
}
