package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/actors/event"
)

func find(t testing.TB, o Options) Stored {
	t.Helper()
	s, err := Find(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func summary(t testing.TB, s Stored) Summary {
	t.Helper()
	sum, err := s.Summary()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// A summary says the same whatever state.json says: it is only a shortcut.
// Covers: E32, E62, Z44
func TestSummary(t *testing.T) {
	all := conversation(20)
	o := options(t)
	l := create(t, o)
	appendAll(t, l, all)
	closed(t, l)
	dir := l.Facts().Dir
	log, fresh := content(t, dir, eventsName), content(t, dir, stateName)
	early := func() string {
		o := options(t)
		l := create(t, o)
		appendAll(t, l, all[:12])
		closed(t, l)
		return content(t, l.Facts().Dir, stateName)
	}()
	want := Summary{
		ID: testID, Dir: dir, Workspace: o.Workspace, Title: "Reading", Model: "m2", Created: start,
		Active: start.Add(19 * time.Millisecond), Turns: 2, Messages: 5, Tokens: Tokens{Input: 20, Output: 10, Cached: 4},
		Context: 15, Size: int64(len(log)), State: StatusInterrupted, // the third turn has not ended
	}
	for _, c := range []struct{ name, state string }{
		{"up to date", fresh},
		{"of an earlier moment", early},
		{"of an earlier program", `{"schema_version":1,"key":"00","events":20,"title":"old","tokens":{"input":7}}`},
		{"of a later moment", strings.Replace(fresh, fmt.Sprintf(`"size": %d`, len(log)), `"size": 999999`, 1)},
		{"not at the end of a line", strings.Replace(early, `"size": `, `"size": 1`, 1)},
		{"negative", strings.Replace(early, `"size": `, `"size": -`, 1)},
		{"of another version", strings.Replace(fresh, `"schema_version": 1`, `"schema_version": 2`, 1)},
		{"damaged", "{"},
		{"missing", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			put(t, c.state, dir, stateName)
			if diff := cmp.Diff(want, summary(t, find(t, o))); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
			if content(t, dir, stateName) != c.state || content(t, dir, eventsName) != log {
				t.Error("reading changed something")
			}
		})
	}
}

// Covers: Z43
func TestSummaryOfDamage(t *testing.T) {
	all := conversation(10)
	whole := written(t, all)
	line := func(n int) string { return written(t, all[n:n+1]) }
	interrupted := written(t, append(conversation(9), event.Envelope{
		Seq: 9, Time: start, Turn: 1, Event: event.TurnEnd{Reason: event.EndInterrupted},
	}))
	for _, c := range []struct {
		name, log string
		state     Status
		problems  int
		title     string
	}{
		{"whole", whole, StatusEnded, 0, "Reading"},
		{"torn end", whole + `{"seq":10,"ts`, StatusEnded, 1, "Reading"},
		{"garbage at the end", whole + "\x00\x00\n", StatusEnded, 1, "Reading"},
		{"garbage in the middle", strings.Replace(whole, line(3), "what?\n", 1), StatusEnded, 2, "Reading"}, // and a gap
		{"no title", strings.Replace(whole, line(8), "", 1), StatusEnded, 1, "What is in a.txt?"},
		{"interrupted", interrupted, StatusInterrupted, 0, "Reading"},
		{"cut in a turn", written(t, all[:5]), StatusInterrupted, 0, "What is in a.txt?"},
		{"meta only", line(0), StatusEnded, 0, ""},
		{"nothing but garbage", "hello\nworld\n", StatusEnded, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t)
			l := create(t, o)
			closed(t, l)
			put(t, c.log, l.Facts().Dir, eventsName)
			got := summary(t, find(t, o))
			if got.State != c.state || got.Problems != c.problems || got.Title != c.title || got.Size != int64(len(c.log)) {
				t.Errorf("got %+v", got)
			}
			report, err := find(t, o).Check()
			if err != nil {
				t.Fatal(err)
			}
			var checked []string
			for _, p := range report.Problems {
				if p.File == eventsName {
					checked = append(checked, string(p.Kind))
				}
			}
			if len(checked) != c.problems {
				t.Errorf("a check finds %q", checked)
			}
		})
	}
}

