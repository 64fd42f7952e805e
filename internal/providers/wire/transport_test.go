package wire

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"eidolon/actors/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// transportTo makes a transport that calls its service by the given host.
func transportTo(t testing.TB, host string, s Service) *Transport {
	t.Helper()
	transport, err := NewTransport(s, &url.URL{Host: host})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(transport.Close)
	return transport
}

// post makes one exchange with a server and gives what Open gives.
func post(t *testing.T, url string, s Service) (*Events, []byte, error) {
	t.Helper()
	s.MaxAnswer = 1 << 10
	transport := transportTo(t, "api.test", s)
	x, ctx := transport.Begin(t.Context(), model.Request{})
	t.Cleanup(x.Close)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := x.Do(req)
	if err != nil {
		return nil, nil, err
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	events, whole, err := x.Open()
	if err != nil {
		err = x.Fail(ctx, err)
	}
	return events, whole, err
}

func TestOpen(t *testing.T) {
	for _, test := range []struct {
		name, kind, body string
		whole            string // "" for events
		fails            model.Kind
	}{
		{"events", "text/event-stream; charset=utf-8", "data: a\n\n", "", ""},
		{"events without a type", "", "data: a\n\n", "", ""},
		{"whole answer", "application/json", `{"a":1}`, `{"a":1}`, ""},
		{"whole answer called a stream", "text/event-stream", ` {"a":1}`, ` {"a":1}`, ""},
		{"events called JSON", "application/json", "data: a\n\n", "", ""},
		{"page", "text/html", "data: a\n\n", "", model.BadAnswer},
		{"page called text", "text/plain", "<html>", "", model.BadAnswer},
		{"no body", "text/event-stream", "", "", model.Truncated},
		{"no body and no stream", "application/json", "", "", model.BadAnswer},
		{"whole answer without end", "application/json", "{" + strings.Repeat(" ", 100_000), "", model.BadAnswer},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{test.kind}
				_, _ = io.WriteString(w, test.body)
			}))
			defer server.Close()
			events, whole, err := post(t, server.URL, Service{})
			if kindOf(err) != test.fails || string(whole) != test.whole || (events == nil) != (test.fails != "" ||
				test.whole != "") {
				t.Errorf("events %v, whole %q, error %v", events != nil, whole, err)
			}
		})
	}
}

func kindOf(err error) model.Kind {
	var failure *model.Error
	errors.As(err, &failure)
	if failure == nil {
		return ""
	}
	return failure.Kind
}

func TestCompressedAnswerIsRefused(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept-Encoding"); got != "" {
			t.Errorf("the request accepts %q", got)
		}
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(w, "\x1f\x8b")
	}))
	defer server.Close()
	if _, _, err := post(t, server.URL, Service{}); kindOf(err) != model.BadAnswer {
		t.Errorf("error %v, want a bad answer", err)
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the request was sent on")
	}))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		server := httptest.NewServer(http.RedirectHandler(elsewhere.URL+"/v1?token=secret", status))
		_, _, err := post(t, server.URL, Service{})
		server.Close()
		if kindOf(err) != model.BadRequest || !strings.Contains(err.Error(), elsewhere.URL+"/v1") || strings.Contains(err.Error(),
			"secret") {
			t.Errorf("status %d: error %v, want the address without its query", status, err)
		}
	}
}

// TestConnectLimit has a listener that takes the connection and keeps silent where TLS should begin.
func TestConnectLimit(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	_, _, err = post(t, "https://"+listener.Addr().String(), Service{Timeouts: Timeouts{Connect: time.Millisecond}})
	if kindOf(err) != model.TimedOut || !strings.Contains(err.Error(), "timeouts.connect") {
		t.Errorf("error %v, want the connect limit", err)
	}
}

func TestUnreachable(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	hangUp, ssh := greet(t, ""), greet(t, "SSH-2.0-OpenSSH_9.6\r\n")
	for _, test := range []struct {
		name, url, words string
		retryable        bool
	}{
		{"no TLS", strings.Replace(plain.URL, "http:", "https:", 1), "does not speak TLS", false},
		{"unknown certificate", secure.URL, "certificate", false},
		{"hung up", hangUp, "before an answer came", true},
		{"not HTTP", ssh, "does not speak HTTP. Check the host and the port", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := post(t, test.url, Service{})
			var failure *model.Error
			if !errors.As(err, &failure) || failure.Kind != model.Unreachable || failure.Retryable != test.retryable ||
				!strings.Contains(failure.Message, test.words) || strings.Contains(failure.Message, "net/http") {
				t.Errorf("error %+v, want %q", err, test.words)
			}
		})
	}
}

