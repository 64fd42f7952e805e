package tool

import (
	"encoding/json"
	"errors"
	"fmt"

	"eidolon/fsapi"
)

// OK makes a good result. Data is encoded as JSON; text is what the model reads, and the JSON itself
// when it is empty.
func OK(data any, text string) Result {
	raw, err := encode(data)
	if err != nil {
		return Fail(Crashed, fmt.Sprintf("the outcome cannot be written down: %v", err))
	}
	if text == "" {
		text = string(raw)
	}
	return Result{OK: true, Data: raw, Text: text}
}

// Fail makes a bad result. The message says what failed and what to do next, in one or two sentences.
func Fail(code Code, message string) Result {
	return Result{Code: code, Text: message}
}

// FailWith makes a bad result of an error, with the code that the error carries.
func FailWith(err error) Result {
	if in, ok := errors.AsType[*InputError](err); ok {
		return Fail(InvalidInput, in.Error())
	}
	return Fail(Code(fsapi.CodeOf(err)), err.Error())
}

// WithKind adds the older snake_case spelling of the code, which some scripts know, as details.kind.
func (r Result) WithKind(kind string) Result {
	r.Details, _ = encode(map[string]string{"kind": kind})
	return r
}

// Envelope is the JSON form of a result in logs and in exec's output: {"ok":true,"data":...} or
// {"ok":false,"error":{"code":...,"message":...,"details":...}}.
func (r Result) Envelope() json.RawMessage {
	var env any
	if r.OK {
		env = struct {
			OK   bool            `json:"ok"`
			Data json.RawMessage `json:"data"`
		}{true, orNull(r.Data)}
	} else {
		type failure struct {
			Code    Code            `json:"code"`
			Message string          `json:"message"`
			Details json.RawMessage `json:"details,omitempty"`
		}
		env = struct {
			OK    bool    `json:"ok"`
			Error failure `json:"error"`
		}{false, failure{r.Code, r.Text, r.Details}}
	}
	raw, err := encode(env)
	if err != nil { // only a handler that made Data by hand gets here
		return Fail(Crashed, "the outcome is not valid JSON").Envelope()
	}
	return raw
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}
