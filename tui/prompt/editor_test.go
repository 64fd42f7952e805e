package prompt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/keys"
	"eidolon/tui/prompt"
	"eidolon/tui/theme"
)

// palette gives each role a colour of its own, so that tests can read roles off the screen.
type palette struct{}

func (palette) Style(r theme.Role) tcell.Style {
	return tcell.StyleDefault.Foreground(tcell.PaletteColor(int(r)))
}

// marked gives what an editor holds, with "|" where the cursor is and chips as "<1>".
func marked(t *testing.T, e *prompt.Editor) string {
	t.Helper()
	var d struct {
		Pieces []string
		Cursor int
	}
	if err := json.Unmarshal(e.Snapshot().Encode(), &d); err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, piece := range d.Pieces {
		if i%2 == 1 {
			out = append(out, fmt.Sprintf("<%d>", len(piece)))
			continue
		}
		for _, r := range piece {
			out = append(out, string(r))
		}
	}
	return strings.Join(out[:d.Cursor], "") + "|" + strings.Join(out[d.Cursor:], "")
}

// editor makes an editor whose text has the cursor at "|".
func editor(t *testing.T, text string, opt prompt.Options) *prompt.Editor {
	t.Helper()
	opt.Palette = palette{}
	e := prompt.New(opt)
	before, after, _ := strings.Cut(text, "|")
	raw, err := json.Marshal(map[string]any{"pieces": []string{before + after}, "cursor": len([]rune(before))})
	if err != nil {
		t.Fatal(err)
	}
	s, err := prompt.DecodeSnapshot(raw)
	if err != nil {
		t.Fatal(err)
	}
	e.Restore(s)
	return e
}

// do carries out steps: names of actions, or text in quotes that is typed.
func do(t *testing.T, e *prompt.Editor, steps string) (used bool) {
	t.Helper()
	for step := range strings.FieldsSeq(steps) {
		if text, ok := strings.CutPrefix(step, "'"); ok {
			for _, r := range strings.ReplaceAll(strings.TrimSuffix(text, "'"), "_", " ") {
				used = e.Handle(tcell.NewEventKey(tcell.KeyRune, r, 0))
			}
			continue
		}
		a, ok := keys.ParseAction(step)
		if !ok {
			t.Fatalf("no action %s", step)
		}
		used = e.Do(a)
	}
	return used
}

