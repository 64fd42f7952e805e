package checkpoint

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fslocal"
)

// TestLeftOut makes everything that is left out, changes all of it after the checkpoint, and goes
// back: none of it may be touched, and what was made since and cannot be kept stays too.
func TestLeftOut(t *testing.T) {
	w := newWorld(t)
	w.opts.MaxFile, w.opts.MaxTotal = 100, 250
	s := w.open()
	w.write(".git/config", "git")
	w.write("sub/.git/HEAD", "nested")
	w.write("module/.git", "gitdir: elsewhere")
	w.write(".gitignore", "node_modules/\n")
	w.write("a/node_modules/x", "dependency")
	w.write("big", strings.Repeat("x", 101))
	w.write("c1", strings.Repeat("x", 100))
	w.write("c2", strings.Repeat("y", 100))
	w.write("c3", strings.Repeat("z", 100))
	w.write("code", "old")
	w.write(".eidolon-tmp-0", "half")
	p := w.take(s)
	want := Omissions{Count: 2, Ignored: 1, Examples: []LeftOut{{"big", TooLarge}, {"c3", OverTotal}}}
	if d := cmp.Diff(want, p.LeftOut); d != "" {
		t.Errorf("left out (-want +got):\n%s", d)
	}
	w.write("code", "new")
	w.write(".git/config", "changed")
	w.write("sub/.git/HEAD", "changed")
	w.write("module/.git", "changed")
	w.write("a/node_modules/x", "changed")
	w.write("big", "small now")
	w.write("c3", "small now")
	w.write("dist/node_modules/y", "since")
	w.write("new/deep/large", strings.Repeat("n", 200))
	w.write("new/small", "goes")
	w.write(".gitignore", "")
	changed := w.state(w.root)
	r := w.back(s, p.Name)
	delete(changed, "new/small")
	delete(changed, "dist/node_modules/y")
	delete(changed, "dist/node_modules")
	delete(changed, "dist")
	changed["code"], changed[".gitignore"] = `-rw-r--r-- "old"`, `-rw-r--r-- "node_modules/\n"`
	w.is("after going back", changed)
	if r.Kept.Count != 1 || r.Kept.Examples[0] != (LeftOut{"new/deep/large", TooLarge}) {
		t.Errorf("kept: %+v", r.Kept)
	}
}

// TestIgnoredSince makes an ignored directory after the checkpoint: it stays, with its parents.
func TestIgnoredSince(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write(".gitignore", "out/\n")
	p := w.take(s)
	w.write("new/out/x", "built")
	w.write("new/y", "goes")
	if r := w.back(s, p.Name); r.Kept.Ignored != 1 || r.Deleted != 1 {
		t.Errorf("%+v", r)
	}
	w.is("after going back", map[string]string{
		".gitignore": `-rw-r--r-- "out/\n"`, "new": "drwxr-xr-x", "new/out": "drwxr-xr-x", "new/out/x": `-rw-r--r-- "built"`,
	})
}

// TestInTheWay has something that no checkpoint keeps where a file should be: it stays and is told,
// and the rest is done.
func TestInTheWay(t *testing.T) {
	w := newWorld(t)
	w.opts.MaxFile = 10
	s := w.open()
	w.write("a", "file")
	w.write("b", "old")
	p := w.take(s)
	w.remove("a")
	w.write("a/large", "more than ten bytes")
	w.write("b", "new")
	r := w.back(s, p.Name)
	want := Report{Replaced: 1, Kept: Omissions{Count: 2, Examples: []LeftOut{{"a", Filled}, {"a/large", TooLarge}}}}
	if d := cmp.Diff(want, r); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	w.is("after going back", map[string]string{
		"a": "drwxr-xr-x", "a/large": `-rw-r--r-- "more than ten bytes"`, "b": `-rw-r--r-- "old"`,
	})
}

// TestPushedOut has a file that is above the limit for all contents only because of another one
// that came before it. It has not changed, so there is nothing to do to it.
func TestPushedOut(t *testing.T) {
	w := newWorld(t)
	w.opts.MaxTotal = 10
	s := w.open()
	w.write("z", "12345678")
	p := w.take(s)
	w.write("a", "12345")
	w.take(s)
	changes, _, err := s.Changes(t.Context(), p.Name)
	if err != nil || len(changes) != 1 || changes[0].Path != "a" || changes[0].Kind != Delete {
		t.Errorf("%+v, %v", changes, err)
	}
}

