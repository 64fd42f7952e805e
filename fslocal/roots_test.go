package fslocal_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
	"eidolon/fsapi/fsapitest"
	"eidolon/fslocal"
	"eidolon/fslocal/protected"
)

// openRoots opens a workspace with one directory beside it.
func openRoots(t *testing.T) (r *fslocal.Roots, root, beside string) {
	t.Helper()
	root, beside = t.TempDir(), t.TempDir()
	r, problems := fslocal.OpenRoots(openAt(t, fslocal.Options{Root: root}), []string{beside})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	t.Cleanup(func() { r.Close() })
	return r, root, beside
}

// In the workspace nothing changes because there are other directories.
//
// Covers: R69
func TestRootsKeepTheContract(t *testing.T) {
	fsapitest.Run(t, func(t *testing.T) (fsapi.Files, string) {
		r, root, _ := openRoots(t)
		return r, root
	})
}

// A directory beside the workspace keeps the contract too, under absolute names.
//
// Covers: R69, E2, E3
func TestBesideKeepsTheContract(t *testing.T) {
	fsapitest.Run(t, func(t *testing.T) (fsapi.Files, string) {
		r, _, beside := openRoots(t)
		return below{r, beside}, beside
	})
}

// below shows one directory of several as if it were all there is.
type below struct {
	*fslocal.Roots
	dir string
}

func (b below) abs(name string) string {
	if name == "" || filepath.IsAbs(name) || strings.ContainsRune(name, 0) {
		return name
	}
	return b.dir + "/" + name
}

func (b below) rel(name string) string {
	if rest, found := strings.CutPrefix(name, filepath.ToSlash(b.dir)+"/"); found {
		return rest
	}
	if name == filepath.ToSlash(b.dir) {
		return "."
	}
	return name
}

func (b below) entry(e fsapi.Entry) fsapi.Entry {
	if e.Path = b.rel(e.Path); e.Path == "." {
		e.Name = "."
	}
	return e
}

func (b below) Root() string {
	dir, err := filepath.EvalSymlinks(b.dir)
	if err != nil {
		return b.dir
	}
	return dir
}

func (b below) Resolve(name string) (string, error) {
	name, err := b.Roots.Resolve(b.abs(name))
	return b.rel(name), err
}

func (b below) Stat(ctx context.Context, name string) (fsapi.Entry, error) {
	e, err := b.Roots.Stat(ctx, b.abs(name))
	return b.entry(e), err
}

func (b below) Read(ctx context.Context, name string, o fsapi.ReadOptions) (fsapi.Content, error) {
	c, err := b.Roots.Read(ctx, b.abs(name), o)
	c.Path = b.rel(c.Path)
	return c, err
}

func (b below) Write(ctx context.Context, name string, data []byte, o fsapi.WriteOptions) (fsapi.Change, error) {
	c, err := b.Roots.Write(ctx, b.abs(name), data, o)
	c.Path = b.rel(c.Path)
	return c, err
}

func (b below) Edit(ctx context.Context, name string, edit func([]byte) ([]byte, error)) (fsapi.Change, error) {
	c, err := b.Roots.Edit(ctx, b.abs(name), edit)
	c.Path = b.rel(c.Path)
	return c, err
}

func (b below) Move(ctx context.Context, from, to string) error {
	return b.Roots.Move(ctx, b.abs(from), b.abs(to))
}

func (b below) Remove(ctx context.Context, name string) error {
	return b.Roots.Remove(ctx, b.abs(name))
}

func (b below) List(ctx context.Context, name string) ([]fsapi.Entry, error) {
	entries, err := b.Roots.List(ctx, b.abs(name))
	for i := range entries {
		entries[i] = b.entry(entries[i])
	}
	return entries, err
}

// Covers: R69
func TestRootsAreApart(t *testing.T) {
	r, root, beside := openRoots(t)
	ctx := t.Context()
	note := filepath.Join(beside, "notes", "a.md")
	change, err := r.Write(ctx, note, []byte("x"), fsapi.WriteOptions{})
	if want := filepath.ToSlash(note); err != nil || change.Path != want {
		t.Fatalf("%+v, %v", change, err)
	}
	if got, err := r.Resolve(filepath.Join(root, "in")); got != "in" || err != nil {
		t.Errorf("a name of the workspace is %q, %v", got, err)
	}
	if _, err := r.Write(ctx, "in", []byte("y"), fsapi.WriteOptions{}); err != nil {
		t.Error(err)
	}
	away := filepath.Join(filepath.Dir(beside), "away")
	for name, tt := range map[string]struct {
		from, to string
		code     fsapi.Code
	}{
		"out of the workspace": {"in", filepath.Join(beside, "in"), fsapi.InvalidPath},
		"into the workspace":   {note, "a.md", fsapi.InvalidPath},
		"elsewhere":            {note, away, fsapi.OutsideWorkspace},
		"from elsewhere":       {away, note + "2", fsapi.OutsideWorkspace},
		"within it":            {note, filepath.Join(beside, "b.md"), ""},
	} {
		if err := r.Move(ctx, tt.from, tt.to); fsapi.CodeOf(err) != tt.code {
			t.Errorf("move %s: %v", name, err)
		}
	}
	// No link leads from one into another.
	if err := os.Symlink(beside, filepath.Join(root, "link")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if _, err := r.Read(ctx, "link/b.md", fsapi.ReadOptions{}); fsapi.CodeOf(err) != fsapi.OutsideWorkspace {
		t.Errorf("through a link: %v", err)
	}
}

// What is protected at home is protected too when the directory over it was opened, whose own name the
// names below it do not tell.
//
// Covers: R69
func TestProtectedBeside(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{".config", "notes"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ws := openAt(t, fslocal.Options{Root: t.TempDir()})
	r, problems := fslocal.OpenRoots(ws, []string{filepath.Join(home, ".config"), filepath.Join(home, "notes"), filepath.Join(home, "none")})
	defer r.Close()
	if len(problems) != 1 || problems[0].Error() != filepath.Join(home, "none")+": no such file or directory" {
		t.Errorf("problems %v", problems)
	}
	if diff := cmp.Diff(3, len(r.Dirs())); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]bool{".config/git/config": true, ".config/app.toml": false, "notes/.envrc": true, "notes/a": false} {
		full, err := r.Resolve(filepath.Join(home, name))
		if err != nil || protected.Name(full) != want {
			t.Errorf("%s: protected %v, %v", full, !want, err)
		}
		change, err := r.Write(t.Context(), full, nil, fsapi.WriteOptions{})
		if err != nil || change.Protected != want {
			t.Errorf("%+v, %v", change, err)
		}
	}
}
