package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/internal/tools"
)

func sample(t *testing.T, change ...func(*tools.Options)) *workspace {
	t.Helper()
	w := newWorkspace(t, map[string]string{
		"main.go": "package main\n\nfunc main() {\n\tHello()\n}\n", "go.mod": "module x\n", ".gitignore": "build/\n*.log\n",
		"src/a.go": "package src\n\n// Hello says hello.\nfunc Hello() {}\n", "src/deep/b.go": "package deep\n",
		"src/a_test.go": "package src\n", "build/out.go": "Hello\n", "x.log": "Hello\n", ".git/config": "Hello\n",
		"app/[id]/page.tsx": "hello\n", "data.bin": "Hello\x00\n",
	}, change...)
	return w
}

type lsData struct {
	Path    string `json:"path"`
	Entries []struct {
		Path string `json:"path"`
		Type string `json:"type"`
		Size int64  `json:"size"`
	} `json:"entries"`
	Truncated bool `json:"truncated"`
}

// Covers: R15
func TestLs(t *testing.T) {
	w := sample(t)
	tests := map[string]struct{ input, want string }{
		"the root":         {`{}`, ".git/\n.gitignore\napp/\nbuild/\ndata.bin\ngo.mod\nmain.go\nsrc/\nx.log\n"},
		"a directory":      {input("path", " src/ "), "a.go\na_test.go\ndeep/\n"},
		"two levels":       {input("path", "src", "depth", 2), "a.go\na_test.go\ndeep/\ndeep/b.go\n"},
		"not into ignored": {input("depth", 2), ".git/\n.gitignore\napp/\napp/[id]/\nbuild/\ndata.bin\ngo.mod\nmain.go\nsrc/\nsrc/a.go\nsrc/a_test.go\nsrc/deep/\nx.log\n"},
		"an ignored one":   {input("path", "build"), "out.go\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := w.call("ls", tt.input)
			got := data[lsData](t, r)
			if r.Text != tt.want {
				t.Errorf("got\n%s\nwant\n%s", r.Text, tt.want)
			}
			if len(got.Entries) != strings.Count(tt.want, "\n") || got.Truncated {
				t.Errorf("data %+v", got)
			}
		})
	}
}

func TestLsTypes(t *testing.T) {
	w := newWorkspace(t, map[string]string{"dir/file": "abc", "empty/.keep": ""})
	if err := os.Remove(filepath.Join(w.root, "empty", ".keep")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", filepath.Join(w.root, "dir", "link")); err != nil {
		t.Skip(err)
	}
	r := w.call("ls", input("path", "dir"))
	if want := `{"path":"dir","entries":[{"path":"file","type":"file","size":3},{"path":"link","type":"link","size":0}],"truncated":false}`; string(r.Data) != want {
		t.Errorf("got  %s\nwant %s", r.Data, want)
	}
	if r := w.call("ls", input("path", "empty")); r.Text != "(the directory is empty)\n" {
		t.Errorf("empty: %q", r.Text)
	}
	failed(t, w.call("ls", input("path", "dir/file")), "NotDirectory", "read_error", "read_file")
	failed(t, w.call("ls", input("path", "dri")), tool.NotFound, "read_error", `did you mean "dir"?`)
}

func TestLsIsBounded(t *testing.T) {
	files := map[string]string{}
	for i := range 1005 {
		files[fmt.Sprintf("f%04d", i)] = ""
	}
	r := newWorkspace(t, files).call("ls", `{}`)
	got := data[lsData](t, r)
	if len(got.Entries) != 1000 || !got.Truncated || !r.Cut || !strings.Contains(r.Text, "only the first 1000") {
		t.Errorf("%d entries, truncated %v, cut %v", len(got.Entries), got.Truncated, r.Cut)
	}
}

type globData struct {
	Files     []string `json:"files"`
	Truncated bool     `json:"truncated"`
}

