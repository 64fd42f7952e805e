// Package gemini speaks the native format of Google's Gemini API, streamGenerateContent.
//
//	model.Request --settings, encode--> contents, tools, generationConfig --> service
//	model.Chunk   <--answer------------ events of candidates and their parts
//
// There is no library in it: Google's own brings its cloud log-in and gRPC with it, and the format is a
// handful of structs. Package wire guards the HTTP as for all services.
//
// The same format is spoken by Code Assist, the service behind the login of Google's own command line.
// A base URL that ends in v1internal means that one: its requests are wrapped and name a project, which
// is taken from [wire.Service.Query] under the name "project".
//
// An answer is complete when the service gave a finish reason. Everything else is a failure.
package gemini

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// Client is a [model.Client]. It may be used by several goroutines at once.
type Client struct {
	base      *url.URL // up to the version
	assist    bool     // it is Code Assist
	project   string   // for Code Assist, or ""
	transport *wire.Transport

	mu   sync.Mutex
	kept map[signer]*format.Histories // of each model: what goes back to it is not for another
}

const (
	defaultBase = "https://generativelanguage.googleapis.com/v1beta"
	version     = "/v1beta"
	method      = ":streamGenerateContent"
	keyHeader   = "x-goog-api-key"
	assistPath  = "/v1internal"
	projectName = "project" // of the setting in Service.Query
)

// New returns a client for one service. It opens no connection. An error means that the settings cannot
// work.
func New(s wire.Service) (*Client, error) {
	c := &Client{project: s.Query[projectName], kept: map[signer]*format.Histories{}}
	s, base, err := Dress(s)
	if err != nil {
		return nil, err
	}
	c.base, c.assist = base, strings.HasSuffix(base.Path, assistPath)
	if c.transport, err = wire.NewTransport(s, base); err != nil {
		return nil, err
	}
	return c, nil
}

// Dress gives a service what every request in this format has, whatever it asks for, and its address up to
// the version. What services show in their examples is taken as meant: a bare host, and the whole
// address of a model.
func Dress(s wire.Service) (wire.Service, *url.URL, error) {
	if s.KeyHeader == "" {
		s.KeyHeader = keyHeader
	}
	if strings.TrimSpace(s.BaseURL) == "" {
		s.BaseURL = defaultBase
	}
	s.Query = maps.Clone(s.Query)
	delete(s.Query, projectName)
	base, err := s.Endpoint("")
	if err != nil {
		return s, nil, err
	}
	base.Path = versionOf(base.Path)
	return s, base, nil
}

// versionOf gives the path up to the version.
func versionOf(path string) string {
	path, ofModel := strings.CutSuffix(path, method)
	if i := strings.LastIndex(path, "/models/"); ofModel && i >= 0 {
		path = path[:i]
	}
	if path == "" {
		return version
	}
	return path
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
	who := signer(c.base.Host + "/" + baseName(req.Model))
	histories := c.histories(who, generationOf(req.Model).signs())
	history := histories.Take(req.Messages)
	defer histories.Keep(history)

	if err := history.Extend(req.Messages); err != nil {
		return model.End{}, guard.Refusal(err)
	}
	out, err := c.request(ctx, req, history.JSON())
	if err != nil {
		return model.End{}, guard.Refusal(err)
	}
	res, err := guard.Do(out)
	if err != nil {
		return model.End{}, err
	}
	defer func() { _ = res.Body.Close() }() // ends the connection, nothing is lost by an error
	events, whole, err := guard.Open()
	if err != nil {
		return model.End{}, guard.Fail(ctx, err)
	}
	a := newAnswer(emit, guard, who)
	if events == nil {
		return a.readWhole(ctx, whole)
	}
	return a.read(ctx, events)
}

// histories gives the conversations with a model.
func (c *Client) histories(who signer, signs bool) *format.Histories {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept[who] == nil {
		c.kept[who] = format.NewHistories(encoder{signer: who, signs: signs}.encode)
	}
	return c.kept[who]
}

// request makes the HTTP request.
func (c *Client) request(ctx context.Context, req model.Request, contents []byte) (*http.Request, error) {
	before, after, err := c.frame(req)
	if err != nil {
		return nil, err
	}
	if strings.Contains(req.Model, "..") || strings.ContainsAny(req.Model, "?#&") {
		return nil, errors.New("the name of the model cannot be part of an address")
	}
	out, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint(req.Model).String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	out.Header.Set("Content-Type", "application/json")
	out.Header.Set("Accept", "text/event-stream")
	format.SetBody(out, []byte(before), contents, []byte(after))
	return out, nil
}

// endpoint is where a model is asked. Names with a slash say themselves what kind of model they are.
func (c *Client) endpoint(name string) *url.URL {
	u := *c.base
	switch {
	case c.assist:
	case strings.Contains(name, "/"):
		u.Path += "/" + name
	default:
		u.Path += "/models/" + name
	}
	u.Path += method
	query := u.Query()
	query.Set("alt", "sse")
	u.RawPath, u.RawQuery = "", query.Encode()
	return &u
}
