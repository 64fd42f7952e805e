package tui_test

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/fslocal/sandbox"
	"eidolon/internal/policy"
)

// beyond has a command write beside the workspace, and then says what it has heard.
const beyond = `
answers:
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "echo made >../beyond.txt && echo done"}}
  - parts:
      - text: "So it is.\n"
`

// hindered opens a chat in which the sandbox stops a command, and waits until the person is asked about it.
func hindered(t *testing.T) (d *desk, file string) {
	t.Helper()
	if reach := sandbox.New(sandbox.Options{Level: sandbox.Auto}).Reach(); !reach.Files {
		t.Skip("no sandbox for files here: " + reach.Lacks)
	}
	d = open(t, beyond, setting{mode: policy.Yolo})
	d.say("go beyond")
	d.see("sandbox.outside", "Run it again without the sandbox", "yes, once")
	d.pass(deaf)
	file = filepath.Join(filepath.Dir(d.root), "beyond.txt")
	if _, err := os.Stat(file); err == nil {
		t.Fatal("the sandbox let the command write beside the workspace")
	}
	return d, file
}

// A command that the sandbox stopped runs without it when the person says so, and not before, in any mode.
//
// Covers: R71
func TestACommandRunsOutsideTheSandbox(t *testing.T) {
	t.Parallel()
	d, file := hindered(t)
	d.press("y")
	f := d.see("So it is.", "another run outside the sandbox allowed by you")
	if text, err := os.ReadFile(file); string(text) != "made\n" {
		t.Errorf("%q, %v\n%s", text, err, f)
	}
}

// With a no, what came of it in the sandbox is the result, and the model hears what the person has to say.
//
// Covers: R71
func TestACommandStaysInTheSandbox(t *testing.T) {
	t.Parallel()
	d, file := hindered(t)
	d.press("tab")
	d.see("note ❯")
	d.write("write it here")
	d.press("enter")
	d.see("note: write it here")
	d.press("n")
	f := d.see("So it is.", "exit 1", "another run outside the sandbox refused by you", "said: write it here")
	if _, err := os.Stat(file); err == nil {
		t.Errorf("the command ran outside the sandbox:\n%s", f)
	}
}
