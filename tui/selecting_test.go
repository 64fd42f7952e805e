package tui_test

import (
	"fmt"
	"strings"
	"testing"
)

// Covers: Y2, R94
func TestTextIsSelectedByKeys(t *testing.T) {
	t.Parallel()
	d := open(t, "answers:\n  - parts: [{text: \"The 漢字 are here.\\n\\n"+strings.Repeat("word ", 40)+"end\\n\"}]\n", setting{w: 60, h: 15})
	d.status("scripted")
	d.say("talk")
	d.see("end")
	d.idle()
	d.write("my draft")
	d.press("ctrl+x", "v")
	d.status("v select, Esc leave")
	d.press("ctrl+home", "ctrl+down", "ctrl+down") // to the answer
	d.press("shift+right", "x", "shift+right", "shift+right", "shift+right", "shift+right")
	d.status("y copy, Esc leave")
	d.press("ctrl+c")
	if got := <-d.copied; got != "The 漢" {
		t.Errorf("copied %q", got)
	}
	d.gone("Esc leave")

	d.press("ctrl+x", "v", "ctrl+home", "ctrl+down", "ctrl+down", "down", "V", "down", "down", "y")
	if got, want := <-d.copied, strings.Repeat("word ", 40)+"end"; got != want {
		t.Errorf("copied %q", got)
	}
	d.press("ctrl+x", "v", "g", "W", "$", "G", "enter") // from the first item to the last
	if got := <-d.copied; !strings.HasPrefix(got, "permission mode: auto\n\ntalk\n\nThe 漢字 are here.\n\nword word") || strings.Contains(got, "  ") {
		t.Errorf("copied %q", got)
	}
	d.see("❯ my draft")
	d.write(" goes on")
	d.see("❯ my draft goes on")
}

// Covers: Y2
func TestWhatIsSelectedStaysWhileTheAnswerComes(t *testing.T) {
	t.Parallel()
	lines := "I begin."
	for n := range 20 {
		lines += fmt.Sprintf("\\n\\nLine %d.", n)
	}
	d := open(t, strings.Replace(gated, "I begin.", lines, 1), setting{h: 15, w: 60})
	release := d.gate()
	d.status("scripted")
	d.say("go")
	d.see("⎿ first")
	d.press("ctrl+x", "v")
	d.status("select")
	d.press("up", "up", "up", "shift+home")
	before := d.until("the cursor", func(f frame) bool { return strings.Contains(f.rows[len(f.rows)-1], "Esc leave") })
	d.press("V", "up", "up")
	d.status("copy")
	release()
	d.until("the end", func(f frame) bool { return !strings.Contains(f.rows[len(f.rows)-1], "Esc stop") })
	if after := d.last; after.rows[0] != before.rows[0] || after.rows[3] != before.rows[3] {
		t.Errorf("it moved from:\n%s\nto:\n%s", before, after)
	}
	d.press("esc")
	d.see("I am done.") // the end is followed again
	d.gone("Esc leave")
}

// What was found is selected from there, and the words of the search stay words.
//
// Covers: Y2
func TestWhatWasFoundIsSelected(t *testing.T) {
	t.Parallel()
	d := open(t, "answers:\n  - parts: [{text: \"The needle/here.\\n\\n"+strings.Repeat("hay\\n\\n", 40)+"The end.\\n\"}]\n", setting{})
	d.status("scripted")
	d.say("talk")
	d.see("The end.")
	d.idle()
	d.press("ctrl+x", "/")
	d.write("needle")
	d.see("1 of 1")
	d.press("ctrl+x", "v")
	d.gone("1 of 1")
	d.press("W", "ctrl+x", "y")
	if got := <-d.copied; got != "needle/here" {
		t.Errorf("copied %q", got)
	}
	d.status("auto")
}
