package view_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/internal/leaf/diff"
	"eidolon/tui/view"
)

// shown gives what is shown of a difference when nothing of it is folded.
func shown(text string) string {
	h := newHistory(view.Options{})
	h.apply(script(said("x"), nextRound{}, used("edit", `{}`),
		event.ToolResult{Call: "edit", OK: true, Output: input(`{"ok":true}`), Diff: text})...)
	var b strings.Builder
	blocks := h.items[1].More
	if blocks == nil {
		blocks = h.items[1].Blocks
	}
	for _, block := range blocks[1:] {
		dumpBlock(&b, block)
	}
	return strings.ReplaceAll(b.String(), "\n      ", "\n")
}

func TestDiffs(t *testing.T) {
	numbered := func(from, to int) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&b, "line %d\n", i)
		}
		return b.String()
	}
	tests := map[string]struct{ text, want string }{
		"a new file": {diff.Unified("a.go", nil, []byte("one\ntwo")), `    ⎿ |{dim: a.go +2 -0}
1 |{added: + one} fill=added
2 |{added: + two} fill=added
  |{dim: \ No newline at end of file}
`},
		"two hunks": {
			diff.Unified("a", []byte(numbered(1, 30)), []byte(strings.Replace(strings.Replace(numbered(1, 30), "line 2\n", "", 1), "line 29\n", "line 29\nmore\n", 1))),
			`    ⎿ |{dim: a +1 -1}
 1 |  line 1
 2 |{removed: - line 2} fill=removed
 2 |  line 3
 3 |  line 4
 4 |  line 5
   |{dim: ⋯}
26 |  line 27
27 |  line 28
28 |  line 29
29 |{added: + more} fill=added
30 |  line 30
`,
		},
		"words": {diff.Unified("a", []byte("the old value\nsame\nx = 12345678901234567890\n"), []byte("the new value\nsame\nx = abcdefghijabcdefghij\n")), `    ⎿ |{dim: a +2 -2}
1 |{removed: - the }{removed-word: old}{removed:  value} fill=removed
1 |{added: + the }{added-word: new}{added:  value} fill=added
2 |  same
3 |{removed: - x = 12345678901234567890} fill=removed
3 |{added: + x = abcdefghijabcdefghij} fill=added
`},
		"lines that look like heads": {"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a\n+++ b\n-@@ x\n+@@ y\n", `    ⎿ |{dim: x +2 -2}
1 |{removed: - -- a} fill=removed
1 |{added: + ++ b} fill=added
2 |{removed: - @@ }{removed-word: x} fill=removed
2 |{added: + @@ }{added-word: y} fill=added
`},
		"a summary": {"--- a/x\n+++ b/x\n(too large to compare: 1 lines before, 2 now)\n", `    ⎿ |{dim: x +0 -0}
  |{dim: (too large to compare: 1 lines before, 2 now)}
`},
		"several files": {
			diff.Unified("a.go", []byte("a\n"), []byte("b\n")) + diff.Unified("n", nil, []byte("n\n")) + diff.Moved("a", "b", []byte("x"), []byte("x")) +
				diff.Deleted("old.go", []byte("o\n")),
			`    ⎿ |{dim: a.go +1 -1}
1 |{removed: - a} fill=removed
1 |{added: + b} fill=added
|{dim: n +1 -0}
1 |{added: + n} fill=added
|{dim: a -> b +0 -0}
|{dim: old.go +0 -1 (deleted)}
1 |{removed: - o} fill=removed
`,
		},
		"hostile": {"--- a/x\x1b\n+++ b/\u202ex\n@@ -1 +1 @@\n-\x1b[31m\n+\ttab\n", `    ⎿ |{dim: x␛ -> <U+202E>x +1 -1}
1 |{removed: - ␛[31m} fill=removed
1 |{added: +     tab} fill=added
`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, shown(tt.text)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLongDiffsAreFolded(t *testing.T) {
	h := newHistory(view.Options{})
	h.apply(script(said("x"), nextRound{}, used("write_file", `{}`),
		event.ToolResult{Call: "write_file", OK: true, Output: input(`{"ok":true}`), Diff: diff.Unified("a", nil, []byte(strings.Repeat("x\n", 100)))})...)
	item := h.items[1]
	if n := len(item.Blocks); n != 1+20+1 || item.Blocks[n-1].Text != "+81 lines (Ctrl+O)" || len(item.More) != 1+101 {
		t.Errorf("%d blocks, %d unfolded, ending in %q", n, len(item.More), item.Blocks[n-1].Text)
	}
	huge := "--- a/x\n+++ b/x\n@@ -0,0 +1,2001 @@\n" + strings.Repeat("+x\n", 2001)
	if got := shown(huge); !strings.Contains(got, "2001 lines of the difference are not shown") || strings.Count(got, "\n") > 3 {
		t.Errorf("%.300s", got)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add(changed)
	f.Add("--- a\n+++ b\n@@ -1,9 +999999999999999999999,2 @@\n\n\\ x\n@@\n@@ @@ @@ @@\n")
	f.Add("--- a/x.py\n+++ b/x.py\n@@ -1,3 +1,4 @@\n def f():\n-    \"\"\"half\n+    \"\"\"other half\n+    世界\"\"\"\n return 1\n")
	f.Add("--- a/x.go\n+++ b/x.go\n@@ -1,3 +1,4 @@\n-\tx := \"old\" // é\n+\tx := \"new\" // é\n")
	var painter view.Painter
	f.Fuzz(func(t *testing.T, text string) {
		h := newHistory(view.Options{})
		h.apply(script(said("x"), nextRound{}, used("edit", `{}`), event.ToolResult{Call: "edit", OK: true, Output: input(`{}`), Diff: text})...)
		plain := h.items[1]
		for _, w := range h.frame.Wanted {
			h.model.Coloured(w.ID, painter.Colour(t.Context(), w))
		}
		h.take()
		for _, item := range []*view.Item{plain, h.items[1]} {
			for _, b := range append(slices.Clip(item.Blocks), item.More...) {
				checkBlock(t, b)
			}
		}
	})
}

// The change that a question is about gets its colours when they are there, and the question is the same.
func TestTheChangeOfAQuestionGetsColours(t *testing.T) {
	h := newHistory(view.Options{})
	h.apply(script(said("x"), nextRound{}, used("edit", `{}`), event.Asked{Call: "edit", Name: "edit", Input: input(`{}`), Preview: changed})...)
	first := h.frame.Asked
	var painter view.Painter
	for _, w := range h.frame.Wanted {
		h.model.Coloured(w.ID, painter.Colour(t.Context(), w))
	}
	h.take()
	second := h.frame.Asked
	var b strings.Builder
	dumpBlock(&b, first.Preview[3])
	dumpBlock(&b, second.Preview[3])
	want := "  11 |{removed: -     return a }{removed-word: -}{removed:  b} fill=removed\n" +
		"  11 |{removed: -     }{keyword: return}{removed:  a }{removed-word: -}{removed:  b} fill=removed\n"
	if d := cmp.Diff(want, b.String()); d != "" || first.Call != second.Call {
		t.Error(d)
	}
}
