package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"eidolon/actors/model"
)

// report is what a service says about a failure, by status or inside an answer.
type report struct {
	status     int
	code, kind string // the service's words for it, such as "context_length_exceeded"
	message    string
	retryAfter time.Duration
}

// errorObject has the fields that services use, all optional and of loose types.
type errorObject struct {
	Error   json.RawMessage `json:"error"`
	Message json.RawMessage `json:"message"`
	Detail  json.RawMessage `json:"detail"`
	Code    json.RawMessage `json:"code"`
	Status  json.RawMessage `json:"status"`
	Type    json.RawMessage `json:"type"`
}

// parseReport understands {"error": {...}}, {"error": "text"}, {"message": ...}, {"detail": ...},
// the same inside a list, and takes anything else as text.
func parseReport(data []byte) report {
	data = bytes.TrimSpace(data)
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil && len(list) > 0 {
		data = list[0]
	}
	var o errorObject
	if json.Unmarshal(data, &o) != nil {
		return report{message: scalar(data)}
	}
	if inner := bytes.TrimSpace(o.Error); len(inner) > 0 && inner[0] == '{' {
		if json.Unmarshal(inner, &o) != nil {
			return report{message: string(data)}
		}
	} else if text := scalar(o.Error); text != "" {
		o.Message = o.Error
	}
	r := report{code: scalar(o.Code), kind: scalar(o.Type), message: scalar(o.Message)}
	if r.message == "" {
		r.message = scalar(o.Detail)
	}
	if r.message == "" {
		r.message = string(data)
	}
	for _, field := range []json.RawMessage{o.Code, o.Status} {
		if n, err := strconv.Atoi(scalar(field)); err == nil && n >= 400 && n < 600 {
			r.status = n
		}
	}
	return r
}

// scalar gives a string without its quotes and escapes, null as nothing, and the rest as it stands.
func scalar(raw []byte) string {
	var s string
	if json.Unmarshal(raw, &s) == nil { // also null, which leaves s empty
		return s
	}
	return string(raw)
}

// contextWords are parts of what services say when a conversation is too long for the model.
var contextWords = []string{
	"context_length", "context length", "context window", "context size", "context_size", "maximum context",
	"prompt is too long", "input is too long", "too many tokens", "reduce the length", "exceeds the maximum number of tokens",
}

// failureKind sorts a report.
func (r report) failureKind() model.Kind {
	codes := r.codes()
	switch {
	case r.status == http.StatusUnauthorized, r.status == http.StatusForbidden, r.status == http.StatusPaymentRequired,
		strings.Contains(codes, "api_key"), strings.Contains(codes, "authentication"):
		return model.Auth
	case r.status == http.StatusTooManyRequests, strings.Contains(codes, "rate_limit"), r.outOfQuota():
		return model.RateLimited
	case r.status == http.StatusRequestEntityTooLarge, containsAny(codes+strings.ToLower(r.message), contextWords):
		return model.ContextLimit
	case r.status == http.StatusRequestTimeout:
		return model.TimedOut
	case r.status >= 500, r.status == 0 && !strings.Contains(codes, "invalid_request"):
		return model.Overloaded // a failure inside an answer that names no other reason
	}
	return model.BadRequest
}

// codes gives the words that are meant for programs.
func (r report) codes() string { return strings.ToLower(r.code + " " + r.kind + " ") }

// outOfQuota tells a limit that waiting does not lift.
func (r report) outOfQuota() bool { return strings.Contains(r.codes(), "insufficient_quota") }

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// Reported is the failure that a service reports inside an answer; data is the error as it came,
// usually JSON.
func (x *Exchange) Reported(data []byte) error { return x.refused(parseReport(data)) }

// refused puts a report into words: what happened, what to do, what the service says.
func (x *Exchange) refused(r report) *model.Error {
	e := &model.Error{Kind: r.failureKind(), Status: r.status, RetryAfter: r.retryAfter}
	switch e.Kind {
	case model.RateLimited:
		e.Retryable = !r.outOfQuota()
	case model.Overloaded, model.TimedOut:
		e.Retryable = true
	default:
	}
	e.Message = x.sentence(r, e)
	if words := x.clean(r.message); words != "" {
		e.Message += " The service says: " + strconv.Quote(words)
	}
	return e
}

func (x *Exchange) sentence(r report, e *model.Error) string {
	status := ""
	if r.status != 0 {
		status = fmt.Sprintf(" (HTTP %d)", r.status)
	}
	switch e.Kind {
	case model.Auth:
		return x.service() + " " + x.keyAdvice(r.status, status)
	case model.RateLimited:
		if !e.Retryable {
			return x.service() + ": the quota of this key is used up" + status + ". Check the plan and the credit."
		}
		return x.service() + " takes no more requests for now" + status + "."
	case model.ContextLimit:
		return "The conversation is too long for the model" + status + ". Compact it or start a new session."
	case model.TimedOut:
		return x.service() + " gave up waiting for the request" + status + "."
	case model.Overloaded:
		return x.service() + " failed or is overloaded" + status + "."
	default:
	}
	if r.status == http.StatusNotFound {
		return fmt.Sprintf("%s knows no such address or no model %q%s. Check the model name and the base URL.",
			x.service(), x.request.Model, status)
	}
	return x.service() + " refused the request" + status + "."
}

// keyAdvice says which key to look at.
func (x *Exchange) keyAdvice(code int, status string) string {
	hint := x.transport.service.KeyHint
	if hint == "" {
		hint = "the key of this profile"
	}
	switch {
	case code == http.StatusPaymentRequired:
		return "wants payment" + status + ". Check the credit that belongs to " + hint + "."
	case x.transport.service.Key == "":
		return "wants a key and none was sent" + status + ". Set " + hint + "."
	case code == http.StatusForbidden:
		return "does not allow this request" + status + ". Check " + hint + " and what it may be used for."
	}
	return "does not accept the key" + status + ". Check " + hint + "."
}
