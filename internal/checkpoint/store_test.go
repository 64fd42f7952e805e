package checkpoint

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// files lists what is in a directory of the store, with sizes and times: writing anything shows.
func (w *world) files(dir string) map[string]string {
	w.Helper()
	all := map[string]string{}
	w.must(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		all[path] = info.Mode().String() + info.ModTime().String()
		return err
	}))
	return all
}

// glob gives the files of the session's store that fit.
func (w *world) glob(pattern string) []string {
	w.Helper()
	names, err := filepath.Glob(filepath.Join(w.opts.Dir, pattern))
	w.must(err)
	return names
}

func TestUnchanged(t *testing.T) {
	w := newWorld(t)
	w.write("a/b", "x")
	s := w.open()
	first := w.take(s)
	if first.Name != "000001" || first.Files != 1 || first.Bytes != 1 {
		t.Errorf("%+v", first)
	}
	was := w.files(w.top)
	again := w.take(s)
	other := w.take(w.open())
	for _, p := range []Point{again, other} {
		if p.Name != first.Name || p.Bytes != 0 || p.Files != 1 {
			t.Errorf("%+v", p)
		}
	}
	if d := cmp.Diff(was, w.files(w.top)); d != "" {
		t.Errorf("something was written:\n%s", d)
	}
	now := time.Now().Add(time.Second)
	w.must(os.Chtimes(w.path("a/b"), now, now)) // read again, and found to be the same
	if p := w.take(s); p.Name != first.Name {
		t.Errorf("a new time alone makes %+v", p)
	}
}

// TestRights makes everything of ours for the owner alone.
func TestRights(t *testing.T) {
	w := newWorld(t)
	w.write("f", "x")
	w.take(w.open())
	for _, dir := range []string{w.opts.Dir, w.opts.Base} {
		w.must(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s is %v", path, info.Mode())
			}
			return err
		}))
	}
}

// TestDelta writes only what changed: a new content once, however many files have it.
func TestDelta(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"a", "b", "c", "d"} {
		w.write(name, strings.Repeat(name, 1000))
	}
	s := w.open()
	w.take(s)
	w.write("a", "new")
	w.write("e", "new")
	w.remove("b")
	if p := w.take(s); p.Bytes != 3 {
		t.Errorf("%+v", p)
	}
	text, err := os.ReadFile(s.treePath("000002"))
	w.must(err)
	var words []string
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		words = append(words, fields[0]+" "+fields[len(fields)-1])
	}
	if got := words[1 : len(words)-1]; !slices.Equal(got, []string{"file a", "file e", "gone b"}) {
		t.Errorf("the second tree has %q", got)
	}
	w.write("a", strings.Repeat("a", 1000)) // as it was
	if p := w.take(s); p.Bytes != 0 || p.Name != "000003" {
		t.Errorf("%+v", p)
	}
}

// TestFullTrees takes so many checkpoints that there is a second tree with all entries. Later ones
// need nothing from before it, and earlier ones are there as well.
func TestFullTrees(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("same", "same")
	states := map[string]map[string]string{}
	for n := range fullEvery + 3 {
		w.write("f", strings.Repeat("x", n))
		states[w.take(s).Name] = w.state(w.root)
	}
	early, full, last := pointName(2), pointName(fullEvery+1), pointName(fullEvery+3)
	s = w.open()
	for _, name := range []string{early, full, last} {
		w.back(s, name)
		w.is("checkpoint "+name, states[name])
	}
	w.must(os.Truncate(s.treePath(early), 10))
	s = w.open()
	for _, name := range []string{full, last} {
		w.back(s, name)
		w.is("without an early tree, checkpoint "+name, states[name])
	}
	if _, err := s.Restore(t.Context(), pointName(3)); err == nil {
		t.Error("the test damages nothing")
	}
}

