package adapter_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// planted is a workspace with what a hostile repository may bring, and a directory beside it.
func planted(t *testing.T) (root, away string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, away = filepath.Join(top, "ws"), filepath.Join(top, "away")
	for name, content := range map[string]string{
		"ws/a.txt": "text", "ws/sub/b.txt": "more", "ws/.git/config": "[core]", "ws/bin": "a\x00b", "ws/full/x": "",
		"away/secret": "secret",
	} {
		full := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"out": away, "up": "..", "out-file": filepath.Join(away, "secret"), "dangling": "../away/new", "ring": "ring",
		"in": filepath.Join(root, "sub"), "in-rel": "sub/b.txt", "hooks": ".git/hooks", "cwd": "/proc/self/cwd", "root": "/proc/self/root",
		"null": "/dev/null", "fd": "/dev/fd/0",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	if err := os.Link(filepath.Join(away, "secret"), filepath.Join(root, "hard")); err != nil {
		t.Skipf("no hard links here: %v", err)
	}
	return root, away
}

// snapshot gives the content of every file below a directory.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files := os.DirFS(dir)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			all[name] = d.Type().String()
			return err
		}
		data, err := fs.ReadFile(files, name)
		all[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Names that lead out are denied for every operation, and nothing outside changes.
//
// Covers: E2, E3, E4, E50
func TestPathsThatLeadOut(t *testing.T) {
	root, away := planted(t)
	before := snapshot(t, filepath.Dir(root))
	for _, name := range []string{
		"../away/secret", "..", "sub/../../away/secret", "/etc/passwd", away + "/secret", root + "/../away/secret", root + "2/x", "",
		"a\x00b", "out/secret", "out/new", "up/away/secret", "out-file", "dangling", "ring", "cwd/x", "root/etc/passwd",
		"/proc/self/root" + root + "/a.txt", "/proc/self/cwd/a.txt", "/dev/fd/0", "/dev/stdin", "null", "fd", "//etc/passwd",
		"./../away/secret", "sub//..//../away/secret", strings.Repeat("../", 300) + "etc/passwd", strings.Repeat("n", 5000),
	} {
		for _, op := range []string{"read", "write", "edit", "list"} {
			a := answers(t, object{"kind": "path", "root": root, "op": op, "path": name, "data": "x"})[0]
			if a["verdict"] != "deny" || a["error"] == "" {
				t.Errorf("%s %q: %v", op, name, a)
			}
		}
	}
	for _, name := range []string{"", ".", "sub/..", root, "../away", "../away/new", "out/secret", "out/new", "up/x", "cwd/x", "a\x00b"} {
		for _, r := range []object{
			{"op": "mkdir", "path": name},
			{"op": "delete", "path": name},
			{"op": "rename", "path": name, "path2": "mine"},
			{"op": "rename", "path": "a.txt", "path2": name},
		} {
			r["kind"], r["root"] = "path", root
			if a := answers(t, r)[0]; a["verdict"] != "deny" || a["error"] == "" {
				t.Errorf("%v: %v", r, a)
			}
		}
	}
	if diff := cmp.Diff(before, snapshot(t, filepath.Dir(root))); diff != "" {
		t.Error(diff)
	}
}

// A name that programs act on is asked about in every spelling, before anything is done; reading it is free.
//
// Covers: R69
func TestProtectedPaths(t *testing.T) {
	root, _ := planted(t)
	before := snapshot(t, root)
	for _, name := range []string{
		".git/config", ".git/hooks/pre-commit", ".GIT/config", "sub/../.git/config", "./.git//config", root + "/.git/config", ".eidolon/config.yaml",
		".mcp.json", ".bashrc", "sub/.envrc", ".vscode/tasks.json", ".g\u200cit/config", ".git./config", ".git /config", "git~1/config",
		".git\\hooks\\x", "\uff0egit/config", ".Git::$INDEX_ALLOCATION/config", ".git",
	} {
		for _, r := range []object{
			{"op": "write", "path": name},
			{"op": "edit", "path": name},
			{"op": "mkdir", "path": name},
			{"op": "delete", "path": name},
			{"op": "rename", "path": name, "path2": "mine"},
			{"op": "rename", "path": "a.txt", "path2": name},
		} {
			r["kind"], r["root"], r["data"] = "path", root, "x"
			if a := answers(t, r)[0]; a["verdict"] != "ask" || a["error"] != "ProtectedPath" {
				t.Errorf("%v: %v", r, a)
			}
		}
	}
	a := answers(t, object{"kind": "path", "root": root, "op": "write", "path": "hooks/pre-commit", "data": "x"})[0]
	if a["verdict"] != "deny" || a["error"] != "ProtectedPath" {
		t.Errorf("through a link: %v", a)
	}
	if diff := cmp.Diff(before, snapshot(t, root)); diff != "" {
		t.Error(diff)
	}
	a = answers(t, object{"kind": "path", "root": root, "op": "read", "path": ".git/config"})[0]
	if a["verdict"] != "allow" || a["data"] != "[core]" {
		t.Errorf("reading: %v", a)
	}
}

// What is harmless is done. What the file system says of it is no denial.
//
// Covers: E51
func TestPathsThatWork(t *testing.T) {
	root, away := planted(t)
	theirs := snapshot(t, away)
	for _, tt := range []struct {
		op, path, path2, data string
		code                  string
		want                  any
	}{
		{"read", "a.txt", "", "", "", "text"},
		{"read", "in/b.txt", "", "", "", "more"},
		{"read", "in-rel", "", "", "", "more"},
		{"read", root + "/sub/b.txt", "", "", "", "more"},
		{"read", "sub/../a.txt", "", "", "", "text"},
		{"read", "hard", "", "", "", "secret"}, // an ordinary file here
		{"read", "none", "", "", "NotFound", ""},
		{"read", "sub", "", "", "NotRegular", ""},
		{"read", "bin", "", "", "NotText", ""},
		{"list", "sub", "", "", "", []any{"b.txt"}},
		{"list", "a.txt", "", "", "NotDirectory", []any{}},
		{"write", "hard", "", "mine", "", nil},
		{"write", "new/deep/f", "", "x", "", nil},
		{"read", "new/deep/f", "", "", "", "x"},
		{"write", "full", "", "x", "NotRegular", nil},
		{"edit", "a.txt", "", "edited", "", nil},
		{"read", "a.txt", "", "", "", "edited"},
		{"edit", "none", "", "x", "NotFound", nil},
		{"mkdir", "d/e", "", "", "", nil},
		{"mkdir", "d/e", "", "", "AlreadyExists", nil},
		{"delete", "d/e", "", "", "", nil},
		{"delete", "full", "", "", "NotEmpty", nil},
		{"delete", "out", "", "", "", nil}, // the link, not what it leads to
		{"rename", "a.txt", "moved/a.txt", "", "", nil},
		{"rename", "a.txt", "b", "", "NotFound", nil},
		{"rename", "moved/a.txt", "hard", "", "AlreadyExists", nil},
		{"write", "~", "", "x", "", nil},
		{"write", "line\nbreak", "", "x", "", nil},
	} {
		a := answers(t, object{"kind": "path", "root": root, "op": tt.op, "path": tt.path, "path2": tt.path2, "data": tt.data})[0]
		if a["verdict"] != "allow" || a["error"] != tt.code || !cmp.Equal(a["data"], tt.want) {
			t.Errorf("%s %s: %v", tt.op, tt.path, a)
		}
	}
	if !maps.Equal(theirs, snapshot(t, away)) {
		t.Error("something outside has changed")
	}
}
