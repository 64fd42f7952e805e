// Package openai speaks the Chat Completions format, which most model services and local servers
// understand. It is an adapter: github.com/sashabaranov/go-openai knows the request and the stream,
// package wire guards the HTTP, and what is here joins the two and turns both into the terms of
// package model.
//
//	model.Request --parameters, encode---> library --goopenai--> service
//	model.Chunk   <--answer, calls-------- library <-----------
//
// The library is used through package goopenai, which guards its HTTP and keeps the encoded conversation.
//
// An answer is complete when the service gave a finish reason, or ended the stream with [DONE] after
// it had said something; some small servers give no reason. Everything else is a failure.
package openai

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
	transport *wire.Transport
	histories *format.Histories
}

const completions = "/chat/completions"

// New returns a client for one service. It opens no connection. An error means that the settings cannot
// work.
func New(s wire.Service) (*Client, error) {
	endpoint, err := s.Endpoint(completions)
	if err != nil {
		return nil, err
	}
	transport, err := wire.NewTransport(s, endpoint)
	if err != nil {
		return nil, err
	}
	ms := messages{echo: s.ReasoningBack, host: endpoint.Host}
	return &Client{endpoint: endpoint, histories: format.NewHistories(ms.encode), transport: transport}, nil
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

	x := &exchange{guard: guard, http: &goopenai.Request{Guard: guard, Endpoint: c.endpoint, Key: "messages", History: history}}
	stream, err := x.open(ctx, req)
	if err != nil {
		return model.End{}, guard.Fail(ctx, err)
	}
	defer func() { _ = stream.Close() }() // ends the connection, nothing is lost by an error
	return x.read(ctx, stream, newAnswer(emit, guard))
}
