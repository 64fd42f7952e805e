package wire

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"eidolon/actors/model"
)

// Exchange is one request and its answer. It is used by one goroutine.
type Exchange struct {
	transport *Transport
	request   model.Request
	watch     *watch
	token     string    // of a login, sent with the request
	kind      string    // media type of the answer
	body      io.Reader // of the answer, guarded; nil before
	events    *Events   // of the answer, or nil
	complete  bool
	tap       *tapped // nil without one
}

// Do sends the request, which must carry the context of [Transport.Begin]. A response is returned
// only when it is a readable answer; anything else is a [*model.Error] or the context's error.
// It fits where a library wants its HTTP client replaced.
func (x *Exchange) Do(req *http.Request) (*http.Response, error) {
	res, err := x.send(req)
	if err != nil {
		return nil, x.Fail(req.Context(), err)
	}
	res.Body = &body{ReadCloser: res.Body, watch: x.watch}
	x.body = res.Body
	if err := x.accept(res); err != nil {
		err = x.Fail(req.Context(), err)
		_ = res.Body.Close()
		return nil, err
	}
	return res, nil
}

// send sends the request. When the service does not accept the token of a login, which it may have taken
// back before its time, the request is sent once more with another one.
func (x *Exchange) send(req *http.Request) (*http.Response, error) {
	plain, s := req.Header.Clone(), &x.transport.service
	res, err := x.try(req)
	if err != nil || res.StatusCode != http.StatusUnauthorized || s.Login == nil || s.Refused == nil || req.GetBody == nil {
		return res, err
	}
	_ = res.Body.Close() // what it says is about the token
	s.Refused(x.token)
	x.tap.fail(errRefused)
	x.tap.over()
	x.openTap()
	req.Header = plain
	if req.Body, err = req.GetBody(); err != nil {
		return nil, x.Refusal(err)
	}
	return x.try(req)
}

// errRefused is the end of an exchange that is made again with another token.
var errRefused = errors.New("the service did not accept the token")

// try sends the request as it is.
func (x *Exchange) try(req *http.Request) (*http.Response, error) {
	if err := x.dress(req); err != nil {
		return nil, err
	}
	if err := x.tapSent(req); err != nil {
		return nil, x.Refusal(err)
	}
	res, err := x.transport.http.Do(req)
	if err != nil {
		return nil, x.unreachable(err)
	}
	x.tap.answered(res)
	return res, nil
}

// maxFailureBody is how much of a failure's body is read, to find what the service says about it.
const maxFailureBody = 64 << 10

// accept tells an answer from a failure.
func (x *Exchange) accept(res *http.Response) error {
	switch {
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return x.redirected(res)
	case res.StatusCode < 200 || res.StatusCode >= 300:
		data, _ := io.ReadAll(io.LimitReader(res.Body, maxFailureBody)) // what there is will do
		x.tap.whole(data)
		report := parseReport(data)
		report.status = res.StatusCode
		return x.refused(report.heed(res.Header, x.transport.service.Now))
	}
	if encoding := res.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return x.BadAnswer("compressed data (" + x.clean(encoding) + ") that was not asked for")
	}
	x.kind, _, _ = mime.ParseMediaType(res.Header.Get("Content-Type")) // "" when unreadable
	if x.kind == "text/html" || x.kind == "application/xhtml+xml" {
		return x.BadAnswer("a web page")
	}
	return nil
}

// MaxAnswer is how many bytes an answer may have.
func (x *Exchange) MaxAnswer() int { return x.transport.service.MaxAnswer }

// eventStream is the media type of server-sent events.
const eventStream = "text/event-stream"

// Open gives the body of the answer: as events, or, when the service answered in one piece although a
// stream was asked for, as that piece of JSON. The first byte decides, not the media type, which
// services set wrongly in both directions.
func (x *Exchange) Open() (events *Events, whole []byte, err error) {
	limit := x.MaxAnswer()
	x.events = NewEvents(x.body, x.transport.service.MaxEvent)
	x.events.tap, x.events.watch = x.tap, x.watch
	first, err := x.events.First()
	if err != nil {
		return nil, nil, err
	}
	switch first {
	case '{', '[': // Google's services send a list of what would have been the events
		whole, err = x.events.Whole(limit)
		if errors.Is(err, ErrTooLong) {
			err = x.AnswerTooLong(limit)
		}
		x.tap.whole(whole)
		return nil, whole, err
	case '<':
		return nil, nil, x.BadAnswer("a web page")
	}
	return x.events, nil, nil
}

// Fail gives what an adapter returns for an error: the limit that was reached, else the error of the
// context, else the [*model.Error] itself; any other error means that the answer was cut. io.EOF is
// for an answer that ended properly as far as HTTP is concerned.
func (x *Exchange) Fail(ctx context.Context, err error) error {
	err = x.fail(ctx, err)
	x.tap.fail(err)
	return err
}

func (x *Exchange) fail(ctx context.Context, err error) error {
	var failure *model.Error
	if errors.As(context.Cause(ctx), &failure) {
		return failure
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.As(err, &failure) {
		return failure
	}
	switch {
	case errors.Is(err, ErrTooLong):
		return x.tooLong("One line in the answer of "+x.service(), "limits.sseLine", x.transport.service.MaxEvent)
	case errors.Is(err, io.EOF) && x.kind != eventStream && (x.events == nil || !x.events.seen):
		return x.BadAnswer("nothing that could be read as an answer")
	}
	return x.Truncated()
}

// tailLimit is how long an answer that is complete may take to end.
const tailLimit = 2 * time.Second

// Complete says that everything that matters has arrived. What may still come, such as the usage, is
// waited for only a short time.
func (x *Exchange) Complete() {
	if !x.complete {
		x.complete = true
		x.tap.read()
		x.watch.hurry(tailLimit)
	}
}

// drainLimit and drainBytes bound what is done to keep a connection for the next request: a service
// that does not end its answer at once is not worth the wait.
const (
	drainLimit = 100 * time.Millisecond
	drainBytes = 256 << 10
)

// Drain reads what is left of an answer that ended well. Without it the connection could not be
// used again, and each request would pay for a new one.
func (x *Exchange) Drain() {
	x.tap.read()
	x.watch.hurry(drainLimit)
	_, _ = io.CopyN(io.Discard, x.body, drainBytes)
}

// Close ends the exchange. A connection whose answer was not read to its end is closed.
func (x *Exchange) Close() {
	x.watch.stop()
	x.tap.over()
}

// body is an answer's body under watch.
type body struct {
	io.ReadCloser
	watch *watch
}

// Read reads from the body within the limits.
func (b *body) Read(p []byte) (int, error) {
	b.watch.reading()
	n, err := b.ReadCloser.Read(p)
	b.watch.read(n > 0)
	return n, err
}
