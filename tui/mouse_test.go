package tui_test

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// manyLines is an answer with more lines than the screen has.
func manyLines() string {
	return "answers:\n  - parts: [{text: \"" + strings.Repeat("A line of the answer.\\n\\n", 40) + "The last line.\\n\"}]\nafter: echo\n"
}

// mouse does something with the mouse.
func (d *desk) mouse(x, y int, buttons ...tcell.ButtonMask) {
	for _, b := range buttons {
		d.sim.InjectMouse(x, y, b, 0)
	}
}

// Covers: Y2, R94
func TestTheWheelScrollsAndTheBarComesBack(t *testing.T) {
	t.Parallel()
	d := open(t, manyLines(), setting{})
	d.status("scripted")
	d.say("talk")
	d.see("The last line.")
	d.idle()
	d.mouse(10, 5, tcell.WheelUp)
	d.gone("The last line.")
	d.say("more")
	d.see("Echo: more") // what is said is followed
	d.idle()
	d.mouse(10, 5, tcell.WheelUp)
	d.gone("Echo: more")
	d.press("end")
	d.see("Echo: more")
}

// Covers: Y2
func TestNewLinesWaitBelowWhoeverReads(t *testing.T) {
	t.Parallel()
	d := open(t, strings.Replace(gated, "I begin.", "I begin."+strings.Repeat("\\n\\nAnd on.", 20), 1), setting{})
	release := d.gate()
	d.status("scripted")
	d.say("go")
	d.see("⎿ first")
	d.press("ctrl+home")
	d.see("❯ go")
	release()
	d.until("the bar", func(f frame) bool { return strings.Contains(f.String(), "new line") })
	y := d.row("new line")
	d.mouse(20, y, tcell.Button1, tcell.ButtonNone)
	d.see("I am done.")
	d.gone("new line")
}

// Covers: Y2, R94
func TestTextIsSelectedAndCopiedAcrossWraps(t *testing.T) {
	t.Parallel()
	sentence := "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
	d := open(t, "answers:\n  - parts: [{text: \""+sentence+"\\n\"}]\n", setting{w: 40, h: 20})
	d.status("scripted")
	d.say("count")
	d.see("fourteen")
	d.idle()
	y, end := d.row("one two"), d.row("fourteen")
	x := strings.Index(d.last.rows[y], "one")
	to := strings.Index(d.last.rows[end], "fourteen") + len("fourteen")
	d.mouse(x, y, tcell.Button1)
	d.mouse(to, end, tcell.Button1, tcell.ButtonNone)
	d.press("ctrl+c")
	if got := <-d.copied; got != sentence {
		t.Errorf("copied %q", got)
	}
	d.status("copied")
	d.press("ctrl+c") // the selection is gone: this one means the chat
	d.status("again to quit")
}

// Covers: Y2
func TestAnswersAreCopiedAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.status("scripted")
	d.say("hi there")
	d.see("Hello, you.")
	d.idle()
	d.press("ctrl+x", "c")
	if got := <-d.copied; got != "Hello, **you**.\n" {
		t.Errorf("copied %q", got)
	}
	d.press("ctrl+up", "ctrl+up", "ctrl+up") // over the line of the turn to what was said
	d.press("ctrl+x", "y")
	if got := <-d.copied; got != "hi there" {
		t.Errorf("copied %q", got)
	}
}
