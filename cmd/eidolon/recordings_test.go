//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
)

// take is one recorded session: what the model says, and what is done.
type take struct {
	name   string
	script string
	files  map[string]string // of the workspace
	config string            // of the user
	steps  []step
}

// step is one run of the program.
type step struct {
	args []string
	// at is the output at which the program gets the signal; without one it runs to its end.
	at     string
	signal syscall.Signal
	exit   int // that is expected; -1 after a kill
}

func prompt(text string, more ...string) step {
	return step{args: append([]string{"exec", "--json", "-p", text}, more...)}
}

// goOn is a prompt in the session that is there.
func goOn(text string, more ...string) step {
	return prompt(text, append([]string{"--continue"}, more...)...)
}

func (s step) stopped(at string, signal syscall.Signal, exit int) step {
	s.at, s.signal, s.exit = at, signal, exit
	return s
}

func (s step) fails() step {
	s.exit = exitFailed
	return s
}

// TestRecord makes the recordings in testdata/replay anew, with `-update`; package replay plays them. Without
// it, it sees to it that each of them is there.
func TestRecord(t *testing.T) {
	for _, r := range takes {
		t.Run(r.name, func(t *testing.T) {
			dir := filepath.Join("../../testdata/replay", r.name)
			if _, err := os.Stat(filepath.Join(dir, "events.jsonl")); err == nil && !*update {
				return
			} else if !*update {
				t.Fatalf("the recording is missing; `make recordings` makes it: %v", err)
			}
			s := newSite(t, r.script)
			for name, text := range r.files {
				s.check(os.WriteFile(s.path(name), []byte(text), 0o600))
			}
			if r.config != "" {
				s.check(os.MkdirAll(s.path("../base"), 0o700))
				s.check(os.WriteFile(s.path("../base/config.yaml"), []byte(r.config), 0o600))
			}
			for _, one := range r.steps {
				s.take(one)
			}
			s.check(os.MkdirAll(dir, 0o755))
			for _, name := range []string{"events.jsonl", "state.json"} {
				data, err := os.ReadFile(filepath.Join(s.session(), name))
				s.check(err)
				s.check(os.WriteFile(filepath.Join(dir, name), data, 0o644))
			}
		})
	}
}

// take runs one step.
func (s *site) take(one step) {
	s.t.Helper()
	args := slices.Clone(one.args)
	if i := slices.Index(args, "SESSION"); i >= 0 {
		args[i] = filepath.Base(s.session())
	}
	cmd := s.command(args...)
	p, err := start(cmd)
	if err != nil {
		s.t.Fatal(err)
	}
	if one.at != "" {
		s.check(p.await(regexp.MustCompile(one.at)))
		s.check(cmd.Process.Signal(one.signal))
	}
	if got := p.wait(); got != one.exit {
		s.t.Errorf("%q: exit code %d\n%s%s", one.args, got, p.stdout.String(), p.stderr.String())
	}
}
