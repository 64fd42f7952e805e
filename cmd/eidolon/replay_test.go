//go:build unix

package main

import (
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
)

// A replay that takes its time ends at once when it is told to.
func TestReplayInterrupted(t *testing.T) {
	dir, err := filepath.Abs("../../testdata/replay/reads-while-talking")
	if err != nil {
		t.Fatal(err)
	}
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(signal.String(), func(t *testing.T) {
			s := newSite(t, "answers: []")
			cmd := s.command("replay", dir, "--speed", "0.001")
			p, err := start(cmd)
			if err != nil {
				t.Fatal(err)
			}
			s.check(p.await(regexp.MustCompile(`^> go`)))
			s.check(cmd.Process.Signal(signal))
			if got := p.wait(); got != want {
				t.Errorf("exit code %d, want %d\n%s", got, want, p.stderr.String())
			}
			if s.session() != "" {
				t.Error("a session was made")
			}
		})
	}
}
