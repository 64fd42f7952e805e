package checkpoint

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBase lets a second session start from the first one's base: nothing is read or written anew,
// and either can be deleted without harm to the other.
func TestBase(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"a", "b/c", "d"} {
		w.write(name, strings.Repeat(name, 100))
	}
	one := w.take(w.open())
	firstDir := w.opts.Dir
	old := w.state(w.root)
	w.opts.Dir = filepath.Join(w.top, "two", "checkpoints")
	two := w.open()
	p := w.take(two)
	if one.Bytes == 0 || p.Bytes != 0 {
		t.Errorf("the first wrote %d bytes, the second %d", one.Bytes, p.Bytes)
	}
	if a, b := w.glob("packs/*"), filepath.Join(firstDir, packsName); len(a) != 1 || !sameInode(t, a[0], filepath.Join(b, filepath.Base(a[0]))) {
		t.Errorf("the pack is not shared: %q", a)
	}
	w.must(os.RemoveAll(firstDir))
	w.must(os.RemoveAll(w.opts.Base))
	w.remove("b")
	w.write("a", "changed")
	two = w.open()
	w.back(two, p.Name)
	w.is("after the others are gone", old)
}

func sameInode(t *testing.T, a, b string) bool {
	t.Helper()
	first, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.Stat(b)
	if err != nil {
		t.Fatal(err)
	}
	return os.SameFile(first, second)
}

// TestBadBase takes bases that cannot be used. They are derived, so they only cost time.
func TestBadBase(t *testing.T) {
	for name, harm := range map[string]func(w *world){
		"no tree":   func(w *world) { w.must(os.Remove(filepath.Join(w.opts.Base, baseName))) },
		"torn tree": func(w *world) { w.must(os.Truncate(filepath.Join(w.opts.Base, baseName), 50)) },
		"no packs":  func(w *world) { w.must(os.RemoveAll(filepath.Join(w.opts.Base, packsName))) },
		"it is a file": func(w *world) {
			w.must(os.RemoveAll(w.opts.Base))
			w.must(os.WriteFile(w.opts.Base, nil, 0o600))
		},
		"another workspace with the same name": func(w *world) {
			// The same sizes and, as far as the tree says, the same stamps, but not the same contents.
			path := filepath.Join(w.opts.Base, baseName)
			data, err := os.ReadFile(path)
			w.must(err)
			f, err := parseTree(data)
			w.must(err)
			w.write("f", "two")
			info, err := os.Lstat(w.path("f"))
			w.must(err)
			f.Root, f.entries["f"].stamp = "/elsewhere", stampOf(info)
			var b bytes.Buffer
			w.must(f.write(&b))
			w.must(os.WriteFile(path, b.Bytes(), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.write("f", "one")
			w.take(w.open())
			harm(w)
			w.must(os.RemoveAll(w.opts.Dir))
			s := w.open()
			old := w.state(w.root)
			p := w.take(s)
			w.remove("f")
			w.back(s, p.Name)
			w.is("after going back", old)
		})
	}
}

// TestTwoSessions take checkpoints of one project at once, both making its base.
func TestTwoSessions(t *testing.T) {
	w := newWorld(t)
	for i := range 50 {
		w.write(string(rune('a'+i%26))+strings.Repeat("x", i/26), strings.Repeat("content", i))
	}
	old := w.state(w.root)
	done := make(chan *Store)
	var stores []*Store
	for _, name := range []string{"s1", "s2", "s3", "s4"} {
		w.opts.Dir = filepath.Join(w.top, name)
		s := w.open()
		go func() {
			if _, err := s.Take(w.Context()); err != nil {
				t.Error(err)
			}
			done <- s
		}()
	}
	for range 4 {
		stores = append(stores, <-done)
	}
	w.must(os.RemoveAll(w.opts.Base))
	for _, s := range stores {
		w.remove("a")
		w.remove("bx")
		w.back(s, "000001")
		w.is("after going back", old)
	}
}

// TestForeign lets another program write a checkpoint of the same session: ours comes after it.
func TestForeign(t *testing.T) {
	w := newWorld(t)
	w.write("f", "one")
	ours, theirs := w.open(), w.open()
	w.take(ours)
	w.take(theirs)
	w.write("f", "two")
	if p := w.take(theirs); p.Name != "000002" {
		t.Errorf("%+v", p)
	}
	w.write("f", "three")
	if p := w.take(ours); p.Name != "000003" {
		t.Errorf("%+v", p)
	}
}
