//go:build unix

package main

import (
	"regexp"
	"strings"
	"testing"
)

// The chat is the same on terminals of many names, known or not.
//
// Covers: Y1
func TestTmuxTerminalTypes(t *testing.T) {
	for _, name := range []string{"screen-256color", "xterm", "foot", "no-such-terminal"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t, looking).open(80, 24, "TERM="+name)
			before := p.settings()
			p.begins("--permission-mode", "auto")
			if name == "no-such-terminal" {
				p.see(`The terminal type "no-such-terminal" is not known`)
			}
			p.says("look around")
			p.see("I will look first.", "⏺ SysBuiltIn.bash", "It says one and two.")
			p.idle()
			p.quits()
			p.restored(before)
		})
	}
}

// A terminal that can do nothing, or a person who wants it so, gets the chat line by line.
//
// Covers: E39
func TestTmuxPlain(t *testing.T) {
	tests := []struct{ name, env, args string }{
		{"asked for", "TERM=tmux-256color", "--plain"},
		{"dumb terminal", "TERM=dumb", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t, looking).open(100, 40, tt.env)
			before := p.settings()
			p.says("clear; eidolon " + tt.args)
			p.see("you:")
			p.says("look around")
			p.see("assistant: I will", "made.txt", "answer:")
			p.still() // what comes within a moment of a question was meant for something else
			p.says("y")
			screen := p.see("two.", "ok")
			if p.modes() != shellModes {
				t.Errorf("the terminal has %s", p.modes())
			}
			if strings.Contains(screen, "⠋") {
				t.Errorf("something moves:\n%s", screen)
			}
			p.keys("C-d")
			p.see(shellPrompt)
			p.restored(before)
		})
	}
}

// Covers: Y1
func TestTmuxWithoutColor(t *testing.T) {
	t.Parallel()
	p := newSite(t, looking).open(100, 30, "NO_COLOR=1", "COLORTERM=truecolor")
	p.begins("--permission-mode", "auto")
	p.says("look around")
	p.see("It says one and two.")
	p.idle()
	colored := p.tmux("capture-pane", "-e", "-p")
	if order := coloring.FindString(colored); order != "" {
		t.Errorf("there is a colour, %q, in:\n%s", order, colored)
	}
	p.quits()
}

// coloring is an order that sets another colour than the terminal's own, which are 39 and 49.
var coloring = regexp.MustCompile("\x1b\\[(?:[0-9;:]*;)?(?:[349][0-8]|10[0-7])[0-9;:]*m")
