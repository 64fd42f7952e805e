package tools_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"eidolon/actors/tool"
)

type editData struct {
	Path         string `json:"path"`
	Replacements int    `json:"replacements"`
}

// Covers: Z23, Z24
func TestEdit(t *testing.T) {
	tests := map[string]struct {
		before   string
		old, new string
		count    int
		after    string
		text     string
	}{
		"once":                   {"a\nb\nc\n", "b", "x", 0, "a\nx\nc\n", "1 replacement in f, line 2"},
		"all of some":            {"b a b", "b", "x", 2, "x a x", "2 replacements in f, lines 1, 1"},
		"not overlapping":        {"aaaa", "aa", "b", 2, "bb", "2 replacements in f, lines 1, 1"},
		"deleted":                {"a\nb\n", "b\n", "", 1, "a\n", "1 replacement in f, line 2"},
		"blanks as they are":     {"\tx  \n", "\tx  ", " y", 0, " y\n", "1 replacement in f, line 1"},
		"CRLF file, LF input":    {"a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", 0, "x\r\ny\r\nz\r\nc\r\n", "1 replacement in f, line 1"},
		"CRLF file, one line":    {"a\r\nb\r\n", "a", "x\ny", 0, "x\r\ny\r\nb\r\n", "1 replacement in f, line 1"},
		"CRLF file, CRLF input":  {"a\r\nb\r\n", "a\r\nb", "x\r\ny", 0, "x\r\ny\r\n", "1 replacement in f, line 1"},
		"LF file, CRLF input":    {"a\nb\n", "a\r\nb", "x\r\ny", 0, "x\ny\n", "1 replacement in f, line 1"},
		"mixed file, CRLF place": {"a\nb\r\nc\r\n", "b\nc", "x\ny", 0, "a\nx\r\ny\r\n", "1 replacement in f, line 2"},
		"mixed file, LF place":   {"a\nb\nc\r\n", "a\nb", "x\ny", 0, "x\ny\nc\r\n", "1 replacement in f, line 1"},
		"byte order mark":        {"\ufeffa\n", "a", "b", 0, "\ufeffb\n", "1 replacement in f, line 1"},
		"no last line break":     {"a\nb", "b", "c", 0, "a\nc", "1 replacement in f, line 2"},
		"many":                   {strings.Repeat("x\n", 9), "x", "y", 9, strings.Repeat("y\n", 9), "9 replacements in f, lines 1, 2, 3, 4, 5, …"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, map[string]string{"f": tt.before})
			in := input("path", "f", "old", tt.old, "new", tt.new)
			want := max(tt.count, 1)
			if tt.count > 0 {
				in = input("path", "f", "old", tt.old, "new", tt.new, "expected_replacements", tt.count)
			}
			r := w.call("edit", in)
			if got := data[editData](t, r); got != (editData{"f", want}) {
				t.Errorf("data %+v", got)
			}
			if got := w.get("f"); got != tt.after {
				t.Errorf("the file holds %q, want %q", got, tt.after)
			}
			if r.Text != tt.text {
				t.Errorf("text %q, want %q", r.Text, tt.text)
			}
			if !strings.HasPrefix(r.Diff, "--- a/f\n+++ b/f\n@@ ") {
				t.Errorf("diff %q", r.Diff)
			}
		})
	}
}

// A call that fails leaves the file alone and says why.
//
// Covers: Z24, Z25
func TestEditFails(t *testing.T) {
	const source = "func main() {\n\tprintln(\"a\")  \n\treturn\n}\nx = 1\nx = 1\n"
	tests := map[string]struct {
		before string
		input  string
		code   tool.Code
		kind   string
		says   []string
	}{
		"tabs": {
			source, input("path", "f", "old", "    println(\"a\")\n    return", "new", "y"), tool.OldNotFound, "old_not_found",
			[]string{"f, which is unchanged", "Nearest: lines 2-3, 100% alike", "would match if blanks", "line 2, column 1", `file: →println("a")··`, `old:      println("a")`},
		},
		"a word": {
			source, input("path", "f", "old", "func main() {\n\tprintln(\"b\")", "new", "y"), tool.OldNotFound, "old_not_found",
			[]string{"lines 1-2", "line 2, column 11"},
		},
		"nothing near": {
			source, input("path", "f", "old", "SELECT * FROM users", "new", "y"), tool.OldNotFound, "old_not_found",
			[]string{"Nothing in the file comes close"},
		},
		"a line break too many": {
			"a\nlast", input("path", "f", "old", "last\n", "new", "y\n"), tool.OldNotFound, "old_not_found",
			[]string{"without the line break at its end", "closing tag directly after"},
		},
		"made already": {
			"one\ntwo\n", input("path", "f", "old", "zero\none", "new", "one\ntwo"), tool.OldNotFound, "old_not_found",
			[]string{"new is there already, at line 1"},
		},
		"twice": {
			source, input("path", "f", "old", "x = 1", "new", "y"), tool.ReplacementCountMismatch, "replacement_count_mismatch",
			[]string{"2 times (lines 5, 6), expected 1", "expectedReplacements = 2"},
		},
		"too rarely": {
			source, input("path", "f", "old", "return", "new", "y", "expectedReplacements", 2), tool.ReplacementCountMismatch, "replacement_count_mismatch",
			[]string{"1 time (line 3), expected 2"},
		},
		"empty old":  {source, input("path", "f", "old", "", "new", "y"), tool.InvalidInput, "invalid_input", []string{"old is empty"}},
		"no change":  {source, input("path", "f", "old", "x", "new", "x"), tool.InvalidInput, "invalid_input", []string{"the same"}},
		"no file":    {source, input("path", "ff", "old", "x", "new", "y"), tool.NotFound, "read_error", []string{`did you mean "f"?`}},
		"a binary":   {"\x00x", input("path", "f", "old", "x", "new", "y"), tool.NotText, "read_error", nil},
		"empty file": {"", input("path", "f", "old", "x", "new", "y"), tool.OldNotFound, "old_not_found", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, map[string]string{"f": tt.before})
			failed(t, w.call("edit", tt.input), tt.code, tt.kind, tt.says...)
			if got := w.get("f"); got != tt.before {
				t.Errorf("the file was changed to %q", got)
			}
		})
	}
}

