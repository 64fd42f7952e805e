package modeltest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"eidolon/actors/model"
)

// Serve starts a server that reads each request and then does as answer says, and gives its address.
func Serve(tb testing.TB, answer http.HandlerFunc) string {
	tb.Helper()
	return start(tb, func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err == nil { // only then does the server notice that the client is gone
			answer(w, r)
		}
	})
}

// serve is Serve for an answer that wants to see the body of the request.
func serve(tb testing.TB, answer http.HandlerFunc) string {
	tb.Helper()
	return start(tb, func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil {
			r.Body = io.NopCloser(bytes.NewReader(body))
			answer(w, r)
		}
	})
}

func start(tb testing.TB, handler http.HandlerFunc) string {
	tb.Helper()
	server := httptest.NewServer(handler)
	tb.Cleanup(server.Close)
	return server.URL
}

// NeverAsked starts a server that must get no request.
func NeverAsked(tb testing.TB) string {
	tb.Helper()
	return Serve(tb, func(http.ResponseWriter, *http.Request) { tb.Error("a request was sent") })
}

// Says answers with a media type, of which "" is none, and a body.
func Says(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = []string{kind}
		_, _ = io.WriteString(w, body)
	}
}

// SaysAndStays answers as [Says] and does not end the answer until the client has gone.
func SaysAndStays(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		Says(kind, body)(w, r)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
}

// Refuses answers with a status that is a failure, and a body which calls itself JSON.
func Refuses(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// Sent gives the request, and its body, that a client makes of req. The client is made for the address
// of a server that does as answer says.
func Sent(t *testing.T, answer http.HandlerFunc, req model.Request, client func(base string) model.Client) (*http.Request, string) {
	t.Helper()
	var (
		got  *http.Request
		body []byte
	)
	base := start(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		answer(w, r)
	})
	if _, err := client(base).Stream(t.Context(), req, func(model.Chunk) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if int64(len(body)) != got.ContentLength {
		t.Errorf("length %d announced for %d bytes", got.ContentLength, len(body))
	}
	return got, string(body)
}
