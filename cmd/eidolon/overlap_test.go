//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// Four commands of a second each close at 0.8, 1.6, 2.4 and 3.2 s of an answer of 4 s, and on Chat
// Completions each when the next one begins. The first two are over long before the answer is, however
// busy the machine, which they can be only if they were started while it went on.
//
// Covers: E9, E15, E28, Z5, Z29
func TestCallsOverlapOnEveryWire(t *testing.T) {
	script, err := os.ReadFile("../../testdata/model/four-sleeps.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, wire := range wires {
		for _, protocol := range []string{"xnl", "native"} {
			t.Run(wire.kind+" "+protocol, func(t *testing.T) {
				t.Parallel()
				s := newSite(t, string(script))
				s.configure(wire.kind, wire.base)
				p := s.start("exec", "--tool-protocol", protocol, "-p", "go")
				if got := p.wait(); got != 0 {
					t.Fatalf("exit code %d\n%s", got, p.stderr.String())
				}
				exchanges := s.srv.Exchanges()
				if len(exchanges) != 2 || exchanges[1].Err != "" {
					t.Fatalf("%d requests, the last with %q", len(exchanges), exchanges[len(exchanges)-1].Err)
				}
				var results []event.Envelope
				for _, e := range s.journal() {
					if _, ok := e.Event.(event.ToolResult); ok {
						results = append(results, e)
					}
				}
				if len(results) != 4 {
					t.Fatalf("%d results, want 4", len(results))
				}
				for i, r := range results[:2] {
					if end := exchanges[0].Last; !r.Time.Before(end) {
						t.Errorf("result %d came at %v, and the answer ended at %v", i+1, r.Time, end)
					}
				}
			})
		}
	}
}

// configure gives the program a profile that speaks a wire format to the stub server.
func (s *site) configure(kind, base string) {
	s.t.Helper()
	dir := filepath.Join(s.dir, "base")
	text := fmt.Sprintf("models: {active: p, profiles: [{name: p, apiKind: %s, baseURL: %q, model: m, apiKeyEnv: OPENAI_API_KEY}]}\n",
		kind, strings.TrimSuffix(s.srv.URL, "/v1")+base)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}
