package tui_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// talk says prompts and waits for their echoes.
func (d *desk) talk(prompts ...string) {
	d.t.Helper()
	for _, p := range prompts {
		d.say(p)
		d.see("Echo: " + p)
		d.idle()
	}
}

// Covers: R75, R76
func TestNewKeepsTheSessionForResume(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	d.talk("about apples", "about pears")
	first := d.id()
	d.say("/new")
	d.gone("about pears")
	d.idle()
	if d.id() == first {
		t.Fatal("the session is the same")
	}
	d.talk("about plums")
	d.say("/resume")
	d.see("about apples", "open")
	d.write("pears") // in what was said, not in the title
	d.until("one session", func(f frame) bool {
		return strings.Contains(f.String(), "about apples") && !strings.Contains(f.String(), " open")
	})
	d.press("enter")
	d.see("Echo: about apples", "Echo: about pears")
	d.idle()
	d.gone("about plums")
	if d.id() != first {
		t.Error("another session is open")
	}
	d.talk("on with it")
}

// Covers: R76
func TestClearAsksAndForgets(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - parts: [{text: "First.\n"}]
after: echo
`
	d := open(t, script, setting{})
	d.status("scripted")
	d.say("/clear")
	d.see("nothing was said yet")
	d.say("a secret word")
	d.see("First.")
	d.idle()
	d.say("/clear")
	d.see("Forget the whole conversation?")
	d.press("enter") // keeping is the usual answer
	d.see("a secret word", "Ask something")
	d.say("/clear")
	d.see("Forget the whole conversation?")
	d.press("1")
	d.gone("❯ a secret word")
	d.idle()
	d.say("what was it")
	d.see("First.") // the model sees no earlier answer
	d.idle()
	d.say("/rewind undo")
	d.see("conversation only")
	d.press("down", "esc")
	d.see("Ask something")
	d.idle()
}

// Covers: R75
func TestForkGoesOnBesideTheFirst(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	d.talk("one", "two")
	first := d.id()
	d.say("/fork 1")
	d.gone("Echo: two")
	d.see("Echo: one")
	d.idle()
	if d.id() == first {
		t.Error("the session is the same")
	}
	d.talk("three")
	d.say("/fork x")
	d.see("/fork takes the number of a turn")
}

const writes = `
answers:
  - parts:
      - call: {name: SysBuiltIn.write_file, input: {path: notes.txt, content: "one\n"}}
  - parts: [{text: "Wrote one.\n"}]
  - parts:
      - call: {name: SysBuiltIn.write_file, input: {path: notes.txt, content: "two\n"}}
  - parts: [{text: "Wrote two.\n"}]
`

// Covers: R75, R80
func TestRewindPutsFilesBackAndCanBeUndone(t *testing.T) {
	t.Parallel()
	d := open(t, writes, setting{files: map[string]string{"notes.txt": "zero\n"}})
	d.status("scripted")
	d.say("write one")
	d.see("Wrote one.")
	d.idle()
	d.say("write two")
	d.see("Wrote two.")
	d.idle()
	d.say("/rewind")
	d.see("2  write two", "1  write one", "files kept")
	d.press("enter")
	d.see("conversation and files", "notes.txt")
	d.press("1")
	d.see("the files were put back")
	d.idle()
	if d.file("notes.txt") != "one\n" || strings.Contains(d.last.String(), "Wrote two.") {
		t.Errorf("notes.txt is %q:\n%s", d.file("notes.txt"), d.last)
	}
	d.say("/rewind undo")
	d.see("conversation and files")
	d.press("1")
	d.see("Wrote two.")
	d.idle()
	if d.file("notes.txt") != "two\n" {
		t.Errorf("after undo notes.txt is %q", d.file("notes.txt"))
	}
	d.say("/rewind 1")
	d.see("conversation only")
	d.press("2")
	d.gone("Wrote one.")
	d.idle()
	if d.file("notes.txt") != "two\n" {
		t.Errorf("the files were changed too: %q", d.file("notes.txt"))
	}
}

// Covers: R75
func TestRenameShowsTheTitle(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	d.say("/rename too early")
	d.see("error: ")
	d.idle()
	d.talk("apples")
	d.say("/rename The harvest")
	d.status("The harvest")
	d.idle()
	d.say("/rename")
	d.see("The harvest")
	d.press("ctrl+u")
	d.write("Winter")
	d.press("enter")
	d.status("Winter")
	d.idle()
	d.talk("goes on")
}

// Covers: R75
func TestExportWritesAFile(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	d.talk("apples")
	d.say("/export talk.md")
	d.see("The session was written to")
	if text := d.file("talk.md"); !strings.Contains(text, "Echo: apples") {
		t.Errorf("written: %q", text)
	}
	d.say("/export talk.md")
	d.see("exists already")
	d.say("/export talk.xyz")
	d.see("says no format")
}

// Covers: Y1, E62
func TestARestartKeepsDraftAndHistory(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	d.talk("remember me")
	d.write("half a th")
	d.press("ctrl+j")
	d.write("ought")
	d.leave()

	again := open(t, told, setting{root: d.root, base: d.base})
	again.see("❯ half a th", "ought")
	again.press("ctrl+c")
	again.see("the prompt was cleared")
	again.press("up")
	again.see("❯ half a th")
	again.press("up", "up")
	again.see("❯ remember me")
}

// body gives a frame's history: what stands above the prompt, without how long things took.
func (f frame) body() string {
	var kept []string
	for _, row := range f.rows {
		if strings.HasPrefix(row, "╭") {
			break
		}
		if row = strings.TrimSpace(row); row != "" && !strings.HasPrefix(row, "·") && !strings.HasPrefix(row, "❯ /") {
			kept = append(kept, row[:min(len(row), 60)])
		}
	}
	return strings.Join(kept, "\n")
}

// Covers: Y1, Y2, E62
func TestAResumedSessionLooksAsItDidLive(t *testing.T) {
	t.Parallel()
	const script = `
answers:
  - parts:
      - reasoning: "Let me think."
      - text: "# I look\n\nIt is *here*:\n\n"
      - call: {name: SysBuiltIn.read_file, input: {path: notes.txt}}
  - parts:
      - text: "I change it.\n\n"
      - call: {name: SysBuiltIn.edit_text, input: {path: notes.txt, action: replace, find: milk, replace: bread}}
  - parts:
      - text: "Done.\n"
`
	d := open(t, script, setting{files: map[string]string{"notes.txt": "milk\n"}})
	d.status("scripted")
	d.say("change it")
	d.see("Done.")
	live := d.idle().body()
	id := d.id()
	d.leave()
	again := open(t, script, setting{root: d.root, base: d.base, session: id})
	again.see("Done.")
	if kept := again.idle().body(); kept != live {
		t.Errorf("live:\n%s\n\nresumed:\n%s", live, kept)
	}
}

// Covers: Y2
func TestScrollingToTheBeginningLoadsIt(t *testing.T) {
	t.Parallel()
	answers := "answers:\n"
	for i := range 60 {
		answers += fmt.Sprintf("  - parts: [{text: \"Answer %d.\\n\"}, {call: {name: SysBuiltIn.ls, input: {path: \".\"}}}]\n", i)
	}
	d := open(t, answers+"  - parts: [{text: \"The end.\\n\"}]\n", setting{})
	d.status("scripted")
	d.say("work for long")
	d.see("The end.")
	d.idle()
	id := d.id()
	d.leave()
	again := open(t, answers, setting{root: d.root, base: d.base, session: id})
	again.see("The end.")
	again.idle()
	again.until("the beginning", func(f frame) bool {
		again.press("ctrl+home")
		return strings.Contains(f.String(), "❯ work for long")
	})
	again.press("end")
	again.see("The end.")
}

// Covers: R75
func TestCommandsInAnEmptySessionHarmNothing(t *testing.T) {
	t.Parallel()
	d := open(t, told, setting{})
	d.status("scripted")
	for _, c := range [][2]string{
		{"/fork", "error: fork session"},
		{"/export talk.md", "was written to"},
		{"/rewind undo", "nothing to undo"},
		{"/rewind 3", "no turn that could be taken back"},
		{"/resume nothing", "error:"},
		{"/copy", "there is no answer yet"},
		{"/todo", "no list of things to do"},
		{"/compact", "not in this version"},
		{"/usage", "REQUESTS"},
		{"/status", "permission mode"},
		{"/actors", "ROUTE"},
		{"/debug", "frames"},
		{"/log", "Esc close"},
	} {
		d.say(c[0])
		d.see(c[1])
		d.press("esc")
		d.see("Ask something")
		d.idle()
	}
	d.talk("all is well")
	if list, err := filepath.Glob(filepath.Join(d.root, "*")); err != nil || len(list) > 1 {
		t.Errorf("files: %v, %v", list, err)
	}
}