// TestRacy changes a file so that its size, times and number are those that it had when it was
// read, as happens within one tick of the clock. It is as young as the checkpoint, so it is read
// again.
func TestRacy(t *testing.T) {
	w := newWorld(t)
	w.opts.Now = time.Now
	w.write("f", "one")
	s := w.open()
	first := w.take(s)
	w.must(os.WriteFile(w.path("f"), []byte("two"), 0o644))
	info, err := os.Lstat(w.path("f"))
	w.must(err)
	s.head.tree["f"].stamp = stampOf(info)
	if p := w.take(s); p.Name == first.Name {
		t.Error("the change was not seen")
	}
	s.head.tree["f"].checked = time.Now().Add(time.Hour).UnixNano()
	w.must(os.WriteFile(w.path("f"), []byte("six"), 0o644))
	info, err = os.Lstat(w.path("f"))
	w.must(err)
	s.head.tree["f"].stamp = stampOf(info)
	if p := w.take(s); p.Name != "000002" {
		t.Error("a file that is old enough was read again")
	}
}

// TestDamage spoils files of the store. What is needed and damaged gives a typed error that names
// the file; everything else works on.
func TestDamage(t *testing.T) {
	flip := func(path string) error {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		data[len(data)/2] ^= 0x20
		return os.WriteFile(path, data, 0o600)
	}
	cut := func(path string) error { return os.Truncate(path, 10) }
	for _, c := range []struct {
		name string
		what string
		harm func(path string) error
	}{
		{"a bit of a pack", "packs/*.pack", flip},
		{"a pack is cut", "packs/*.pack", cut},
		{"a pack is missing", "packs/*.pack", os.Remove},
		{"a bit of a tree", "000001.tree", flip},
		{"a torn tree", "000001.tree", cut},
		{"an empty tree", "000001.tree", func(path string) error { return os.Truncate(path, 0) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.opts.Base = "" // shares packs with the store
			old := strings.Repeat("the content of it ", 20)
			w.write("f", old)
			w.write("untouched", "same")
			s := w.open()
			p := w.take(s)
			w.remove("f")
			for _, path := range w.glob(c.what) {
				w.must(c.harm(path))
			}
			s = w.open()
			r, err := s.Restore(t.Context(), p.Name)
			if err == nil && len(r.Failed) == 1 && r.Failed[0].Path == "f" {
				err = r.Failed[0].Err
			}
			damaged := (*DamagedError)(nil)
			if !errors.As(err, &damaged) || !strings.HasPrefix(damaged.File, w.opts.Dir) {
				t.Fatalf("%+v, %v", r, err)
			}
			if got := w.state(w.root)["f"]; got != "" {
				t.Errorf("f is %s", got)
			}
			// The session goes on, and what it keeps from now on is whole.
			now := w.state(w.root)
			next := w.take(s)
			if next.Name != "000002" {
				t.Errorf("%+v", next)
			}
			w.write("f", "newer")
			w.write("untouched", "touched")
			w.take(w.open())
			s = w.open()
			r, err = s.Restore(t.Context(), next.Name)
			w.must(err)
			if c.name == "a bit of a pack" { // nobody can see it before it is read
				if len(r.Failed) > 1 {
					t.Errorf("%+v", r.Failed)
				}
				return
			}
			if len(r.Failed) > 0 {
				t.Errorf("%+v", r.Failed)
			}
			w.is("the next checkpoint", now)
		})
	}
}

