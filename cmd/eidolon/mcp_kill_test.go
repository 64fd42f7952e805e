//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A server ends with the program, also when that is killed and can end nothing itself, and when the server does
// not look at its input.
//
// Covers: R16
func TestKilledProgramLeavesNoServer(t *testing.T) {
	t.Parallel()
	s := newSite(t, "answers: []\n")
	servers := "mcp: {servers: {s: {command: sh, args: [-c, \"exec 9>alive; echo up >&9; exec sleep 1000\"]}}}\n"
	if err := os.MkdirAll(filepath.Join(s.dir, "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, "base", "config.yaml"), []byte(servers), 0o600); err != nil {
		t.Fatal(err)
	}
	l := s.tie()
	p := s.start("exec", "-p", "go") // waits for the server, which says nothing
	l.running(t, p)
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.wait()
	l.over(t)
}