func TestHeadline(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"one line", "Fix it", "Fix it"},
		{"first of several", "\n\n  Fix it  \nnow", "Fix it"},
		{"cut", strings.Repeat("ä", 81), strings.Repeat("ä", 79) + "…"},
		{"not cut", strings.Repeat("ä", 80), strings.Repeat("ä", 80)},
		{"blank", " \n ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := headline(c.in); got != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// seed makes a session with a few events at an hour.
func seed(t testing.TB, o Options, n int, workspace string, hours int) Stored {
	t.Helper()
	o.Workspace, o.ID = workspace, fmt.Sprintf("%08x%s", n, testID[8:])
	all := conversation(10)
	for i := range all {
		all[i].Time = all[i].Time.Add(time.Duration(hours) * time.Hour)
	}
	all[0].Event = event.Meta{SchemaVersion: 1, ID: o.ID, Workspace: workspace, Model: "m"}
	l, err := Create(o)
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, l, all)
	closed(t, l)
	return find(t, o)
}

// Covers: Y16, Z52
func TestList(t *testing.T) {
	o := Options{Base: t.TempDir(), Workspace: "/w"}
	if l, err := List(o, 0); err != nil || l.Total+len(l.Broken) > 0 {
		t.Errorf("of nothing: %+v, %v", l, err)
	}
	for n, hours := range []int{5, 9, 7} {
		seed(t, o, n, "/w", hours)
	}
	seed(t, o, 3, "/other", 8)
	empty, err := Create(o)
	if err != nil {
		t.Fatal(err)
	}
	closed(t, empty)
	bad := seed(t, o, 4, "/w", 1)
	if err := os.Remove(bad.path()); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(bad.path(), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		workspace string
		want      string
	}{{"/w", "1 2 0"}, {"", "1 3 2 0"}, {"/other", "3"}, {"/nowhere", ""}} {
		o.Workspace = c.workspace
		l, err := List(o, 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range l.Sessions {
			got = append(got, s.ID[7:8])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q lists %q, want %s", c.workspace, got, c.want)
		}
		var unreadable *UnreadableError
		if hasBad := c.workspace == "/w" || c.workspace == ""; hasBad != (len(l.Broken) == 1 && errors.As(l.Broken[0], &unreadable)) {
			t.Errorf("%q: broken %v", c.workspace, l.Broken)
		}
	}
}

func TestFindAnywhere(t *testing.T) {
	o := Options{Base: t.TempDir()}
	seed(t, o, 0x11110000, "/w", 1)
	seed(t, o, 0x11110001, "/other", 1)
	seed(t, o, 0x22220000, "/other", 1)
	for _, c := range []struct{ id, want string }{
		{"22220000", "/other"}, {"11110000", "/w"}, {"1111", "ambiguous"}, {"3333", "missing"}, {"../..", "no id"},
	} {
		t.Run(c.id, func(t *testing.T) {
			o.ID = c.id
			s, err := Find(o)
			got := s.Workspace
			var ambiguous *AmbiguousError
			var missing *NotFoundError
			var noID *IDError
			switch {
			case errors.As(err, &ambiguous):
				got = "ambiguous"
			case errors.As(err, &missing):
				got = "missing"
			case errors.As(err, &noID):
				got = "no id"
			}
			if got != c.want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestRename(t *testing.T) {
	o := Options{Base: t.TempDir()}
	s := seed(t, o, 1, "/w", 1)
	o.Workspace, o.ID, o.Now = "/w", s.ID, func() time.Time { return start.Add(48 * time.Hour) }
	if err := Rename(o, "A new name"); err != nil {
		t.Fatal(err)
	}
	got := summary(t, s)
	if got.Title != "A new name" || got.Turns != 1 || got.State != StatusEnded || !got.Active.Equal(start.Add(48*time.Hour)) {
		t.Errorf("got %+v", got)
	}
	if report, err := s.Check(); err != nil || len(report.Problems) > 0 || report.Events != 11 {
		t.Errorf("check finds %+v, %v", report, err)
	}
}

func TestTrashAndPurge(t *testing.T) {
	o := Options{Base: t.TempDir()}
	for n := range 2 { // the second time the place is taken
		s := seed(t, o, 1, "/w", 1)
		place, err := s.Trash(o)
		if err != nil {
			t.Fatal(err)
		}
		want := filepath.Join(o.Base, "trash", "w", s.ID) + []string{"", ".2"}[n]
		if _, err := os.Stat(filepath.Join(place, eventsName)); err != nil || place != want {
			t.Errorf("it is in %s: %v", place, err)
		}
		if _, err := os.Stat(s.Dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it is still there: %v", err)
		}
	}
	s := seed(t, o, 2, "/w", 1)
	if err := s.Purge(o); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(o.Base, "*", "*", s.ID))
	if _, statErr := os.Stat(s.Dir); err != nil || len(left) > 0 || !errors.Is(statErr, fs.ErrNotExist) {
		t.Errorf("left %q, %v, %v", left, err, statErr)
	}
}

// Check tells before what Open tells after, and changes nothing.
func TestCheckAgreesWithOpen(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, dir string){
		"nothing":  func(*testing.T, string) {},
		"torn":     func(t *testing.T, dir string) { t.Helper(); put(t, content(t, dir, eventsName)+"{", dir, eventsName) },
		"no state": func(t *testing.T, dir string) { t.Helper(); put(t, "x", dir, stateName) },
		"history":  func(t *testing.T, dir string) { t.Helper(); put(t, "<user", dir, historyName) },
		"a bad line": func(t *testing.T, dir string) {
			t.Helper()
			put(t, strings.Replace(content(t, dir, eventsName), "\n", "\nbad\n", 2), dir, eventsName)
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Base: t.TempDir(), Workspace: "/w"}
			s := seed(t, o, 1, "/w", 1)
			damage(t, s.Dir)
			before := tree(t, s.Dir)
			report, err := s.Check()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, tree(t, s.Dir)); diff != "" {
				t.Errorf("the check changed:\n%s", diff)
			}
			o.ID = s.ID
			l := reopen(t, o)
			var checked, opened []string
			for _, p := range report.Problems {
				checked = append(checked, string(p.Kind)+" "+p.File)
			}
			for _, p := range l.Facts().Problems {
				opened = append(opened, string(p.Kind)+" "+p.File)
			}
			less := func(a, b string) bool { return a < b }
			if diff := cmp.Diff(opened, checked, cmpopts.SortSlices(less)); diff != "" {
				t.Errorf("(-open +check):\n%s", diff)
			}
		})
	}
}

