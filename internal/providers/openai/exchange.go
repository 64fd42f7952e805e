package openai

import (
	"context"
	"errors"
	"io"

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
func (x *exchange) open(ctx context.Context, request model.Request) (*openai.ChatCompletionStream, error) {
	config := openai.DefaultConfig("")
	config.HTTPClient = x.http
	if err := x.http.History.Extend(request.Messages); err != nil {
		return nil, x.guard.Refusal(err)
	}
	x.http.More = more(request, x.http.Endpoint.Host)
	settings := parameters(request)
	if x.http.Endpoint.Host != hostOpenAI {
		// By the name of a model the library refuses what OpenAI would. What others take is theirs to say.
		settings.Model, x.http.Model = "", request.Model
	}
	stream, err := openai.NewClientWithConfig(config).CreateChatCompletionStream(ctx, settings)
	if err != nil && !x.http.Sent {
		return nil, x.guard.Refusal(err) // the library rules it out for this model
	}
	return stream, err
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
		return model.End{}, x.guard.Fail(ctx, x.http.Fail(err))
	}
	if err := a.close(x.http.Endpoint.Host); err != nil {
		return model.End{}, err
	}
	x.guard.Drain()
	return a.end, nil
}
