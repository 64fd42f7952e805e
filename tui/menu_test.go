package tui_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/tui"
)

// told has the model repeat what it was asked, so that a test sees what reached it.
const told = `
answers: []
after: echo
`

func commandFiles() map[string]string {
	return map[string]string{
		".eidolon/commands/review.md": "---\ndescription: look at a change\nargument-hint: \"[file]\"\nmode: execute\n---\nReview $1 with $$ and $ARGUMENTS.\n",
		".eidolon/commands/style.md":  "---\ndescription: be brief\nmode: insert\n---\nBe brief.\n",
		".eidolon/commands/broken.md": "---\ndescription: [\n---\nx\n",
		".eidolon/agents/poet.md":     "---\nname: poet\ndescription: speaks in verse\n---\nYou are a poet.\n",
		"calc/calc.go":                "package calc\n",
		"calc/deep/x.txt":             "x\n",
		"notes.txt":                   "milk\n",
	}
}

// Covers: E57, E58, E53, R81
func TestThePaletteHasTwoBuckets(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{files: commandFiles()})
	d.status("scripted")
	d.write("/")
	f := d.see("run at once", "begin a new session")
	if strings.Contains(f.String(), "rename") {
		t.Errorf("more than five rows are in sight:\n%s", f)
	}
	d.press("R")
	d.see("review [file]", "look at a change", "resume")
	d.press("backspace", "s", "t")
	d.see("run at once", "insert", "style", "be brief", "status")
	d.press("esc")
	d.gone("be brief")
	d.see("❯ /st")
}

// Covers: E54, E58, R77, R78
func TestACommandIsRunFromThePalette(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{files: commandFiles()})
	d.status("scripted")
	d.write("/rev")
	d.see("look at a change")
	d.press("tab")
	d.see("❯ /review  ")
	d.write("calc.go now")
	d.press("enter")
	d.see("Echo: Review calc.go with $ and calc.go now.")
	d.idle()
	d.write("/rev")
	d.see("look at a change")
	d.press("enter")
	d.see("Echo: Review  with $ and .")
}

// Covers: E55, E56, E58
func TestACommandIsInserted(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - expect: {last: {contains: ["say hello"], excludes: ["Be brief."]}, system: {contains: ["Be brief."]}}
    parts:
      - text: "Hi.\n"
`
	d := open(t, script, setting{files: commandFiles()})
	d.status("scripted")
	d.write("/sty")
	d.see("be brief")
	d.press("enter")
	d.see("❯ /style  ")
	d.write("say hello ")
	d.press("ctrl+f")
	d.see("notes.txt")
	d.write("notes")
	d.until("one file", func(f frame) bool { return !strings.Contains(f.String(), "calc.go") })
	d.press("enter")
	d.see("❯ /style say hello @file:notes.txt")
	d.press("enter")
	d.see("Hi.")
}

// Covers: E55, E56, Y4
func TestACommandIsInsertedIntoAPromptThatWaits(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - parts:
      - call: {name: SysBuiltIn.bash, input: {command: "cat gate"}}
  - parts: [{text: "One.\n"}]
  - parts: [{text: "Two.\n"}]
  - expect: {last: {contains: ["say hello"], excludes: ["Either way."]}, system: {contains: ["Either way."]}}
    parts: [{text: "Three.\n"}]
`
	d := open(t, script, setting{files: map[string]string{".eidolon/commands/either.md": "---\ndescription: both ways\n---\nEither way.\n"}})
	release := d.gate()
	d.status("scripted")
	d.say("go")
	d.status("running")
	d.say("something else")
	d.see("queue 1")
	d.write("/eith")
	d.see("insert", "both ways")
	d.press("down")
	d.until("the second bucket", func(f frame) bool { return d.rowOf(f, "❯ either") > d.rowOf(f, "insert") })
	d.press("enter")
	d.see("❯ /either  ")
	d.write("say hello")
	d.press("enter")
	d.see("queue 1 something else · 2")
	release()
	d.see("One.", "Two.", "Three.")
}