// Covers: R15
func TestGlob(t *testing.T) {
	w := sample(t)
	tests := map[string]struct {
		input string
		want  []string
	}{
		"a name at any depth":      {input("pattern", "*.go"), []string{"main.go", "src/a.go", "src/a_test.go", "src/deep/b.go"}},
		"a path":                   {input("pattern", "src/*.go"), []string{"src/a.go", "src/a_test.go"}},
		"two stars":                {input("pattern", "src/**/*.go"), []string{"src/a.go", "src/a_test.go", "src/deep/b.go"}},
		"two stars in front":       {input("pattern", "**/b.go"), []string{"src/deep/b.go"}},
		"alternatives":             {input("pattern", "{main,a}.go"), []string{"main.go", "src/a.go"}},
		"a plain name":             {input("pattern", "go.mod"), []string{"go.mod"}},
		"a plain path":             {input("pattern", "src/deep/b.go"), []string{"src/deep/b.go"}},
		"a leading dot":            {input("pattern", "./src/*.go"), []string{"src/a.go", "src/a_test.go"}},
		"below a path":             {input("pattern", "**/*.go", "path", "src"), []string{"src/a.go", "src/a_test.go", "src/deep/b.go"}},
		"below a path, by name":    {input("pattern", "b*", "path", "src"), []string{"src/deep/b.go"}},
		"absolute":                 {input("pattern", w.root+"/src/*.go"), []string{"src/a.go", "src/a_test.go"}},
		"hidden":                   {input("pattern", ".git*"), []string{".gitignore"}},
		"brackets in a real name":  {input("pattern", "app/[id]/page.tsx"), []string{"app/[id]/page.tsx"}},
		"brackets behind a slash":  {input("pattern", `app/\[id\]/*`), []string{"app/[id]/page.tsx"}},
		"ignored when asked for":   {input("pattern", "build/*.go"), []string{"build/out.go"}},
		"ignored otherwise":        {input("pattern", "out.go"), []string{}},
		"nothing":                  {input("pattern", "*.rs"), []string{}},
		"a directory that is none": {input("pattern", "none/*.go"), []string{}},
		"below a file":             {input("pattern", "main.go/*.go"), []string{}},
		"directories are not":      {input("pattern", "src"), []string{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := w.call("glob", tt.input)
			got := data[globData](t, r)
			if diff := cmp.Diff(globData{Files: tt.want}, got); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if want := strings.Join(tt.want, "\n"); len(tt.want) > 0 && r.Text != want {
				t.Errorf("text %q, want %q", r.Text, want)
			}
			if len(tt.want) == 0 && !strings.HasPrefix(r.Text, "no file matches ") {
				t.Errorf("text %q", r.Text)
			}
		})
	}
	r := w.call("glob", input("pattern", "*.go", "limit", 2))
	if got := data[globData](t, r); len(got.Files) != 2 || !got.Truncated || !r.Cut || !strings.Contains(r.Text, "[cut: only the first 2 files") {
		t.Errorf("limited: %s %q", r.Envelope(), r.Text)
	}
	failed(t, w.call("glob", input("pattern", "a[")), tool.InvalidInput, "", "not closed")
	failed(t, w.call("glob", input("pattern", " ")), tool.InvalidInput, "", "pattern is empty")
	failed(t, w.call("glob", input("pattern", "*", "path", "scr")), tool.NotFound, "read_error", `did you mean "src"?`)
}

type grepData struct {
	Matches []struct {
		Path string `json:"path"`
		Line int    `json:"line"`
		Text string `json:"text"`
	} `json:"matches"`
	Truncated bool `json:"truncated"`
}