// Covers: E63, R94
func TestEditing(t *testing.T) {
	for _, c := range []struct{ name, before, steps, after string }{
		{"typing", "a|c", "'b'", "ab|c"},
		{"a new line", "a|b", "prompt.newline", "a\n|b"},
		{"a backslash, then Enter", `a\|`, "prompt.submit", "a\n|"},
		{"in the middle as well", `a\|b`, "prompt.submit", "a\n|b"},
		{"left over a combined character", "xe\u0301|", "cursor.left", "x|e\u0301"},
		{"left over a family", "x👨‍👩‍👧|", "cursor.left", "x|👨‍👩‍👧"},
		{"right over a flag", "|🇩🇪🇫🇷", "cursor.right", "🇩🇪|🇫🇷"},
		{"deleting one", "x👨‍👩‍👧|", "delete.left", "x|"},
		{"deleting to the right", "|漢字", "delete.right", "|字"},
		{"an accent joins the letter before it", "e|x", "'\u0301'", "e\u0301|x"},
		{"half a flag before a flag makes pairs anew", "|🇩🇪", "'🇫'", "🇫🇩|🇪"},
		{"left over a line break", "a\n|b", "cursor.left", "a|\nb"},
		{"no further left", "|a", "cursor.left", "|a"},
		{"a word left", "one two|", "cursor.word-left", "one |two"},
		{"over signs", "one, (two)|", "cursor.word-left cursor.word-left", "|one, (two)"},
		{"a word right", "|one two", "cursor.word-right", "one| two"},
		{"over a line break", "one|\n two", "cursor.word-right", "one\n two|"},
		{"start and end of the line", "ab\ncd|ef\ngh", "cursor.line-start 'x' cursor.line-end 'y'", "ab\nxcdefy|\ngh"},
		{"start and end of the text", "ab\nc|d", "cursor.text-start 'x' cursor.text-end 'y'", "xab\ncdy|"},
		{"cutting to the end and putting it back", "ab|cd\nef", "kill.line-end cursor.text-end yank", "ab\nefcd|"},
		{"cutting the line break", "ab|\ncd", "kill.line-end", "ab|cd"},
		{"cutting to the start", "ab\ncd|ef", "kill.line-start", "ab\n|ef"},
		{"cutting the line break before", "ab\n|cd", "kill.line-start", "ab|cd"},
		{"cutting words back", "one two three|", "kill.word-left kill.word-left", "one |"},
		{"pieces cut in one go are one", "one two three|", "kill.word-left kill.word-left yank", "one two three|"},
		{"ahead as well", "|one two", "kill.word-right kill.word-right 'x' yank", "xone two|"},
		{"in either direction", "one |two three", "kill.word-right kill.word-left yank", "one two| three"},
		{"a move ends the go", "one two|", "kill.word-left cursor.left cursor.right kill.word-left yank", "one |"},
		{"so does typing", "one two|", "kill.word-left 'x' delete.left kill.word-left yank yank", "one one |"},
		{"an older one", "one two|", "kill.word-left cursor.left cursor.right kill.word-left yank yank.older", "two|"},
		{"and round again", "one two|", "kill.word-left cursor.left cursor.right kill.word-left yank yank.older yank.older", "one |"},
		{"an older one only right behind the newest", "one two|", "kill.word-left yank 'x' yank.older", "one twox|"},
		{"cutting a word ahead", "|one two", "kill.word-right", "| two"},
		{"the selection goes first", "one |two", "select.word-right delete.left", "one |"},
		{"typing takes its place", "one |two", "select.word-right 'x'", "one x|"},
		{"so does what was cut", "one |two", "select.word-right kill.word-left yank yank", "one twotwo|"},
		{"left goes to its start", "one |two", "select.word-right cursor.left", "one |two"},
		{"right goes to its end", "one two|", "select.word-left cursor.right", "one two|"},
		{"selecting by lines", "ab\nc|d", "select.up delete.left", "a|d"},
		{"selecting past the first row", "ab|cd", "select.up delete.left", "|cd"},
		{"selecting past the last row", "ab|cd", "select.down delete.left", "ab|"},
		{"selecting all", "ab\nc|d", "select.all 'x'", "x|"},
		{"up and down keep the column", "abcd\na\nabc|d", "cursor.up cursor.up", "abc|d\na\nabcd"},
		{"wide characters too", "漢字漢字\nabcd|", "cursor.up", "漢字|漢字\nabcd"},
		{"undo takes words back", "|", "'one_two_three' undo", "one two |"},
		{"and all of it", "|", "'one_two' undo undo undo", "|"},
		{"redo", "|", "'one_two' undo undo redo redo", "one two|"},
		{"typing after undo ends redo", "|", "'one_two' undo 'x' redo", "one x|"},
		{"undo of deleting", "one two|", "delete.left delete.left delete.left undo", "one two|"},
		{"undo of deleting ahead", "|one two", "delete.right delete.right undo", "|one two"},
		{"undo of cutting", "one two|", "kill.word-left kill.word-left undo undo", "one two|"},
		{"undo restores the selection", "one |two", "select.word-right 'x' undo delete.left", "one |"},
		{"a move divides what is undone", "|", "'ab' cursor.left 'x' undo", "a|b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := editor(t, c.before, prompt.Options{})
			do(t, e, c.steps)
			if got := marked(t, e); got != c.after {
				t.Errorf("%q %s is %q, want %q", c.before, c.steps, got, c.after)
			}
		})
	}
}

// An action that the prompt has no use for is left to others.
func TestUnused(t *testing.T) {
	for _, c := range []struct {
		before, steps string
		used          bool
	}{
		{"text|", "prompt.submit", false}, // sending is for somebody else
		{"|", "delete.right", false},      // Ctrl+D quits
		{"text|", "delete.right", true},   // but never with text
		{"text|", "cursor.line-end", false},
		{"te|xt", "cursor.line-end", true},
		{"text|", "cursor.up", false},
		{"text|", "cursor.down", false},
		{"a\nb|", "cursor.up", true},
		{"text|", "escape", false},
		{"text|", "select.left escape", true},
		{"text|", "interrupt", false},
		{"text|", "prompt.complete", false},
		{"text|", "undo", false},
		{"text|", "yank", false},
	} {
		if used := do(t, editor(t, c.before, prompt.Options{}), c.steps); used != c.used {
			t.Errorf("%q %s: used %v, want %v", c.before, c.steps, used, c.used)
		}
	}
}

func TestPaste(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("line\n", n) }
	for _, c := range []struct{ name, before, paste, after, text string }{
		{"a word", "a|b", "x", "ax|b", "axb"},
		{"line ends of all kinds", "|", "a\r\nb\rc\nd", "a\nb\nc\nd|", "a\nb\nc\nd"},
		{"control characters", "|", "a\x1b[31mb\x00\x7f\u0085", "a␛[31mb␀␡<85>|", "a␛[31mb␀␡<85>"},
		{"invalid bytes", "|", "a\xffb", "a\uFFFDb|", "a\uFFFDb"},
		{"what would be a chip", "|", "a\U0010F000b", "a\uFFFDb|", "a\uFFFDb"},
		{"tabs stay", "|", "a\tb", "a\tb|", "a\tb"},
		{"joiners stay", "|", "👨‍👩‍👧", "👨‍👩‍👧|", "👨‍👩‍👧"},
		{"ten lines", "|", lines(10), lines(10) + "|", lines(10)},
		{"eleven lines are folded", "a|b", lines(11), "a<55>|b", "a" + lines(11) + "b"},
		{"2 KB", "|", strings.Repeat("x", 2048), strings.Repeat("x", 2048) + "|", strings.Repeat("x", 2048)},
		{"more is folded", "|", strings.Repeat("x", 2049), "<2049>|", strings.Repeat("x", 2049)},
		{"a backslash at the end submits nothing", "|", "a\\\n", "a\\\n|", "a\\\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := editor(t, c.before, prompt.Options{})
			e.Paste(c.paste)
			if got := marked(t, e); got != c.after {
				t.Errorf("got %q, want %q", got, c.after)
			}
			if d := cmp.Diff(c.text, e.Text()); d != "" {
				t.Error(d)
			}
			e.Do(keys.Undo)
			if got := marked(t, e); got != c.before {
				t.Errorf("undo gives %q, want %q", got, c.before)
			}
		})
	}
}

