package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// HTTP is the way to a server at an http:// or https:// address, by the transport that the protocol calls
// Streamable HTTP.
type HTTP struct {
	URL     string
	Headers map[string]string
	Way     func() (*http.Transport, error) // there: proxy and certificates
}

// goodbyeWithin bounds the request that ends a session at a server.
const goodbyeWithin = time.Second

// open implements Door. Nothing is asked yet.
func (d HTTP) open(context.Context, time.Duration) (*way, error) {
	transport, err := d.Way()
	if err != nil {
		return nil, err
	}
	transport.DisableKeepAlives = false // calls follow each other
	return &way{
		transport: &sdk.StreamableClientTransport{
			Endpoint: d.URL, MaxEventSize: maxMessage, DisableStandaloneSSE: true,
			HTTPClient: &http.Client{Transport: &courier{d.Headers, transport}, CheckRedirect: stay},
		},
		close:   transport.CloseIdleConnections,
		why:     func(err error) error { return cmp.Or(err, errors.New("the connection has ended")) },
		died:    func() bool { return false },
		goodbye: true,
	}, nil
}

// stay follows no redirect: what is sent, keys among it, is for the configured address alone.
func stay(req *http.Request, _ []*http.Request) error {
	return fmt.Errorf("it sends on to %s, which is not followed; if that is right, configure that address", req.URL.Host)
}

// courier carries requests with the headers of the configuration, and brings answers of bounded size.
type courier struct {
	headers map[string]string
	way     http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (c *courier) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := req.Context(), context.CancelFunc(func() {})
	if req.Method == http.MethodDelete {
		ctx, cancel = context.WithTimeout(ctx, goodbyeWithin)
	}
	req = req.Clone(ctx)
	req.Header.Set("User-Agent", "eidolon")
	for name, value := range c.headers {
		req.Header.Set(name, value)
	}
	res, err := c.way.RoundTrip(req)
	if err != nil {
		cancel()
		return nil, err
	}
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		_ = res.Body.Close()
		cancel()
		return nil, fmt.Errorf("it refuses the request (HTTP %d): check the Authorization among its headers", res.StatusCode)
	}
	res.Body = &bounded{ReadCloser: res.Body, left: maxMessage, stream: isStream(res), close: cancel}
	return res, nil
}

// isStream says that an answer is a stream of events, each of which the library bounds.
func isStream(res *http.Response) bool {
	return strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream")
}

// bounded is an answer that fails when it is too long.
type bounded struct {
	io.ReadCloser
	left   int64
	stream bool
	close  func()
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 && !b.stream {
		return n, errTooLong
	}
	return n, err
}

// Close implements io.Closer.
func (b *bounded) Close() error {
	defer b.close()
	return b.ReadCloser.Close()
}
