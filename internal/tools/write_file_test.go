package tools_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eidolon/actors/tool"
)

type writeData struct {
	Path    string `json:"path"`
	Bytes   int    `json:"bytes"`
	Created bool   `json:"created"`
}

// Covers: Z16, Z17
func TestWriteFile(t *testing.T) {
	tests := map[string]struct {
		input string
		file  string
		want  string
		data  writeData
		text  string
		diff  string
	}{
		"new": {
			input("path", "new.txt", "content", "a\n"), "new.txt", "a\n",
			writeData{"new.txt", 2, true},
			"wrote 2 bytes (created)", "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,1 @@\n+a\n",
		},
		"with parents": {
			input("path", "x/y/z.txt", "content", ""), "x/y/z.txt", "",
			writeData{"x/y/z.txt", 0, true},
			"wrote 0 bytes (created)", "--- /dev/null\n+++ b/x/y/z.txt\n",
		},
		"replaced": {
			input("path", "old.txt", "content", "b\r\n"), "old.txt", "b\r\n",
			writeData{"old.txt", 3, false},
			"wrote 3 bytes (overwritten)", "--- a/old.txt\n+++ b/old.txt\n@@ -1,1 +1,1 @@\n-a\n+b\r\n",
		},
		"appended": {
			input("path", "old.txt", "content", "b", "mode", "append"), "old.txt", "a\nb",
			writeData{"old.txt", 1, false},
			"wrote 1 bytes (appended)",
			"--- a/old.txt\n+++ b/old.txt\n@@ -1,1 +1,2 @@\n a\n+b\n\\ No newline at end of file\n",
		},
		"appended to nothing": {
			input("path", "new.txt", "content", "é", "mode", "append"), "new.txt", "é",
			writeData{"new.txt", 2, true},
			"wrote 2 bytes (created)", "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,1 @@\n+é\n\\ No newline at end of file\n",
		},
		"the same again": {
			input("path", "old.txt", "content", "a\n"), "old.txt", "a\n",
			writeData{"old.txt", 2, false},
			"wrote 2 bytes (overwritten)", "",
		},
		"over an empty file": {
			input("path", "empty", "content", "a\n"), "empty", "a\n",
			writeData{"empty", 2, false},
			"wrote 2 bytes (overwritten)", "--- a/empty\n+++ b/empty\n@@ -0,0 +1,1 @@\n+a\n",
		},
		"over a binary file": {
			input("path", "bin", "content", "a\n"), "bin", "a\n",
			writeData{"bin", 2, false},
			"wrote 2 bytes (overwritten)", "--- a/bin\n+++ b/bin\n(not text: 2 bytes before, 2 now)\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, map[string]string{"old.txt": "a\n", "empty": "", "bin": "\x00\x01"})
			r := w.call("write_file", tt.input)
			if got := data[writeData](t, r); got != tt.data {
				t.Errorf("data %+v, want %+v", got, tt.data)
			}
			if got := w.get(tt.file); got != tt.want {
				t.Errorf("the file holds %q, want %q", got, tt.want)
			}
			if r.Text != tt.text {
				t.Errorf("text %q, want %q", r.Text, tt.text)
			}
			if r.Diff != tt.diff {
				t.Errorf("diff\n%s\nwant\n%s", r.Diff, tt.diff)
			}
		})
	}
}

// Covers: Z18
func TestWriteFileFails(t *testing.T) {
	w := newWorkspace(t, map[string]string{"file": "x", "dir/x": ""})
	tests := map[string]struct {
		input string
		code  tool.Code
		kind  string
	}{
		"a file as parent": {input("path", "file/x", "content", ""), "NotDirectory", "mkdir_error"},
		"a directory":      {input("path", "dir", "content", ""), tool.NotRegular, "write_error"},
		"no path":          {input("path", "", "content", ""), tool.InvalidInput, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			failed(t, w.call("write_file", tt.input), tt.code, tt.kind)
		})
	}
}

func TestWritersKeepTheMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no mode bits")
	}
	w := newWorkspace(t, map[string]string{"run.sh": "echo a\n"})
	full := filepath.Join(w.root, "run.sh")
	for name, in := range map[string]string{
		"write_file": input("path", "run.sh", "content", "echo a\n"),
		"edit":       input("path", "run.sh", "old", "a", "new", "a b"),
		"edit_text":  input("path", "run.sh", "action", "insert", "insertAfter", 0, "newText", "#!/bin/sh"),
	} {
		if err := os.Chmod(full, 0o750); err != nil {
			t.Fatal(err)
		}
		w.call(name, in)
		info, err := os.Stat(full)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o750 {
			t.Errorf("%s made the mode %v", name, info.Mode())
		}
	}
}

func TestWriteFileBoundsItsDifference(t *testing.T) {
	w := newWorkspace(t, map[string]string{"long": numbered(3000)})
	r := w.call("write_file", input("path", "long", "content", strings.ReplaceAll(numbered(3000), "line", "row")))
	if !r.OK || len(r.Diff) > 200 || !strings.Contains(r.Diff, "6000 changed lines are not shown") {
		t.Errorf("diff of %d bytes: %.200s", len(r.Diff), r.Diff)
	}
}