// Covers: R15
func TestGrep(t *testing.T) {
	w := sample(t)
	tests := map[string]struct{ input, want string }{
		"everywhere":         {input("pattern", "Hello"), "main.go:4:\tHello()\nsrc/a.go:3:// Hello says hello.\nsrc/a.go:4:func Hello() {}"},
		"letter case":        {input("pattern", "HELLO", "ignoreCase", true, "path", "app"), "app/[id]/page.tsx:1:hello"},
		"below a directory":  {input("pattern", "^package", "path", "src"), "src/a.go:1:package src\nsrc/a_test.go:1:package src\nsrc/deep/b.go:1:package deep"},
		"some files":         {input("pattern", "package", "glob", "*_test.go"), "src/a_test.go:1:package src"},
		"some paths":         {input("pattern", "package", "glob", "src/*.go"), "src/a.go:1:package src\nsrc/a_test.go:1:package src"},
		"one file":           {input("pattern", "Hello", "path", "src/a.go"), "src/a.go:3:// Hello says hello.\nsrc/a.go:4:func Hello() {}"},
		"an ignored file":    {input("pattern", "Hello", "path", "build/out.go"), "build/out.go:1:Hello"},
		"lines around":       {input("pattern", "func main", "context", 1), "main.go-2-\nmain.go:3:func main() {\nmain.go-4-\tHello()"},
		"lines around two":   {input("pattern", "Hello", "path", "src/a.go", "context", 1), "src/a.go-2-\nsrc/a.go:3:// Hello says hello.\nsrc/a.go:4:func Hello() {}"},
		"around two files":   {input("pattern", "package (main|deep)", "context", 1), "main.go:1:package main\nmain.go-2-\n--\nsrc/deep/b.go:1:package deep"},
		"nothing":            {input("pattern", "nowhere"), "no match"},
		"a limit":            {input("pattern", "Hello", "limit", 1), "main.go:4:\tHello()\n[cut after 1 matching lines; narrow the search with path or glob, or set limit]"},
		"a regular pattern":  {input("pattern", `func \w+\(`, "glob", "*.go"), "main.go:3:func main() {\nsrc/a.go:4:func Hello() {}"},
		"a class with blank": {input("pattern", `^\s*Hello`, "path", "main.go"), "main.go:4:\tHello()"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := w.call("grep", tt.input)
			got := data[grepData](t, r)
			if r.Text != tt.want {
				t.Errorf("got\n%s\nwant\n%s", r.Text, tt.want)
			}
			if r.Cut != got.Truncated || r.Cut != strings.Contains(tt.want, "[cut") {
				t.Errorf("cut %v, truncated %v", r.Cut, got.Truncated)
			}
		})
	}
	failed(t, w.call("grep", input("pattern", "a(")), tool.InvalidInput, "", `write a\(`)
	failed(t, w.call("grep", input("pattern", "a(?=b)")), tool.InvalidInput, "", "no lookahead")
	failed(t, w.call("grep", input("pattern", "")), tool.InvalidInput, "", "pattern is empty")
	failed(t, w.call("grep", input("pattern", "a", "glob", "{")), tool.InvalidInput, "", "glob")
	failed(t, w.call("grep", input("pattern", "a", "path", "nowhere")), tool.NotFound, "read_error")
	failed(t, w.call("grep", input("pattern", "a", "path", "data.bin")), tool.NotText, "read_error")
}

func TestGrepContextKeepsPlacesApart(t *testing.T) {
	w := newWorkspace(t, map[string]string{"f": "1\n2 x\n3\n4\n5\n6\n7 x\n8\n9 x\n10\n"})
	tests := map[int]string{
		1: "f-1-1\nf:2:2 x\nf-3-3\n--\nf-6-6\nf:7:7 x\nf-8-8\nf:9:9 x\nf-10-10",
		2: "f-1-1\nf:2:2 x\nf-3-3\nf-4-4\nf-5-5\nf-6-6\nf:7:7 x\nf-8-8\nf:9:9 x\nf-10-10",
		9: "f-1-1\nf:2:2 x\nf-3-3\nf-4-4\nf-5-5\nf-6-6\nf:7:7 x\nf-8-8\nf:9:9 x\nf-10-10",
	}
	for context, want := range tests {
		if r := w.call("grep", input("pattern", "x", "context", context)); r.Text != want {
			t.Errorf("context %d:\n%s\nwant\n%s", context, r.Text, want)
		}
	}
}

