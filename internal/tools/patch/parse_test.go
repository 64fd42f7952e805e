package patch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/tools/patch"
)

func keep(text string) patch.Line   { return patch.Line{Op: patch.Keep, Text: text} }
func remove(text string) patch.Line { return patch.Line{Op: patch.Remove, Text: text} }
func insert(text string) patch.Line { return patch.Line{Op: patch.Insert, Text: text} }

func TestParse(t *testing.T) {
	tests := map[string]struct {
		text string
		want []patch.File
	}{
		"a new file": {
			"*** Begin Patch\n*** Add File: a.txt\n+one\n+\n+two\n*** End Patch\n",
			[]patch.File{{Action: patch.Add, Path: "a.txt", Content: "one\n\ntwo\n", Line: 2}},
		},
		"an empty one": {
			"*** Begin Patch\n*** Add File: a.txt\n*** End Patch",
			[]patch.File{{Action: patch.Add, Path: "a.txt", Line: 2}},
		},
		"a lost mark of an empty line": {
			"*** Begin Patch\n*** Add File: a.txt\n+one\n\n+two\n\n*** End Patch",
			[]patch.File{{Action: patch.Add, Path: "a.txt", Content: "one\n\ntwo\n", Line: 2}},
		},
		"a file less": {
			"*** Begin Patch\n*** Delete File: a.txt\n*** End Patch",
			[]patch.File{{Action: patch.Delete, Path: "a.txt", Line: 2}},
		},
		"a change": {
			"*** Begin Patch\n*** Update File: a.go\n@@ func f() {\n a\n-b\n+c\n*** End Patch",
			[]patch.File{{Action: patch.Update, Path: "a.go", Line: 2, Hunks: []patch.Hunk{
				{Within: []string{"func f() {"}, Lines: []patch.Line{keep("a"), remove("b"), insert("c")}, Line: 3},
			}}},
		},
		"a move": {
			"*** Begin Patch\n*** Update File: a.go\n*** Move to: b.go\n*** End Patch",
			[]patch.File{{Action: patch.Update, Path: "a.go", MoveTo: "b.go", Line: 2}},
		},
		"without the first @@": {
			"*** Begin Patch\n*** Update File: a.go\n-b\n+c\n@@\n-d\n*** End Patch",
			[]patch.File{{Action: patch.Update, Path: "a.go", Line: 2, Hunks: []patch.Hunk{
				{Lines: []patch.Line{remove("b"), insert("c")}, Line: 3},
				{Lines: []patch.Line{remove("d")}, Line: 5},
			}}},
		},
		"names in names": {
			"*** Begin Patch\n*** Update File: a.py\n@@ class A:\n@@   def f(self):\n-b\n*** End Patch",
			[]patch.File{{Action: patch.Update, Path: "a.py", Line: 2, Hunks: []patch.Hunk{
				{Within: []string{"class A:", "  def f(self):"}, Lines: []patch.Line{remove("b")}, Line: 3},
			}}},
		},
		"line numbers": {
			"*** Begin Patch\n*** Update File: a.go\n@@ -1,3 +1,4 @@ func f() {\n-b\n\\ No newline at end of file\n*** End Patch",
			[]patch.File{{Action: patch.Update, Path: "a.go", Line: 2, Hunks: []patch.Hunk{{Lines: []patch.Line{remove("b")}, Line: 3}}}},
		},
		"the end of the file": {
			"*** Begin Patch\n*** Update File: a.go\n@@\n-b\n*** End of File\n*** Delete File: c\n*** End Patch",
			[]patch.File{
				{Action: patch.Update, Path: "a.go", Line: 2, Hunks: []patch.Hunk{{Lines: []patch.Line{remove("b")}, AtEnd: true, Line: 3}}},
				{Action: patch.Delete, Path: "c", Line: 6},
			},
		},
		"empty lines": {
			"*** Begin Patch\n\n*** Update File: a.go\n@@\n a\n\n-b\n\n@@\n-c\n\n\n*** Delete File: c\n*** End Patch",
			[]patch.File{
				{Action: patch.Update, Path: "a.go", Line: 3, Hunks: []patch.Hunk{
					{Lines: []patch.Line{keep("a"), keep(""), remove("b")}, Line: 4},
					{Lines: []patch.Line{remove("c")}, Line: 9},
				}},
				{Action: patch.Delete, Path: "c", Line: 13},
			},
		},
		"as a shell command": {
			"apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n",
			[]patch.File{{Action: patch.Delete, Path: "a", Line: 3}},
		},
		"with CRLF": {
			"*** Begin Patch\r\n*** Add File: a\r\n+x\r\n*** End Patch\r\n",
			[]patch.File{{Action: patch.Add, Path: "a", Content: "x\n", Line: 2}},
		},
		"two in one": {
			"*** Begin Patch\n*** Delete File: a\n*** End Patch\n*** Begin Patch\n*** Delete File: b\n*** End Patch",
			[]patch.File{{Action: patch.Delete, Path: "a", Line: 2}, {Action: patch.Delete, Path: "b", Line: 5}},
		},
		"about a patch": {
			"*** Begin Patch\n*** Update File: doc.md\n@@\n *** Begin Patch\n-*** Delete File: a\n *** End Patch\n*** End Patch\n *** End Patch",
			[]patch.File{{Action: patch.Update, Path: "doc.md", Line: 2, Hunks: []patch.Hunk{
				{Lines: []patch.Line{keep("*** Begin Patch"), remove("*** Delete File: a"), keep("*** End Patch")}, Line: 3},
			}}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := patch.Parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	tests := map[string]struct {
		text string
		line int
		says string
	}{
		"nothing":            {"", 0, `has to begin with the line "*** Begin Patch"`},
		"another form":       {"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 0, `has to begin with`},
		"cut off":            {"*** Begin Patch\n*** Delete File: a\n", 0, "was it cut off?"},
		"no file":            {"*** Begin Patch\n\n*** End Patch", 0, "names no file"},
		"an unknown header":  {"*** Begin Patch\n*** Rename File: a\n*** End Patch", 2, `"*** Rename File: a" is no beginning of a file`},
		"no name":            {"*** Begin Patch\n*** Delete File: \n*** End Patch", 2, "the name of the file is missing"},
		"no new name":        {"*** Begin Patch\n*** Update File: a\n*** Move to:\n*** End Patch", 3, "the new name"},
		"no change":          {"*** Begin Patch\n*** Update File: a\n*** End Patch", 2, "what to change in a"},
		"an empty hunk":      {"*** Begin Patch\n*** Update File: a\n@@\n*** End Patch", 3, "the hunk is empty"},
		"a lost mark":        {"*** Begin Patch\n*** Add File: a\n+x\ny\n*** End Patch", 4, `"y": each line of an added file`},
		"a line of no kind":  {"*** Begin Patch\n*** Update File: a\n@@\nx\n*** End Patch", 4, `"x": a line of a hunk`},
		"one in the middle":  {"*** Begin Patch\n*** Update File: a\n@@\n-a\nx\n+b\n*** End Patch", 5, `"x": a line of a hunk`},
		"text behind a file": {"*** Begin Patch\n*** Delete File: a\n-x\n*** End Patch", 3, `"-x" is no beginning`},
		"a very long line":   {"*** Begin Patch\n" + strings.Repeat("ä", 5000) + "\n*** End Patch", 2, "is no beginning"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := patch.Parse(tt.text)
			var bad *patch.SyntaxError
			if !errors.As(err, &bad) {
				t.Fatalf("got %+v and %v", files, err)
			}
			if bad.Line != tt.line || !strings.Contains(bad.Message, tt.says) || len(bad.Error()) > 400 {
				t.Errorf("line %d: %s", bad.Line, bad.Message)
			}
		})
	}
}
