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
	again      *bool // the service says itself whether to try again; nil when it does not
}

// errorObject has the fields that services use, all optional and of loose types.
type errorObject struct {
	Error   json.RawMessage `json:"error"`
	Message json.RawMessage `json:"message"`
	Detail  json.RawMessage `json:"detail"`
	Code    json.RawMessage `json:"code"`
	Status  json.RawMessage `json:"status"`
	Type    json.RawMessage `json:"type"`

	Details json.RawMessage `json:"details"`
	Resets  json.RawMessage `json:"resets_in_seconds"` // of a subscription's limit
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
	more := o.details()
	r := report{code: strings.Join([]string{scalar(o.Code), scalar(o.Status), more.reason}, " "), kind: scalar(o.Type), message: scalar(o.Message)}
	r.retryAfter = o.wait(more)
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

// heed adds what the head of the response says about another attempt. It is meant for programs and so
// counts more than what the body says.
func (r report) heed(h http.Header, now func() time.Time) report {
	if wait := retryAfter(h, now); wait > 0 {
		r.retryAfter = wait
	}
	if again, err := strconv.ParseBool(h.Get("X-Should-Retry")); err == nil {
		r.again = &again
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

// Reported is the failure that a service reports inside an answer; data is the error as it came,
// usually JSON.
func (x *Exchange) Reported(data []byte) error { return x.failed(x.refused(parseReport(data))) }

// refused puts a report into words: what happened, what to do, what the service says.
func (x *Exchange) refused(r report) *model.Error {
	v := r.verdict()
	e := &model.Error{Kind: v.kind, Status: r.status, Retryable: v.again, RetryAfter: r.retryAfter}
	e.Message = x.sentence(r, v)
	if words := x.clean(r.message); words != "" {
		e.Message += " The service says: " + quoted(words)
	}
	return e
}

// quoted gives what a service says as the end of a sentence, behind which another may follow.
func quoted(words string) string {
	if strings.ContainsRune(".!?", rune(words[len(words)-1])) {
		return strconv.Quote(words)
	}
	return strconv.Quote(words) + "."
}

func (x *Exchange) sentence(r report, v verdict) string {
	status := ""
	if r.status != 0 {
		status = fmt.Sprintf(" (HTTP %d)", r.status)
	}
	switch v.kind {
	case model.Unreachable:
		return "What stands between here and " + x.service() + " wants a login of its own" + status + ". Check the proxy, or log in to the network."
	case model.Auth:
		return x.service() + " " + x.keyAdvice(r.status, status)
	case model.RateLimited:
		if v.spent {
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
	case x.transport.service.Login != nil && code == http.StatusForbidden:
		return "does not allow this request" + status + ". Check what " + hint + " may be used for."
	case x.transport.service.Login != nil:
		return "does not accept " + hint + status + ". Log in again."
	case x.transport.service.Key == "":
		return "wants a key and none was sent" + status + ". Set " + hint + "."
	case code == http.StatusForbidden:
		return "does not allow this request" + status + ". Check " + hint + " and what it may be used for."
	}
	return "does not accept the key" + status + ". Check " + hint + "."
}