// Covers: E41, E42, E48, R83, R85
func TestAFileIsCompletedLevelByLevel(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - expect: {system: {contains: ["package calc"]}, last: {contains: ["@file:calc/calc.go"]}}
    parts:
      - text: "Read.\n"
  - expect: {last: {contains: ["<file path=", "milk"]}}
    parts:
      - text: "Read too.\n"
`
	d := open(t, script, setting{files: commandFiles()})
	d.status("scripted")
	d.write("see @file:")
	f := d.see("calc/", "notes.txt")
	if strings.Contains(f.String(), "calc.go") {
		t.Errorf("more than one level is listed:\n%s", f)
	}
	d.write("ca")
	d.gone("notes.txt")
	d.press("tab")
	d.see("@file:calc/", "calc.go", "deep/")
	d.write("calc.")
	d.gone("deep/")
	d.press("tab")
	d.see("see @file:calc/calc.go  ")
	d.press("enter")
	d.see("Read.")
	d.idle()
	d.write("and @no")
	d.see("notes.txt")
	d.press("tab")
	d.see("and @notes.txt  ")
	d.press("enter")
	d.see("Read too.")
}

// Covers: E48, R83, R84
func TestAFileThatIsNotThereIsANotice(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	d.say("see @file:nowhere.txt please")
	d.see("· ", "nowhere.txt", "Echo: see @file:nowhere.txt please")
	d.idle()
	d.say("mail me@home.test or @nobody")
	d.see("Echo: mail me@home.test or @nobody")
}

// Covers: E44, E45, E46, E47
func TestAnAgentIsCompletedAndApplied(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - expect: {system: {contains: ["You are a poet."]}}
    parts:
      - text: "Roses.\n"
  - expect: {system: {contains: ["You are a poet."]}}
    parts:
      - text: "Violets.\n"
`
	base := t.TempDir()
	if err := os.MkdirAll(filepath.Join(base, "agents"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, what := range map[string]string{"poet": "of the person", "cook": "makes soup"} {
		text := "---\nname: " + name + "\ndescription: " + what + "\n---\nYou are somebody else.\n"
		if err := os.WriteFile(filepath.Join(base, "agents", name+".md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := open(t, script, setting{files: commandFiles(), base: base})
	d.status("scripted")
	d.write("sing @agent:")
	f := d.see("poet", "speaks in verse", "makes soup")
	if strings.Contains(f.String(), "of the person") {
		t.Errorf("the project's agent does not win:\n%s", f)
	}
	d.write("po")
	d.gone("makes soup")
	d.press("tab")
	d.see("sing @agent:poet  ")
	d.press("enter")
	d.see("Roses.", "agent: poet")
	d.status("@poet")
	d.idle()
	d.say("again")
	d.see("Violets.")
}

// slowFiles lists nothing until it is told to stop.
type slowFiles struct{ tui.Inputs }

func (s slowFiles) List(ctx context.Context, _ string) ([]tui.Entry, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// Covers: E43, R84
func TestASlowListingIsGivenUp(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{inputs: func(i tui.Inputs) tui.Inputs { return slowFiles{i} }})
	d.status("scripted")
	d.write("see @file:a")
	d.write("bc")
	d.see("could not be listed within two seconds", "see @file:abc")
	d.write(" and on")
	d.press("enter")
	d.see("Echo: see @file:abc and on")
}

// Covers: E63, R81
func TestEarlierPromptsAreSearched(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	for _, p := range []string{"fix the linter", "write a poem", "fix the parser"} {
		d.say(p)
		d.see("Echo: " + p)
		d.idle()
	}
	d.write("my draft")
	d.press("ctrl+r")
	d.gone("my draft")
	d.write("linte")
	d.press("esc")
	d.see("❯ my draft")
	d.press("ctrl+r")
	d.gone("❯ my draft")
	d.write("poe")
	d.press("enter")
	d.see("│ ❯ write a poem")
}

// Covers: E59, R80
func TestTheFilePickerGivesThePromptBack(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{files: commandFiles()})
	d.status("scripted")
	d.write("look at ")
	d.press("ctrl+f")
	f := d.see("calc/calc.go", "calc/deep/x.txt")
	if strings.Contains(f.String(), "❯ look at") {
		t.Errorf("the prompt is not hidden:\n%s", f)
	}
	d.press("esc")
	d.see("❯ look at")
	d.press("ctrl+f")
	d.see("calc/calc.go")
	d.write("cgo")
	d.see("package calc") // the preview
	d.press("enter")
	d.see("❯ look at @file:calc/calc.go  ")
}
