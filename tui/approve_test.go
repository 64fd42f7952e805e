package tui_test

import (
	"strings"
	"testing"

	"eidolon/internal/config"
	"eidolon/internal/policy"
)

// edits asks for a change to a file twice, and says what became of it.
const edits = `
answers:
  - parts:
      - text: "I change it.\n\n"
      - call: {name: SysBuiltIn.write_file, input: {path: notes.txt, content: "milk\n"}}
  - parts:
      - text: "Once more.\n\n"
      - call: {name: SysBuiltIn.write_file, input: {path: more.txt, content: "bread\n"}}
  - parts:
      - text: "All done.\n"
`

// asked opens a chat that asks about a call, and waits until it is asked.
func asked(t *testing.T, script string, s setting) *desk {
	t.Helper()
	s.mode = policy.Ask
	d := open(t, script, s)
	d.say("please")
	d.see("yes, once")
	d.pass(deaf)
	return d
}

// Covers: R80
func TestACallIsAllowedOnce(t *testing.T) {
	t.Parallel()
	d := asked(t, edits, setting{})
	f := d.see("SysBuiltIn.write_file", "notes.txt", "+ milk", "mode.ask", "asks you")
	if strings.Contains(f.String(), "Ask something") {
		t.Errorf("the prompt is not hidden:\n%s", f)
	}
	d.press("y")
	d.see("allowed by you", "more.txt", "+ bread")
	d.pass(deaf)
	if d.file("notes.txt") != "milk\n" || d.file("more.txt") != "" {
		t.Errorf("files: %q, %q", d.file("notes.txt"), d.file("more.txt"))
	}
	d.press("y")
	d.see("All done.", "Ask something")
}

// A person is not bothered with what cannot work; what the model tries next is asked about as ever.
func TestNobodyIsAskedAboutWhatCannotWork(t *testing.T) {
	t.Parallel()
	d := asked(t, `
answers:
  - parts:
      - call: {name: SysBuiltIn.edit, input: {path: notes.txt, old: beer, new: wine}}
  - parts:
      - call: {name: SysBuiltIn.apply_patch, input: {patch: "*** Begin Patch\n*** Update File: notes.txt\n@@\n-beer\n+wine\n*** End Patch\n"}}
  - parts:
      - call: {name: SysBuiltIn.edit, input: {path: notes.txt, old: milk, new: wine}}
  - parts: [{text: "All done.\n"}]
`, setting{files: map[string]string{"notes.txt": "milk\n"}, config: func(c *config.Config) { c.Tools.Enabled = []string{"edit", "apply_patch"} }})
	f := d.see("+ wine", "failed")
	if strings.Contains(f.String(), "denied") {
		t.Errorf("the failure is told as a refusal:\n%s", f)
	}
	d.press("y")
	d.see("All done.", "Ask something")
	if d.file("notes.txt") != "wine\n" {
		t.Errorf("the file has %q", d.file("notes.txt"))
	}
}

// Covers: R80
func TestACallIsAllowedForTheSession(t *testing.T) {
	t.Parallel()
	d := asked(t, edits, setting{})
	d.press("s")
	d.see("All done.", "for this session", "Ask something")
	if d.file("more.txt") != "bread\n" {
		t.Error("the second call did not run")
	}
	d.idle()
	d.leave()
	again := asked(t, edits, setting{root: d.root, base: d.base}) // asks: another session
	again.press("n")
	again.pass(deaf)
}

// Covers: R80
func TestACallIsAllowedForTheProject(t *testing.T) {
	t.Parallel()
	d := asked(t, edits, setting{})
	d.see("every edit of notes.txt")
	d.press("p")
	d.see("more.txt", "every edit of more.txt") // another file
	d.pass(deaf)
	d.press("p")
	d.see("All done.", "for this project")
	d.idle()
	d.leave()
	again := open(t, edits, setting{root: d.root, base: d.base, mode: policy.Ask})
	again.say("please")
	again.see("All done.", "nothing changed")
}

// Covers: R48, R80
func TestAnAnswerCoversMore(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "make one"}}
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "make one more"}}
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "make two"}}
  - parts:
      - text: "All done.\n"
