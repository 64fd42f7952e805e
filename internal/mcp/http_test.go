package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"eidolon/actors/tool"
	"eidolon/internal/mcp"
	"eidolon/internal/mcp/mcptest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// site is a server over HTTP.
type site struct {
	stub    mcptest.Server
	session string // that it gives with its first answer, and wants from then on
	events  bool   // answers with an event stream
	answer  func(w http.ResponseWriter, r *http.Request, method string) bool

	mu   sync.Mutex
	seen []string // requests: the HTTP method, or that of the message
	head []http.Header
}

// ServeHTTP implements http.Handler.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	method := r.Method
	if json.Unmarshal(body, &m) == nil {
		method = m.Method
	}
	s.mu.Lock()
	s.seen, s.head = append(s.seen, method), append(s.head, r.Header)
	s.mu.Unlock()
	if s.answer != nil && s.answer(w, r, method) {
		return
	}
	switch {
	case s.session != "" && method != "initialize" && r.Header.Get("Mcp-Session-Id") != s.session:
		http.Error(w, "no session", http.StatusBadRequest)
		return
	case r.Method != http.MethodPost:
		return
	case m.ID == nil:
		w.WriteHeader(http.StatusAccepted)
		return
	}
	if s.session != "" {
		w.Header().Set("Mcp-Session-Id", s.session)
	}
	if !s.events {
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.stub.ServeHTTP(w, r)
		return
	}
	answer, known := s.stub.Answer(m.Method, body)
	if m.Method == "tools/call" {
		answer, known = s.stub.Call(r.Context(), body), true
	}
	if !known {
		http.Error(w, "what is "+m.Method, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	_, _ = io.WriteString(w, ": still here\n\n")
	for line := range strings.Lines(strings.TrimSpace(answer)) {
		_, _ = fmt.Fprintf(w, "event: message\ndata: %s\n\n", strings.TrimSpace(line))
	}
}

// asked gives the requests since the last call.
func (s *site) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen
	s.seen = nil
	return seen
}

// reach makes the way to a site.
func reach(t *testing.T, s http.Handler, change func(o *mcp.Options, d *mcp.HTTP)) *mcp.Server {
	t.Helper()
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	d := mcp.HTTP{
		URL: srv.URL + "/in-the-path/mcp?key=sk-planted", Headers: map[string]string{"Authorization": "Bearer sk-planted"},
		Way: func() (*http.Transport, error) { return &http.Transport{}, nil },
	}
	o := mcp.Options{Name: "s", Version: "1", Redact: func(text string) string { return strings.ReplaceAll(text, "sk-planted", "[key]") }}
	if change != nil {
		change(&o, &d)
	}
	o.Door = d
	return mcp.New(o)
}

// called calls a tool by the end of its name.
func called(ctx context.Context, t *testing.T, tools []tool.Handler, name, text string) (r tool.Result, progress string) {
	t.Helper()
	for _, h := range tools {
		if strings.HasSuffix(h.Spec().Name, "__"+name) {
			input, err := json.Marshal(map[string]string{"text": text})
			if err != nil {
				t.Fatal(err)
			}
			r = h.Run(ctx, tool.Call{Input: input}, tool.Class{}, func(p tool.Progress) { progress += p.Text })
			return r, progress
		}
	}
	t.Fatalf("there is no tool %s", name)
	return r, ""
}

// Covers: R17, R20
func TestHTTP(t *testing.T) {
	for name, s := range map[string]*site{
		"of today":            {stub: mcptest.Server{Version: "2026-07-28"}},
		"of today, streaming": {stub: mcptest.Server{Version: "2026-07-28"}, events: true},
		"of November":         {stub: mcptest.Server{Version: "2025-11-25"}, session: "abc"},
		"of June, streaming":  {stub: mcptest.Server{Version: "2025-06-18"}, session: "abc", events: true},
		"without sessions":    {stub: mcptest.Server{Version: "2025-03-26"}},
	} {
		t.Run(name, func(t *testing.T) {
			server := reach(t, s, nil)
			link, err := server.Connect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(link.Tools()) < 10 || link.Prompts() != 1 || link.Resources() != 1 {
				t.Errorf("%d tools, %d prompts, %d resources", len(link.Tools()), link.Prompts(), link.Resources())
			}
			if r, _ := called(t.Context(), t, link.Tools(), "echo", "hello"); !r.OK || r.Text != "hello" {
				t.Errorf("%+v", r)
			}
			if s.events { // in JSON there is room for the answer alone
				if r, progress := called(t.Context(), t, link.Tools(), "progress", ""); !r.OK || !strings.HasPrefix("step 0\nstep 1\nstep 2\n", progress) { // what comes beside the answer may be late
					t.Errorf("%+v, %q", r, progress)
				}
			}
			ended := make(chan error, 1)
			go func() { ended <- link.Wait() }()
			link.Close()
			if err := <-ended; err == nil {
				t.Error("it ended for no reason")
			}
			if r, _ := called(t.Context(), t, link.Tools(), "echo", "hello"); r.OK || !strings.Contains(r.Text, "the server s has ended") {
				t.Errorf("%+v", r)
			}
			asked := s.asked()
			if goodbye := asked[len(asked)-1] == http.MethodDelete; goodbye != (s.session != "") {
				t.Errorf("%v", asked)
			}
			for i, h := range s.head {
				if h.Get("Authorization") != "Bearer sk-planted" || i > 3 && h.Get("MCP-Protocol-Version") != s.stub.Version {
					t.Errorf("request %d has the headers %v", i, h)
				}
			}
		})
	}
}

