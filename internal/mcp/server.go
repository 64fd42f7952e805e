package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/actors/mcphost"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
)

// Options of a server.
type Options struct {
	Name    string
	Door    Door
	Version string // of the program

	ConnectTimeout time.Duration                   // 0 is 10 s
	ListTimeout    time.Duration                   // of the questions what it has; 0 is 15 s
	CallTimeout    func(tool string) time.Duration // of one call, by the server's name for the tool; 0 is none
	Tools          []string                        // only these, by the server's names; none means all
	Redact         func(text string) string        // takes secrets out of what is told of a failure; may be nil

	// Keep keeps an answer that is too long to be shown, in a directory for such; may be nil.
	Keep func(dir, name, text string) error
}

// Door is the way to a server: [Stdio] or [HTTP].
type Door interface {
	// open begins one connection, over which the server has to be greeted within a time. The context bounds the
	// beginning alone.
	open(ctx context.Context, within time.Duration) (*way, error)
}

// way is what the messages of one connection go through.
type way struct {
	transport sdk.Transport
	close     func()                // ends it, soon; may be called again
	why       func(err error) error // says why it ended or did not come about, once it is closed
	died      func() bool           // the other side ended by itself
	goodbye   bool                  // the library says goodbye over it before it is closed
}

// Server can be connected to, one connection at a time.
type Server struct {
	o Options

	mu   sync.Mutex
	old  bool  // it was reached in the old way only
	link *link // that answers; nil without one
}

// New makes a server. Nothing is started or asked before it is connected to.
func New(o Options) *Server {
	o.ConnectTimeout = cmp.Or(o.ConnectTimeout, 10*time.Second)
	o.ListTimeout = cmp.Or(o.ListTimeout, 15*time.Second)
	if o.CallTimeout == nil {
		o.CallTimeout = func(string) time.Duration { return 0 }
	}
	if o.Redact == nil {
		o.Redact = func(text string) string { return text }
	}
	return &Server{o: o}
}

// Name implements mcphost.Server.
func (s *Server) Name() string { return s.o.Name }

// lastOld is the newest version of the protocol that begins with a handshake.
const lastOld = "2025-11-25"

// Connect implements mcphost.Server.
func (s *Server) Connect(ctx context.Context) (mcphost.Link, error) {
	l, err := s.connect(ctx)
	if err != nil {
		return nil, s.told(err)
	}
	if err := l.list(ctx, s.o); err != nil {
		l.Close()
		return nil, s.told(l.way.why(fmt.Errorf("it does not say what it has: %w", err)))
	}
	s.take(l)
	return l, nil
}

// connect greets the server, and greets it again in the old way if the new one made it end.
func (s *Server) connect(ctx context.Context) (*link, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.o.ConnectTimeout, fmt.Errorf("it did not answer within %s", s.o.ConnectTimeout))
	defer cancel()
	s.mu.Lock()
	old := s.old
	s.mu.Unlock()
	if !old {
		l, died, err := s.greet(ctx, "")
		if err == nil || !died || ctx.Err() != nil {
			return l, err
		}
	}
	l, _, err := s.greet(ctx, lastOld)
	if err == nil {
		s.mu.Lock()
		s.old = true
		s.mu.Unlock()
	}
	return l, err
}

// greet makes a connection in which the server has said who it is. Died says that it ended over the greeting.
func (s *Server) greet(ctx context.Context, version string) (l *link, died bool, err error) {
	w, err := s.o.Door.open(ctx, s.o.ConnectTimeout)
	if err != nil {
		return nil, false, err
	}
	l = newLink(s, w)
	stop := context.AfterFunc(ctx, w.close) // whatever waits for it is let go
	client := sdk.NewClient(&sdk.Implementation{Name: "eidolon", Version: s.o.Version}, &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{}, ProgressNotificationHandler: l.onProgress, Logger: slog.New(slog.DiscardHandler),
	})
	l.session, err = meet(ctx, client, w, version)
	if !stop() || err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		died = ctx.Err() == nil && w.died()
		w.close()
		return nil, died, w.why(err)
	}
	return l, false, nil
}

