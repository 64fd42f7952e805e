// Package openai speaks the Chat Completions format, which most model services and local servers
// understand. It is an adapter: github.com/sashabaranov/go-openai knows the request and the stream,
// package wire guards the HTTP, and what is here joins the two and turns both into the terms of
// package model.
//
//	model.Request --parameters, history--> library --exchange--> service
//	model.Chunk   <--answer, calls-------- library <--lines-----
//
// The library is used with its HTTP client replaced ([exchange]), for two reasons. It takes an HTML
// page, an empty body or a cut stream for a success and hides the headers of a failure, so the
// response is checked before the library sees it. And it encodes the whole conversation anew for
// every request, twice, so the messages are put into the body after it ([history]).
//
// An answer is complete when the service gave a finish reason, or ended the stream with [DONE] after
// it had said something; some small servers give no reason. Everything else is a failure.
package openai

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"
	"unicode"

	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

// Options configures a [Client].
type Options struct {
	BaseURL   string           // up to the version, such as http://127.0.0.1:8080/v1
	APIKey    string           // "" for services without one
	KeyHint   string           // where the user sets the key: "the variable OPENAI_API_KEY"
	Profile   string           // name for the request log
	Timeouts  wire.Timeouts    // zero fields take their defaults
	MaxEvent  int              // bytes of one line or event of a stream; 0 is 16 MB
	MaxAnswer int              // bytes of one answer; 0 is 64 MB
	Now       func() time.Time // for Retry-After dates; may be nil
	Log       *slog.Logger     // gets one line per request, without key and prompt; may be nil
}

const defaultMaxAnswer = 64 << 20

// Client is a [model.Client]. It may be used by several goroutines at once.
type Client struct {
	options   Options
	endpoint  *url.URL
	transport *wire.Transport
	histories histories
}

// New returns a client for one service. It opens no connection. An error means that the options
// cannot work.
func New(o Options) (*Client, error) {
	endpoint, err := endpointOf(o.BaseURL)
	if err != nil {
		return nil, err
	}
	o.APIKey = strings.TrimSpace(o.APIKey)
	if strings.ContainsFunc(o.APIKey, unicode.IsControl) {
		return nil, errors.New("the key contains a line break or another control character")
	}
	if o.MaxAnswer <= 0 {
		o.MaxAnswer = defaultMaxAnswer
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Client{options: o, endpoint: endpoint, transport: wire.NewTransport(wire.Options{
		Host: endpoint.Host, Key: o.APIKey, KeyHint: o.KeyHint, Timeouts: o.Timeouts,
		MaxEvent: o.MaxEvent, Now: o.Now,
	})}, nil
}

const completions = "/chat/completions"

// endpointOf appends the path of the format to a base URL. A base URL that already ends in it is
// taken as meant, because that is what services show in their examples.
func endpointOf(base string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("the base URL must look like https://host/v1, not %q", redactURL(base))
	}
	path := strings.TrimSuffix(strings.TrimRight(u.Path, "/"), completions)
	u.Path, u.RawPath, u.Fragment = strings.TrimRight(path, "/")+completions, "", ""
	return u, nil
}

// redactURL drops what may hold a password or a token.
func redactURL(text string) string {
	text, _, _ = strings.Cut(text, "?")
	if i := strings.LastIndex(text, "@"); i >= 0 {
		text = text[i+1:]
	}
	return text
}

// Close gives up the connections that are kept for the next request.
func (c *Client) Close() { c.transport.Close() }

// Stream makes one attempt, as [model.Client] says.
func (c *Client) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	c.options.Log.LogAttrs(ctx, slog.LevelInfo, "model request", slog.String("provider", c.options.Profile),
		slog.String("api_kind", "openai"), slog.String("model", req.Model), slog.Int("messages", len(req.Messages)))
	if err := ctx.Err(); err != nil {
		return model.End{}, err
	}
	guard, ctx := c.transport.Begin(ctx, req)
	defer guard.Close()
	history := c.histories.take(req.Messages)
	defer c.histories.keep(history)

	x := &exchange{client: c, guard: guard, history: history, request: req}
	stream, err := x.open(ctx)
	if err != nil {
		return model.End{}, guard.Fail(ctx, err)
	}
	defer func() { _ = stream.Close() }() // ends the connection, nothing is lost by an error
	return x.read(ctx, stream, newAnswer(emit, guard, c.options.MaxAnswer))
}
