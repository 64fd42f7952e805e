package anthropic

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// exchange is one request and its answer.
type exchange struct {
	endpoint *url.URL
	guard    *wire.Exchange
	history  *format.History
	request  model.Request
	events   *wire.Events
	whole    []byte // the answer, if it came in one piece
}

// open sends the request and returns when the answer begins.
func (x *exchange) open(ctx context.Context) (io.Closer, error) {
	if err := x.history.Extend(x.request.Messages); err != nil {
		return nil, x.guard.Refusal(err)
	}
	parts, err := x.parts()
	if err != nil {
		return nil, x.guard.Refusal(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, x.endpoint.String(), nil)
	if err != nil {
		return nil, x.guard.Refusal(err)
	}
	format.SetBody(req, parts...)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	res, err := x.guard.Do(req)
	if err != nil {
		return nil, err
	}
	if x.events, x.whole, err = x.guard.Open(); err != nil {
		_ = res.Body.Close()
		return nil, err
	}
	return res.Body, nil
}

// parts gives the body in pieces. The encoded messages are sent from where they are kept, without a
// copy; the mark for the cache goes between them.
func (x *exchange) parts() ([][]byte, error) {
	settings, err := format.Marshal(settingsOf(x.request))
	if err != nil {
		return nil, err
	}
	messages := x.history.JSON()
	marked := markAt(messages, x.history.End(2))
	return [][]byte{
		bytes.TrimSuffix(settings, []byte("}")), []byte(`,"messages":[`), opening(messages),
		messages[:marked.at], []byte(marked.text), messages[marked.at:], []byte("]}"),
	}, nil
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
