package tui_test

import (
	"os"
	"strings"
	"testing"
)

const hello = `
answers:
  - parts:
      - text: "Hello, **you**.\n"
    usage: {input: 1200, output: 34}
  - parts:
      - text: "And again.\n"
`

// Covers: E20, E21, Z50, Y1, E60
func TestAPromptIsAnswered(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.see("Ask something", "scripted", "auto")
	d.say("hi there")
	f := d.see("❯ hi there", "Hello, you.", "34 out")
	if f.rows[len(f.rows)-1] == "" {
		t.Error("there is no status line")
	}
	d.idle()
	d.say("once more")
	d.see("And again.")
}

// A turn that runs until the gate is opened, with text before and after.
const gated = `
answers:
  - parts:
      - text: "I begin.\n\n"
      - call: {name: SysBuiltIn.bash, input: {command: "echo first; cat gate"}}
  - parts:
      - text: "I am done.\n"
after: echo
`

// Covers: E21, E35, E38, Y7
func TestTheAnswerStreamsWhileThePromptIsEdited(t *testing.T) {
	t.Parallel()
	d := open(t, gated, setting{})
	release := d.gate()
	d.say("go")
	d.see("I begin.", "⏺ SysBuiltIn.bash", "running", "⎿ first")
	d.write("typed meanwhile")
	f := d.see("typed meanwhile", "running")
	if !strings.Contains(f.rows[len(f.rows)-1], "Esc stop") {
		t.Errorf("the status line does not say how to stop:\n%s", f)
	}
	release()
	d.see("I am done.", "opened", "ok ", "typed meanwhile")
	d.idle()
}

const long = `
answers:
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "seq 1 9; : XARGS"}}
  - parts:
      - text: "Counted.\n"
`

// Covers: E38
func TestToolLinesAreCut(t *testing.T) {
	t.Parallel()
	d := open(t, strings.ReplaceAll(long, "XARGS", strings.Repeat("x", 200)), setting{w: 200, h: 50})
	d.say("count")
	f := d.see("Counted.", "+4 lines")
	y := d.row("⏺ SysBuiltIn.bash")
	if row := f.rows[y]; !strings.Contains(row, "ok ") {
		t.Errorf("no state and time in words: %s", row)
	}
	if n := strings.Count(f.String(), "x"); n < 60 || n > 140 {
		t.Errorf("%d of 200 characters of the input are shown:\n%s", n, f)
	}
	if strings.Contains(f.String(), "⎿ 6") || !strings.Contains(f.rows[y+5], "5") {
		t.Errorf("not five lines of output:\n%s", f)
	}
	d.press("ctrl+o")
	d.until("all lines", func(f frame) bool { return strings.Contains(f.rows[d.rowOf(f, "⏺ SysBuiltIn.bash")+9], "9") })
	d.press("ctrl+o")
	d.see("+4 lines")
	d.press("alt+o")
	d.gone("+4 lines")
}

// Covers: E40
func TestAShellCommandOfThePersons(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.say("@!echo from the shell")
	d.see("⏺ SysBuiltIn.bash", "⎿ from the shell", "ok ")
	d.idle()
	d.press("end")
	d.say("@!rm -rf /")
	d.see("refused by guard")
	d.idle()
	d.write("@!")
	d.press("enter")
	d.see("there is no command after")
	d.press("ctrl+u")
	d.say("and the model")
	d.see("Hello, you.")
}

// Covers: E22, Y22
func TestNothingIsWrittenBesideTheScreen(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, errs := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	defer func() { os.Stdout, os.Stderr = out, errs }()
	d := open(t, hello, setting{})
	d.say("hi there")
	d.see("Hello, you.")
	d.say("@!echo loud >&2")
	d.see("⎿ loud")
	d.leave()
	_ = w.Close()
	buffer := make([]byte, 1000)
	n, _ := r.Read(buffer)
	if n > 0 {
		t.Errorf("written beside the screen: %q", buffer[:n])
	}
}

const failing = `
answers:
  - parts:
      - text: "Half an ans"
      - fault: {kind: bad_request, message: "The service is \e[31mangry."}
`

// Covers: E35, E60
func TestAnAnswerThatBreaksOff(t *testing.T) {
	t.Parallel()
	d := open(t, failing, setting{})
	d.say("hi")
	d.see("Half an ans", "error: ", "angry", "ended by an error")
	d.idle()
	d.say("are you there")
	d.see("Echo: are you there")
}

// Covers: E61, E62
func TestUtilisationIsCountedOverTheSession(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.status("scripted")
	d.say("hi there")
	d.see("Hello, you.")
	d.status("used 4%") // 1234 tokens of 40000 characters
	d.status("↑1.2k ↓34")
	id := d.id()
	d.leave()

	again := open(t, hello, setting{root: d.root, base: d.base, session: id})
	again.see("Hello, you.")
	again.status("used 4%")
}

// Covers: E20, E63
func TestThePromptHasManyLines(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.write("first")
	d.press("ctrl+j")
	d.write("second")
	d.press("alt+enter")
	d.write(`third\`)
	d.press("enter")
	d.write("fourth")
	first := d.row("❯ first")
	for i, text := range []string{"second", "third", "fourth"} {
		if y := d.row(text); y != first+1+i {
			t.Errorf("%s stands in row %d, not %d:\n%s", text, y, first+1+i, d.last)
		}
	}
	d.press("enter")
	d.see("Hello, you.")
	if strings.Contains(d.last.String(), `third\`) {
		t.Errorf("the backslash was sent:\n%s", d.last)
	}
	d.idle()
	d.press("up")
	d.until("the prompt again", func(f frame) bool { return strings.Count(f.String(), "fourth") == 2 })
}

// Covers: E63, R94
func TestAPasteNeverSends(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.see("Ask something")
	d.paste("one\ntwo\n")
	d.see("❯ one", "two")
	d.press("ctrl+c")
	d.see("the prompt was cleared")
	d.paste(strings.Repeat("line\n", 120))
	d.see("[paste 1: 1")
	d.press("enter")
	d.see("Hello, you.")
	if strings.Contains(d.last.String(), "[paste") {
		t.Errorf("the chip was sent, not the text:\n%s", d.last)
	}
}

// What a terminal pastes when a picture is dropped on it becomes a reference; the words of the user show
// what came of it.
func TestADroppedPictureIsAReference(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.see("Ask something")
	d.paste("look at")
	d.paste(`/tmp/my\ shot.png`)
	d.see(`❯ look at @"/tmp/my shot.png"`)
}
