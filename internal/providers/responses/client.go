// Package responses speaks OpenAI's Responses API, which models that reason want: they get their own
// reasoning back in it. It is an adapter: github.com/sashabaranov/go-openai knows the request and the
// stream, packages wire and goopenai guard the HTTP, and what is here joins them and turns both into the
// terms of package model.
//
//	model.Request --parameters, items--> library --goopenai--> service
//	model.Chunk   <--answer, calls------ library <-----------
//
// Nothing is kept by the service: each request has the whole conversation, with the reasoning in the
// encrypted form in which the service gave it.
//
// An answer is complete with the event that says so, and only with that. Everything that the model said is
// in the stream up to three times: in pieces, as a part and as an item. It is passed on as soon as it is
// there, and never twice, see [said] and [again].
//
// The service behind the ChatGPT login speaks the same format with less in it, see [dialect].
package responses

import (
	"context"
	"net/url"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/goopenai"
	"eidolon/internal/providers/wire"
)

// Client is a [model.Client]. It may be used by several goroutines at once.
type Client struct {
	endpoint  *url.URL
	dialect   dialect
	transport *wire.Transport
	histories *format.Histories
}

const path = "/responses"

// New returns a client for one service. It opens no connection. An error means that the settings cannot
// work.
func New(s wire.Service) (*Client, error) {
	endpoint, err := s.Endpoint(path)
	if err != nil {
		return nil, err
	}
	transport, err := wire.NewTransport(s, endpoint)
	if err != nil {
		return nil, err
	}
	items := items{host: endpoint.Host}
	return &Client{
		endpoint: endpoint, dialect: dialectAt(endpoint), transport: transport,
		histories: format.NewHistories(items.encode),
	}, nil
}

// Close gives up the connections that are kept for the next request.
func (c *Client) Close() { c.transport.Close() }

// Stream makes one attempt, as [model.Client] says.
func (c *Client) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	if err := ctx.Err(); err != nil {
		return model.End{}, err
	}
	guard, ctx := c.transport.Begin(ctx, req)
	defer guard.Close()
	history := c.histories.Take(req.Messages)
	defer c.histories.Keep(history)

	x := &exchange{guard: guard, http: &goopenai.Request{Guard: guard, Endpoint: c.endpoint, Key: "input", History: history}}
	stream, err := x.open(ctx, req, c.dialect)
	if err != nil {
		return model.End{}, guard.Fail(ctx, err)
	}
	defer func() { _ = stream.Close() }() // ends the connection, nothing is lost by an error
	return x.read(ctx, stream, newAnswer(emit, guard, c.endpoint.Host))
}
