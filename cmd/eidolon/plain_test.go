//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"eidolon/actors/event"
)

// asking is a script with a call that needs leave, and a turn that does not end by itself.
const asking = `
answers:
  - parts:
      - text: "I will \e[2Jmake it.\n"
      - call: {name: SysBuiltIn.write_file, id: w, input: {path: made.txt, content: "x\n"}}
  - parts: [text: "Made."]
  - parts:
      - call: {name: SysBuiltIn.write_file, id: v, input: {path: again.txt, content: "y\n"}}
  - parts: [{text: "This takes "}, {text: "its time.", deltas: 2, until: 100s}]
`

// typist is a person at a terminal.
type typist struct {
	t     *testing.T
	tty   *os.File
	shown chan string
	seen  string
}

// atTerminal starts a command on a terminal of its own.
func atTerminal(t *testing.T, cmd *exec.Cmd) *typist {
	t.Helper()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	p := &typist{t: t, tty: tty, shown: make(chan string, 1<<10)}
	t.Cleanup(func() { _ = tty.Close() })
	go func() {
		defer close(p.shown)
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			p.shown <- string(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	return p
}

// sees waits for a text behind what was seen before.
func (p *typist) sees(text string) {
	p.t.Helper()
	for !strings.Contains(p.seen, text) {
		piece, ok := <-p.shown
		if p.seen += piece; !ok {
			p.t.Fatalf("%q was never shown; the rest is %q", text, p.seen)
		}
		if strings.Contains(p.seen, "\x1b") {
			p.t.Fatalf("an escape sequence: %q", p.seen)
		}
	}
	_, p.seen, _ = strings.Cut(p.seen, text)
}

func (p *typist) types(keys string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// Without a screen the same can be done: a prompt, an answer to a question, an interrupt, the end.
// Covers: E39, Z50
func TestPlain(t *testing.T) {
	s := newSite(t, asking)
	cmd := s.command("--plain")
	p := atTerminal(t, cmd)
	p.sees("you: ")
	p.types("make it\n")
	p.sees("assistant: I will ␛[2Jmake it.\r\n")
	p.sees("question: may SysBuiltIn.write_file run?")
	p.sees("answer: ")
	<-time.After(time.Second / 2) //nolint:forbidigo // what is typed at once is no answer, and nothing tells when that is over
	p.types("y\n")
	p.sees("tool: SysBuiltIn.write_file: ok")
	p.sees("assistant: Made.\r\n")
	p.sees("you: ")
	p.types("/mode yolo\n")
	p.sees("2. rather ask")
	p.sees("you: ")
	p.types("2\n")
	p.sees("The permission mode is ask.")
	p.types("/status\n")
	p.sees("permission mode  ask")
	p.types("/nothing\n")
	p.sees("error: ")
	p.sees("you: ")
	p.types("go on\n")
	p.sees("answer: ")
	<-time.After(time.Second / 2) //nolint:forbidigo // as above
	p.types("s\n")
	p.sees("assistant: This takes ")
	p.types("\x03")
	p.sees("interrupted")
	p.sees("you: ")
	p.types("\x04")
	for range p.shown { // until the program has ended
		continue
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if text, err := os.ReadFile(s.path("made.txt")); err != nil || string(text) != "x\n" {
		t.Errorf("made.txt has %q, %v", text, err)
	}
	decisions := ofType[event.Decision](s.journal())
	if len(decisions) != 2 || decisions[0].By != "user" || decisions[1].Scope != event.ScopeSession {
		t.Errorf("decisions: %+v", decisions)
	}
}

// A second interrupt soon after the first leaves.
// Covers: Z68
func TestPlainIsLeft(t *testing.T) {
	s := newSite(t, asking)
	cmd := s.command("--plain")
	p := atTerminal(t, cmd)
	p.sees("you: ")
	p.types("\x03")
	p.sees("Ctrl+C once more leaves")
	p.types("\x03")
	for range p.shown {
		continue
	}
	var code *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &code) || code.ExitCode() != 130 {
		t.Errorf("it ended with %v", err)
	}
}
