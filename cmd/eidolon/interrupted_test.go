//go:build unix

package main

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// The program is interrupted at some moment, and the session goes on. All of it can be played again:
// the same events follow from the interrupt, wherever it came.
//
// Covers: Z34
func TestInterruptedAtAnyMoment(t *testing.T) {
	whole := newSite(t, working).start("exec", "--json", "-p", "go")
	if got := whole.wait(); got != 0 {
		t.Fatalf("without an interrupt: exit code %d\n%s", got, whole.stderr.String())
	}
	for i := range 20 {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			s := newSite(t, working)
			s.interruptedAfter(rand.New(rand.NewPCG(uint64(i), 1)).IntN(whole.stdout.Len()))
			if s.session() == "" {
				return
			}
			if p := s.start("exec", "--continue", "-p", "go on"); p.wait() != 0 {
				t.Fatalf("going on: %s", p.stderr.String())
			}
			again := s.start("replay", filepath.Base(s.session()))
			if got := again.wait(); got != 0 {
				t.Errorf("played again: exit code %d\n%s", got, again.stderr.String())
			}
		})
	}
}

// interruptedAfter interrupts a run when so many bytes of its events have been read.
func (s *site) interruptedAfter(bytesRead int) {
	s.t.Helper()
	cmd := s.command("exec", "--json", "-p", "go")
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.check(readSome(io.Discard, out, bytesRead))
	s.check(cmd.Process.Signal(os.Interrupt))
	_, err = io.Copy(io.Discard, out)
	s.check(err)
	_ = cmd.Wait() // it may have ended before
}
