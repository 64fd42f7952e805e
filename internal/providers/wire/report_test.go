package wire

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
)

func TestReport(t *testing.T) {
	x := &Exchange{transport: transportTo(t, "api.test", Service{Key: "sk-1", KeyHint: "the variable SOME_KEY"}), request: model.Request{Model: "big"}}
	for _, test := range []struct {
		name   string
		status int
		body   string
		want   model.Error
	}{
		{"text", 500, "upstream died", model.Error{
			Kind: model.Overloaded, Retryable: true,
			Message: `api.test failed or is overloaded (HTTP 500). The service says: "upstream died".`,
		}},
		{"the service was waiting", 408, "", model.Error{
			Kind: model.TimedOut, Retryable: true,
			Message: "api.test gave up waiting for the request (HTTP 408).",
		}},
		{
			"nothing", 502, "",
			model.Error{Kind: model.Overloaded, Retryable: true, Message: "api.test failed or is overloaded (HTTP 502)."},
		},
		{"object", 400, `{"error":{"message":"no such field","type":"invalid_request_error"}}`, model.Error{
			Kind:    model.BadRequest,
			Message: `api.test refused the request (HTTP 400). The service says: "no such field".`,
		}},
		{"string", 400, `{"error":"no such field"}`, model.Error{
			Kind:    model.BadRequest,
			Message: `api.test refused the request (HTTP 400). The service says: "no such field".`,
		}},
		{"list", 400, `[{"error":{"message":"no such field"}}]`, model.Error{
			Kind:    model.BadRequest,
			Message: `api.test refused the request (HTTP 400). The service says: "no such field".`,
		}},
		{"detail", 422, `{"detail":"no such field"}`, model.Error{
			Kind:    model.BadRequest,
			Message: `api.test refused the request (HTTP 422). The service says: "no such field".`,
		}},
		{"key", 401, `{"error":{"message":"bad key"}}`, model.Error{
			Kind:    model.Auth,
			Message: `api.test does not accept the key (HTTP 401). Check the variable SOME_KEY. The service says: "bad key".`,
		}},
		{"model", 404, "", model.Error{
			Kind:    model.BadRequest,
			Message: `api.test knows no such address or no model "big" (HTTP 404). Check the model name and the base URL.`,
		}},
		{
			"context by code", 400, `{"error":{"message":"too much","code":"context_length_exceeded"}}`,
			model.Error{
				Kind:    model.ContextLimit,
				Message: `The conversation is too long for the model (HTTP 400). Compact it or start a new session. The service says: "too much".`,
			},
		},
		{
			"context by words", 400, `{"error":{"message":"This model's maximum context length is 8 tokens"}}`,
			model.Error{
				Kind: model.ContextLimit,
				Message: `The conversation is too long for the model (HTTP 400). Compact it or start a new session. ` +
					`The service says: "This model's maximum context length is 8 tokens".`,
			},
		},
		{"quota", 429, `{"error":{"message":"pay","code":"insufficient_quota"}}`, model.Error{
			Kind:    model.RateLimited,
			Message: `api.test: the quota of this key is used up (HTTP 429). Check the plan and the credit. The service says: "pay".`,
		}},
		{
			"inside, by number", 0, `{"error":{"message":"slow down","code":429}}`,
			model.Error{
				Kind: model.RateLimited, Retryable: true, Status: 429,
				Message: `api.test takes no more requests for now (HTTP 429). The service says: "slow down".`,
			},
		},
		{
			"inside, by type", 0, `{"error":{"message":"slow down","type":"rate_limit_error"}}`,
			model.Error{
				Kind: model.RateLimited, Retryable: true,
				Message: `api.test takes no more requests for now. The service says: "slow down".`,
			},
		},
		{"inside, bad request", 0, `{"object":"error","message":"no","code":400}`, model.Error{
			Kind: model.BadRequest, Status: 400,
			Message: `api.test refused the request (HTTP 400). The service says: "no".`,
		}},
		{
			"details of Google's services", 429,
			`{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED","details":[7,{"@type":"x/google.rpc.RetryInfo","retryDelay":"9.5s"},{"reason":"X"}]}}`,
			model.Error{
				Kind: model.RateLimited, Retryable: true, RetryAfter: 9500 * time.Millisecond,
				Message: `api.test takes no more requests for now (HTTP 429). The service says: "slow down".`,
			},
		},
		{
			"a daily limit", 429, `{"error":{"details":[{"violations":[{"quotaId":"RequestsPerDay"}]}],"message":"no"}}`,
			model.Error{
				Kind:    model.RateLimited,
				Message: `api.test: the quota of this key is used up (HTTP 429). Check the plan and the credit. The service says: "no".`,
			},
		},
		{
			"a bad key, by its reason", 400, `{"error":{"message":"no","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`,
			model.Error{
				Kind:    model.Auth,
				Message: `api.test does not accept the key (HTTP 400). Check the variable SOME_KEY. The service says: "no".`,
			},
		},
		{
			"inside, by the status in words", 0, `{"error":{"message":"no","status":"UNAUTHENTICATED","details":{"of":"another shape"}}}`,
			model.Error{
				Kind:    model.Auth,
				Message: `api.test does not accept the key. Check the variable SOME_KEY. The service says: "no".`,
			},
		},
		{"inside, without reason", 0, `{"error":{"message":"oops"}}`, model.Error{
			Kind: model.Overloaded, Retryable: true,
			Message: `api.test failed or is overloaded. The service says: "oops".`,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := parseReport([]byte(test.body))
			if test.status != 0 {
				r.status, test.want.Status = test.status, test.status
			}
			if diff := cmp.Diff(test.want, *x.refused(r)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestKeyAdviceWithoutKey(t *testing.T) {
	x := &Exchange{transport: transportTo(t, "api.test", Service{KeyHint: "the variable SOME_KEY"})}
	want := "api.test wants a key and none was sent (HTTP 401). Set the variable SOME_KEY."
	if got := x.refused(report{status: 401}).Message; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRetryAfter(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 10, 21, 7, 28, 0, 0, time.UTC) }
	for _, test := range []struct {
		name   string
		header http.Header
		want   time.Duration
	}{
		{"none", http.Header{}, 0},
		{"seconds", http.Header{"Retry-After": {" 7 "}}, 7 * time.Second},
		{"fraction", http.Header{"Retry-After": {"0.5"}}, time.Second / 2},
		{"milliseconds", http.Header{"Retry-After-Ms": {"20"}, "Retry-After": {"1"}}, 20 * time.Millisecond},
		{"date by its own clock", http.Header{
			"Retry-After": {"Wed, 21 Oct 2026 07:28:09 GMT"},
			"Date":        {"Wed, 21 Oct 2026 07:28:05 GMT"},
		}, 4 * time.Second},
		{"date by our clock", http.Header{"Retry-After": {"Wed, 21 Oct 2026 07:28:09 GMT"}}, 9 * time.Second},
		{"date in the past", http.Header{"Retry-After": {"Wed, 21 Oct 2015 07:28:09 GMT"}}, 0},
		{"a day", http.Header{"Retry-After": {"86400"}}, 24 * time.Hour},
		{"absurd", http.Header{"Retry-After": {"1e300"}}, maxRetryAfter},
		{"negative", http.Header{"Retry-After": {"-5"}}, 0},
		{"not a number", http.Header{"Retry-After": {"NaN"}}, 0},
		{"words", http.Header{"Retry-After": {"soon"}}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := retryAfter(test.header, now); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
