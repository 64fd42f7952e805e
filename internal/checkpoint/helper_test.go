package checkpoint

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// world is a workspace with a session's store and a base beside it.
type world struct {
	*testing.T
	top, root string
	opts      Options
}

// newWorld makes an empty workspace. The clock is an hour ahead, so that files which were written
// just now are old enough to be believed.
func newWorld(t *testing.T) *world {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, top: top, root: filepath.Join(top, "workspace")}
	w.opts = Options{
		Root: w.root, Dir: filepath.Join(top, "one", "checkpoints"), Base: filepath.Join(top, "base"),
		Now: func() time.Time { return time.Now().Add(time.Hour) },
	}
	w.must(os.Mkdir(w.root, 0o755))
	t.Cleanup(func() { // so that t.TempDir can be removed
		_ = filepath.WalkDir(w.root, func(path string, d fs.DirEntry, _ error) error {
			if d != nil && d.IsDir() {
				_ = os.Chmod(path, 0o700) //nolint:gosec // nobody but the test is here
			}
			return nil
		})
	})
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) path(name string) string { return filepath.Join(w.root, name) }

// open gives a store that knows nothing but what is on disk.
func (w *world) open() *Store {
	w.Helper()
	s, err := Open(w.opts)
	w.must(err)
	w.Cleanup(func() { s.Close() })
	return s
}

func (w *world) take(s *Store) Point {
	w.Helper()
	p, err := s.Take(w.Context())
	w.must(err)
	return p
}

// back keeps what is there, as everybody does who goes back, restores a checkpoint and wants every
// path to succeed.
func (w *world) back(s *Store, name string) Report {
	w.Helper()
	w.take(s)
	r, err := s.Restore(w.Context(), name)
	w.must(err)
	for _, f := range r.Failed {
		w.Errorf("%q: %v", f.Path, f.Err)
	}
	return r
}

func (w *world) write(name, content string) {
	w.Helper()
	w.must(os.MkdirAll(filepath.Dir(w.path(name)), 0o755))
	w.must(os.WriteFile(w.path(name), []byte(content), 0o644))
}

func (w *world) mkdir(name string)                { w.Helper(); w.must(os.MkdirAll(w.path(name), 0o755)) }
func (w *world) remove(name string)               { w.Helper(); w.must(os.RemoveAll(w.path(name))) }
func (w *world) link(target, name string)         { w.Helper(); w.must(os.Symlink(target, w.path(name))) }
func (w *world) chmod(name string, m fs.FileMode) { w.Helper(); w.must(os.Chmod(w.path(name), m)) }

// state describes everything below a directory, one line of text for each path.
func (w *world) state(dir string) map[string]string {
	w.Helper()
	all := map[string]string{}
	w.must(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := info.Mode().String()
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path) //nolint:gosec // nobody but the test is here
			if err != nil {
				return err
			}
			text += fmt.Sprintf(" %q", data)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			text += " -> " + target
		}
		all[path[len(dir)+1:]] = text
		return nil
	}))
	return all
}

// is compares the workspace with what state said before.
func (w *world) is(what string, want map[string]string) {
	w.Helper()
	if d := cmp.Diff(want, w.state(w.root)); d != "" {
		w.Errorf("%s (-want +got):\n%s", what, d)
	}
}
