package wire

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"eidolon/internal/leaf/redact"
)

// Tap is called for each exchange with the service, whatever format it speaks. What it returns sees the
// traffic of that exchange, in order and from one goroutine at a time: Sent, Answered, then Events
// or one Whole, at last and always Over. Exchanges go on side by side. The values and what they hold
// are lent: who wants to keep bytes makes a copy.
//
// Known secrets are taken out of everything that a tap sees. The prompt and the answer are not, of
// course.
type Tap func() func(Traffic)

// Traffic is one piece of what goes over the wire: Sent, Answered, Event, Whole or Over.
//
//sumtype:decl
type Traffic interface{ traffic() }

// Sent is the request.
type Sent struct {
	Profile string
	Kind    string // of the API
	Method  string
	URL     string
	Header  http.Header
	Body    []byte
}

// Answered is the status and the head of the response.
type Answered struct {
	Status int
	Header http.Header
}

// Whole is the body of a response that is no stream of events: an answer in one piece, or what a service
// says with a failure.
type Whole struct{ Data []byte }

// Over is the end of the exchange. Err is nil when the answer came to its end.
type Over struct{ Err error }

func (Sent) traffic()     {}
func (Answered) traffic() {}
func (Event) traffic()    {}
func (Whole) traffic()    {}
func (Over) traffic()     {}

// Taps makes one tap of several, of which any may be nil. Without any it is nil too.
func Taps(taps ...Tap) Tap {
	var open []Tap
	for _, t := range taps {
		if t != nil {
			open = append(open, t)
		}
	}
	switch len(open) {
	case 0:
		return nil
	case 1:
		return open[0]
	}
	return func() func(Traffic) {
		see := make([]func(Traffic), len(open))
		for i, t := range open {
			see[i] = t()
		}
		return func(seen Traffic) {
			for _, f := range see {
				f(seen)
			}
		}
	}
}

// errLeft is the end of an exchange that was given up without a failure of the service.
var errLeft = errors.New("the answer was not read to its end")

// tapped is the tap of one exchange. Nil, without a tap, it does nothing.
type tapped struct {
	see     func(Traffic)
	secrets *redact.Redactor
	private map[string]bool // headers whose value is nobody's business, in their canonical form
	failed  error           // what it ends with, nil when the answer came to its end
}

// openTap begins to tell the tap of the service, if there is one.
func (x *Exchange) openTap() {
	if tap := x.transport.service.Tap; tap != nil {
		x.tap = &tapped{see: tap(), private: map[string]bool{}, failed: errLeft}
	}
}

// tapSent tells of a request that is ready to go out.
func (x *Exchange) tapSent(req *http.Request) error {
	t, s := x.tap, &x.transport.service
	if t == nil {
		return nil
	}
	t.secrets = x.redactor()
	t.private[http.CanonicalHeaderKey(s.KeyHeader)] = true
	for name := range s.Headers {
		t.private[http.CanonicalHeaderKey(name)] = true
	}
	if s.Account != nil {
		for name := range s.Account() {
			t.private[http.CanonicalHeaderKey(name)] = true
		}
	}
	body, err := bodyOf(req)
	if err != nil {
		return err
	}
	t.see(Sent{
		Profile: s.Profile, Kind: s.Kind, Method: req.Method, URL: t.secrets.String(publicURL(req.URL)),
		Header: t.header(req.Header), Body: t.secrets.Bytes(body),
	})
	return nil
}

// bodyOf gives the body of a request, which can be sent all the same.
func bodyOf(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	from := req.Body
	if req.GetBody != nil {
		again, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		from = again
	}
	data, err := io.ReadAll(from)
	err = errors.Join(err, from.Close())
	if req.GetBody == nil {
		req.Body = io.NopCloser(bytes.NewReader(data))
	}
	return data, err
}

func (t *tapped) answered(res *http.Response) {
	if t != nil {
		t.see(Answered{Status: res.StatusCode, Header: t.header(res.Header)})
	}
}

func (t *tapped) event(e Event) {
	if t != nil {
		t.see(Event{Name: t.secrets.String(e.Name), Data: t.secrets.Bytes(e.Data)})
	}
}

func (t *tapped) whole(data []byte) {
	if t != nil && len(data) > 0 {
		t.see(Whole{Data: t.secrets.Bytes(data)})
	}
}

// fail notes what the exchange ends with, as far as is known by now: the last word counts.
func (t *tapped) fail(err error) {
	if t != nil {
		t.failed = err
	}
}

// read notes that the answer came to its end.
func (t *tapped) read() { t.fail(nil) }

func (t *tapped) over() {
	if t == nil || t.see == nil {
		return
	}
	t.see(Over{Err: t.failed})
	t.see = nil
}

// header gives headers as they may be shown.
func (t *tapped) header(h http.Header) http.Header {
	out := make(http.Header, len(h))
	for name, values := range h {
		for _, value := range values {
			if t.private[name] || redact.Confidential(name) {
				value = hidden
			}
			out[name] = append(out[name], t.secrets.String(value))
		}
	}
	return out
}

// publicParameters are those of an address that say how to answer and not who asks.
var publicParameters = map[string]bool{"api-version": true, "alt": true, "beta": true}

// publicURL gives an address without a user and without the values that may be secret.
func publicURL(u *url.URL) string {
	out := *u
	out.User = nil
	if out.RawQuery == "" {
		return out.String()
	}
	query := out.Query()
	for name := range query {
		if !publicParameters[strings.ToLower(name)] {
			query[name] = []string{"hidden"}
		}
	}
	out.RawQuery = query.Encode()
	return out.String()
}