// TestOursSince makes a directory of the checkpoint one of the program's own: nothing is put there.
func TestOursSince(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write(".eidolon/f", "old")
	p := w.take(s)
	w.write(".eidolon/f", "new")
	w.write(".eidolon/g", "new")
	now := w.state(w.root)
	s.opts.Skip = []string{w.path(".eidolon")}
	w.back(s, p.Name)
	w.is("after going back", now)
}

// TestTooManyEntries stops at the limit. Such a checkpoint does not know what was made since, so it
// deletes nothing.
func TestTooManyEntries(t *testing.T) {
	w := newWorld(t)
	w.opts.MaxEntries = 3
	s := w.open()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		w.write(name, name)
	}
	p := w.take(s)
	if !p.LeftOut.Incomplete || p.Files != 3 {
		t.Errorf("%+v", p)
	}
	w.write("a", "changed")
	w.write("new", "stays")
	w.remove("b")
	want := w.state(w.root)
	want["a"], want["b"] = `-rw-r--r-- "a"`, `-rw-r--r-- "b"`
	w.back(s, p.Name)
	w.is("after going back", want)
}

// TestHomeInside has the program's own files inside the workspace: taking a checkpoint does not
// change the workspace, and going back does not touch them.
func TestHomeInside(t *testing.T) {
	w := newWorld(t)
	home := w.path(".eidolon")
	w.opts.Dir, w.opts.Base = filepath.Join(home, "s/checkpoints"), filepath.Join(home, "base")
	w.opts.Skip = []string{home}
	w.write(".eidolon/s/events.jsonl", "1\n")
	w.write("f", "old")
	s := w.open()
	p := w.take(s)
	w.write(".eidolon/s/events.jsonl", "1\n2\n")
	if again := w.take(s); again.Name != p.Name {
		t.Errorf("the store itself counts as a change: %+v", again)
	}
	w.write("f", "new")
	w.take(s)
	kept := w.state(home)
	w.back(s, p.Name)
	if d := cmp.Diff(kept, w.state(home)); d != "" {
		t.Errorf("the program's files were touched:\n%s", d)
	}
	s.opts.Skip = nil // the store and the base are left out by themselves
	if _, err := s.Take(t.Context()); err != nil {
		t.Fatal(err)
	}
	for path := range s.head.tree {
		if strings.HasPrefix(path, ".eidolon/s/checkpoints") || strings.HasPrefix(path, ".eidolon/base") {
			t.Errorf("%s is in the checkpoint", path)
		}
	}
}

// TestLinkOutside keeps a link that leads outside as what it is. Neither taking nor going back may
// reach what is behind it, also where the checkpoint has a directory in its place.
func TestLinkOutside(t *testing.T) {
	w := newWorld(t)
	outside := filepath.Join(w.top, "outside")
	w.must(os.MkdirAll(filepath.Join(outside, "in"), 0o755))
	w.must(os.WriteFile(filepath.Join(outside, "in", "f"), []byte("mine"), 0o644))
	was := w.state(outside)
	s := w.open()
	w.link(outside, "link")
	w.write("dir/in/f", "inside")
	w.write("dir/in/g", "inside")
	old := w.state(w.root)
	p := w.take(s)
	if p.Files != 3 {
		t.Errorf("%+v", p)
	}
	w.remove("link")
	w.write("link/in/f", "now a directory")
	w.remove("dir")
	w.link(outside, "dir")
	w.take(s)
	w.back(s, p.Name)
	w.is("after going back", old)
	if d := cmp.Diff(was, w.state(outside)); d != "" {
		t.Errorf("outside was touched:\n%s", d)
	}
}

// TestCancel ends a restore before it begins and before its first path.
func TestCancel(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("f", "old")
	p := w.take(s)
	w.write("f", "new")
	now := w.state(w.root)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Restore(ctx, p.Name); !errors.Is(err, context.Canceled) {
		t.Errorf("restore: %v", err)
	}
	if _, err := s.Take(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("take: %v", err)
	}
	if _, _, err := s.Changes(ctx, p.Name); !errors.Is(err, context.Canceled) {
		t.Errorf("changes: %v", err)
	}
	w.is("after the cancel", now)
}

// TestTemporaryName has the prefix in common with the workspace of the tools, which hides and
// sweeps what a killed restore leaves behind.
func TestTemporaryName(t *testing.T) {
	w := newWorld(t)
	w.write(tempPrefix+"0", "half")
	files, err := fslocal.Open(fslocal.Options{Root: w.root})
	w.must(err)
	defer files.Close()
	if p := w.take(w.open()); p.Files != 0 {
		t.Errorf("a checkpoint has it: %+v", p)
	}
	if entries, err := files.List(t.Context(), "."); err != nil || len(entries) > 0 {
		t.Errorf("%+v, %v", entries, err)
	}
}
