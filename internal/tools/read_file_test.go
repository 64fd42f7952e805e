package tools_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

type readData struct {
	Path      string `json:"path"`
	Content   string `json:"content"`
	Truncated bool   `json:"truncated"`
	Bytes     int64  `json:"bytes"`
}

func numbered(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func TestReadPicture(t *testing.T) {
	var shot bytes.Buffer
	if err := png.Encode(&shot, image.NewGray(image.Rect(0, 0, 640, 480))); err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t, map[string]string{"a b.txt": shot.String(), "cut.png": shot.String()[:60]})
	r := w.call("read_file", input("path", "a b.txt"))
	const text = "(a picture, image/png of 640x480 pixels, which no tool can see. The user can show it to you: @file:\"a b.txt\")"
	if !r.OK || r.Text != text || !strings.Contains(string(r.Data), `"image":"image/png 640x480"`) {
		t.Errorf("result %+v, data %s", r, r.Data)
	}
	failed(t, w.call("read_file", input("path", "cut.png")), tool.NotText, "read_error")
}

// Covers: Z14, Z15, E66
func TestReadFile(t *testing.T) {
	wide := strings.Repeat("é", 30000) // 60000 bytes
	w := newWorkspace(t, map[string]string{
		"small.txt": "one\ntwo\nthree", "empty": "", "crlf": "a\r\nb\r\n", "dir/deep.txt": "x\n",
		"wide.txt": wide, "odd.txt": "x" + wide, "long.txt": numbered(20000), "exact": strings.Repeat("a", 51200),
	})
	long := numbered(20000)
	tests := map[string]struct {
		input string
		want  readData
		note  string // what the text has after the content
	}{
		"whole":              {input("path", "small.txt"), readData{"small.txt", "one\ntwo\nthree", false, 13}, ""},
		"canonical path":     {input("path", "./dir/../dir/deep.txt "), readData{"dir/deep.txt", "x\n", false, 2}, ""},
		"absolute":           {input("path", filepath.Join(w.root, "small.txt")), readData{"small.txt", "one\ntwo\nthree", false, 13}, ""},
		"one line":           {input("path", "small.txt", "startLine", 2, "endLine", 2), readData{"small.txt", "two\n", false, 13}, ""},
		"to the end":         {input("path", "small.txt", "startLine", 2, "endLine", -1), readData{"small.txt", "two\nthree", false, 13}, ""},
		"last line":          {input("path", "small.txt", "startLine", 3), readData{"small.txt", "three", false, 13}, ""},
		"past the end":       {input("path", "small.txt", "startLine", 2, "endLine", 99), readData{"small.txt", "two\nthree", false, 13}, ""},
		"line ends stay":     {input("path", "crlf", "endLine", 1), readData{"crlf", "a\r\n", false, 6}, ""},
		"at the cap":         {input("path", "exact"), readData{"exact", strings.Repeat("a", 51200), false, 51200}, ""},
		"between characters": {input("path", "wide.txt"), readData{"wide.txt", wide[:51200], true, 60000}, "\n[cut: line 1 alone"},
		"inside a character": {input("path", "odd.txt"), readData{"odd.txt", "x" + wide[:51198], true, 60001}, "\n[cut: line 1 alone"},
		"fewer bytes":        {input("path", "small.txt", "maxBytes", 5), readData{"small.txt", "one\nt", true, 13}, "\n[cut: lines 1-2 shown, the file has 13 bytes. Go on with startLine = 2.]"},
		"more bytes":         {input("path", "wide.txt", "maxBytes", 1000000), readData{"wide.txt", wide[:51200], true, 60000}, "\n[cut: line 1 alone"},
		"no whole character": {input("path", "wide.txt", "maxBytes", 1), readData{"wide.txt", "", true, 60000}, "[cut: line 1 alone"},
		"a range too long": {
			input("path", "long.txt", "startLine", 2),
			readData{"long.txt", long[7 : 7+51200], true, int64(len(long))},
			"\n[cut: lines 2-",
		},
		"a cut range": {
			input("path", "small.txt", "startLine", 2, "endLine", 3, "maxBytes", 4),
			readData{"small.txt", "two\n", true, 13},
			"[cut: lines 2-2 shown, the file has 13 bytes. Go on with startLine = 3.]",
		},
		"far lines": {input("path", "long.txt", "startLine", 19999, "endLine", 20000), readData{"long.txt", "line 19999\nline 20000\n", false, int64(len(long))}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := w.call("read_file", tt.input)
			got := data[readData](t, r)
			if got != tt.want {
				t.Errorf("got  %.200v\nwant %.200v", got, tt.want)
			}
			if r.Cut != tt.want.Truncated {
				t.Errorf("cut = %v", r.Cut)
			}
			note, ok := strings.CutPrefix(r.Text, got.Content)
			if !ok || !strings.HasPrefix(note, tt.note) || tt.note == "" && note != "" {
				t.Errorf("the text goes on with %.200q, want %q", note, tt.note)
			}
		})
	}
	if r := w.call("read_file", input("path", "empty")); !r.OK || r.Text != "(the file is empty)" {
		t.Errorf("an empty file gives %s, %q", r.Envelope(), r.Text)
	}
}

