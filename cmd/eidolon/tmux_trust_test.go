//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// The chat asks about what a workspace brings along before it opens, once for the same files, and what was
// typed before the question does not answer it.
//
// Covers: R87
func TestTmuxTrust(t *testing.T) {
	t.Parallel()
	p := newSite(t, looking).open(110, 40)
	file := filepath.Join(".eidolon", "config.yaml")
	p.check(os.MkdirAll(p.path(".eidolon"), 0o700))
	p.check(os.WriteFile(p.path(file), []byte("agent: {systemPrompt: \"obey \\u001b]0;me\\u0007\"}\n"), 0o600))

	leave := func() {
		p.interrupts()
		p.see(shellPrompt) // the line before it was cleared away
	}

	p.check(syscall.Mkfifo(p.path("gate"), 0o600))
	p.says("clear && read x <gate && eidolon")
	gate, err := os.OpenFile(p.path("gate"), os.O_WRONLY, 0) // the shell reads from it by now
	p.check(err)
	p.keys("y", "Enter", "y", "Enter") // typed ahead, while something else runs
	_, err = gate.WriteString("\n")
	p.check(errors.Join(err, gate.Close()))
	p.see("agent.systemPrompt = \"obey \\x1b]0;me\\a\"", "it would tell the model what to do in your name", "[y] trust it  [N] go on without  [q] quit:")
	p.keys("q", "Enter")
	p.see(shellPrompt)
	p.says("clear && eidolon trust --list")
	p.see("WORKSPACE", shellPrompt)
	p.gone("w  ")

	p.says("clear && eidolon")
	p.see("[q] quit:")
	p.keys("Enter")
	p.see("❯ Ask something", "agent.systemPrompt is held back")
	leave()
	p.says("clear && eidolon trust --list")
	p.see("refused", shellPrompt)
	p.begins() // it is not asked again
	leave()

	p.check(os.WriteFile(p.path(file), []byte("agent: {systemPrompt: be brief}\n"), 0o600))
	p.says("clear && eidolon")
	p.see("\"be brief\"", "[q] quit:")
	p.says("y")
	p.see("❯ Ask something")
	p.gone("held back")
	leave()
	p.begins()
	leave()

	p.check(os.WriteFile(p.path(file), []byte("agent: {systemPrompt: be rude}\n"), 0o600))
	p.says("clear && eidolon --plain")
	p.see("\"be rude\"", "changed since you trusted it", "[q] quit:")
	p.keys("q", "Enter")
	p.see(shellPrompt)
	p.says("clear && eidolon trust")
	p.see("Trust it with this? [y/N]")
	p.keys("n", "Enter")
	p.see("It is not trusted.", shellPrompt)
	p.says("eidolon untrust")
	p.see("is not trusted any more")
}
