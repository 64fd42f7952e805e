// Package goopenai makes the stream of github.com/sashabaranov/go-openai one that can be relied on, for
// the adapters that use the library. They give it a [Request] for its HTTP client, for two reasons.
//
// The library takes an HTML page, an empty body or a cut stream for a success and hides the headers of a
// failure, so the response is checked before the library sees it, and is given to it line by line in the
// one form that it reads well. And it encodes the whole conversation anew for every request, twice, so
// the conversation is put into the body after it, see [format.History].
package goopenai

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// Request is the library's HTTP client for one request.
type Request struct {
	Guard    *wire.Exchange
	Endpoint *url.URL        // takes the place of the library's address
	Key      string          // of the conversation, which the library is to encode as null
	History  *format.History // the conversation
	Model    string          // put in place of an empty one, which the library does not judge; "" leaves it
	More     string          // members that the library has no way to send, each with a comma before it

	// Sent tells that the library was content with the request and handed it over.
	Sent bool
}

// Do fulfils the library's interface of an HTTP client.
func (r *Request) Do(req *http.Request) (*http.Response, error) {
	r.Sent = true
	settings, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = r.Endpoint, ""
	if err := r.setBody(req, settings); err != nil {
		return nil, r.Guard.Refusal(err)
	}
	res, err := r.Guard.Do(req)
	if err != nil {
		return nil, err
	}
	events, whole, err := r.Guard.Open()
	if err != nil {
		_ = res.Body.Close()
		return nil, err
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{newLines(events, whole), res.Body}
	return res, nil
}

// setBody gives the request its body: the library's settings with the conversation in its place, which
// cannot occur inside a JSON string, where its quotes would be escaped.
func (r *Request) setBody(req *http.Request, settings []byte) error {
	before, after, found := strings.Cut(string(settings), `"`+r.Key+`":null`)
	if !found {
		return errors.New("the request has no place for a conversation")
	}
	if r.Model != "" {
		name, err := json.Marshal(r.Model)
		if err != nil {
			return err
		}
		before = strings.Replace(before, `"model":""`, `"model":`+string(name), 1)
	}
	before += `"` + r.Key + `":[`
	after = "]" + r.More + after
	format.SetBody(req, []byte(before), r.History.JSON(), []byte(after))
	return nil
}

// Fail gives the error for the end of a stream that did not end as it should: what the service reported,
// or that the answer was cut. It is then for [wire.Exchange.Fail].
func (r *Request) Fail(err error) error {
	var reported *errorEvent
	switch {
	case errors.As(err, &reported):
		return r.Guard.Reported(reported.data)
	case errors.Is(err, errNoMore):
		return io.EOF
	}
	return err
}