// A folded paste is one unit for the cursor and for deleting, and plain text once it is unfolded.
func TestChip(t *testing.T) {
	long := strings.Repeat("x\n", 12)
	for _, c := range []struct{ steps, after string }{
		{"cursor.left", "a|<24>b"},
		{"cursor.left cursor.right", "a<24>|b"},
		{"delete.left", "a|b"},
		{"delete.left undo", "a<24>|b"},
		{"cursor.word-left", "|a<24>b"},
		{"select.left kill.word-left cursor.text-end yank yank", "ab<24><24>|"},
		{"'\u0301' cursor.left cursor.left", "a|<24>\u0301b"},
		{"prompt.complete", "a" + long + "|b"},
		{"cursor.left prompt.complete 'y'", "a" + long + "y|b"},
		{"prompt.complete undo", "a<24>|b"},
	} {
		e := editor(t, "a|b", prompt.Options{})
		e.Paste(long)
		do(t, e, c.steps)
		if got := marked(t, e); got != c.after {
			t.Errorf("%s gives %q, want %q", c.steps, got, c.after)
		}
	}
}

// A chip is a unit of its own even behind a character that would join what follows it.
func TestChipStandsAlone(t *testing.T) {
	e := editor(t, "a\u0600|", prompt.Options{})
	e.Paste(strings.Repeat("x\n", 12))
	do(t, e, "cursor.left")
	if got := marked(t, e); got != "a\u0600|<24>" {
		t.Errorf("got %q", got)
	}
}

func TestSelection(t *testing.T) {
	e := editor(t, "a|b", prompt.Options{})
	e.Paste(strings.Repeat("x\n", 12))
	do(t, e, "select.all")
	if got, want := e.Selection(), "a"+strings.Repeat("x\n", 12)+"b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !e.DropSelection() || e.DropSelection() || e.Selection() != "" {
		t.Error("the selection was not dropped once")
	}
}

// What was sent cannot be undone, but what was cut can be put back into the next prompt.
func TestTake(t *testing.T) {
	e := editor(t, "one two|", prompt.Options{})
	do(t, e, "kill.word-left")
	if got := e.Take(); got != "one " || !e.Empty() {
		t.Errorf("took %q", got)
	}
	if e.Do(keys.Undo) {
		t.Error("a sent prompt came back")
	}
	do(t, e, "yank")
	if got := marked(t, e); got != "two|" {
		t.Errorf("got %q", got)
	}
}

func TestSetText(t *testing.T) {
	e := editor(t, "one|", prompt.Options{})
	e.SetText("two\r\n\x1bthree")
	if got := marked(t, e); got != "two\n␛three|" {
		t.Errorf("got %q", got)
	}
	do(t, e, "undo")
	if got := marked(t, e); got != "one|" {
		t.Errorf("undo gives %q", got)
	}
	e.Clear()
	e.Insert("new")
	do(t, e, "undo undo")
	if got := marked(t, e); got != "one|" {
		t.Errorf("undo gives %q", got)
	}
}

// A large paste costs no noticeable time, and neither does typing beside it or in it.
func TestLargePaste(t *testing.T) {
	e := editor(t, "|", prompt.Options{})
	text := strings.Repeat("some text of a log, 漢字 too\n", 1<<20/32)
	e.Paste(text)
	do(t, e, "prompt.complete 'x' undo undo 'y'")
	if got := e.Text(); got != text+"y" {
		t.Errorf("%d bytes became %d", len(text)+1, len(got))
	}
}

// Many large pastes do not pile up: what is not in the text is forgotten at some point.
func TestPastesAreForgotten(t *testing.T) {
	e := editor(t, "|", prompt.Options{})
	text := strings.Repeat("x", 4<<20)
	for range 20 {
		e.Paste(text)
		e.Do(keys.DeleteLeft)
	}
	undone := 0
	for e.Do(keys.Undo) {
		undone++
	}
	if undone > 20 {
		t.Errorf("%d pastes of 4 MB are kept", undone/2)
	}
}
