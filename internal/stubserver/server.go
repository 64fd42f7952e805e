package stubserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/stubmodel"
)

// maxBody bounds what is read of a request.
const maxBody = 64 << 20

// errResponded ends a play whose response is complete already.
var errResponded = errors.New("the response is complete")

// Server plays one script to all clients.
type Server struct {
	URL string // base address for clients, with the path /v1

	now   func() time.Time
	sys   *actorkit.System
	model actorkit.Ref[stubmodel.Msg]
	http  *http.Server
	end   context.CancelFunc // of all requests
	close func()             // runs once
	ended chan struct{}      // the listener's goroutine has

	mu        sync.Mutex
	exchanges []*Exchange
}

// Options of a server.
type Options struct {
	Addr string           // where to listen; "" is a free port of the loopback interface
	Now  func() time.Time // nil is the system clock
}

// Start serves the script until Close, or until ctx ends.
func Start(ctx context.Context, script *stubmodel.Script, o Options) (*Server, error) {
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Now == nil {
		o.Now = time.Now //nolint:forbidigo // real clients are measured by real time
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return nil, fmt.Errorf("stub server: %w", err)
	}
	sys := actorkit.NewSystem(actorkit.Options{})
	addr, err := sys.Spawn("stubmodel", actorkit.Child{New: func() actorkit.Behavior { return stubmodel.New(script) }})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	requests, end := context.WithCancel(ctx)
	s := &Server{
		URL: "http://" + listener.Addr().String() + "/v1",
		now: o.Now, sys: sys, model: actorkit.As[stubmodel.Msg](addr), end: end, ended: make(chan struct{}),
	}
	s.http = &http.Server{
		Handler:           s,
		BaseContext:       func(net.Listener) context.Context { return requests },
		ReadHeaderTimeout: 10 * time.Second,
	}
	go func() {
		defer close(s.ended)
		_ = s.http.Serve(listener) // always fails in the end, with ErrServerClosed
	}()
	s.close = sync.OnceFunc(s.shutdown)
	forget := context.AfterFunc(ctx, s.close)
	context.AfterFunc(requests, func() { forget() }) // after a Close, a long-lived ctx need not keep the server
	return s, nil
}

// Close ends all answers and waits until nothing of the server is left. Closing twice is harmless.
func (s *Server) Close() { s.close() }

// closing is how long answers may take to end when the server does. It is reached only when one of them is
// stuck.
const closing = 30 * time.Second

func (s *Server) shutdown() {
	s.end()
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
	<-s.ended
	_ = s.sys.Stop(ctx, s.model.Address)
	s.sys.Shutdown()
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	x := &Exchange{Arrived: s.now(), Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Body: body}
	s.note(func() { s.exchanges = append(s.exchanges, x) })
	spoken, known := formatAt(r.URL.Path)
	a := &answer{server: s, x: x, w: w, format: spoken}
	switch {
	case err != nil:
		a.reject(http.StatusBadRequest, "the request could not be read: "+err.Error())
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		_ = a.respond(modelList)
	case r.Method == http.MethodPost && known:
		s.converse(r, a, body)
	default:
		a.reject(http.StatusNotFound, "nothing is served at "+r.URL.Path)
	}
}

func (s *Server) converse(r *http.Request, a *answer, body []byte) {
	req, enc, err := a.format.parse(r, body)
	if err != nil {
		a.reject(http.StatusBadRequest, err.Error())
		return
	}
	s.note(func() { a.x.Request = req })
	a.enc = enc
	a.play(r.Context(), req)
}

// modelList answers the question which models there are.
var modelList = stubmodel.HTTP{ //nolint:gochecknoglobals // a table
	Headers: map[string]string{"Content-Type": "application/json"},
	Body:    `{"object":"list","data":[{"id":"stub","object":"model","created":0,"owned_by":"eidolon"}]}`,
}
