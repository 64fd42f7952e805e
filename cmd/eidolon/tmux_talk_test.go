//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// looking is a script in which the model runs a command and tells what came of it.
const looking = `
answers:
  - parts:
      - {text: "I will **look** first.\n", deltas: 5}
      - call: {name: SysBuiltIn.bash, id: b1, input: {command: "echo one; echo two >made.txt; cat made.txt"}}
  - expect: {results: 1, last: {contains: [one, two]}}
    parts: [{text: "It says *one* and two.\n", deltas: 4}]
`

// The first prompt, an answer that comes in pieces, a command that has to be allowed, and the end.
//
// Covers: Z50, E20, E21, E22, E38, Y1, Y7, Y22, R80, R94
func TestTmuxFirstTurn(t *testing.T) {
	t.Parallel()
	p := newSite(t, looking).open(100, 30)
	p.begins()
	p.says("look around")
	p.see("❯ look around", "I will look first.", "⏺ SysBuiltIn.bash", "echo one")
	asked := p.see("once")
	if strings.Contains(asked, "\n one\n") {
		t.Errorf("the command ran before it was allowed:\n%s", asked)
	}
	if _, err := os.Stat(p.path("made.txt")); err == nil {
		t.Error("the command ran before it was allowed")
	}
	p.approve()
	p.see("It says one and two.", "ok ")
	screen := p.idle()
	for _, mark := range []string{"**", "user:", "assistant:", "toolcall"} {
		if strings.Contains(screen, mark) {
			t.Errorf("there is %q on the screen:\n%s", mark, screen)
		}
	}
	p.quits()
}

// approve allows what is asked for, once. Keys that come in the first moment are ignored, so it waits
// for the answer.
func (p *pane) approve() {
	p.t.Helper()
	p.until("the end of the question", func() string {
		p.keys("y")
		return p.screen()
	}, func(screen string) bool { return !strings.Contains(screen, "once") })
	p.keys("C-u") // the last one may have come behind it, into the prompt
	p.see("Ask something")
}

// quits leaves the chat by two interrupts, and checks that the shell has its terminal again.
func (p *pane) quits() {
	p.t.Helper()
	p.interrupts()
	p.see(shellPrompt, "goes on with this session")
	if got := p.modes(); got != shellModes {
		p.t.Errorf("the terminal is left with %s", got)
	}
}

// interrupts presses the interrupt twice, which leaves a chat that rests. On a machine that is very busy the
// second may come so late that it is taken for a first one: when the chat is still there, it is pressed again.
func (p *pane) interrupts() {
	p.t.Helper()
	looks := 0
	p.until("the shell", func() string {
		if looks%100 == 0 {
			p.keys("C-c", "C-c")
		}
		looks++
		return p.modes()
	}, func(now string) bool { return now == shellModes })
}

// waiting is a script whose first command waits until something is written into the pipe "gate".
const waiting = `
answers:
  - parts:
      - text: "I wait.\n"
      - call: {name: SysBuiltIn.bash, id: b1, input: {command: "cat gate"}}
  - parts: [{text: "It was opened.\n"}]
  - expect: {last: {contains: [the second]}}
    parts: [{text: "That was the second.\n"}]
  - expect: {last: {contains: [the third]}}
    parts: [{text: "That was the third.\n"}]
`

// gate makes the pipe "gate". The returned function opens it.
func (s *site) gate() (open func()) {
	s.t.Helper()
	if err := syscall.Mkfifo(s.path("gate"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return func() {
		s.t.Helper()
		s.check(os.WriteFile(s.path("gate"), []byte("through\n"), 0o600))
	}
}

// What is said while a turn runs waits above the prompt, and is said in order when its time has come.
//
// Covers: Y4, Y5, E21
func TestTmuxQueue(t *testing.T) {
	t.Parallel()
	p := newSite(t, waiting).open(100, 30)
	open := p.gate()
	p.begins("--permission-mode", "auto")
	p.says("wait for it")
	p.see("I wait.", "running")
	p.says("and the second")
	p.see("queue", "1 and the second")
	p.says("then the third")
	p.see("1 and the second", "2 then the third")
	open()
	p.see("It was opened.", "That was the second.", "That was the third.")
	screen := p.idle()
	if strings.Contains(screen, "queue") {
		t.Errorf("something is still queued:\n%s", screen)
	}
	p.quits()
}

// Covers: Y6, Z68, R94
func TestTmuxCancel(t *testing.T) {
	t.Parallel()
	p := newSite(t, waiting).open(100, 30)
	p.gate()
	p.begins("--permission-mode", "auto")
	p.says("wait for it")
	p.see("I wait.", "running")
	p.keys("Escape")
	p.see("cancelled")
	p.idle()
	p.types("not sent")
	p.keys("C-c")
	p.gone("not sent")
	p.quits()
	p.until("the end of all processes", p.processes, func(left string) bool { return left == "" })
}
