package tools_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/tools"
)

type patchData struct {
	Files []struct {
		Path   string `json:"path"`
		Action string `json:"action"`
		From   string `json:"from"`
	} `json:"files"`
	Added    int `json:"added"`
	Modified int `json:"modified"`
	Deleted  int `json:"deleted"`
}

// patchOf makes the input of a patch of the given lines.
func patchOf(lines ...string) string {
	return input("patch", "*** Begin Patch\n"+strings.Join(lines, "\n")+"\n*** End Patch\n")
}

// tree gives all files of a workspace with their contents.
func (w *workspace) tree() map[string]string {
	w.t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(w.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(w.root, name)
		found[filepath.ToSlash(rel)] = w.get(rel)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

// Covers: Y39
func TestApplyPatch(t *testing.T) {
	before := map[string]string{"a.txt": "one\ntwo\n", "dir/b.txt": "b\n", "c.txt": "c\r\nd\r\n"}
	tests := map[string]struct {
		lines []string
		after map[string]string // what is another than before; "" is gone
		text  string
		diff  string
	}{
		"one change": {
			[]string{"*** Update File: a.txt", "@@", " one", "-two", "+three"},
			map[string]string{"a.txt": "one\nthree\n"},
			"M a.txt",
			"--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n",
		},
		"all kinds": {
			[]string{
				"*** Add File: new/n.txt", "+n", "*** Update File: ./a.txt", "-two", "+2", "*** Delete File: dir/b.txt",
				"*** Update File: c.txt", "*** Move to: moved/c.txt", "@@", " c", "-d", "+D",
			},
			map[string]string{"new/n.txt": "n\n", "a.txt": "one\n2\n", "dir/b.txt": "", "c.txt": "", "moved/c.txt": "c\r\nD\r\n"},
			"A new/n.txt\nM a.txt\nD dir/b.txt\nM c.txt -> moved/c.txt",
			"--- /dev/null\n+++ b/new/n.txt\n@@ -0,0 +1,1 @@\n+n\n" +
				"--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n" +
				"--- a/dir/b.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-b\n" +
				"--- a/c.txt\n+++ b/moved/c.txt\n@@ -1,2 +1,2 @@\n c\r\n-d\r\n+D\r\n",
		},
		"only moved": {
			[]string{"*** Update File: a.txt", "*** Move to: z.txt"},
			map[string]string{"a.txt": "", "z.txt": "one\ntwo\n"},
			"M a.txt -> z.txt", "--- a/a.txt\n+++ b/z.txt\n",
		},
		"twice the same": {
			[]string{"*** Update File: a.txt", "-one", "+1", "*** Update File: a.txt", "-1", "+uno"},
			map[string]string{"a.txt": "uno\ntwo\n"},
			"M a.txt", "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+uno\n two\n",
		},
		"made anew": {
			[]string{"*** Delete File: a.txt", "*** Add File: a.txt", "+x"},
			map[string]string{"a.txt": "x\n"},
			"M a.txt", "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,1 @@\n-one\n-two\n+x\n",
		},
		"one in the place of another": {
			[]string{"*** Delete File: a.txt", "*** Update File: dir/b.txt", "*** Move to: a.txt"},
			map[string]string{"a.txt": "b\n", "dir/b.txt": ""},
			"D a.txt\nM dir/b.txt -> a.txt", "",
		},
		"a new one where one was": {
			[]string{"*** Update File: a.txt", "*** Move to: z.txt", "*** Add File: a.txt", "+x"},
			map[string]string{"a.txt": "x\n", "z.txt": "one\ntwo\n"},
			"M a.txt -> z.txt\nA a.txt", "",
		},
		"moved and deleted": {
			[]string{"*** Update File: a.txt", "*** Move to: z.txt", "*** Delete File: z.txt", "*** Add File: a.txt", "+x"},
			map[string]string{"a.txt": "x\n"},
			"D z.txt\nA a.txt", "",
		},
		"made and moved": {
			[]string{"*** Add File: n", "+n", "*** Update File: n", "*** Move to: m", "-n", "+m"},
			map[string]string{"m": "m\n"},
			"A m", "",
		},
		"with a file that stays": {
			[]string{"*** Update File: a.txt", " one", "*** Add File: n"},
			map[string]string{"n": "EMPTY"},
			"A n", "--- /dev/null\n+++ b/n\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, before)
			h, c := w.prepare("apply_patch", patchOf(tt.lines...))
			shown, _ := h.(tool.Previewer).Preview(t.Context(), c)
			if diff := cmp.Diff(before, w.tree()); diff != "" {
				t.Errorf("the preview has changed files:\n%s", diff)
			}
			r := w.call("apply_patch", patchOf(tt.lines...))
			if !r.OK || r.Text != tt.text {
				t.Errorf("%s\nwant %q", r.Envelope(), tt.text)
			}
			if got := data[patchData](t, r); len(got.Files) != got.Added+got.Modified+got.Deleted || len(got.Files) != strings.Count(tt.text, "\n")+1 {
				t.Errorf("data %+v", got)
			}
			if r.Diff != shown || tt.diff != "" && tt.diff != r.Diff {
				t.Errorf("diff\n%q\nshown\n%q\nwant\n%q", r.Diff, shown, tt.diff)
			}
			want := maps.Clone(before)
			for name, content := range tt.after {
				switch content {
				case "":
					delete(want, name)
				case "EMPTY":
					want[name] = ""
				default:
					want[name] = content
				}
			}
			if diff := cmp.Diff(want, w.tree()); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// A patch of which a part does not fit changes nothing at all.
func TestApplyPatchIsAllOrNothing(t *testing.T) {
	before := map[string]string{"a.txt": "one\ntwo\n", "b.txt": "b\n", "bin": "\x00\x01", ".git/hooks/x": "x"}
	first := []string{"*** Add File: n.txt", "+n", "*** Update File: a.txt", "-two", "+2"}
	tests := map[string]struct {
		lines []string
		code  tool.Code
		kind  string
		says  []string
	}{
		"a hunk": {
			[]string{"*** Update File: b.txt", "@@", "-b", "+c", "@@", " thre"},
			tool.OldNotFound, "old_not_found",
			[]string{"b.txt: hunk 2 of 2 (line 11 of the patch) does not fit", `the line "thre" is not there`, "No file was changed."},
		},
		"no such file":   {[]string{"*** Update File: a.tx", "-x"}, tool.NotFound, "read_error", []string{`did you mean "a.txt"?`, "No file was changed"}},
		"none to delete": {[]string{"*** Delete File: none"}, tool.NotFound, "read_error", []string{`"none"`}},
		"a directory":    {[]string{"*** Delete File: .git"}, tool.NotRegular, "read_error", []string{`".git"`}},
		"one that is":    {[]string{"*** Add File: b.txt", "+x"}, "AlreadyExists", "read_error", []string{`"b.txt"`, "*** Update File"}},
		"moved onto one": {[]string{"*** Update File: bin", "*** Move to: b.txt"}, tool.NotText, "read_error", []string{`"bin"`}},
		"a taken name":   {[]string{"*** Update File: b.txt", "*** Move to: bin"}, "AlreadyExists", "read_error", []string{`"bin"`}},
		"gone before":    {[]string{"*** Delete File: b.txt", "*** Update File: b.txt", "-b"}, tool.NotFound, "read_error", []string{"this patch deletes or moves it before"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, before)
			failed(t, w.call("apply_patch", patchOf(append(first, tt.lines...)...)), tt.code, tt.kind, tt.says...)
			if diff := cmp.Diff(before, w.tree()); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
	w := newWorkspace(t, before)
	failed(t, w.call("apply_patch", patchOf("*** Update File: b.txt", " b")), tool.InvalidInput, "invalid_input", "the patch changes nothing")
	failed(t, w.call("apply_patch", input("patch", "diff --git a/x b/x")), tool.InvalidInput, "", `has to begin with the line "*** Begin Patch"`)
}

// stuck are files of which one cannot be written, and one not put back.
type stuck struct {
	fsapi.Files
	write, back string
	failed      *bool
}

var errStuck = errors.New("disk full")

func (s stuck) Edit(ctx context.Context, name string, edit func([]byte) ([]byte, error)) (fsapi.Change, error) {
	if name == s.write || *s.failed && name == s.back {
		*s.failed = true
		return fsapi.Change{}, &fsapi.FileError{Code: fsapi.IOError, Op: "edit", Path: name, Err: errStuck}
	}
	return s.Files.Edit(ctx, name, edit)
}

// When writing fails on the way, what was written before is put back, and the result says what became of
// each file.
func TestApplyPatchTakesBack(t *testing.T) {
	before := map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n", "e.txt": "e\n"}
	patch := patchOf("*** Add File: new.txt", "+n", "*** Update File: a.txt", "-a", "+A", "*** Delete File: e.txt",
		"*** Update File: b.txt", "*** Move to: moved.txt", "-b", "+B", "*** Update File: c.txt", "-c", "+C", "*** Update File: d.txt", "-d", "+D")
	tests := map[string]struct {
		write, back string
		left        map[string]string
		says        []string
	}{
		"all of it": {
			"c.txt", "", nil,
			[]string{`edit "c.txt": the file system failed: disk full`, "Written before that, and put back as it was: new.txt, a.txt, moved.txt"},
		},
		"the first": {"a.txt", "", nil, []string{`edit "a.txt"`, "put back as it was: moved.txt, new.txt"}},
		"not all": {
			"c.txt", "a.txt",
			map[string]string{"a.txt": "A\n"},
			[]string{"put back as it was: new.txt, moved.txt. Written before that, and CHANGED STILL: a.txt (edit", "disk full"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, before, func(o *tools.Options) {
				o.Files = stuck{o.Files, tt.write, tt.back, new(bool)}
			})
			failed(t, w.call("apply_patch", patch), "IOError", "write_error", tt.says...)
			want := maps.Clone(before)
			maps.Copy(want, tt.left)
			if diff := cmp.Diff(want, w.tree()); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// A rule about one of the files is about the patch, and so is a protected name.
func TestApplyPatchIsAboutAllItsFiles(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a.txt": "a\n", "secret": "s\n"}, func(o *tools.Options) { o.ForbidRead = []string{"secret"} })
	class, err := w.classify("apply_patch", patchOf("*** Add File: ./n.txt", "+n", "*** Update File: a.txt", "*** Move to: sub/b.txt", "*** Delete File: n.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tool.Class{Subject: "n.txt", Also: []string{"a.txt", "sub/b.txt"}, Edits: true}, class); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	class, err = w.classify("apply_patch", patchOf("*** Delete File: a.txt", "*** Update File: a.txt", "*** Move to: .git/hooks/pre-commit"))
	if err != nil || class.Protected != ".git/hooks/pre-commit" {
		t.Errorf("%+v, %v", class, err)
	}
	for _, lines := range [][]string{{"*** Add File: ../x", "+x"}, {"*** Update File: a.txt", "*** Move to: ../x"}} {
		if _, err := w.classify("apply_patch", patchOf(append([]string{"*** Delete File: a.txt"}, lines...)...)); fsapi.CodeOf(err) != fsapi.OutsideWorkspace {
			t.Errorf("%q: %v", lines, err)
		}
	}
	if _, err := w.classify("apply_patch", patchOf("*** Delete File: @out/x")); err == nil || !strings.Contains(err.Error(), "kept output") {
		t.Errorf("kept output: %v", err)
	}
	for _, lines := range [][]string{{"*** Delete File: secret"}, {"*** Update File: secret", "-s", "+t"}, {"*** Update File: a.txt", "*** Move to: secret"}} {
		failed(t, w.call("apply_patch", patchOf(lines...)), tool.ProtectedPath, "read_error", "forbidRead", "No file was changed")
	}
}

func TestApplyPatchAndLinks(t *testing.T) {
	w := newWorkspace(t, map[string]string{"a.txt": "a\n", "run.sh": "x\n"})
	if err := os.Symlink("a.txt", filepath.Join(w.root, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Chmod(filepath.Join(w.root, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, lines := range [][]string{{"*** Delete File: link"}, {"*** Update File: link", "*** Move to: b"}} {
		failed(t, w.call("apply_patch", patchOf(lines...)), tool.NotRegular, "read_error", "it is a link")
	}
	if r := w.call("apply_patch", patchOf("*** Update File: link", "-a", "+b", "*** Update File: run.sh", "*** Move to: bin/run.sh", "-x", "+y")); !r.OK {
		t.Fatalf("%s", r.Envelope())
	}
	if got := w.get("a.txt") + w.get("bin/run.sh"); got != "b\ny\n" {
		t.Errorf("the files hold %q", got)
	}
	if info, err := os.Stat(filepath.Join(w.root, "bin/run.sh")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the moved program: %v, %v", info.Mode(), err)
	}
}
