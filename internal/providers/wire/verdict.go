package wire

import (
	"net/http"
	"slices"
	"strings"

	"eidolon/actors/model"
)

// verdict is what a report of a service means: what can be done about it, and whether the same request
// may work a little later.
type verdict struct {
	kind  model.Kind
	again bool
	spent bool // what was paid for is used up: no time lifts that, and no other key of the same payer
}

// sign is one row of the table: a report that has one of the statuses or one of the words means the
// verdict. Words are parts of what services write for programs (code, type, status), in lower case.
type sign struct {
	statuses []int
	codes    []string
	words    []string // the same, in the text for people too
	vague    bool     // codes count only in a report without a status, which says more
	verdict  verdict
}

// signs are looked through from the top: what says exactly what is wrong comes before what says only
// that something is. A status of the response counts as much as one inside the report.
//
// What is not retried although it may pass: a quota that is used up, since only money lifts it, and
// whatever is wrong with the key or the request.
var signs = []sign{
	// Money: several services say so with the status of a rate limit or of a bad request.
	{
		codes: []string{
			"insufficient_quota", "insufficient_balance", "insufficient_credit", "insufficient_funds", "exceeded_current_quota",
			"billing", "credit_balance", "usage_limit_reached", "usage_not_included", "quota_exhausted",
			"perday", // in the name of a quota
		},
		words:   []string{"credit balance is too low"},
		verdict: verdict{kind: model.RateLimited, spent: true},
	},
	{
		statuses: []int{http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden},
		codes:    []string{"api_key", "authentication", "unauthenticated", "permission_denied", "permission_error"},
		verdict:  verdict{kind: model.Auth},
	},
	{
		statuses: []int{http.StatusTooManyRequests}, codes: []string{"rate_limit", "resource_exhausted", "too_many_requests"},
		verdict: verdict{kind: model.RateLimited, again: true},
	},
	{
		statuses: []int{http.StatusRequestEntityTooLarge}, codes: []string{"request_too_large"}, words: contextWords,
		verdict: verdict{kind: model.ContextLimit},
	},
	{
		statuses: []int{http.StatusRequestTimeout}, codes: []string{"timeout_error", "deadline_exceeded"},
		verdict: verdict{kind: model.TimedOut, again: true},
	},
	{ // what lies between wants a login of its own: of a proxy or of a hotel
		statuses: []int{http.StatusProxyAuthRequired, http.StatusNetworkAuthenticationRequired},
		verdict:  verdict{kind: model.Unreachable},
	},
	{ // the request is understood and will never be answered
		statuses: []int{http.StatusNotImplemented, http.StatusHTTPVersionNotSupported},
		codes:    []string{"invalid_", "not_found", "failed_precondition", "content_filter", "content_policy"},
		vague:    true, verdict: verdict{kind: model.BadRequest},
	},
	{ // 409 is a lock that two requests met at, 425 a connection that is too new, 498 a full tier of the cheap kind
		statuses: []int{http.StatusConflict, http.StatusTooEarly, 498},
		codes:    []string{"overloaded", "server_error", "unavailable", "api_error", "internal_error"},
		vague:    true, verdict: verdict{kind: model.Overloaded, again: true},
	},
}

// contextWords are parts of what services say when a conversation is too long for the model.
var contextWords = []string{
	"context_length", "context length", "context window", "context size", "context_size", "maximum context",
	"prompt is too long", "input is too long", "too many tokens", "reduce the length", "exceeds the maximum number of tokens",
	"exceed context limit",
}

// verdict looks a report up.
func (r report) verdict() verdict {
	v := r.lookUp()
	if r.again != nil && !v.spent {
		v.again = *r.again // it knows best
	}
	return v
}

func (r report) lookUp() verdict {
	codes := strings.ToLower(r.code + " " + r.kind)
	words := codes + " " + strings.ToLower(r.message)
	for _, s := range signs {
		coded := (!s.vague || r.status == 0) && containsAny(codes, s.codes)
		if coded || slices.Contains(s.statuses, r.status) || containsAny(words, s.words) {
			return s.verdict
		}
	}
	if r.status >= 500 || r.status == 0 { // a failure inside an answer that names no reason
		return verdict{kind: model.Overloaded, again: true}
	}
	return verdict{kind: model.BadRequest}
}

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}
