package tools_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/tools"
)

// A name cannot pass for another, or for two.
func TestNamesAreQuoted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names")
	}
	w := newWorkspace(t, map[string]string{"a\nb": "x\n", "c\x1b[31m": "x\n", "d\u202ee": "x\n", "é f": "x\n", `"g"`: "x\n"})
	names := `"\"g\""` + "\n" + `"a\nb"` + "\n" + `"c\x1b[31m"` + "\n" + `"d\u202ee"` + "\n" + "é f"
	matches := `"\"g\"":1:x` + "\n" + `"a\nb":1:x` + "\n" + `"c\x1b[31m":1:x` + "\n" + `"d\u202ee":1:x` + "\n" + "é f:1:x"
	for name, test := range map[string]struct{ input, want string }{
		"ls": {`{}`, names + "\n"}, "glob": {input("pattern", "*"), names}, "grep": {input("pattern", "x"), matches},
	} {
		if r := w.call(name, test.input); r.Text != test.want {
			t.Errorf("%s gives\n%s\nwant\n%s", name, r.Text, test.want)
		}
	}
}

func TestFailuresSayNothingTwice(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a": "", "dir/b": ""})
	for name, test := range map[string]struct{ tool, input, want string }{
		"absent":      {"read_file", input("path", "none"), `read "none": no such file or directory`},
		"a directory": {"read_file", input("path", "dir"), `read "dir": not a regular file: it is a directory, which ls and glob show`},
		"taken":       {"move_file", input("from", "a", "to", "dir/b"), `move "dir/b": the target exists already; give the full new name, which must not exist`},
		"a file":      {"ls", input("path", "a"), `list "a": not a directory: it is a file, which read_file shows`},
	} {
		t.Run(name, func(t *testing.T) {
			if r := w.call(test.tool, test.input); r.Text != test.want {
				t.Errorf("got  %s\nwant %s", r.Text, test.want)
			}
		})
	}
}

func TestGrepTellsOfUnreadFiles(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a": "needle\n", "binary": "needle\x00", "secrets/b": "needle\n", "c.key": "needle\n"},
		func(o *tools.Options) { o.ForbidRead = []string{"secrets", "*.key"} })
	r := w.call("grep", input("pattern", "needle"))
	if want := "a:1:needle\n[1 file could not be read]\n[1 directory could not be read]"; r.Text != want {
		t.Errorf("got %q, want %q", r.Text, want)
	}
}

// What the configuration forbids to read is kept from every tool, and by every name.
func TestForbidRead(t *testing.T) {
	w := newWorkspace(t, map[string]string{"secrets/key": "needle\n", "a": "x\n"},
		func(o *tools.Options) { o.ForbidRead = []string{"~/secrets"}; o.Home = o.Files.Root() })
	if err := os.Symlink("secrets/key", filepath.Join(w.root, "link")); err != nil {
		t.Skip(err)
	}
	for name, test := range map[string]struct{ tool, input string }{
		"read_file": {"read_file", input("path", "secrets/key")}, "read_file through a link": {"read_file", input("path", "link")},
		"ls": {"ls", input("path", "secrets")}, "glob": {"glob", input("pattern", "*", "path", "secrets")},
		"glob by pattern": {"glob", input("pattern", "secrets/*")}, "grep": {"grep", input("pattern", "needle", "path", "secrets")},
		"grep a file": {"grep", input("pattern", "needle", "path", "secrets/key")},
		"edit":        {"edit", input("path", "secrets/key", "old", "a", "new", "b")},
		"edit_text":   {"edit_text", input("path", "secrets/key", "action", "insert", "insertAfter", 0, "newText", "x")},
		"write_file":  {"write_file", input("path", "secrets/key", "content", "x", "mode", "append")},
		"move_file":   {"move_file", input("from", "secrets/key", "to", "b")},
	} {
		t.Run(name, func(t *testing.T) {
			r := w.call(test.tool, test.input)
			if r.OK || r.Code != tool.Code(fsapi.ProtectedPath) {
				t.Errorf("got %s", r.Envelope())
			}
		})
	}
	if r := w.call("glob", input("pattern", "**/key")); r.Text != "no file matches **/key\n[1 directory could not be read]" {
		t.Errorf("glob from above gives %q", r.Text)
	}
}
