package responses

import (
	"context"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/internal/providers/goopenai"
	"eidolon/internal/providers/wire"
)

// exchange is one request and its answer.
type exchange struct {
	guard *wire.Exchange
	http  *goopenai.Request
}

// open sends the request and returns when the answer begins.
func (x *exchange) open(ctx context.Context, request model.Request, d dialect) (*openai.ResponseStream, error) {
	config := openai.DefaultConfig("")
	config.HTTPClient = x.http
	if err := x.http.History.Extend(request.Messages); err != nil {
		return nil, x.guard.Refusal(err)
	}
	stream, err := openai.NewClientWithConfig(config).CreateResponseStream(ctx, parameters(request, d))
	if err != nil && !x.http.Sent {
		return nil, x.guard.Refusal(err) // the library could not write it
	}
	return stream, err
}

// read takes the stream up to the event that ends the answer.
func (x *exchange) read(ctx context.Context, stream *openai.ResponseStream, a *answer) (model.End, error) {
	for !a.complete {
		if ctx.Err() != nil {
			return model.End{}, x.guard.Fail(ctx, ctx.Err())
		}
		raw, err := stream.RecvRaw()
		if err != nil {
			return model.End{}, x.guard.Fail(ctx, x.http.Fail(err))
		}
		if err := a.take(raw); err != nil {
			return model.End{}, err
		}
	}
	x.guard.Drain()
	return a.end, nil
}