func TestGrepShowsPartsOfLongLines(t *testing.T) {
	long := strings.Repeat("é", 1000) + "needle" + strings.Repeat("é", 1000)
	w := newWorkspace(t, map[string]string{"long.min.js": long, "invalid": "\xff needle\n"})
	r := w.call("grep", input("pattern", "needle"))
	got := data[grepData](t, r)
	if len(got.Matches) != 2 {
		t.Fatalf("got %s", r.Data)
	}
	if text := got.Matches[1].Text; len(text) > 320 || !strings.Contains(text, "éneedleé") || !strings.HasPrefix(text, "…é") || !strings.HasSuffix(text, "é…") {
		t.Errorf("the long line is shown as %q", text)
	}
	if text := got.Matches[0].Text; text != "\ufffd needle" {
		t.Errorf("the invalid line is shown as %q", text)
	}
}

func TestGrepIsBounded(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("f%02d", i)] = strings.Repeat(strings.Repeat("x", 500)+"\n", 100)
	}
	w := newWorkspace(t, files)
	r := w.call("grep", input("pattern", "x", "limit", 100000, "context", 10))
	if !r.OK || !r.Cut || len(r.Text) > 60_000 {
		t.Errorf("%d bytes, cut %v", len(r.Text), r.Cut)
	}
}

// A search that takes too long gives what it has and says so.
func TestSearchTime(t *testing.T) {
	w := sample(t, func(o *tools.Options) { o.SearchTime = time.Nanosecond })
	for name, in := range map[string]string{"glob": input("pattern", "*"), "grep": input("pattern", "a")} {
		r := w.call(name, in)
		if !r.OK || !r.Cut || !strings.Contains(r.Text, "ran out of time") {
			t.Errorf("%s: %s %q", name, r.Envelope(), r.Text)
		}
	}
}

func TestGrepKeptOutput(t *testing.T) {
	w := sample(t)
	if err := os.WriteFile(filepath.Join(w.outDir, "t1.out"), []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"@out/t1.out", "@out/"} {
		if r := w.call("grep", input("pattern", "two", "path", path)); r.Text != "@out/t1.out:2:two" {
			t.Errorf("%s: %q", path, r.Text)
		}
	}
}

// Covers: R15
func TestMoveFile(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a": "1", "dir/b": "2", "taken": "3"})
	r := w.call("move_file", input("from", "a", "to", "new/dir/c"))
	if string(r.Data) != `{"from":"a","to":"new/dir/c"}` || r.Text != "moved a to new/dir/c" || w.get("new/dir/c") != "1" {
		t.Errorf("got %s, %q", r.Envelope(), r.Text)
	}
	if r := w.call("move_file", input("from", "dir", "to", "other")); !r.OK || w.get("other/b") != "2" {
		t.Errorf("a directory: %s", r.Envelope())
	}
	failed(t, w.call("move_file", input("from", "other/b", "to", "taken")), "AlreadyExists", "write_error", "must not exist")
	failed(t, w.call("move_file", input("from", "takn", "to", "x")), tool.NotFound, "write_error", `did you mean "taken"?`)
	failed(t, w.call("move_file", input("from", "taken", "to", "./taken")), tool.InvalidInput, "invalid_input", "same path")
	if w.get("taken") != "3" || w.get("other/b") != "2" {
		t.Error("a refused move moved something")
	}
}

func TestGrepThroughALink(t *testing.T) {
	w := sample(t)
	for target, link := range map[string]string{"src": "to-dir", "main.go": "to-file"} {
		if err := os.Symlink(target, filepath.Join(w.root, link)); err != nil {
			t.Skip(err)
		}
	}
	if r := w.call("grep", input("pattern", "func Hello", "path", "to-dir")); r.Text != "to-dir/a.go:4:func Hello() {}" {
		t.Errorf("a directory: %q", r.Text)
	}
	if r := w.call("grep", input("pattern", "func main", "path", "to-file")); r.Text != "to-file:3:func main() {" {
		t.Errorf("a file: %q", r.Text)
	}
}

func TestGrepTellsOfLargeFiles(t *testing.T) {
	w := newWorkspace(t, map[string]string{"large": "needle\n" + strings.Repeat("x", 5<<20)}, limited(t))
	r := w.call("grep", input("pattern", "needle"))
	if want := "large:1:needle\n[of 1 very large file only the beginning was searched]"; r.Text != want || !r.Cut {
		t.Errorf("got %q, cut %v", r.Text, r.Cut)
	}
}
