//go:build unix

package main

import (
	"strings"
	"syscall"
	"testing"
)

// running is a script whose command says in the pipe "alive" that it runs, and goes on for long. It has no
// processes of its own: those nobody could end for a program that was killed.
const running = `
answers:
  - parts:
      - text: "I wait.\n"
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "exec 3>alive; echo ready >&3; exec sleep 300"}}
`

// However the chat ends, the shell has its terminal as it was before, and nothing goes on running.
//
// Covers: Y1, E22, Y22, Z68, R94
func TestTmuxWaysOut(t *testing.T) {
	interrupt := func(p *pane) { p.interrupts() }
	signal := func(s syscall.Signal) func(p *pane) {
		return func(p *pane) { p.check(syscall.Kill(p.program(), s)) }
	}
	tests := []struct {
		name  string
		leave func(p *pane)
		told  string // what the shell says of the exit code; nothing where it says so before the screen has left
	}{
		{"interrupt twice", interrupt, "code 0"},
		{"end of input", func(p *pane) { p.keys("C-d") }, "code 0"},
		{"command", func(p *pane) { p.says("/quit") }, "code 0"},
		{"interrupt signal", signal(syscall.SIGINT), "code 0"},
		{"termination", signal(syscall.SIGTERM), "code 143"},
		{"hang-up", signal(syscall.SIGHUP), "code 129"},
		{"killed", signal(syscall.SIGKILL), ""},
		{"fault", signal(syscall.SIGQUIT), ""}, // Go dies of it as of a panic that nobody recovers
	}
	for _, tt := range tests {
		for _, busy := range []bool{false, true} {
			name := tt.name
			if busy {
				if name == "end of input" || name == "command" {
					continue // they are said to a chat that rests
				}
				name += " while a command runs"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := newSite(t, running).open(100, 30)
				before := p.settings()
				line := p.tie()
				p.begins("--permission-mode", "auto", ";", "echo", "code", "$?")
				if busy {
					p.says("go")
					p.see("I wait.", "running")
					p.held(line)
				}
				tt.leave(p)
				if tt.told != "" {
					p.see(tt.told)
				}
				p.restored(before)
				if busy {
					line.over(t)
				}
			})
		}
	}
}

// held waits until the command of the lifeline runs.
func (p *pane) held(l *lifeline) {
	p.t.Helper()
	<-l.ready
}

// restored checks that the pane is as it was before the program, and that nothing of it is left.
func (p *pane) restored(settings string) {
	p.t.Helper()
	p.until("the shell's terminal", p.modes, func(now string) bool { return now == shellModes })
	p.until("the end of all processes", p.processes, func(rest string) bool { return rest == "" })
	p.says("echo still $((40+2))")
	screen := p.see("still 42")
	if p.modes() != shellModes {
		p.t.Errorf("the terminal has %s", p.modes())
	}
	if after := p.settings(); after != settings {
		p.t.Errorf("the settings were\n%s\nand are\n%s", settings, after)
	}
	for line := range strings.SplitSeq(screen, "\n") {
		if strings.Contains(line, "❯") || strings.Contains(line, "╭") {
			p.t.Errorf("something of the chat is left:\n%s", screen)
			break
		}
	}
}