// Covers: R17, R26
func TestHTTPRefusals(t *testing.T) {
	var elsewhere site
	other := httptest.NewServer(&elsewhere)
	t.Cleanup(other.Close)
	plain := func(status int, kind, body string) func(http.ResponseWriter, *http.Request, string) bool {
		return func(w http.ResponseWriter, _ *http.Request, _ string) bool {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return true
		}
	}
	tests := map[string]struct {
		answer func(w http.ResponseWriter, _ *http.Request, method string) bool
		says   string
	}{
		"a login": {plain(401, "text/plain", "sk-planted?"), "refuses the request (HTTP 401)"},
		"another address": {func(w http.ResponseWriter, _ *http.Request, _ string) bool {
			w.Header().Set("Location", other.URL+"/mcp")
			w.WriteHeader(http.StatusTemporaryRedirect)
			return true
		}, "sends on to 127.0.0.1"},
		"a web page":      {plain(200, "text/html", "<h1>Hi</h1>"), "text/html"},
		"nothing there":   {plain(404, "text/plain", "404"), "Not Found"},
		"garbage":         {plain(200, "application/json", "{]"), "decode"},
		"an empty answer": {plain(200, "application/json", ""), "decode"},
		"an answer without end": {func(w http.ResponseWriter, _ *http.Request, _ string) bool {
			w.Header().Set("Content-Type", "application/json")
			chunk := []byte(strings.Repeat("[", 1<<20))
			for {
				if _, err := w.Write(chunk); err != nil {
					return true
				}
			}
		}, "more than 16 MiB"},
		"silence": {func(_ http.ResponseWriter, r *http.Request, _ string) bool { <-r.Context().Done(); return true }, "did not answer within 2s"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := reach(t, &site{answer: tt.answer}, func(o *mcp.Options, _ *mcp.HTTP) { o.ConnectTimeout = 2 * time.Second })
			link, err := server.Connect(t.Context())
			if err == nil {
				link.Close()
				t.Fatal("it is there")
			}
			if !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "sk-planted") || strings.Contains(err.Error(), "in-the-path") {
				t.Errorf("%v", err)
			}
		})
	}
	if seen := elsewhere.asked(); len(seen) > 0 {
		t.Errorf("the other address was asked: %v", seen)
	}
}

// A call ends when the person ends it, and a server that is slow to say goodbye holds nobody up.
func TestHTTPHangs(t *testing.T) {
	stop, hanging := make(chan struct{}), make(chan struct{}, 3)
	s := &site{stub: mcptest.Server{Version: "2025-11-25"}, session: "abc"}
	s.answer = func(_ http.ResponseWriter, _ *http.Request, method string) bool {
		if method == "tools/call" || method == http.MethodDelete {
			hanging <- struct{}{}
			<-stop
			return true
		}
		return false
	}
	server := reach(t, s, nil)
	t.Cleanup(func() { close(stop) })
	link, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-hanging
		cancel()
	}()
	if r, _ := called(ctx, t, link.Tools(), "echo", "x"); r.Code != tool.Interrupted {
		t.Errorf("%+v", r)
	}
	result := make(chan tool.Result, 1)
	go func() {
		r, _ := called(t.Context(), t, link.Tools(), "echo", "x")
		result <- r
	}()
	<-hanging
	ended := make(chan error, 1)
	go func() { ended <- link.Wait() }()
	began := time.Now()
	link.Close()
	if err := <-ended; err == nil {
		t.Error("it ended for no reason")
	}
	if r := <-result; r.OK {
		t.Errorf("%+v", r)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("closing took %v", took)
	}
}
