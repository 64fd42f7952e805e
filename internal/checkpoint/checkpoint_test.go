package checkpoint

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// cases are workspaces that change between two checkpoints. Going back and forth must give exactly
// what was there, and Changes must name what it takes to go back.
var cases = []struct {
	name   string
	before func(w *world)
	after  func(w *world)
	want   map[string]Kind
}{
	{
		"new, changed and deleted files",
		func(w *world) { w.write("a/b", "old"); w.write("gone", "x"); w.write("same", "same") },
		func(w *world) { w.write("a/b", "new content"); w.remove("gone"); w.write("a/c", "") },
		map[string]Kind{"a/b": Modify, "gone": Create, "a/c": Delete},
	},
	{
		"the same size",
		func(w *world) { w.write("f", "one") },
		func(w *world) { w.write("f", "two") },
		map[string]Kind{"f": Modify},
	},
	{
		"a tree is deleted",
		func(w *world) { w.write("a/b/c/d", "x"); w.mkdir("a/empty"); w.write("keep", "") },
		func(w *world) { w.remove("a") },
		map[string]Kind{"a": Create, "a/b": Create, "a/b/c": Create, "a/b/c/d": Create, "a/empty": Create},
	},
	{
		"file and directory change places",
		func(w *world) { w.write("f", "x"); w.write("d/e/f", "y") },
		func(w *world) { w.remove("f"); w.write("f/g/h", "z"); w.remove("d"); w.write("d", "w") },
		map[string]Kind{"f": Retype, "f/g": Delete, "f/g/h": Delete, "d": Retype, "d/e": Create, "d/e/f": Create},
	},
	{
		"link and file change places",
		func(w *world) { w.write("f", "x"); w.link("f", "l") },
		func(w *world) { w.remove("f"); w.link("l", "f"); w.remove("l"); w.write("l", "y") },
		map[string]Kind{"f": Retype, "l": Retype},
	},
	{
		"link and directory change places",
		func(w *world) { w.write("d/x", "x"); w.mkdir("other"); w.link("other", "l") },
		func(w *world) { w.remove("d"); w.link("other", "d"); w.remove("l"); w.write("l/y", "y") },
		map[string]Kind{"d": Retype, "d/x": Create, "l": Retype, "l/y": Delete},
	},
	{
		"links",
		func(w *world) { w.link("one", "changed"); w.link("nowhere", "gone"); w.link("a b%\n", "strange") },
		func(w *world) { w.remove("changed"); w.link("two", "changed"); w.remove("gone"); w.link("/", "new") },
		map[string]Kind{"changed": Modify, "gone": Create, "new": Delete},
	},
	{
		"modes",
		func(w *world) { w.write("run", "#!"); w.write("both", "x"); w.mkdir("d"); w.chmod("d", 0o700) },
		func(w *world) {
			w.chmod("run", 0o755)
			w.write("both", "y")
			w.chmod("both", 0o600)
			w.chmod("d", 0o755)
		},
		map[string]Kind{"run": Mode, "both": Modify, "d": Mode},
	},
	{
		"read-only files and directories",
		func(w *world) {
			w.write("d/sub/f", "x")
			w.chmod("d/sub/f", 0o444)
			w.chmod("d/sub", 0o555)
			w.chmod("d", 0o555)
		},
		func(w *world) {
			w.chmod("d", 0o755)
			w.chmod("d/sub", 0o755)
			w.remove("d/sub/f")
			w.write("d/sub/g", "y")
			w.chmod("d/sub", 0o555)
			w.chmod("d", 0o500)
		},
		map[string]Kind{"d": Mode, "d/sub/f": Create, "d/sub/g": Delete},
	},
	{
		"a read-only directory goes and comes",
		func(w *world) { w.write("d/f", "x"); w.chmod("d", 0o555) },
		func(w *world) { w.chmod("d", 0o755); w.remove("d"); w.write("e/g", "x"); w.chmod("e", 0o555) },
		map[string]Kind{"d": Create, "d/f": Create, "e": Delete, "e/g": Delete},
	},
	{
		"names of all kinds",
		func(w *world) {
			w.write("line\nbreak", "1")
			w.write("-rf", "3")
			w.write("%41 b", "4")
			w.write("ünï/漢字", "5")
			w.write("a-b", "6")
			w.write("a/b", "7")
			w.write("a.b", "8")
			_ = os.WriteFile(w.path("bad\xff\xfe"), []byte("2"), 0o644) // some systems refuse it
		},
		func(w *world) {
			for _, name := range []string{"line\nbreak", "bad\xff\xfe", "-rf", "%41 b", "ünï", "a"} {
				w.remove(name)
			}
			w.write("\t", "tab")
		},
		nil,
	},
	{
		"binary and empty contents",
		func(w *world) {
			w.write("bin", "\x00\xff\x01")
			w.write("empty", "")
			w.write("zeros", strings.Repeat("\x00", 1<<20))
		},
		func(w *world) { w.write("bin", "\x00"); w.write("empty", "now"); w.write("zeros", "") },
		map[string]Kind{"bin": Modify, "empty": Modify, "zeros": Modify},
	},
	{
		"ignored files but not directories",
		func(w *world) {
			w.write(".gitignore", "*.db\n.env\n")
			w.write(".env", "secret")
			w.write("x/local.db", "1")
		},
		func(w *world) { w.write(".env", "leaked"); w.remove("x/local.db") },
		map[string]Kind{".env": Modify, "x/local.db": Create},
	},
}

func TestBackAndForth(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			s := w.open()
			c.before(w)
			old := w.state(w.root)
			first := w.take(s)
			c.after(w)
			now := w.state(w.root)
			second := w.take(s)
			if first.Name == second.Name {
				t.Fatalf("both checkpoints are %s", first.Name)
			}
			changes, _, err := s.Changes(t.Context(), first.Name)
			w.must(err)
			got := map[string]Kind{}
			for _, change := range changes {
				got[change.Path] = change.Kind
			}
			if d := cmp.Diff(c.want, got); d != "" && c.want != nil {
				t.Errorf("changes (-want +got):\n%s", d)
			}
			w.is("Changes changed something", now)
			s = w.open() // from what is on disk alone
			w.back(s, first.Name)
			w.is("back", old)
			w.back(s, second.Name)
			w.is("forth", now)
			w.back(s, first.Name)
			w.is("back again", old)
			if left, _, err := s.Changes(t.Context(), first.Name); err != nil || len(left) > 0 {
				t.Errorf("there is still to do: %+v, %v", left, err)
			}
		})
	}
}