// tree gives the content of all files below a directory.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[path] = content(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A short list is the beginning of the whole one, also where the files are younger than their events,
// as after a copy.
func TestListOfTheFirst(t *testing.T) {
	o := Options{Base: t.TempDir(), Workspace: "/w"}
	const n = 2 * listStep
	for i := range n {
		s := seed(t, o, i, "/w", i*7%n)
		written := start.Add(time.Duration(i*7%n)*time.Hour + time.Second)
		if i%5 == 0 { // copied later
			written = start.Add(time.Duration(n+i) * time.Hour)
		}
		if err := os.Chtimes(s.path(), time.Time{}, written); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := List(o, 0)
	if err != nil || len(whole.Sessions) != n || whole.Total != n {
		t.Fatalf("%d of %d, %v", len(whole.Sessions), whole.Total, err)
	}
	for _, limit := range []int{1, 2, 50, listStep, listStep + 1, n - 1, n, n + 1} {
		l, err := List(o, limit)
		if err != nil || l.Total != n {
			t.Fatal(l.Total, err)
		}
		if diff := cmp.Diff(whole.Sessions[:min(limit, n)], l.Sessions); diff != "" {
			t.Errorf("the first %d differ (-want +got):\n%s", limit, diff)
		}
	}
}

// A thousand sessions, each last written to when its last event says.
func BenchmarkList(b *testing.B) {
	o := Options{Base: b.TempDir(), Workspace: "/w"}
	const n = 1000
	for i := range n {
		s := seed(b, o, i, "/w", i)
		if err := os.Chtimes(s.path(), time.Time{}, start.Add(time.Duration(i)*time.Hour+time.Second)); err != nil {
			b.Fatal(err)
		}
	}
	for name, limit := range map[string]int{"the first 50": 50, "all": 0} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if l, err := List(o, limit); err != nil || l.Total != n {
					b.Fatal(l.Total, err)
				}
			}
		})
	}
}
