package modeltest

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"eidolon/actors/model"
)

var errSeen = errors.New("seen what was to be seen")

// refuses answers with a status and repeats key and prompt in the body, as bad services do.
func (h Harness) refuses(status int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, h.Format.Refusal("no: "+testKey+" "+testPrompt+string(body)))
	}
}

func (h Harness) failures(t *testing.T) {
	html := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<html><body>Sign in: "+testPrompt+"</body></html>")
	}
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   model.Error // without words
	}{
		{"401", h.refuses(401), model.Error{Kind: model.Auth, Status: 401}},
		{"403", h.refuses(403), model.Error{Kind: model.Auth, Status: 403}},
		{"404", h.refuses(404), model.Error{Kind: model.BadRequest, Status: 404}},
		{"400", h.refuses(400), model.Error{Kind: model.BadRequest, Status: 400}},
		{"413", h.refuses(413), model.Error{Kind: model.ContextLimit, Status: 413}},
		{"429", h.refuses(429), model.Error{Kind: model.RateLimited, Status: 429, Retryable: true}},
		{
			"429 with seconds to wait", h.refuses(429, "Retry-After", "7"),
			model.Error{Kind: model.RateLimited, Status: 429, Retryable: true, RetryAfter: 7 * time.Second},
		},
		{
			"503 with a date", h.refuses(503, "Retry-After", "Wed, 21 Oct 2026 07:28:30 GMT", "Date", "Wed, 21 Oct 2026 07:28:00 GMT"),
			model.Error{Kind: model.Overloaded, Status: 503, Retryable: true, RetryAfter: 30 * time.Second},
		},
		{
			"503 with too long a wait", h.refuses(503, "Retry-After", "86400"),
			model.Error{Kind: model.Overloaded, Status: 503, Retryable: true, RetryAfter: 24 * time.Hour},
		},
		{"500", h.refuses(500), model.Error{Kind: model.Overloaded, Status: 500, Retryable: true}},
		{"307", h.refuses(307, "Location", "http://127.0.0.1:1/elsewhere"), model.Error{Kind: model.BadRequest, Status: 307}},
		{"page with 200", html, model.Error{Kind: model.BadAnswer}},
		{
			"failure inside the stream",
			h.says(h.Format.open(model.Text{Text: "a"}) + h.Format.Failure("internal "+testKey+" "+testPrompt)),
			model.Error{Kind: model.Overloaded, Retryable: true},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var requests atomic.Int32
			client := h.client(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				test.answer(w, r)
			}), Limits{})
			_, _, err := ask(t.Context(), client)
			got := *failureOf(t, err)
			got.Message, got.Err = "", nil
			if got != test.want {
				t.Errorf("failure %+v, want %+v", got, test.want)
			}
			if requests.Load() != 1 {
				t.Errorf("%d requests, want 1", requests.Load())
			}
		})
	}
	t.Run("nobody listens", h.nobodyListens)
}

func (h Harness) nobodyListens(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	client := h.New(t, Options{BaseURL: "http://" + address, Key: testKey})
	_, _, err = ask(t.Context(), client)
	failure := failureOf(t, err)
	if failure.Kind != model.Unreachable || !failure.Retryable || !strings.Contains(failure.Message, address) {
		t.Errorf("failure %+v, want unreachable and the address", failure)
	}
}

// limits has a server that keeps quiet at each point where one may.
func (h Harness) limits(t *testing.T) {
	const short = 20 * time.Millisecond
	for _, test := range []struct {
		name   string
		stream string // what is sent before the silence; "" sends no header either
		limits Limits
		words  string // of the message, to tell which wait it was
		again  bool   // the same request may work later
	}{
		{"first byte", "", Limits{FirstByte: short}, "firstByte", true},
		{"idle", h.Format.open(model.Text{Text: "a"}), Limits{Idle: short}, "idle", true},
		{"total", h.Format.open(model.Text{Text: "a"}), Limits{Total: short}, "total", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			gone := make(chan struct{})
			answer := h.hangs(test.stream, gone)
			if test.stream == "" {
				answer = func(_ http.ResponseWriter, r *http.Request) {
					<-r.Context().Done()
					close(gone)
				}
			}
			_, _, err := ask(t.Context(), h.client(t, serve(t, answer), test.limits))
			failure := failureOf(t, err)
			if failure.Kind != model.TimedOut || failure.Retryable != test.again || !strings.Contains(failure.Message, test.words) {
				t.Errorf("failure %+v, want a timeout that names %s, to be tried again: %v", failure, test.words, test.again)
			}
			<-gone
		})
	}
}

// cancel is noticed while the client waits, by both sides.
func (h Harness) cancel(t *testing.T) {
	gone := make(chan struct{})
	client := h.client(t, serve(t, h.hangs(h.Format.open(model.Text{Text: "a"}), gone)), Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := client.Stream(ctx, question(), func(c model.Chunk) error {
		if _, ok := c.(model.Text); ok {
			cancel()
		}
		return nil
	})
	if err != context.Canceled { //nolint:errorlint // it has to be the very error
		t.Errorf("error %v, want that of the context", err)
	}
	<-gone
}

// cancelledBefore has a context that is over before the request begins.
func (h Harness) cancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := ask(ctx, h.client(t, NeverAsked(t), Limits{})); err != context.Canceled { //nolint:errorlint // it has to be the very error
		t.Errorf("error %v, want that of the context", err)
	}
}
