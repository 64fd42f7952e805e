// Package anthropic speaks the Messages API of Anthropic, which several other services and local
// servers offer as well. It is an adapter: Anthropic's SDK has the types of the format and makes the
// call, package wire guards the HTTP, package format keeps what is alike in all formats, and what is
// here joins them and turns them into the terms of package model.
//
//	model.Request --settings, encode--> SDK --exchange, wire--> service
//	model.Chunk   <--answer, blocks---- SDK's events <--wire---
//
// # What the SDK does not do
//
// It takes a cut stream for a whole one, tries again by itself, tells the service about the machine and
// encodes the whole conversation for every request. So it is given an HTTP client that is the exchange
// at hand: it puts the kept conversation into the body and has the answer checked and read by package
// wire. The SDK decodes the events, but for those that say a piece of text and nothing else.
//
// # What the format wants
//
// Speakers take turns and the user begins. Every call of an answer has its result in the next message
// of the user. The number of tokens that the answer may have has to be said. Blocks of thought come
// with signatures, and go back as they came while their calls are being answered, see proof.
//
// # Reading from the cache
//
// The service keeps what requests begin with, up to marks in them. There are three marks: after the
// tools and the system prompt, which all conversations share; at the end of the request, so that the
// next one finds all of this one; and at the end of the request before, because the service looks only
// a few blocks back, and a round with many calls has more. Marks are no part of what is compared.
//
// # When an answer is complete
//
// When the service says so by message_stop, or gives a reason to stop and then ends the stream as it
// should. Everything else is a failure.
package anthropic

import (
	"context"
	"net/url"
	"sync"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// Client is a [model.Client]. It may be used by several goroutines at once.
type Client struct {
	endpoint  *url.URL
	transport *wire.Transport
	service   sdk.MessageService

	mu        sync.Mutex
	histories map[string]*format.Histories // by model: a thought goes back to the one that had it
}

// New returns a client for one service. It opens no connection. An error means that the settings cannot
// work.
func New(s wire.Service) (*Client, error) {
	endpoint, err := s.Endpoint(Path(s.BaseURL, "/messages"))
	if err != nil {
		return nil, err
	}
	transport, err := wire.NewTransport(Dress(s), endpoint)
	if err != nil {
		return nil, err
	}
	// Unlike a client of the SDK, a service of it does not look into the environment.
	service := sdk.NewMessageService(option.WithBaseURL(endpoint.String()), option.WithMaxRetries(0), option.WithoutOpenTelemetry(),
		option.WithHeader("Accept", "text/event-stream"))
	return &Client{endpoint: endpoint, transport: transport, service: service, histories: map[string]*format.Histories{}}, nil
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
	kept := c.historiesOf(req.Model)
	history := kept.Take(req.Messages)
	defer kept.Keep(history)

	x := &exchange{endpoint: c.endpoint, guard: guard, history: history, request: req}
	defer x.close()
	if err := x.open(ctx, &c.service); err != nil {
		return model.End{}, guard.Fail(ctx, err)
	}
	return x.read(ctx, newAnswer(req.Model, emit, guard))
}

// historiesOf gives the conversations with a model.
func (c *Client) historiesOf(name string) *format.Histories {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.histories[name]
	if kept == nil {
		kept = format.NewHistories(func(r format.Run) ([]any, error) { return encode(r, name) })
		c.histories[name] = kept
	}
	return kept
}
