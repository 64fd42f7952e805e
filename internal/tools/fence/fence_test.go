package fence_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/internal/tools/fence"
)

// newWorkspace makes a workspace with files and the given forbidden paths; "ROOT" is its directory.
func newWorkspace(t *testing.T, forbidden ...string) fsapi.Files {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"secrets/deep/key", "private/a.key", "private/a.txt", "open/a", ".env", ".env.local"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte("content\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"to-dir": "secrets", "to-file": "private/a.key", "to-open": "open"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Skip(err)
		}
	}
	files, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	for i, p := range forbidden {
		if rest, ok := cutRoot(p); ok {
			forbidden[i] = root + rest
		}
	}
	return fence.New(files, forbidden, filepath.Join(files.Root(), "secrets"))
}

func cutRoot(p string) (string, bool) {
	if len(p) < 4 || p[:4] != "ROOT" {
		return "", false
	}
	return p[4:], true
}

func TestRead(t *testing.T) {
	tests := map[string]struct {
		forbidden, name string
		refused         bool
	}{
		"below a directory":         {"secrets", "secrets/deep/key", true},
		"a slash at the end":        {"secrets/", "secrets/deep/key", true},
		"with dots":                 {"./secrets", "open/../secrets/deep/key", true},
		"absolute":                  {"ROOT/secrets", "secrets/deep/key", true},
		"in the home":               {"~/deep", "secrets/deep/key", true},
		"the home":                  {"~", "secrets/deep/key", true},
		"a star":                    {"private/*.key", "private/a.key", true},
		"a question mark":           {"private/?.key", "private/a.key", true},
		"a star for a directory":    {"*/deep", "secrets/deep/key", true},
		"through a link":            {"secrets", "to-dir/deep/key", true},
		"through a link to a file":  {"private/*.key", "to-file", true},
		"forbidden by a link":       {"to-dir", "secrets/deep/key", true},
		"everything":                {"/", "open/a", true},
		"the workspace":             {".", "open/a", true},
		"a bad pattern":             {"private/[", "private/a.txt", true},
		"another file":              {"private/*.key", "private/a.txt", false},
		"a link to another":         {"secrets", "to-open/a", false},
		"a name that begins alike":  {".env", ".env.local", false},
		"a star stays in its place": {"*/key", "secrets/deep/key", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := newWorkspace(t, tt.forbidden).Read(t.Context(), tt.name, fsapi.ReadOptions{})
			if refused := fsapi.CodeOf(err) == fsapi.ProtectedPath; refused != tt.refused || err != nil && !refused {
				t.Errorf("error %v, want refused %v", err, tt.refused)
			}
		})
	}
}

func TestEveryMethodRefuses(t *testing.T) {
	files := newWorkspace(t, "secrets", "private/*.key")
	ctx := t.Context()
	list := func(name string) error { _, err := files.List(ctx, name); return err }
	write := func(name string) error {
		_, err := files.Write(ctx, name, []byte("x"), fsapi.WriteOptions{Append: true})
		return err
	}
	stat := func(name string) error { _, err := files.Stat(ctx, name); return err }
	edit := func(name string) error {
		_, err := files.Edit(ctx, name, func([]byte) ([]byte, error) { return nil, errors.New("it was shown") })
		return err
	}
	for name, err := range map[string]error{
		"list": list("secrets"), "list below": list("secrets/deep"), "write": write("secrets/deep/key"), "write a new one": write("secrets/new"),
		"stat": stat("private/a.key"), "edit": edit("private/a.key"), "move away": files.Move(ctx, "secrets/deep/key", "open/key"),
		"delete": files.Remove(ctx, "secrets/deep/key"), "delete a link to it": files.Remove(ctx, "to-file"),
		"move a directory over it": files.Move(ctx, "private", "public"), "move to it": files.Move(ctx, "open/a", "secrets/a"),
	} {
		if fsapi.CodeOf(err) != fsapi.ProtectedPath {
			t.Errorf("%s: error %v, want ProtectedPath", name, err)
		}
	}
	for name, err := range map[string]error{
		"list": list("."), "list beside": list("private"), "write": write("open/a"), "stat": stat("open/a"), "move": files.Move(ctx, "open", "opened"),
	} {
		if err != nil {
			t.Errorf("%s is allowed and gives %v", name, err)
		}
	}
}

func TestNothingForbidden(t *testing.T) {
	if fence.New(nil, []string{"a"}, "") != nil {
		t.Error("no files became some")
	}
}

// A second name of a forbidden file, or another spelling of its place, is forbidden too, wherever the
// file lies.
//
// Covers: R70
func TestSecondNames(t *testing.T) {
	away := t.TempDir()
	keys := filepath.Join(away, ".env")
	if err := os.WriteFile(keys, []byte("key"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := newWorkspace(t, "private/a.key", "secrets", keys)
	at := func(name string) string { return filepath.Join(files.Root(), name) }
	for name, target := range map[string]string{"hard": at("private/a.key"), "hard-deep": at("secrets/deep/key"), "hard-keys": keys} {
		if err := os.Link(target, at(name)); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Symlink(at("secrets"), at("absolute")); err != nil {
		t.Skip(err)
	}
	for name, refused := range map[string]bool{
		"hard": true, "hard-keys": true, "absolute/deep/key": true, "private/a.txt": false, "open/a": false, ".env": false,
		"hard-deep": false, // only the directory over the first name is forbidden
	} {
		_, err := files.Read(t.Context(), name, fsapi.ReadOptions{})
		if got := fsapi.CodeOf(err) == fsapi.ProtectedPath; got != refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// In several directories, each is kept from what is forbidden in it.
func TestSeveralDirectories(t *testing.T) {
	root, beside := t.TempDir(), t.TempDir()
	for _, name := range []string{filepath.Join(root, "key"), filepath.Join(beside, "key"), filepath.Join(beside, "open")} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	roots, problems := fslocal.OpenRoots(ws, []string{beside})
	defer roots.Close()
	files := fence.New(roots, []string{"key", filepath.Join(beside, "k*")}, "/home/me")
	for name, refused := range map[string]bool{
		"key": true, filepath.Join(root, "key"): true, filepath.Join(beside, "key"): true, filepath.Join(beside, "open"): false,
	} {
		_, err := files.Read(t.Context(), name, fsapi.ReadOptions{})
		if got := fsapi.CodeOf(err) == fsapi.ProtectedPath; got != refused || len(problems) > 0 {
			t.Errorf("%s: %v, %v", name, err, problems)
		}
	}
}
