package checkpoint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNothingIsLost changes a workspace so that a checkpoint of it does not hold everything. Going
// back leaves alone what it does not hold, says so before and after, and does the rest.
func TestNothingIsLost(t *testing.T) {
	long := strings.Repeat("x", 50)
	for _, c := range []struct {
		name          string
		options       Options // limits from the second checkpoint on
		before, after func(w *world)
		changes       map[string]Kind
		kept          Omissions
	}{
		{
			"a file grows above the limit",
			Options{MaxFile: 20},
			func(w *world) { w.write("f", "small"); w.write("g", "old") },
			func(w *world) { w.write("f", long); w.write("g", "new") },
			map[string]Kind{"g": Modify},
			Omissions{Count: 1, Examples: []LeftOut{{"f", TooLarge}}},
		},
		{
			"large files where a directory and a link were",
			Options{MaxFile: 20},
			func(w *world) { w.write("d/e/f", "x"); w.write("d-f", "x"); w.link("d", "l") },
			func(w *world) {
				for _, name := range []string{"d", "l"} {
					w.remove(name)
					w.write(name, long)
				}
				w.remove("d-f")
			},
			map[string]Kind{"d-f": Create},
			Omissions{Count: 2, Examples: []LeftOut{{"d", TooLarge}, {"l", TooLarge}}},
		},
		{
			"more than the limit for all files",
			Options{MaxTotal: 8},
			func(w *world) { w.write("a", "1"); w.write("b", "2"); w.write("c", "3") },
			func(w *world) { w.write("a", "12345"); w.write("b", "54321"); w.write("d", "98765") },
			map[string]Kind{"a": Modify},
			Omissions{Count: 2, Examples: []LeftOut{{"b", OverTotal}, {"d", OverTotal}}},
		},
		{
			"more entries than the limit",
			Options{MaxEntries: 2},
			func(w *world) { w.write("a", "1"); w.write("x", "2"); w.chmod("x", 0o600); w.write("y", "3") },
			func(w *world) {
				w.write("a", "changed")
				w.write("b", "new")
				w.write("d/new", "new")
				w.chmod("x", 0o644)
				w.write("y", "changed")
				w.remove("a")
				w.mkdir("a")
			},
			map[string]Kind{"a": Retype, "b": Delete},
			Omissions{Count: 4, Examples: []LeftOut{{"d", Unkept}, {"d/new", Unkept}, {"x", Unkept}, {"y", Unkept}}},
		},
		{
			"a directory full of what no checkpoint has, where a file was",
			Options{MaxFile: 20},
			func(w *world) { w.write("f", "x"); w.link("f", "l") },
			func(w *world) {
				w.remove("f")
				w.write("f/large", long)
				w.write("f/small", "x")
				w.remove("l")
				w.write("l/small", "x")
			},
			map[string]Kind{"f/small": Delete, "l": Retype, "l/small": Delete},
			Omissions{Count: 2, Examples: []LeftOut{{"f", Filled}, {"f/large", TooLarge}}},
		},
		{
			"a directory that is ignored by now",
			Options{},
			func(w *world) { w.write("build/out", "x"); w.write("build/same", "x"); w.write("build/gone", "y") },
			func(w *world) {
				w.write("build/out", "changed")
				w.remove("build/gone")
				w.write("build/new", "z")
				w.write(".gitignore", "build/\n")
			},
			map[string]Kind{".gitignore": Delete, "build/gone": Create},
			Omissions{Count: 2, Examples: []LeftOut{{"build/new", Unkept}, {"build/out", Unkept}}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.before(w)
			old := w.take(w.open())
			was := w.state(w.root)
			c.after(w)
			w.opts.MaxFile, w.opts.MaxTotal, w.opts.MaxEntries = c.options.MaxFile, c.options.MaxTotal, c.options.MaxEntries
			s := w.open()
			w.take(s)
			want := w.state(w.root)
			changes, kept, err := s.Changes(t.Context(), old.Name)
			w.must(err)
			got := map[string]Kind{}
			for _, change := range changes {
				got[change.Path] = change.Kind
				delete(want, change.Path)
				if text := was[change.Path]; text != "" {
					want[change.Path] = text
				}
			}
			if d := cmp.Diff(c.changes, got); d != "" {
				t.Errorf("changes (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.kept, kept); d != "" {
				t.Errorf("kept (-want +got):\n%s", d)
			}
			if r := w.back(s, old.Name); !cmp.Equal(kept, r.Kept) {
				t.Errorf("Changes says %+v stays, Restore %+v", kept, r.Kept)
			}
			w.is("after going back", want)
		})
	}
}

// TestNotTaken goes back without a checkpoint of what is there now: what has changed since the last
// one stays, and what is gone comes back.
func TestNotTaken(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("changed", "old")
	w.write("gone", "old")
	p := w.take(s)
	w.write("changed", "new")
	w.write("since", "new")
	w.remove("gone")
	r, err := s.Restore(t.Context(), p.Name)
	want := Report{Created: 1, Kept: Omissions{Count: 2, Examples: []LeftOut{{"changed", Unkept}, {"since", Unkept}}}}
	if d := cmp.Diff(want, r); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// TestThereMeanwhile puts something where the plan saw nothing.
func TestThereMeanwhile(t *testing.T) {
	w := newWorld(t)
	s := w.open()
	w.write("f", "old")
	p := w.take(s)
	w.remove("f")
	target, err := s.read(p.Name)
	w.must(err)
	steps, err := s.plan(t.Context(), target, nil)
	w.must(err)
	w.write("f", "somebody else's")
	r := newRestorer(s, target.tree)
	w.must(r.put(t.Context(), steps.steps))
	if len(r.report.Failed) != 1 || r.report.Failed[0].Err != errThere { //nolint:errorlint // it has to be the very error
		t.Errorf("%+v", r.report)
	}
	r.finish()
	w.is("after going back", map[string]string{"f": `-rw-r--r-- "somebody else's"`})
}
