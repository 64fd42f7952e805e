//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The program is killed right behind an event, whichever it is, and the session goes on in another
// process: what that writes to close the turn is told from what was there, so that all of it can be
// played again.
//
// Covers: Z45, Z46
func TestKilledBehindAnyEvent(t *testing.T) {
	for _, name := range []string{"several-calls", "native", "unclosed-block"} {
		recording := filepath.Join("..", "..", "testdata", "replay", name)
		log, err := os.ReadFile(filepath.Join(recording, "events.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		state, err := os.ReadFile(filepath.Join(recording, "state.json"))
		if err != nil {
			t.Fatal(err)
		}
		protocol := "xnl"
		if name == "native" {
			protocol = "native"
		}
		lines := bytes.SplitAfter(bytes.TrimSpace(log), []byte("\n"))
		for n := 4; n <= len(lines); n++ { // the prompt is there
			t.Run(name+" "+strconv.Itoa(n), func(t *testing.T) {
				t.Parallel()
				s := newSite(t, "{after: echo, answers: []}")
				s.succeed("exec", "-p", "makes the session")
				s.put(bytes.Join(lines[:n], nil), state)
				s.succeed("exec", "--tool-protocol", protocol, "--continue", "-p", "go on")
				if told := s.succeed("replay"); strings.Contains(told, "compared up to") {
					t.Error(told)
				}
			})
		}
	}
}

// succeed runs the program and gives what it told beside the result.
func (s *site) succeed(args ...string) string {
	s.t.Helper()
	p := s.start(args...)
	if got := p.wait(); got != 0 {
		s.t.Fatalf("%q: exit code %d\n%s", args, got, p.stderr.String())
	}
	return p.stderr.String()
}

// put gives the only session another log and state.
func (s *site) put(log, state []byte) {
	s.t.Helper()
	dir := s.session()
	for name, content := range map[string][]byte{"events.jsonl": log, "state.json": state} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
}
