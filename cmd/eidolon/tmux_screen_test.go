//go:build unix

package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// showing is a script whose answer has something of everything that is laid out by width.
const showing = `
answers:
  - parts:
      - text: "# A heading\n\nA paragraph that is long enough to be wrapped anew at every width that a terminal may have, be it
          wide or narrow, with *emphasis*, ` + "`code`" + `, 世界 and ❤️ in it.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
      - call: {name: SysBuiltIn.bash, id: b1, input: {command: "seq 1 20"}}
  - parts: [{text: "That was all.\n"}]
`

// Whatever sizes a terminal had on the way, its screen is in the end as it was at that size before, and
// as it is when all of it is sent again.
//
// Covers: Y1
func TestTmuxResize(t *testing.T) {
	t.Parallel()
	p := newSite(t, showing).open(200, 50)
	p.begins("--permission-mode", "auto")
	p.says("show me")
	p.see("That was all.")
	p.idle()
	first := p.still()
	for _, size := range [][2]int{{60, 15}, {40, 10}, {19, 4}, {200, 50}} {
		p.resize(size[0], size[1])
		if size[0] >= 40 {
			p.drawn()
			p.see("That was all.", "auto")
		} else {
			p.see("too small")
		}
		shown := p.still()
		p.keys("C-l")
		if again := p.still(); again != shown {
			t.Errorf("at %v:\n%s\nand sent again:\n%s", size, shown, again)
		}
	}
	same := func(screen string) bool { return screen == first }
	p.until("the screen as it was first,\n"+first+"\n", p.still, same)
	for n := range 30 {
		p.resize(40+11*n%150, 10+7*n%40)
	}
	p.resize(200, 50)
	p.until("after many sizes, the screen as it was first,\n"+first+"\n", p.still, same)
	p.quits()
}

// drawn waits until the chat has drawn its prompt as wide as the pane is now: until then there is what tmux
// has left of the screen at another size.
func (p *pane) drawn() {
	p.t.Helper()
	p.until("a screen of the new size", p.screen, func(screen string) bool {
		for line := range strings.SplitSeq(screen, "\n") {
			if row := []rune(line); strings.Contains(line, "Ask some") {
				boxed := len(row) == p.cols && row[len(row)-1] == '│'
				return boxed || len(row) == p.cols-1 && row[len(row)-1] == '…'
			}
		}
		return false
	})
}

// A paste is one piece: its lines submit nothing, and a long one is a mark that can be sent, and is then
// the whole text.
//
// Covers: E20, Y1
func TestTmuxPaste(t *testing.T) {
	t.Parallel()
	s := newSite(t, `{answers: [{expect: {last: {contains: [line 1 of, line 32768 of, at the end]}}, parts: [{text: "I have read it.\n"}]}]}`)
	p := s.open(100, 30)
	var long strings.Builder
	for n := range 32768 {
		fmt.Fprintf(&long, "line %d of a long paste...\n", n+1)
	}
	p.begins()
	p.paste("first\nsecond and third")
	p.see("❯ first", "  second and third")
	p.keys("C-c")
	p.gone("second")
	p.paste(long.String())
	p.see("[paste 1: 32768 lines]")
	p.types(" at the end")
	p.keys("Enter")
	p.see("I have read it.")
	p.quits()
}

// paste pastes a text as a terminal does, with marks at both ends if the program has asked for them.
func (p *pane) paste(text string) {
	p.t.Helper()
	name := p.path("pasted.txt")
	p.check(os.WriteFile(name, []byte(text), 0o600))
	p.tmux("load-buffer", name)
	p.tmux("paste-buffer", "-p", "-r")
}

// Covers: Z46, Y1
func TestTmuxContinue(t *testing.T) {
	t.Parallel()
	p := newSite(t, looking).open(100, 30)
	p.begins("--permission-mode", "auto")
	p.says("look around")
	p.see("It says one and two.")
	p.idle()
	p.quits()
	p.begins("--permission-mode", "auto", "--continue")
	p.see("❯ look around", "I will look first.", "⏺ SysBuiltIn.bash", "It says one and two.")
	p.says("and now")
	p.see("Echo: and now")
	p.quits()
}

// The prompt can be written in an editor, which has the terminal to itself meanwhile.
func TestTmuxEditor(t *testing.T) {
	t.Parallel()
	s := newSite(t, "{answers: []}")
	s.check(os.WriteFile(s.path("edit.sh"), []byte("#!/bin/sh\necho this is the editor; cat gate; printf '\\nand more' >>\"$1\"\n"), 0o700))
	p := s.open(100, 30, "EDITOR="+s.path("edit.sh"))
	open := p.gate()
	p.begins()
	p.types("some words")
	p.keys("C-g")
	p.see("this is the editor")
	if got := p.modes(); got != shellModes {
		t.Errorf("the editor has a terminal with %s", got)
	}
	p.resize(80, 20)
	open()
	p.see("❯ some words", "  and more")
	p.until("the chat", p.modes, func(now string) bool { return now == chatModes })
	p.keys("Enter")
	p.see("Echo: ", "some words and more") // without the first word it may be the line of what is being sent
	p.idle()
	p.quits()
}

// Covers: Y1
func TestTmuxStopAndGoOn(t *testing.T) {
	t.Parallel()
	p := newSite(t, waiting).open(100, 30)
	open := p.gate()
	before := p.settings()
	p.begins("--permission-mode", "auto")
	p.says("wait for it")
	p.see("I wait.", "running")
	p.keys("C-z")
	p.see("Stopped", shellPrompt)
	p.until("the shell's terminal", p.modes, func(now string) bool { return now == shellModes })
	if after := p.settings(); after != before {
		t.Errorf("the settings were\n%s\nand are\n%s", before, after)
	}
	p.resize(80, 20)
	p.says("fg")
	p.see("I wait.", "auto")
	p.until("the chat", p.modes, func(now string) bool { return now == chatModes })
	open()
	p.see("It was opened.")
	p.idle()
	p.quits()
	p.restored(before)
}

// The screen has all that there is to say; what goes to the standard streams comes after its end.
//
// Covers: E22, Y22
func TestTmuxStandardError(t *testing.T) {
	t.Parallel()
	p := newSite(t, looking).open(100, 30)
	said := func() string {
		text, err := os.ReadFile(p.path("err.txt"))
		p.check(err)
		return string(text)
	}
	p.begins("--permission-mode", "auto", "2>err.txt")
	p.says("look around")
	p.see("It says one and two.")
	p.idle()
	if got := said(); got != "" {
		t.Errorf("while the screen is shown: %q", got)
	}
	p.keys("C-d")
	p.see(shellPrompt)
	if got := said(); !regexp.MustCompile("^`eidolon --session [0-9a-f]{8}` goes on with this session.\n$").MatchString(got) {
		t.Errorf("after the screen: %q", got)
	}
}
