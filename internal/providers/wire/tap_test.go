package wire

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
)

// seen writes down what a tap sees, a line for each piece.
type seen []string

func (s *seen) tap() func(Traffic) {
	return func(t Traffic) {
		switch t := t.(type) {
		case Sent:
			*s = append(*s, fmt.Sprintf("sent %s %s %s %s", t.Kind, t.Method, t.URL, t.Body), "head "+lines(t.Header))
		case Answered:
			*s = append(*s, fmt.Sprintf("answered %d %s", t.Status, lines(t.Header)))
		case Event:
			*s = append(*s, fmt.Sprintf("event %q %s", t.Name, t.Data))
		case Whole:
			*s = append(*s, fmt.Sprintf("whole %s", t.Data))
		case Over:
			var failure *model.Error
			errors.As(t.Err, &failure)
			if failure != nil {
				*s = append(*s, "over "+string(failure.Kind))
			} else {
				*s = append(*s, fmt.Sprintf("over %v", t.Err))
			}
		}
	}
}

// lines gives headers in order, but for those that a server or the clock decides.
func lines(h http.Header) string {
	h = h.Clone()
	for _, name := range []string{"Date", "Content-Length"} {
		h.Del(name)
	}
	var b strings.Builder
	_ = h.Write(&b)
	return strings.ReplaceAll(strings.TrimSpace(b.String()), "\r\n", "; ")
}

// Everything that goes over the wire is seen, whatever becomes of it, and no secret with it.
//
// Covers: W12, W13, W14
func TestTap(t *testing.T) {
	const key, token = "sk-planted-key", "planted-token-7"
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   []string // after what was sent
	}{
		{"events", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Set-Cookie", "a=b")
			_, _ = io.WriteString(w, "event: x\ndata: {\"a\":1}\n\n: nothing\n\ndata: "+key+" parameter-815\n\n")
		}, []string{
			"answered 200 Content-Type: text/event-stream; Set-Cookie: […]", `event "x" {"a":1}`, `event "" [redacted secret] [redacted secret]`, "over <nil>",
		}},
		{"one piece", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"a":1}`)
		}, []string{"answered 200 Content-Type: application/json", `whole {"a":1}`, "over <nil>"}},
		{"failure", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, `{"error":"`+token+`"}`)
		}, []string{"answered 503 Content-Type: application/json", `whole {"error":"[redacted secret]"}`, "over overloaded"}},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "data: a\n\n")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, []string{"answered 200 Content-Type: text/event-stream", `event "" a`, "over truncated"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := silent(t, test.answer)
			var one, two seen
			service := Service{
				Key: key, KeyHeader: "X-Api-Key", Kind: "k", Headers: map[string]string{"X-Team": "Token " + token}, Query: map[string]string{"code": "parameter-815"},
				Tap: Taps(nil, one.tap, two.tap),
			}
			talk(t, service, strings.Replace(server.URL, "://", "://user:pass@", 1)+"/v1?api-version=3&code=hush", `{"say":"`+token+`"}`)
			host := strings.TrimPrefix(server.URL, "http://")
			want := append([]string{
				"sent k POST http://" + host + `/v1?api-version=3&code=hidden {"say":"[redacted secret]"}`,
				"head User-Agent: eidolon; X-Api-Key: […]; X-Team: […]",
			}, test.want...)
			if diff := cmp.Diff(want, []string(one)); diff != "" {
				t.Errorf("seen differs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(one, two); diff != "" {
				t.Errorf("the second tap sees another thing (-first +second):\n%s", diff)
			}
		})
	}
	if Taps(nil, nil) != nil {
		t.Error("no taps are a tap")
	}
}

// A service that cannot be reached has an end too.
func TestTapOfNoAnswer(t *testing.T) {
	server := silent(t, nil)
	server.Close()
	var one seen
	talk(t, Service{Tap: one.tap}, server.URL, "{}")
	if last := one[len(one)-1]; len(one) != 3 || last != "over unreachable" {
		t.Errorf("seen %q", one)
	}
}

// silent serves without a log.
func silent(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

// talk makes one exchange as an adapter does, reading events to their end.
func talk(t *testing.T, s Service, address, body string) {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	transport, err := NewTransport(s, at)
	if err != nil {
		t.Fatal(err)
	}
	defer transport.Close()
	x, ctx := transport.Begin(t.Context(), model.Request{})
	defer x.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := x.Do(req)
	if err != nil {
		return
	}
	defer func() { _ = res.Body.Close() }()
	events, _, err := x.Open()
	for err == nil && events != nil {
		_, err = events.Next()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		_ = x.Fail(ctx, err)
		return
	}
	x.Drain()
}
