//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
)

// wires are the wire formats by the name that profiles call them.
var wires = []struct {
	kind string
	base string // what the base URL has behind the stub server's address
}{
	{kind: "openai", base: "/v1"},
	{kind: "anthropic"},
	{kind: "responses", base: "/v1"},
	{kind: "gemini", base: "/v1beta"},
}

// overlapping is a script whose answer goes on behind its calls. On Chat Completions a call is complete
// when the next one begins, so the last of them is there for the others.
const overlapping = `
answers:
  - parts:
      - {text: "Some words before the first command. "}
      - call: {name: SysBuiltIn.bash, id: a, input: {command: "touch ran-1"}}
      - {text: "More words, up to the second command. "}
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "touch ran-2"}}
      - {text: "And the last of them. "}
      - call: {name: SysBuiltIn.bash, id: c, input: {command: "touch ran-3"}}
      - {text: "MEANWHILE, a closing remark."}
  - expect: {results: 3}
    parts:
      - text: "All have run."
`

// Two commands run while the model still talks: the end of its answer is kept back until they have.
//
// Covers: E9, E15, E28, Z5, Z29
func TestCallsOverlapOnEveryWire(t *testing.T) {
	for _, wire := range wires {
		for _, protocol := range []string{"xnl", "native"} {
			t.Run(wire.kind+" "+protocol, func(t *testing.T) {
				t.Parallel()
				s := newSite(t, overlapping)
				service := s.keptBack("MEANWHILE", "ran-1", "ran-2")
				s.configureAt(wire.kind, service+wire.base)
				cmd := s.command("exec", "--tool-protocol", protocol, "-p", "go")
				cmd.Env = append(cmd.Env, "OPENAI_BASE_URL=") // which would lead around it
				p, err := start(cmd)
				if err != nil {
					t.Fatal(err)
				}
				if got := p.wait(); got != 0 {
					t.Fatalf("exit code %d\n%s", got, p.stderr.String())
				}
				exchanges := s.srv.Exchanges()
				if len(exchanges) != 2 || exchanges[1].Err != "" {
					t.Fatalf("%d requests, the last with %q", len(exchanges), exchanges[len(exchanges)-1].Err)
				}
				if got := ofType[event.ToolResult](s.journal()); len(got) != 3 {
					t.Errorf("%d results, want 3", len(got))
				}
			})
		}
	}
}

// keptBack stands between the program and the model, and gives its address. What the model says from a
// mark on is passed on when the files are in the workspace.
func (s *site) keptBack(mark string, files ...string) (address string) {
	s.t.Helper()
	model, err := url.Parse(strings.TrimSuffix(s.srv.URL, "/v1"))
	if err != nil {
		s.t.Fatal(err)
	}
	between := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(model) },
		FlushInterval: -1, // each piece at once
		ModifyResponse: func(r *http.Response) error {
			r.Body = &gated{ReadCloser: r.Body, mark: mark, open: func() { s.awaitFiles(files) }}
			return nil
		},
	})
	s.t.Cleanup(between.Close)
	return between.URL
}

// awaitFiles waits until the files are in the workspace.
func (s *site) awaitFiles(names []string) {
	missing := func(name string) bool {
		_, err := os.Stat(s.path(name))
		return err != nil
	}
	for began := time.Now(); slices.ContainsFunc(names, missing); time.Sleep(look) { //nolint:forbidigo // a file tells nobody that it is there
		if time.Since(began) > patience/2 {
			s.t.Errorf("before the end of the answer there were not all of %q", names)
			return
		}
	}
}

// gated is the body of an answer whose rest is read when a gate opens.
type gated struct {
	io.ReadCloser
	mark string
	open func() // waits for it

	read bytes.Buffer // and not given yet
	past bool         // the gate
	err  error        // behind what was read
}

// Read gives what is ahead of the mark as it comes, all but what may be the beginning of the mark.
func (g *gated) Read(p []byte) (int, error) {
	piece := make([]byte, 4096)
	for {
		at := bytes.Index(g.read.Bytes(), []byte(g.mark))
		switch {
		case g.past, at < 0 && g.err != nil:
			at = g.read.Len()
		case at == 0:
			g.open()
			g.past = true
			continue
		case at < 0:
			at = g.read.Len() - len(g.mark)
		}
		if at > 0 {
			return g.read.Read(p[:min(len(p), at)])
		}
		if g.err != nil {
			return 0, g.err
		}
		var n int
		n, g.err = g.ReadCloser.Read(piece)
		g.read.Write(piece[:n])
	}
}

// configure gives the program a profile that speaks a wire format to the stub server.
func (s *site) configure(kind, base string) {
	s.t.Helper()
	s.configureAt(kind, strings.TrimSuffix(s.srv.URL, "/v1")+base)
}

// configureAt gives the program a profile that speaks a wire format to a service.
func (s *site) configureAt(kind, address string) {
	s.t.Helper()
	dir := filepath.Join(s.dir, "base")
	text := fmt.Sprintf("models: {active: p, profiles: [{name: p, apiKind: %s, baseURL: %q, model: m, apiKeyEnv: OPENAI_API_KEY}]}\n",
		kind, address)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}