// meet has the library greet a server. It may wait for what never comes when the greeting fails, so nobody
// waits for it beyond the context.
func meet(ctx context.Context, client *sdk.Client, w *way, version string) (*sdk.ClientSession, error) {
	type greeted struct {
		session *sdk.ClientSession
		err     error
	}
	done := make(chan greeted, 1)
	go func() {
		session, err := client.Connect(ctx, w.transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
		done <- greeted{session, err}
	}()
	select {
	case g := <-done:
		return g.session, g.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// take keeps the connection that answers, until it has ended.
func (s *Server) take(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link = l
}

// leave forgets a connection that has ended.
func (s *Server) leave(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link == l {
		s.link = nil
	}
}

// maxTold is the longest reason that is given for a failure, in bytes.
const maxTold = 1 << 10

// told makes an error fit to be shown: servers have a hand in what it says.
func (s *Server) told(err error) error {
	if err == nil {
		err = errors.New("the connection has ended")
	}
	said := err
	if u, ok := errors.AsType[*url.Error](err); ok {
		said = u.Err // what stands around it names the address, which may have a key in it
	}
	return toldError{clip.Short(clean.Text(s.o.Redact(said.Error())), maxTold), err}
}

// toldError is an error in words that may be shown.
type toldError struct {
	words string
	err   error
}

// Error implements error.
func (e toldError) Error() string { return e.words }

// Unwrap gives what happened.
func (e toldError) Unwrap() error { return e.err }

// What a server may have at most.
const (
	maxPages = 100
	maxItems = 2000
)

// pages collects a list that a server gives page by page. What is null in it is nothing.
func pages[T any](page func(cursor string) (items []*T, next string, err error)) ([]*T, error) {
	var all []*T
	cursor := ""
	for range maxPages {
		items, next, err := page(cursor)
		if err != nil {
			return nil, err
		}
		all = append(all, present(items)...)
		if next == "" || len(all) > maxItems {
			return all[:min(len(all), maxItems)], nil
		}
		cursor = next
	}
	return all, nil
}

// present gives the items that are there.
func present[T any](items []*T) []*T {
	return slices.DeleteFunc(items, func(item *T) bool { return item == nil })
}

// list asks what the server has.
func (l *link) list(ctx context.Context, o Options) error {
	ctx, cancel := context.WithTimeoutCause(ctx, o.ListTimeout, fmt.Errorf("there was no answer within %s", o.ListTimeout))
	defer cancel()
	defer context.AfterFunc(ctx, l.way.close)()
	has := l.session.InitializeResult().Capabilities
	if has == nil {
		has = &sdk.ServerCapabilities{}
	}
	if has.Tools != nil {
		tools, err := pages(func(cursor string) ([]*sdk.Tool, string, error) {
			res, err := l.session.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
			if err != nil {
				return nil, "", err
			}
			return res.Tools, res.NextCursor, nil
		})
		if err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
		tools = slices.DeleteFunc(tools, func(t *sdk.Tool) bool { return len(o.Tools) > 0 && !slices.Contains(o.Tools, t.Name) })
		l.tools = newTools(o, tools, l.caller)
	}
	l.listMore(ctx, has)
	return context.Cause(ctx)
}

// caller gives what calls a tool.
func (l *link) caller(name string) caller {
	return func(ctx context.Context, arguments json.RawMessage, progress func(string)) (*sdk.CallToolResult, error) {
		return l.call(ctx, name, arguments, progress)
	}
}

// listMore asks for what people use. A server that does not say has none.
func (l *link) listMore(ctx context.Context, has *sdk.ServerCapabilities) {
	if has.Prompts != nil {
		l.prompts, _ = pages(func(cursor string) ([]*sdk.Prompt, string, error) {
			res, err := l.session.ListPrompts(ctx, &sdk.ListPromptsParams{Cursor: cursor})
			if err != nil {
				return nil, "", err
			}
			return res.Prompts, res.NextCursor, nil
		})
		for _, p := range l.prompts {
			p.Arguments = present(p.Arguments)
		}
	}
	if has.Resources != nil {
		l.resources, _ = pages(func(cursor string) ([]*sdk.Resource, string, error) {
			res, err := l.session.ListResources(ctx, &sdk.ListResourcesParams{Cursor: cursor})
			if err != nil {
				return nil, "", err
			}
			return res.Resources, res.NextCursor, nil
		})
	}
}
