// Package wire is the guarded HTTP that all model services are reached through, whatever format they
// speak. It makes one attempt and sees to it that every attempt ends in bounded time and memory, with
// an error that can be shown to a user.
//
// A [Transport] belongs to one service and keeps its connections. Each request is an [Exchange] of
// it, which owns the limits on every wait ([Timeouts]), refuses what is not an answer (redirects,
// failure statuses, unreadable encodings), and puts failures into words that hold neither the key
// nor the prompt. [Events] reads the body as server-sent events. What the events mean is the
// adapter's affair.
package wire

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"eidolon/actors/model"
)

// Transport sends requests to one service and keeps its connections open between them.
type Transport struct {
	service Service
	host    string // for messages
	http    *http.Client
}

// These are for one service: as many connections are kept as calls may run at once, and answers
// come in few large reads instead of many of 4 KB.
const (
	idleConnections = 32
	idleConnection  = 90 * time.Second
	readBuffer      = 32 << 10
	maxHeader       = 256 << 10
	outliving       = 10 * time.Second // that a connection may take when nobody waits for it any more
)

// NewTransport returns a transport to a service at an address, of which messages show the host. It opens
// no connection. An error means that the service's settings cannot work.
func NewTransport(s Service, at *url.URL) (*Transport, error) {
	s, err := s.checked()
	if err != nil {
		return nil, err
	}
	// HTTP/1.1 only: giving up on an answer then costs its own connection and no other, and a dead
	// connection is not shared by all calls. Compression is off because a compressed stream
	// arrives in lumps, and because its real size is not known before it is unpacked.
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	// The watch of an exchange ends a wait for a connection and says so. These limits are for a
	// connection that outlives its exchange, so they must not be reached first, on a busy machine either.
	backstop := s.Timeouts.Connect + outliving
	proxy, err := s.proxy()
	if err != nil {
		return nil, err
	}
	trust, err := s.trust()
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: backstop}
	return &Transport{service: s, host: at.Host, http: &http.Client{
		Transport: &http.Transport{
			Proxy:                  proxy,
			OnProxyConnectResponse: checkProxy,
			TLSClientConfig:        trust,
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    backstop,
			MaxIdleConnsPerHost:    idleConnections,
			IdleConnTimeout:        idleConnection,
			MaxResponseHeaderBytes: maxHeader,
			ReadBufferSize:         readBuffer,
			DisableCompression:     true,
			Protocols:              protocols,
		},
		// A redirect would send the prompt, and after 307 also the key, to an address nobody chose.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Close gives up the connections that are not in use.
func (t *Transport) Close() { t.http.CloseIdleConnections() }

// Begin starts an exchange about a request, and notes it in the log. The returned context ends when a limit is reached; the
// HTTP request has to be made with it. The caller calls [Exchange.Close] when it is done.
func (t *Transport) Begin(ctx context.Context, req model.Request) (*Exchange, context.Context) {
	t.service.Log.LogAttrs(ctx, slog.LevelInfo, "model request", slog.String("provider", t.service.Profile),
		slog.String("api_kind", t.service.Kind), slog.String("model", req.Model), slog.Int("messages", len(req.Messages)))
	ctx, cancel := context.WithCancelCause(ctx)
	x := &Exchange{transport: t, request: req}
	x.openTap()
	x.watch = newWatch(t.service.Timeouts, x.timedOut, cancel)
	return x, x.watch.trace(ctx)
}
