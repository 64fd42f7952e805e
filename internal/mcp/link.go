package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/actors/tool"
)

// link is one connection to a server.
type link struct {
	server  *Server
	way     *way
	session *sdk.ClientSession

	tools     []tool.Handler
	prompts   []*sdk.Prompt
	resources []*sdk.Resource

	over   chan struct{} // closed when it has ended and the reason is known
	reason error         // once over is closed

	mu      sync.Mutex
	ended   bool             // no more calls
	running map[int]*running // by the tokens of their progress
	serial  int
}

// running is a question to the server that has no answer yet.
type running struct {
	cancel   func()
	progress func(text string)

	mu   sync.Mutex // held while progress is told, which the library does beside the answer
	over bool       // nobody wants to hear of progress any more
}

func newLink(s *Server, w *way) *link {
	return &link{server: s, way: w, over: make(chan struct{}), running: map[int]*running{}}
}

// Tools implements mcphost.Link.
func (l *link) Tools() []tool.Handler { return l.tools }

// Prompts implements mcphost.Link.
func (l *link) Prompts() int { return len(l.prompts) }

// Resources implements mcphost.Link.
func (l *link) Resources() int { return len(l.resources) }

// Wait implements mcphost.Link.
func (l *link) Wait() error {
	err := l.session.Wait()
	l.way.close()
	l.server.leave(l)
	l.reason = l.server.told(l.way.why(err))
	close(l.over)
	return l.reason
}

// Close implements mcphost.Link. The library waits for questions that have no answer, so those end first; a
// connection over HTTP then says goodbye.
func (l *link) Close() {
	l.mu.Lock()
	l.ended = true
	for _, r := range l.running {
		r.cancel()
	}
	l.mu.Unlock()
	if !l.way.goodbye {
		l.way.close()
	}
	said := make(chan struct{})
	go func() {
		defer close(said)
		_ = l.session.Close() // what it could not say does not matter any more
	}()
	select {
	case <-said:
	case <-time.After(goodbyeWithin):
	}
	l.way.close()
}

// call calls a tool. It returns soon after the context or the connection has ended.
func (l *link) call(ctx context.Context, name string, arguments json.RawMessage, progress func(string)) (*sdk.CallToolResult, error) {
	params := &sdk.CallToolParams{Name: name, Arguments: arguments}
	return ask(ctx, l, progress, func(ctx context.Context, token int) (*sdk.CallToolResult, error) {
		params.SetProgressToken(token)
		return l.session.CallTool(ctx, params)
	})
}

// ask puts a question. Its error says why there is no answer.
func ask[R any](ctx context.Context, l *link, progress func(string), question func(ctx context.Context, token int) (R, error)) (R, error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	token, ok := l.begin(&running{cancel: cancel, progress: progress})
	if !ok {
		var none R
		return none, l.ending(ctx)
	}
	defer l.finish(token)
	answer, err := question(asking, token)
	if err == nil || ctx.Err() != nil {
		return answer, err
	}
	if asking.Err() != nil || isEnd(err) {
		return answer, l.ending(ctx)
	}
	return answer, l.server.told(err)
}

// isEnd says that a question failed because there is nobody any more who could answer.
func isEnd(err error) bool {
	return slices.ContainsFunc([]error{sdk.ErrConnectionClosed, io.EOF, io.ErrClosedPipe, os.ErrClosed, syscall.EPIPE}, func(end error) bool {
		return errors.Is(err, end)
	})
}

func (l *link) begin(r *running) (token int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return 0, false
	}
	l.serial++
	l.running[l.serial] = r
	return l.serial, true
}

func (l *link) finish(token int) {
	l.mu.Lock()
	r := l.running[token]
	delete(l.running, token)
	l.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
}

// endsWithin bounds the wait for the reason of an end that is under way.
const endsWithin = 2 * time.Second

// ending is the failure of a question to a server that is gone.
func (l *link) ending(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, endsWithin)
	defer cancel()
	select {
	case <-l.over:
		return fmt.Errorf("the server %s has ended: %w", l.server.o.Name, l.reason)
	case <-ctx.Done():
		return fmt.Errorf("the server %s has ended", l.server.o.Name)
	}
}

// onProgress hands on what a server says of a call that runs.
func (l *link) onProgress(_ context.Context, req *sdk.ProgressNotificationClientRequest) {
	if req == nil || req.Params == nil {
		return
	}
	token, ok := req.Params.ProgressToken.(float64)
	if !ok {
		return
	}
	l.mu.Lock()
	r := l.running[int(token)]
	l.mu.Unlock()
	if r == nil || r.progress == nil {
		return
	}
	text := req.Params.Message
	if text == "" && req.Params.Total > 0 {
		text = fmt.Sprintf("%v of %v", req.Params.Progress, req.Params.Total)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if text != "" && !r.over {
		r.progress(text)
	}
}
