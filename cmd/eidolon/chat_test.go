//go:build unix

package main

import "testing"

// An earlier session opens on the screen without a model that can be asked, as a new one does.
//
// Covers: Y1
func TestTmuxContinueWithoutModel(t *testing.T) {
	t.Parallel()
	p := newSite(t, looking).open(100, 30)
	p.succeed("exec", "-p", "look around")
	p.begins("--continue", "--model", "nowhere")
	p.see("❯ look around", "nowhere")
	p.quits()
}