func TestServerThatSpeaksTooEarly(t *testing.T) {
	x := &Exchange{transport: transportTo(t, "api.test", Service{})}
	var failure *model.Error
	errors.As(x.unreachable(errors.New("readLoopPeekFailLocked: %!w(<nil>)")), &failure)
	if failure.Message != "What listens at api.test does not speak HTTP. Check the host and the port of the base URL." {
		t.Errorf("message %q", failure.Message)
	}
}

// greet serves one connection with a greeting and hangs up. It gives the URL.
func greet(t *testing.T, greeting string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		if conn, err := listener.Accept(); err == nil {
			if greeting != "" { // else the request may find a server that spoke too early, or is gone
				_, _ = conn.Read(make([]byte, 4<<10))
			}
			_, _ = io.WriteString(conn, greeting)
			_ = conn.Close()
		}
	}()
	return "http://" + listener.Addr().String()
}

// TestSlowConsumer shows that the idle limit is about the service alone.
func TestSlowConsumer(t *testing.T) {
	expired := make(chan wait, 1)
	ctx, cancel := context.WithCancelCause(t.Context())
	w := newWatch(Timeouts{Connect: time.Hour, FirstByte: time.Hour, Idle: time.Millisecond, Total: time.Hour},
		func(what wait, _ time.Duration) error { expired <- what; return errors.New("expired") }, cancel)
	defer w.stop()
	w.awaitFirstByte()
	w.reading()
	w.read(true)
	w.awaitFirstByte() // a late report that the request is out
	if w.current.Stop() {
		t.Error("a limit runs while the consumer works")
	}
	w.reading()
	<-ctx.Done()
	if what := <-expired; what != idle {
		t.Errorf("the limit %s was reached, want idle", what)
	}
}

// TestSignsOfLife shows that a service which only keeps the connection alive is not waited for without end,
// and that one which also says something is.
func TestSignsOfLife(t *testing.T) {
	for _, test := range []struct {
		name, says string
		ends       bool
	}{
		{"comments", ": alive\n\n", true},
		{"empty events", "data:\n\n", true},
		{"pings", "event: ping\ndata: {}\n\n", true},
		{"pings without a name", "data: {\"type\":\"ping\"}\n\n", true},
		{"events", "data: {}\n\n", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x, ctx := transportTo(t, "api.test", Service{Timeouts: Timeouts{FirstByte: time.Minute, Idle: time.Hour}}).Begin(t.Context(), model.Request{})
				defer x.Close()
				x.watch.awaitFirstByte()
				x.body = &body{ReadCloser: io.NopCloser(&breath{ctx: ctx, says: test.says, until: time.Now().Add(10 * time.Minute)}), watch: x.watch}
				begun := time.Now()
				events, _, err := x.Open()
				for err == nil {
					_, err = events.Next()
				}
				failure, ok := errors.AsType[*model.Error](x.Fail(ctx, err))
				ended := ok && failure.Kind == model.TimedOut && strings.Contains(failure.Message, "said nothing for 5m0s")
				if took := time.Since(begun); ended != test.ends || ended && took.Round(time.Minute) != quietTimes*time.Minute {
					t.Errorf("after %v: %v", took, failure)
				}
			})
		})
	}
}

// breath says the same every ten seconds, until a time.
type breath struct {
	ctx   context.Context //nolint:containedctx // that of the request, which a body has too
	says  string
	until time.Time
}

func (a *breath) Read(p []byte) (int, error) {
	select {
	case <-time.After(10 * time.Second): // in virtual time
	case <-a.ctx.Done():
		return 0, a.ctx.Err()
	}
	if time.Now().After(a.until) {
		return 0, io.EOF
	}
	return copy(p, a.says), nil
}

// TestDrain shows that an answer is read to its very end, which is what keeps its connection, but an
// endless one is not.
func TestDrain(t *testing.T) {
	for _, test := range []struct {
		name   string
		length int
		ends   bool
	}{
		{"a little", 3, true},
		{"nothing", 0, true},
		{"far too much", 10 * drainBytes, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			transport := transportTo(t, "", Service{})
			x, _ := transport.Begin(t.Context(), model.Request{})
			defer x.Close()
			rest := strings.NewReader(strings.Repeat("x", test.length))
			end := &endOf{Reader: rest}
			x.body = end
			x.Drain()
			if end.seen != test.ends || test.length-rest.Len() > drainBytes+64<<10 {
				t.Errorf("end seen: %v, %d bytes read", end.seen, test.length-rest.Len())
			}
		})
	}
}

// endOf notes whether the end was read.
type endOf struct {
	io.Reader
	seen bool
}

func (e *endOf) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	e.seen = e.seen || errors.Is(err, io.EOF)
	return n, err
}
