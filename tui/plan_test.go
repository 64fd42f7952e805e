package tui_test

import (
	"testing"

	"eidolon/internal/policy"
)

// planned tries to write, makes a plan, and carries it out; in the next turn it writes again.
const planned = `
answers:
  - parts:
      - call: {name: SysBuiltIn.write_file, input: {path: early.txt, content: "x\n"}}
  - parts:
      - call: {name: SysBuiltIn.exit_plan_mode, input: {plan: "1. Buy milk.\n2. Count it.\n"}}
  - parts:
      - call: {name: SysBuiltIn.write_file, input: {path: notes.txt, content: "milk\n"}}
      - call: {name: SysBuiltIn.bash, input: {command: wc -l notes.txt > count.txt}}
  - parts:
      - text: "All done.\n"
  - parts:
      - call: {name: SysBuiltIn.write_file, input: {path: more.txt, content: "bread\n"}}
  - parts:
      - text: "Really done.\n"
`

// A plan is shown whole and waits for the person. Approved, its steps are not asked about one by one, until
// the turn ends; the mode is the one from before.
//
// Covers: R50, R54, R55
func TestAPlanIsApproved(t *testing.T) {
	t.Parallel()
	d := open(t, planned, setting{mode: policy.Ask})
	d.status("ask")
	d.press("shift+tab")
	d.status("auto")
	d.press("shift+tab")
	d.status("plan")
	d.say("plan it")
	d.see("denied", "1. Buy milk.", "2. Count it.", "consent", "yes, once")
	if d.file("early.txt") != "" {
		t.Error("a file was written before the plan was approved")
	}
	d.pass(deaf)
	d.press("y")
	d.see("All done.")
	d.idle()
	d.status("ask")
	if d.file("notes.txt") != "milk\n" || d.file("count.txt") == "" {
		t.Errorf("files: %q, %q", d.file("notes.txt"), d.file("count.txt"))
	}
	d.say("go on")
	d.see("more.txt", "yes, once") // the next turn is asked about again
	d.pass(deaf)
	d.press("n")
	d.see("Really done.")
}

// Covers: R50
func TestAPlanIsSentBack(t *testing.T) {
	t.Parallel()
	d := open(t, planned, setting{mode: policy.Plan})
	d.say("plan it")
	d.see("1. Buy milk.", "yes, once")
	d.pass(deaf)
	d.press("n")
	d.see("All done.")
	d.idle()
	d.status("plan")
	if d.file("notes.txt") != "" {
		t.Error("a plan that was refused was carried out")
	}
}
