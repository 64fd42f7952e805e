//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
)

// wires are the wire formats by the name that profiles call them. A format whose calls have an end of
// their own lets a command start at that end; in the others it starts when the next call begins.
var wires = []struct {
	kind string
	base string // what the base URL has behind the stub server's address
	ends bool   // a call has an end of its own
}{
	{kind: "openai", base: "/v1"},
	{kind: "anthropic", ends: true},
	{kind: "responses", base: "/v1", ends: true},
	{kind: "gemini", base: "/v1beta", ends: true},
}

// Four commands of a second each close at 0.8, 1.6, 2.4 and 3.2 s of an answer of 4 s. Started when they
// close, they are over 0.2 s after the answer; started after the answer, all at once, a second after it.
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
				want := 700 * time.Millisecond
				if protocol == "native" && !wire.ends {
					want = 1700 * time.Millisecond // the last call closes with the answer
				}
				gap := exchanges[1].Arrived.Sub(exchanges[0].Last)
				t.Logf("the results came %s after the answer", gap)
				if gap > want {
					t.Errorf("the results came %s after the answer, want less than %s", gap, want)
				}
				results := ofType[event.ToolResult](s.journal())
				if len(results) != 4 {
					t.Errorf("%d results, want 4", len(results))
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
