package anthropic

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// exchange is one request and its answer. For the SDK it is the HTTP client.
type exchange struct {
	endpoint *url.URL
	guard    *wire.Exchange
	history  *format.History
	request  model.Request
	sent     bool      // the SDK was content with the request and handed it over
	body     io.Closer // of the answer; nil before
	events   *wire.Events
	whole    []byte // the answer, if it came in one piece
}

// open sends the request and returns when the answer begins. What the SDK would read the answer with is
// left alone: it does not know a stream that ended from one that was cut.
func (x *exchange) open(ctx context.Context, service *sdk.MessageService) error {
	if err := x.history.Extend(x.request.Messages); err != nil {
		return x.guard.Refusal(err)
	}
	err := service.NewStreaming(ctx, settingsOf(x.request), option.WithHTTPClient(x)).Err()
	if err != nil && !x.sent {
		return x.guard.Refusal(err)
	}
	return err
}

// close ends the connection, by which nothing is lost.
func (x *exchange) close() {
	if x.body != nil {
		_ = x.body.Close()
	}
}

// Do sends a request of the SDK, which has the settings in its body.
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	x.sent = true
	settings, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = x.endpoint, ""
	maps.DeleteFunc(req.Header, ofMachine)
	format.SetBody(req, x.parts(format.Unescape(settings))...)
	res, err := x.guard.Do(req)
	if err != nil {
		return nil, err
	}
	x.body = res.Body
	x.events, x.whole, err = x.guard.Open()
	return res, err
}

// ofMachine tells the headers that are about the machine and what runs on it.
func ofMachine(name string, _ []string) bool { return strings.HasPrefix(name, "X-Stainless-") }

// parts gives the body in pieces. The encoded messages are sent from where they are kept, without a
// copy; the mark for the cache goes between them.
func (x *exchange) parts(settings []byte) [][]byte {
	messages := x.history.JSON()
	marked := markAt(messages, x.history.End(2))
	return [][]byte{
		bytes.TrimSuffix(settings, []byte("}")), []byte(`,"messages":[`), opening(messages),
		messages[:marked.at], []byte(marked.text), messages[marked.at:], []byte("]}"),
	}
}

// read takes the answer to its end.
func (x *exchange) read(ctx context.Context, a *answer) (model.End, error) {
	if x.events == nil {
		if err := a.takeWhole(x.whole); err != nil {
			return model.End{}, err
		}
		return x.ended(ctx, a, io.EOF)
	}
	for {
		if ctx.Err() != nil {
			return x.ended(ctx, a, ctx.Err())
		}
		event, err := x.events.Next()
		if err != nil {
			return x.ended(ctx, a, err)
		}
		if err := a.take(event); err != nil {
			return model.End{}, err
		}
		switch {
		case a.stopped:
			return x.ended(ctx, a, io.EOF)
		case a.end.Reason != "":
			x.guard.Complete()
		}
	}
}

// ended decides whether an answer that ended with err is complete. Behind the reason to stop nothing
// comes but the end, so a service that keeps it to itself has said enough; a broken connection is
// another matter.
func (x *exchange) ended(ctx context.Context, a *answer, err error) (model.End, error) {
	var limit *model.Error // a wait that we ended
	quiet := errors.As(context.Cause(ctx), &limit)
	if !a.stopped && (a.end.Reason == "" || !(quiet || errors.Is(err, io.EOF))) {
		return model.End{}, x.guard.Fail(ctx, err)
	}
	if err := a.closeAll(); err != nil {
		return model.End{}, err
	}
	x.guard.Complete()
	x.guard.Drain()
	return a.end, nil
}
