package overlay_test

import (
	"testing"

	"eidolon/tui/overlay"
)

// The line is edited by characters as a reader counts them, not by bytes or code points.
func TestLine(t *testing.T) {
	tests := []struct {
		name, text string
		keys       []string
		want       string // with | where the cursor is, found out by writing it
	}{
		{"at the end", "abc", nil, "abc|"},
		{"left and right", "abc", []string{"left", "left", "right"}, "ab|c"},
		{"they stop at the ends", "a", []string{"left", "left", "left", "right", "right", "right"}, "a|"},
		{"start and end", "abc", []string{"home", "delete", "end", "backspace"}, "b|"},
		{"a flag is one character", "🇩🇪🇫🇷", []string{"backspace"}, "🇩🇪|"},
		{"so is a letter with its marks", "e\u0301\u0302x", []string{"left", "left", "delete"}, "|x"},
		{"and a wide one", "漢字", []string{"left", "backspace"}, "|字"},
		{"words", "one two-three", []string{"alt+b", "alt+b"}, "one |two-three"},
		{"words of other letters", "één 漢字", []string{"alt+b", "ctrl+w"}, "|漢字"},
		{"word right", "one two", []string{"home", "alt+f"}, "one| two"},
		{"kill words", "one two three", []string{"ctrl+w", "ctrl+w"}, "one |"},
		{"kill the word right", "one two three", []string{"home", "alt+d"}, "| two three"},
		{"kill to the start", "one two", []string{"alt+b", "ctrl+u"}, "|two"},
		{"kill to the end", "one two", []string{"alt+b", "ctrl+k"}, "one |"},
		{"nothing to kill", "", []string{"ctrl+w", "ctrl+u", "ctrl+k", "alt+d", "backspace", "delete"}, "|"},
		{"a mark joins the letter before it", "e", []string{"\u0301"}, "e\u0301|"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i := overlay.NewInput(overlay.Rename, overlay.InputOptions{Text: tt.text})
			press(t, i, tt.keys...)
			press(t, i, "|")
			if got := i.Text(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