func TestEditMissTakesBoundedTime(t *testing.T) {
	w := newWorkspace(t, map[string]string{"f": strings.Repeat("aaaa bbbb\n", 200_000)})
	start := time.Now()
	failed(t, w.call("edit", input("path", "f", "old", strings.Repeat("aaaa bbbb\n", 50_000)+"c", "new", "")), tool.OldNotFound, "old_not_found")
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

type editTextData struct {
	Path   string `json:"path"`
	Action string `json:"action"`
	Lines  int64  `json:"lines"`
}

// Covers: E65
func TestEditText(t *testing.T) {
	insert := func(after int, text string) string {
		return input("path", "f", "action", "insert", "insertAfter", after, "newText", text)
	}
	cut := func(first, last int) string {
		return input("path", "f", "action", "delete_range", "startLine", first, "endLine", last)
	}
	tests := map[string]struct {
		before, input, after, text string
	}{
		"insert at the top":          {"a\nb\n", insert(0, "x\n"), "x\na\nb\n", "inserted 1 line after line 0; f has 3 lines now"},
		"insert in the middle":       {"a\nb\n", insert(1, "x\ny\n"), "a\nx\ny\nb\n", "inserted 2 lines after line 1; f has 4 lines now"},
		"insert at the end":          {"a\nb\n", insert(2, "x\n"), "a\nb\nx\n", "inserted 1 line after line 2; f has 3 lines now"},
		"insert without line break":  {"a\nb\n", insert(1, "x"), "a\nx\nb\n", "inserted 1 line after line 1; f has 3 lines now"},
		"insert at an end with one":  {"a\nb\n", insert(2, "x"), "a\nb\nx\n", "inserted 1 line after line 2; f has 3 lines now"},
		"insert at an end without":   {"a\nb", insert(2, "x"), "a\nb\nx", "inserted 1 line after line 2; f has 3 lines now"},
		"insert before such an end":  {"a\nb", insert(1, "x"), "a\nx\nb", "inserted 1 line after line 1; f has 3 lines now"},
		"insert into an empty file":  {"", insert(0, "x"), "x\n", "inserted 1 line after line 0; f has 1 line now"},
		"insert into CRLF":           {"a\r\nb\r\n", insert(1, "x\ny"), "a\r\nx\r\ny\r\nb\r\n", "inserted 2 lines after line 1; f has 4 lines now"},
		"insert below a mark":        {"\ufeffa\n", insert(0, "x"), "\ufeffx\na\n", "inserted 1 line after line 0; f has 2 lines now"},
		"delete one":                 {"a\nb\nc\n", cut(2, 2), "a\nc\n", "deleted 1 line (line 2); f has 2 lines now"},
		"delete some":                {"a\nb\nc\n", cut(1, 2), "c\n", "deleted 2 lines (lines 1-2); f has 1 line now"},
		"delete all":                 {"a\nb", cut(1, 2), "", "deleted 2 lines (lines 1-2); f has 0 lines now"},
		"delete the first of marked": {"\ufeffa\nb\n", cut(1, 1), "\ufeffb\n", "deleted 1 line (line 1); f has 1 line now"},
		"replace the first": {
			"a b\nb\n", input("path", "f", "action", "replace", "find", "b", "replace", "x"),
			"a x\nb\n", "replaced at line 1 (the first of 2 places); f has 2 lines now",
		},
		"replace by the main text": {
			"a\n", input("path", "f", "action", "replace", "find", "a", "newText", "b"),
			"b\n", "replaced at line 1; f has 1 line now",
		},
		"replace by nothing": {
			"ab\n", input("path", "f", "action", "replace", "find", "a", "replace", ""),
			"b\n", "replaced at line 1; f has 1 line now",
		},
		"replace in CRLF": {
			"a\r\nb\r\n", input("path", "f", "action", "replace", "find", "a\nb", "replace", "c\nd"),
			"c\r\nd\r\n", "replaced at line 1; f has 2 lines now",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, map[string]string{"f": tt.before})
			r := w.call("edit_text", tt.input)
			if got := data[editTextData](t, r); got.Path != "f" || got.Action == "" {
				t.Errorf("data %+v", got)
			}
			if got := w.get("f"); got != tt.after {
				t.Errorf("the file holds %q, want %q", got, tt.after)
			}
			if r.Text != tt.text {
				t.Errorf("text %q, want %q", r.Text, tt.text)
			}
		})
	}
}