`
	d := asked(t, script, setting{})
	d.see("yes, in this session  the command `make one`")
	d.press("w")
	d.see("yes, in this project  every command that begins with `make one`", "w cover less")
	d.press("p")
	d.see("the command `make two`") // the one between was not asked about
	d.pass(deaf)
	d.press("n")
	d.see("All done.")
	d.idle()
	d.leave()
	again := open(t, script, setting{root: d.root, base: d.base, mode: policy.Ask})
	again.say("please")
	again.see("the command `make two`")
	again.pass(deaf)
	again.press("n")
	again.see("All done.")
}

// The model is told why, or its script fails.
const refused = `
answers:
  - parts:
      - call: {name: SysBuiltIn.write_file, input: {path: notes.txt, content: "milk\n"}}
  - expect: {last: {contains: ["use the other file"]}}
    parts:
      - text: "I see.\n"
`

// Covers: R80
func TestARefusalTellsTheModelWhy(t *testing.T) {
	t.Parallel()
	d := asked(t, refused, setting{})
	d.press("tab")
	d.see("note ❯")
	d.write("use the other file")
	d.press("enter")
	d.see("note: use the other file")
	d.press("n")
	d.see("I see.", "denied", "refused by you", "use the other file")
	if d.file("notes.txt") != "" {
		t.Error("the call ran")
	}
}

// Covers: R80
func TestEscapeRefuses(t *testing.T) {
	t.Parallel()
	d := asked(t, edits, setting{})
	d.press("esc")
	d.see("denied", "more.txt")
	d.pass(deaf)
	d.press("ctrl+c") // stops the turn, and with it the question
	d.see("interrupted")
	d.idle()
	if d.file("notes.txt")+d.file("more.txt") != "" {
		t.Error("a refused call ran")
	}
}

// Covers: R80
func TestARequestIsDeafAtFirst(t *testing.T) {
	t.Parallel()
	d := open(t, edits, setting{mode: policy.Ask})
	d.say("please")
	d.see("yes, once")
	d.press("y", "s", "enter", "esc", "n", "left") // typed before the request was there
	d.until("the other mark", func(f frame) bool { return strings.Contains(f.String(), "❯ p  yes, in this project") })
	d.pass(deaf)
	d.press("y")
	d.see("approval", "more.txt") // the panel, and not only the call behind it
	if d.file("notes.txt") != "milk\n" {
		t.Error("the first call did not run")
	}
}

// Covers: R80, R81
func TestARequestWaitsBehindAnotherPanel(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "cat gate"}}
  - parts:
      - call: {name: SysBuiltIn.write_file, input: {path: .git/config, content: "milk\n"}}
  - parts:
      - text: "All done.\n"
`
	d := open(t, script, setting{})
	release := d.gate()
	d.say("please")
	d.status("running")
	d.press("f1")
	d.see("Esc close")
	release()
	d.status("1 approval waiting")
	d.press("y") // meant for the help
	d.press("esc")
	d.see("yes, once", ".git/config")
	d.pass(deaf)
	d.press("n")
	d.see("All done.", "denied")
}

// Covers: R80, R94
func TestThePostureChangesWhatIsAsked(t *testing.T) {
	t.Parallel()
	d := open(t, edits, setting{mode: policy.Ask})
	d.status("ask")
	d.press("shift+tab")
	d.status("auto")
	d.say("please")
	d.see("All done.")
	if d.file("more.txt") != "bread\n" {
		t.Error("the calls did not run")
	}
}

// Covers: R80, Y1
func TestARequestOnASmallScreen(t *testing.T) {
	t.Parallel()
	d := open(t, edits, setting{w: 40, h: 10, mode: policy.Ask})
	d.say("please")
	f := d.see("approval", "y yes", "n no", "notes.txt")
	if strings.Contains(f.String(), "❯ please") {
		t.Errorf("a small screen shows more than the request:\n%s", f)
	}
	d.pass(deaf)
	d.press("n")
	d.see("approval", "more.txt") // the panel, and not only the call behind it
	d.pass(deaf)
	d.press("n")
	d.see("All done.")
}

// What a command starts is named when it does not say so plainly.
//
// Covers: R80
func TestTheProgramsOfACommandAreNamed(t *testing.T) {
	t.Parallel()
	d := asked(t, `
answers:
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "mkdir -p out && env A=1 sh -c 'touch out/a; $TOOL x' >log"}}
  - parts: [text: "Done.\n"]
`, setting{})
	d.see("starts   mkdir -p out · env", "touch out/a", "what cannot be told before it runs")
	d.press("n")
	d.see("Done.")
}
