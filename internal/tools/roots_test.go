package tools_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/fslocal"
	"eidolon/fslocal/protected"
	"eidolon/internal/tools"
)

// beside gives a workspace a directory beside it.
func beside(t *testing.T, dir string) func(*tools.Options) {
	return func(o *tools.Options) {
		roots, problems := fslocal.OpenRoots(o.Files.(*fslocal.Workspace), []string{dir})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		t.Cleanup(func() { roots.Close() })
		o.Files, o.Protected = roots, protected.Name
		o.ForbidRead = []string{filepath.Join(dir, "private")}
	}
}

// Every file tool works in a directory beside the workspace, under its absolute names.
//
// Covers: R69
func TestBesideTheWorkspace(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"notes/a.md": "one\ntwo\n", "notes/.gitignore": "*.tmp\n", "notes/deep/b.tmp": "two", "notes/deep/c.md": "two", "private/key": "two",
	} {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := newWorkspace(t, map[string]string{"in.md": "two"}, beside(t, dir))
	at := func(name string) string { return filepath.ToSlash(filepath.Join(dir, name)) }
	shows := func(r tool.Result, want ...string) {
		t.Helper()
		for _, text := range want {
			if !r.OK || !strings.Contains(r.Text, text) {
				t.Errorf("%+v lacks %q", r, text)
			}
		}
	}
	shows(w.call("read_file", input("path", " "+at("notes/a.md")+" ")), "one\ntwo")
	shows(w.call("ls", input("path", at("notes"), "depth", 2)), "a.md", "deep/", "deep/c.md")
	shows(w.call("grep", input("pattern", "two", "path", dir)), at("notes/a.md"), at("notes/deep/c.md"))
	shows(w.call("glob", input("pattern", "*.md", "path", at("notes/deep"))), at("notes/deep/c.md"))
	shows(w.call("glob", input("pattern", at("notes/**/*"))), at("notes/a.md"))
	shows(w.call("edit", input("path", at("notes/a.md"), "old", "two", "new", "three")))
	shows(w.call("write_file", input("path", at("new/b.md"), "content", "x")))
	shows(w.call("move_file", input("from", at("new/b.md"), "to", at("new/c.md"))))
	for _, pattern := range []string{"two", "three"} { // what git ignores there, and what is forbidden
		r := w.call("grep", input("pattern", pattern, "path", at("notes/deep")))
		if strings.Contains(r.Text, "b.tmp") {
			t.Errorf("%+v", r)
		}
	}
	if r := w.call("grep", input("pattern", "two", "path", dir)); strings.Contains(r.Text, "private") {
		t.Errorf("a forbidden file was searched: %+v", r)
	}
	if r := w.call("read_file", input("path", at("private/key"))); r.Code != tool.ProtectedPath {
		t.Errorf("%+v", r)
	}
	if r := w.call("read_file", input("path", filepath.Dir(dir)+"/x")); r.Code != tool.OutsideWorkspace {
		t.Errorf("%+v", r)
	}
}

// A call on such a name is judged as one on a name of the workspace.
func TestClassesBeside(t *testing.T) {
	dir := t.TempDir()
	w := newWorkspace(t, nil, beside(t, dir))
	at := func(name string) string { return filepath.ToSlash(filepath.Join(dir, name)) }
	for _, tt := range []struct {
		name, input string
		want        tool.Class
	}{
		{"write_file", input("path", at("a/../b.md"), "content", "x"), tool.Class{Subject: at("b.md"), Edits: true}},
		{"write_file", input("path", at(".envrc"), "content", "x"), tool.Class{Subject: at(".envrc"), Protected: at(".envrc"), Edits: true}},
		{"read_file", input("path", at("b.md")), tool.Class{Subject: at("b.md"), ReadOnly: true, Speculative: true}},
		{"move_file", input("from", at("a"), "to", at(".git/hooks/x")), tool.Class{
			Subject: at("a"), Also: []string{at(".git/hooks/x")}, Protected: at(".git/hooks/x"), Edits: true,
		}},
	} {
		got, err := w.classify(tt.name, tt.input)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", tt.input, err, diff)
		}
	}
	if _, err := w.classify("write_file", input("path", dir+"2/x", "content", "x")); err == nil {
		t.Error("a name that begins alike is taken")
	}
}