// Covers: E65
func TestEditTextFails(t *testing.T) {
	in := func(pairs ...any) string { return input(append([]any{"path", "f"}, pairs...)...) }
	tests := map[string]struct {
		input string
		code  tool.Code
		says  string
	}{
		"insert past the end":   {in("action", "insert", "insertAfter", 4, "newText", "x"), tool.InvalidInput, `"f" has 3 lines, so it goes from 0 to 3`},
		"insert nowhere":        {in("action", "insert", "newText", "x"), tool.InvalidInput, "insert needs insertAfter"},
		"insert nothing":        {in("action", "insert", "insertAfter", 1), tool.InvalidInput, "insert needs newText"},
		"insert and replace":    {in("action", "insert", "insertAfter", 1, "newText", "x", "find", "a"), tool.InvalidInput, "the action is replace"},
		"delete past the end":   {in("action", "delete_range", "startLine", 2, "endLine", 4), tool.InvalidInput, `reach past the end: "f" has 3 lines`},
		"delete backwards":      {in("action", "delete_range", "startLine", 3, "endLine", 2), tool.InvalidInput, "endLine 2 is before startLine 3"},
		"delete without range":  {in("action", "delete_range", "startLine", 1), tool.InvalidInput, "needs startLine and endLine"},
		"delete with text":      {in("action", "delete_range", "startLine", 1, "endLine", 1, "newText", "x"), tool.InvalidInput, "puts nothing in the place"},
		"replace no match":      {in("action", "replace", "find", "bbb", "replace", "x"), tool.OldNotFound, "was not found in f"},
		"replace nothing":       {in("action", "replace", "find", "", "replace", "x"), tool.InvalidInput, "replace needs find"},
		"replace by what":       {in("action", "replace", "find", "a"), tool.InvalidInput, "replace needs replace"},
		"replace by two texts":  {in("action", "replace", "find", "a", "replace", "x", "newText", "y"), tool.InvalidInput, "both given and differ"},
		"replace by the same":   {in("action", "replace", "find", "a", "replace", "a"), tool.InvalidInput, "the same"},
		"no such file":          {input("path", "g", "action", "insert", "insertAfter", 0, "newText", "x"), tool.NotFound, `"g"`},
		"a line far from there": {in("action", "insert", "insertAfter", 1<<62, "newText", "x"), tool.InvalidInput, "past the end"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, map[string]string{"f": "a\nb\nc\n"})
			r := w.call("edit_text", tt.input)
			if r.OK || r.Code != tt.code || !strings.Contains(r.Text, tt.says) {
				t.Errorf("got %s, want %s saying %q", r.Envelope(), tt.code, tt.says)
			}
			if got := w.get("f"); got != "a\nb\nc\n" {
				t.Errorf("the file was changed to %q", got)
			}
		})
	}
}

// Whatever the texts are, an edit replaces exactly what was asked for or changes nothing.
func FuzzEdit(f *testing.F) {
	f.Add("a\nb\n", "b", "c", 1)
	f.Add("a\r\nb\r\n", "a\nb", "c\nd", 1)
	f.Add("\ttext  \n", "    text", "x", 2)
	f.Fuzz(func(t *testing.T, before, old, repl string, count int) {
		if count < 1 || len(before) > 2000 || !utf8.ValidString(before+old+repl) {
			return
		}
		w := newWorkspace(t, map[string]string{"f": before})
		r := w.call("edit", input("path", "f", "old", old, "new", repl, "expectedReplacements", count))
		after := w.get("f")
		switch {
		case !r.OK && after != before:
			t.Errorf("failed with %s and changed %q to %q", r.Code, before, after)
		case !r.OK && r.Text == "":
			t.Error("failed without a message")
		case r.OK && !strings.Contains(before, "\r") && !strings.Contains(old+repl, "\r") &&
			(strings.Count(before, old) != count || after != strings.ReplaceAll(before, old, repl)):
			t.Errorf("%q became %q", before, after)
		}
	})
}
