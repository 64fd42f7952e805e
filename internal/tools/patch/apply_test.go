package patch_test

import (
	"errors"
	"strings"
	"testing"

	"eidolon/internal/tools/patch"
)

// apply applies the hunks to a text.
func apply(t *testing.T, text, hunks string) (string, error) {
	t.Helper()
	files, err := patch.Parse("*** Begin Patch\n*** Update File: f\n" + hunks + "\n*** End Patch\n")
	if err != nil {
		t.Fatal(err)
	}
	return files[0].Apply(text)
}

func TestApply(t *testing.T) {
	tests := map[string]struct{ text, hunks, want string }{
		"one line":            {"a\nb\nc\n", "@@\n a\n-b\n+B", "a\nB\nc\n"},
		"several hunks":       {"a\nb\nc\nd\n", "@@\n-a\n+A\n@@\n-d\n+D", "A\nb\nc\nD\n"},
		"the later of two":    {"x\na\nx\n", "@@\n a\n-x\n+y", "x\na\ny\n"},
		"behind the last":     {"x\nx\nx\n", "@@\n-x\n+1\n@@\n-x\n+2", "1\n2\nx\n"},
		"behind a name":       {"f\nx\ng\nx\n", "@@ g\n-x\n+y", "f\nx\ng\ny\n"},
		"in a name in a name": {"class A\n def f\n  x\nclass B\n def f\n  x\n", "@@ class B\n@@  def f\n-  x\n+  y", "class A\n def f\n  x\nclass B\n def f\n  y\n"},
		"a part of a line":    {"x\nfunc Long(a int) error {\nx\n", "@@ func Long(\n-x\n+y", "x\nfunc Long(a int) error {\ny\n"},
		"the name in it too":  {"f\nx\n", "@@ f\n f\n-x\n+y", "f\ny\n"},
		"at the end":          {"x\na\nx\n", "@@\n-x\n+y\n*** End of File", "x\na\ny\n"},
		"added behind all":    {"a\n", "@@\n+b\n+c", "a\nb\nc\n"},
		"added, then a line":  {"a\n", "@@\n+b\n@@\n-a\n+A", "A\nb\n"},
		"added to a name":     {"a\nb\n", "@@ a\n+x", "a\nx\nb\n"},
		"added to nothing":    {"", "@@\n+a", "a\n"},
		"all taken out":       {"a\n", "@@\n-a", ""},
		"no last line break":  {"a\nb", "@@\n-b\n+c", "a\nc"},
		"none, and more":      {"a\nb", "@@\n b\n+c", "a\nb\nc"},
		"none, at the top":    {"a\nb", "@@\n+x\n a", "x\na\nb"},
		"CRLF":                {"a\r\nb\r\n", "@@\n a\n-b\n+c\n+d", "a\r\nc\r\nd\r\n"},
		"all of CRLF":         {"a\r\n", "@@\n-a\n+b", "b\r\n"},
		"mostly CRLF":         {"a\r\nb\r\nc\n", "@@\n-a\n+x\n b", "x\r\nb\r\nc\n"},
		"mostly LF":           {"a\r\nb\nc\n", "@@\n a\n+x\n b", "a\r\nx\nb\nc\n"},
		"a mark before all":   {"\ufeffa\nb\n", "@@\n-a\n+x", "\ufeffx\nb\n"},
		"blanks at the end":   {"a  \nb\n", "@@\n a\n-b\n+c", "a  \nc\n"},
		"another indent":      {"\ta\n\tb\n", "@@\n   a\n-  b\n+\tc", "\ta\n\tc\n"},
		"quotes and dashes":   {"say \u201chi\u201d \u2013 now\u00a0or\nb\n", "@@\n say \"hi\" - now or\n-b\n+c", "say \u201chi\u201d \u2013 now\u00a0or\nc\n"},
		"exact before loose":  {"  a\nb\na\nb\n", "@@\n a\n-b\n+c", "  a\nb\na\nc\n"},
		"a last empty line":   {"a\nb\nc\n", "@@\n a\n-b\n+B\n ", "a\nB\nc\n"},
		"an empty line":       {"a\n\nb\n", "@@\n a\n\n-b\n+c", "a\n\nc\n"},
		"nothing to change":   {"a\nb\n", "@@\n a\n b", "a\nb\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := apply(t, tt.text, tt.hunks)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestApplySaysWhatDoesNotFit(t *testing.T) {
	const text = "package a\n\nfunc f() {\n\treturn one\n}\n\nfunc g() {\n\treturn two\n}\n"
	tests := map[string]struct {
		hunks string
		hunk  int
		says  []string
	}{
		"nothing alike": {"@@\n-quite another thing altogether", 1, []string{`the line "quite another thing altogether" is not there`, "nothing in the file comes close"}},
		"nearly": {
			"@@\n func g() {\n-\treturn three\n+\treturn 3", 1,
			[]string{`the line "\treturn three" is not there`, "nearest is line 7", "First difference at line 8, column 10", "file:  →return two", "patch: →return three"},
		},
		"in the second":     {"@@\n-package a\n+package b\n@@\n-x y z", 2, []string{"hunk 2 of 2 (line 6 of the patch) does not fit", "behind line 1"}},
		"out of order":      {"@@\n-\treturn two\n@@\n-\treturn one", 2, []string{"its lines are at line 4, but the hunks of a file have to be in the order of its lines"}},
		"not the end":       {"@@\n-\treturn one\n*** End of File", 1, []string{"at line 4, but that is not the end of the file"}},
		"no such name":      {"@@ func h() {\n-x", 1, []string{`no line is "func h() {"`, "nearest is line"}},
		"a name before":     {"@@\n-\treturn two\n@@ func f() {\n-\treturn one", 2, []string{`no line behind line 8 is "func f() {"; line 3 is`}},
		"not next to it":    {"@@\n-package a\n-func f() {", 1, []string{`the line "package a" is not there`}},
		"longer than it is": {"@@\n" + strings.Repeat("-x\n", 100), 1, []string{"is not there"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := apply(t, text, tt.hunks)
			var miss *patch.MissError
			if !errors.As(err, &miss) {
				t.Fatalf("got %q, %v", got, err)
			}
			if miss.Hunk != tt.hunk {
				t.Errorf("hunk %d, want %d", miss.Hunk, tt.hunk)
			}
			for _, says := range tt.says {
				if !strings.Contains(miss.Error(), says) {
					t.Errorf("%q is not in\n%s", says, miss.Error())
				}
			}
		})
	}
}

// Whatever a model writes, nothing panics, the same patch gives the same text, and a text of which no
// line is named keeps all its bytes.
func FuzzApply(f *testing.F) {
	f.Add("a\nb\n", "*** Begin Patch\n*** Update File: f\n@@ a\n-b\n+c\n*** End Patch")
	f.Add("a\r\nb", "*** Begin Patch\n*** Update File: f\n*** Move to: g\n a\n+c\n*** End of File\n@@\n\n*** End Patch")
	f.Add("\ufeffx\n\n\n", "<<EOF\n*** Begin Patch\n*** Add File: a\n+x\n\n+y\n*** Update File: f\n@@\n\n-x\n \n*** End Patch\nEOF")
	f.Add("", "*** Begin Patch\n*** Update File: f\n@@\n+a\n*** Delete File: b\n*** End Patch")
	f.Fuzz(func(t *testing.T, text, patchText string) {
		files, err := patch.Parse(patchText)
		if err != nil {
			var bad *patch.SyntaxError
			if !errors.As(err, &bad) || bad.Error() == "" {
				t.Fatalf("error %v", err)
			}
			return
		}
		for _, file := range files {
			got, err := file.Apply(text)
			again, errAgain := file.Apply(text)
			if got != again || (err == nil) != (errAgain == nil) {
				t.Fatalf("%q, %v, then %q, %v", got, err, again, errAgain)
			}
			if err == nil {
				checkUntouched(t, file, text, got)
			}
		}
	})
}

// checkUntouched demands that every line of the result was there before or was inserted, and that what
// changes nothing leaves all as it is.
func checkUntouched(t *testing.T, file patch.File, before, after string) {
	t.Helper()
	changes := false
	left := map[string]int{} // lines that have to be there afterwards
	for _, l := range linesOf(before) {
		left[l]++
	}
	for _, h := range file.Hunks {
		for _, l := range h.Lines {
			changes = changes || l.Op != patch.Keep
			if l.Op == patch.Insert {
				left[strings.TrimRight(l.Text, "\r")]++
			}
		}
	}
	for _, l := range linesOf(after) {
		if left[l]--; left[l] < 0 {
			t.Fatalf("%q became %q: nobody asked for the line %q", before, after, l)
		}
	}
	if !changes && before != after {
		t.Fatalf("%q became %q by a patch that changes nothing", before, after)
	}
}

// linesOf gives the lines of a text without what ends them.
func linesOf(text string) []string {
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, "\r")
	}
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	return lines
}