// TestFlippedBit changes a content that is stored as it is, so that nothing but its sum can tell.
func TestFlippedBit(t *testing.T) {
	w := newWorld(t)
	w.write("f", "one")
	s := w.open()
	p := w.take(s)
	for _, path := range w.glob("packs/*") {
		w.must(os.WriteFile(path, []byte("two"), 0o600))
	}
	w.remove("f")
	r, err := s.Restore(t.Context(), p.Name)
	if err != nil || len(r.Failed) != 1 || !errors.Is(r.Failed[0].Err, errSum) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestLostPack takes a checkpoint of a workspace in which nothing has changed, when contents of
// the last one are gone: it has to be a new one.
func TestLostPack(t *testing.T) {
	w := newWorld(t)
	w.opts.Base = ""
	w.write("f", "one")
	old := w.state(w.root)
	first := w.take(w.open())
	for _, path := range w.glob("packs/*") {
		w.must(os.Remove(path))
	}
	p := w.take(w.open())
	if p.Name == first.Name || p.Bytes == 0 {
		t.Errorf("%+v", p)
	}
	w.write("f", "two")
	w.back(w.open(), p.Name)
	w.is("after going back", old)
}

func TestNotFound(t *testing.T) {
	w := newWorld(t)
	w.write("f", "x")
	s := w.open()
	w.take(s)
	for _, name := range []string{"", "000002", "1", "0000001", "../000001", "-00001", "x"} {
		_, err := s.Restore(t.Context(), name)
		if notFound := (*NotFoundError)(nil); !errors.As(err, &notFound) || notFound.Name != name {
			t.Errorf("%q: %v", name, err)
		} else if !strings.Contains(err.Error(), "--only conversation") {
			t.Errorf("%q: nobody knows what to do next: %v", name, err)
		}
	}
}

// TestKilled leaves behind what a process leaves that is killed between the pack and the tree, and
// in the middle of either: the checkpoint is not there, older ones are whole, and rests are swept.
func TestKilled(t *testing.T) {
	w := newWorld(t)
	w.opts.Base = ""
	w.write("f", "one")
	s := w.open()
	first := w.take(s)
	old := w.state(w.root)
	w.write("f", "two")
	w.take(s)
	w.must(os.Remove(s.treePath("000002")))
	for _, rest := range []string{"123.tmp", "packs/456.tmp"} {
		path := filepath.Join(w.opts.Dir, rest)
		w.must(os.WriteFile(path, []byte("half"), 0o600))
		w.must(os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)))
	}
	s = w.open()
	if p := w.take(s); p.Name != "000002" {
		t.Errorf("%+v", p)
	}
	w.back(s, first.Name)
	w.is("the first checkpoint", old)
	if rests := append(w.glob("*.tmp"), w.glob("packs/*.tmp")...); len(rests) > 0 {
		t.Errorf("left: %q", rests)
	}
}

// TestDeletedMeanwhile deletes the checkpoints of a session that is open: it begins anew.
func TestDeletedMeanwhile(t *testing.T) {
	w := newWorld(t)
	w.write("f", "one")
	w.write("g", "one")
	s := w.open()
	w.take(s)
	w.must(os.RemoveAll(w.opts.Dir))
	w.write("f", "two")
	old := w.state(w.root)
	p := w.take(s)
	w.remove("f")
	w.remove("g")
	w.back(s, p.Name)
	w.is("after going back", old)
}

func TestCopy(t *testing.T) {
	w := newWorld(t)
	from := w.opts.Dir
	to := filepath.Join(w.top, "fork", "checkpoints")
	w.must(Copy(from, to))
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a copy of nothing: %v", err)
	}
	w.write("f", "one")
	old := w.state(w.root)
	p := w.take(w.open())
	w.write("f", "two")
	w.take(w.open())
	w.must(Copy(from, to))
	if err := Copy(from, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second copy: %v", err)
	}
	w.must(os.RemoveAll(from))
	w.opts.Dir = to
	s := w.open()
	if next := w.take(s); next.Name != "000002" {
		t.Errorf("%+v", next)
	}
	w.back(s, p.Name)
	w.is("after going back", old)
	if rests, _ := filepath.Glob(filepath.Join(w.top, "fork", "*")); len(rests) != 1 {
		t.Errorf("left: %q", rests)
	}
}

func TestOpen(t *testing.T) {
	w := newWorld(t)
	w.write("file", "")
	for name, o := range map[string]Options{
		"no workspace":   {Root: w.path("none"), Dir: w.opts.Dir},
		"a file":         {Root: w.path("file"), Dir: w.opts.Dir},
		"nowhere to put": {Root: w.root},
	} {
		if s, err := Open(o); err == nil {
			s.Close()
			t.Errorf("%s: opened", name)
		}
	}
	s := w.open()
	if _, err := os.Lstat(w.opts.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening wrote something: %v", err)
	}
	s.Close()
	if _, err := s.Take(t.Context()); err == nil {
		t.Error("a closed store takes checkpoints")
	}
}
