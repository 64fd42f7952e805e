package openai

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// exchange is one request. It is the library's HTTP client for that request: what the library sends
// is completed with the messages, what it gets is checked and brought into the one form of stream
// that it reads well.
type exchange struct {
	client  *Client
	guard   *wire.Exchange
	history *format.History
	request model.Request
	sent    bool // the library was content with the request and handed it over
}

// open sends the request and returns when the answer begins.
func (x *exchange) open(ctx context.Context) (*openai.ChatCompletionStream, error) {
	config := openai.DefaultConfig("")
	config.HTTPClient = x
	if err := x.history.Extend(x.request.Messages); err != nil {
		return nil, x.guard.Refusal(err)
	}
	stream, err := openai.NewClientWithConfig(config).CreateChatCompletionStream(ctx, parameters(x.request))
	if err != nil && !x.sent {
		return nil, x.guard.Refusal(err) // the library rules it out for this model
	}
	return stream, err
}

// Do fulfils the library's interface of an HTTP client.
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	x.sent = true
	settings, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = x.client.endpoint, ""
	if err := x.setBody(req, settings); err != nil {
		return nil, x.guard.Refusal(err)
	}
	res, err := x.guard.Do(req)
	if err != nil {
		return nil, err
	}
	events, whole, err := x.guard.Open()
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

// noMessages stands where the library put the messages that it was not given. It cannot occur inside a
// JSON string, where its quotes would be escaped.
const noMessages = `"messages":null`

// setBody gives the request its body: the library's settings with the messages in their place. The
// encoded messages are sent from where they are kept, without a copy.
func (x *exchange) setBody(req *http.Request, settings []byte) error {
	before, after, found := strings.Cut(string(settings), noMessages)
	if !found {
		return errors.New("the request has no place for messages")
	}
	if t := x.request.Temperature; t != nil && *t == 0 {
		after = `,"temperature":0` + after // the library takes 0 for not set
	}
	before += `"messages":[`
	after = "]" + after
	messages := x.history.JSON()
	req.ContentLength = int64(len(before) + len(messages) + len(after))
	req.GetBody = func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(before), bytes.NewReader(messages), strings.NewReader(after))), nil
	}
	body, err := req.GetBody()
	req.Body = body
	return err
}

// read takes the stream to its end.
func (x *exchange) read(ctx context.Context, stream *openai.ChatCompletionStream, a *answer) (model.End, error) {
	for {
		if ctx.Err() != nil {
			return model.End{}, x.guard.Fail(ctx, ctx.Err())
		}
		raw, err := stream.RecvRaw()
		if err != nil {
			return x.ended(ctx, a, err)
		}
		if err := a.take(raw); err != nil {
			return model.End{}, err
		}
		if a.atRest() {
			x.guard.Complete()
		}
	}
}

// ended decides whether an answer whose stream ended with err is complete.
func (x *exchange) ended(ctx context.Context, a *answer, err error) (model.End, error) {
	done := errors.Is(err, io.EOF) // the library's word for [DONE]
	if a.end.Reason == "" && !(done && a.spoken) {
		var reported *errorEvent
		switch {
		case errors.As(err, &reported):
			err = x.guard.Reported(reported.data)
		case errors.Is(err, errNoMore):
			err = io.EOF
		}
		return model.End{}, x.guard.Fail(ctx, err)
	}
	if err := a.calls.closeAll(); err != nil {
		return model.End{}, err
	}
	x.guard.Drain()
	return a.end, nil
}