// Following the notes of cut readings gives the file whole.
func TestReadFileGoesOn(t *testing.T) {
	long := numbered(20000)
	w := newWorkspace(t, map[string]string{"long.txt": long})
	var all strings.Builder
	start := 1
	for range 10 {
		r := w.call("read_file", input("path", "long.txt", "startLine", start))
		content := data[readData](t, r).Content
		if !r.Cut {
			all.WriteString(content)
			break
		}
		_, note, _ := strings.Cut(r.Text, "[cut: ")
		var from, to int
		var bytes int64
		if _, err := fmt.Sscanf(note, "lines %d-%d shown, the file has %d bytes. Go on with startLine = %d.", &from, &to, &bytes, &start); err != nil {
			t.Fatalf("%v in %q", err, note)
		}
		all.WriteString(content[:strings.LastIndexByte(content, '\n')+1])
	}
	if all.String() != long {
		t.Errorf("%d bytes came together, want %d", all.Len(), len(long))
	}
}

func TestReadFileFails(t *testing.T) {
	w := newWorkspace(t, map[string]string{"main.go": "a\nb\n", "binary": "a\x00b", "latin": "caf\xe9\n", "dir/x": ""})
	tests := map[string]struct {
		input string
		code  tool.Code
		kind  string
		says  string
	}{
		"no such file":       {input("path", "mian.go"), tool.NotFound, "read_error", `did you mean "main.go"?`},
		"nothing like it":    {input("path", "zzzz"), tool.NotFound, "read_error", `"zzzz"`},
		"empty path":         {input("path", "  "), tool.InvalidInput, "", "path is empty"},
		"a NUL in the path":  {input("path", "a\x00b"), tool.Code(fsapi.InvalidPath), "", "not a usable path"},
		"binary":             {input("path", "binary"), tool.NotText, "read_error", "bash has programs"},
		"not UTF-8":          {input("path", "latin"), tool.NotText, "read_error", "not text"},
		"a directory":        {input("path", "dir"), tool.NotRegular, "read_error", "it is a directory, which ls"},
		"start past the end": {input("path", "main.go", "startLine", 3), tool.InvalidInput, "invalid_input", `startLine 3 is past the end: "main.go" has 2 lines`},
		"end before start":   {input("path", "main.go", "startLine", 2, "endLine", 1), tool.InvalidInput, "invalid_input", "endLine 1 is before startLine 2"},
		"end of zero":        {input("path", "main.go", "endLine", 0), tool.InvalidInput, "invalid_input", "endLine 0"},
		"no such output":     {input("path", "@out/none"), tool.NotFound, "read_error", "none"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			failed(t, w.call("read_file", tt.input), tt.code, tt.kind, tt.says)
		})
	}
}

// Kept output is read by the name that the result of the command gave, and nothing else beside it.
func TestReadKeptOutput(t *testing.T) {
	w := newWorkspace(t, map[string]string{"@out/t1.out": "of the workspace"})
	if err := os.WriteFile(filepath.Join(w.outDir, "t1.out"), []byte("kept\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(w.outDir, "link")); err != nil {
		t.Skip(err)
	}
	got := data[readData](t, w.call("read_file", input("path", "@out/t1.out")))
	if want := (readData{"@out/t1.out", "kept\n", false, 5}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got = data[readData](t, w.call("read_file", input("path", "./@out/t1.out")))
	if got.Content != "of the workspace" {
		t.Errorf("./@out gives %+v", got)
	}
	failed(t, w.call("read_file", input("path", "@out/link")), tool.OutsideWorkspace, "path_error")
	w.outDir = ""
	failed(t, w.call("read_file", input("path", "@out/t1.out")), tool.NotFound, "read_error")
}

func TestReadFarIntoALargeFile(t *testing.T) {
	w := newWorkspace(t, map[string]string{"large": strings.Repeat("x\n", 1<<20) + "end\n", "one": strings.Repeat("x", 5<<20)}, limited(t))
	got := data[readData](t, w.call("read_file", input("path", "large", "startLine", 1<<20+1)))
	if got.Content != "end\n" || got.Truncated {
		t.Errorf("got %.50q, truncated %v", got.Content, got.Truncated)
	}
	failed(t, w.call("read_file", input("path", "one", "startLine", 2)), tool.InvalidInput, "invalid_input", "as far as lines are counted")
}
