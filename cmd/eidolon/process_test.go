//go:build unix

package main

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"eidolon/actors/event"
)

// holding is a script whose command starts a process in the background and waits for it.
const holding = `
answers:
  - parts:
      - text: "I wait.\n"
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "exec 3>alive; sleep 300 & echo ready >&3; wait"}}
`

// stubborn is a script whose command does not end when it is asked to.
const stubborn = `
answers:
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "trap '' TERM INT; exec 3>alive; echo >&3; while :; do sleep 1; done"}}
`

// Covers: Z33, Z43, Z66, Z68, Y21
func TestSignalEndsTheTurn(t *testing.T) {
	tests := []struct {
		name   string
		signal syscall.Signal
		args   []string
		want   int
	}{
		{"interrupt", syscall.SIGINT, nil, 130},
		{"interrupt, json", syscall.SIGINT, []string{"--json"}, 130},
		{"termination", syscall.SIGTERM, nil, 143},
		{"termination, json", syscall.SIGTERM, []string{"--json"}, 143},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, holding)
			line := s.tie()
			p := s.start(append([]string{"exec", "-p", "go"}, tt.args...)...)
			line.running(t, p)
			if err := p.cmd.Process.Signal(tt.signal); err != nil {
				t.Fatal(err)
			}
			if got := p.wait(); got != tt.want {
				t.Errorf("exit code %d, want %d\n%s%s", got, tt.want, p.stdout.String(), p.stderr.String())
			}
			line.over(t)
			journal := s.journal()
			if got := ofType[event.Interrupted](journal); len(got) != 1 || got[0].Text != "Interrupted" {
				t.Errorf("interrupted: %+v", got)
			}
			if got := ofType[event.TurnEnd](journal); len(got) != 1 || got[0].Reason != event.EndInterrupted {
				t.Errorf("turn_end: %+v", got)
			}
			if got := ofType[event.ToolResult](journal); len(got) != 1 || got[0].OK {
				t.Errorf("the result of the command: %+v", got)
			}
			if tt.args != nil {
				s.checkInterrupted(p)
			}
		})
	}
}

// checkInterrupted checks the end of the events.
func (s *site) checkInterrupted(p *program) {
	s.t.Helper()
	stream, err := readEvents(p.stdout.Bytes())
	if err != nil {
		s.t.Fatal(err)
	}
	if err := stream.whole(); err != nil {
		s.t.Error(err)
	}
	if err := stream.onDisk(); err != nil {
		s.t.Error(err)
	}
	outline := strings.Join(stream.outline(), "\n")
	if !strings.Contains(outline, "\neidolon.interrupted") || !strings.HasSuffix(outline, "\nerror interrupted") {
		s.t.Errorf("the interruption is not told:\n%s", outline)
	}
}

// Each piece of the answer is shown at once; what was said before the interruption is kept.
//
// Covers: E35, Z33, Z67, Z68
func TestInterruptWhileTheModelTalks(t *testing.T) {
	t.Parallel()
	s := newSite(t, `{answers: [{parts: [{text: "I think.\n"}, {fault: {kind: hang}}]}]}`)
	p := s.start("exec", "-p", "go")
	if err := p.await(regexp.MustCompile("^I think")); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if got := p.wait(); got != 130 {
		t.Errorf("exit code %d\n%s", got, p.stderr.String())
	}
	if got, want := p.stdout.String(), "I think.\n"; got != want {
		t.Errorf("stdout %q, want %q", got, want)
	}
	var said []event.Message
	for _, m := range ofType[event.Message](s.journal()) {
		if m.Role == event.RoleAssistant {
			said = append(said, m)
		}
	}
	if len(said) != 1 || said[0].Text != "I think.\n" || !said[0].Partial {
		t.Errorf("kept of the answer: %+v", said)
	}
	again := s.start("exec", "--session", filepath.Base(s.session()), "-p", "go on")
	if got := again.wait(); got != 0 {
		t.Errorf("going on: exit code %d\n%s", got, again.stderr.String())
	}
}

// A command that does not end when it is asked to is ended by force, and a second signal meanwhile does
// no harm.
//
// Covers: Z68
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	s := newSite(t, stubborn)
	line := s.tie()
	p := s.start("exec", "-p", "go")
	line.running(t, p)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} { // two of a kind could become one
		if err := p.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.wait(); got != 130 && got != 143 { // the system does not say which comes first
		t.Errorf("exit code %d\n%s%s", got, p.stdout.String(), p.stderr.String())
	}
	line.over(t)
	if got := ofType[event.TurnEnd](s.journal()); len(got) != 1 || got[0].Reason != event.EndInterrupted {
		t.Errorf("turn_end: %+v", got)
	}
}

// What is written to a pipe that nobody reads any more ends the run, as it ends other programs, but the
// session is whole.
//
// Covers: Z37
func TestReaderThatGoesAway(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, `{answers: [{parts: [{text: "This is line $DELTA.\n", times: 20000}]}]}`)
			cmd := s.command("exec", "-p", "go", "--format", format)
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd.Stdout = w
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			_ = w.Close()
			if _, err := bufio.NewReader(r).ReadString('\n'); err != nil {
				t.Error(err)
			}
			_ = r.Close()
			_ = cmd.Wait() // the code says it
			if got := cmd.ProcessState.ExitCode(); got != 141 {
				t.Errorf("exit code %d, want 141", got)
			}
			s.journal() // is whole
			after := s.start("exec", "--session", filepath.Base(s.session()), "-p", "and now?")
			if got := after.wait(); got != 0 {
				t.Errorf("going on: exit code %d\n%s", got, after.stderr.String())
			}
		})
	}
}
