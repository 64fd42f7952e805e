package tui_test

import (
	"strings"
	"testing"
)

// Covers: Y2, R81
func TestTheTranscriptIsSearched(t *testing.T) {
	t.Parallel()
	d := open(t, "answers:\n  - parts: [{text: \"The needle.\\n\\n"+strings.Repeat("hay\\n\\n", 40)+"The last needle.\\n\"}]\n", setting{})
	d.status("scripted")
	d.say("talk")
	d.see("The last needle.")
	d.idle()
	d.write("my draft")
	d.press("ctrl+x", "/")
	d.see("search", "❯ my draft")
	d.write("needle")
	d.see("of 2")
	d.press("enter")
	first := d.until("a hit", func(f frame) bool {
		return strings.Contains(f.String(), "1 of 2") || strings.Contains(f.String(), "2 of 2")
	})
	d.press("down")
	d.until("the other hit", func(f frame) bool {
		return strings.Contains(f.String(), "1 of 2") != strings.Contains(first.String(), "1 of 2") && strings.Contains(f.String(), "of 2")
	})
	d.press("esc")
	d.gone("of 2")
	d.see("❯ my draft")
	d.write(" goes on")
	d.see("❯ my draft goes on")
}

// Covers: R94
func TestAnInterruptLeavesTheSearch(t *testing.T) {
	t.Parallel()
	d := open(t, hello, setting{})
	d.status("scripted")
	d.say("hi there")
	d.see("Hello, you.")
	d.idle()
	d.press("ctrl+x", "/")
	d.write("nowhere")
	d.see("nothing")
	d.press("ctrl+c")
	d.gone("nowhere")
	d.press("ctrl+c") // nothing is left to close
	d.status("again to quit")
}
