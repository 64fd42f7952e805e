package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
)

// Covers: E33, Z45
func TestFork(t *testing.T) {
	for _, tt := range []struct {
		name string
		at   int64
		want int64 // number of the last event
	}{
		{"all", -1, 19},
		{"the last event", 19, 19},
		{"the middle of a turn", 12, 12},
		{"only the beginning", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := options(t)
			l := create(t, o)
			appendAll(t, l, conversation(20))
			put(t, "spooled", l.Facts().OutDir, "t1r1c1.out")
			put(t, "of nobody", l.Facts().OutDir, "t9r9c9.out")
			closed(t, l)
			before := content(t, l.Facts().Dir, eventsName)

			fork, err := Fork(t.Context(), o, find(t, o), tt.at)
			if err != nil {
				t.Fatal(err)
			}
			if fork.ID == testID || !isID(fork.ID) || filepath.Base(fork.Dir) != fork.ID {
				t.Errorf("the fork is %+v", fork)
			}
			if content(t, l.Facts().Dir, eventsName) != before {
				t.Error("the parent was changed")
			}
			o.ID = fork.ID
			f := reopen(t, o)
			if got := kinds(f); got != "" {
				t.Errorf("the fork has problems: %s", got)
			}
			if f.Next() != tt.want+1 || string(f.Facts().Key) != string(l.Facts().Key) {
				t.Errorf("the next event is %d; same key: %v", f.Next(), string(f.Facts().Key) == string(l.Facts().Key))
			}
			old, now := strings.Split(before, "\n"), strings.Split(content(t, fork.Dir, eventsName), "\n")
			for i := int64(1); i <= tt.want; i++ {
				if old[i] != now[i] {
					t.Errorf("line %d differs:\n%s\n%s", i, old[i], now[i])
				}
			}
			sum := summary(t, fork)
			if sum.Parent == nil || *sum.Parent != (event.Parent{ID: testID, Seq: tt.want}) {
				t.Errorf("the parent is %+v", sum.Parent)
			}
			if report, err := fork.Check(); err != nil || len(report.Problems) > 0 {
				t.Errorf("check: %+v, %v", report.Problems, err)
			}
		})
	}
}

func TestForkSharesFullOutput(t *testing.T) {
	o := options(t)
	l := create(t, o)
	all := conversation(4)
	all[3].Event = event.ToolResult{Call: "t1r1c1", OK: true, Output: []byte(`{}`), Cut: true, Spool: "@out/t1r1c1.out"}
	appendAll(t, l, all)
	put(t, "spooled", l.Facts().OutDir, "t1r1c1.out")
	put(t, "of a later call", l.Facts().OutDir, "t9r9c9.out")
	closed(t, l)
	fork, err := Fork(t.Context(), o, find(t, o), -1)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, fork.Dir, outName, "t1r1c1.out"); got != "spooled" {
		t.Errorf("the output is %q", got)
	}
	if _, err := os.Stat(filepath.Join(fork.Dir, outName, "t9r9c9.out")); err == nil {
		t.Error("output of a call that is not part of the fork came along")
	}
}

func TestForkRefuses(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(3))
	closed(t, l)
	_, err := Fork(t.Context(), o, find(t, o), 3)
	var out *EventRangeError
	if !errors.As(err, &out) || out.Last != 2 {
		t.Errorf("an event that is not there: %v", err)
	}
	entries, err := os.ReadDir(filepath.Dir(l.Facts().Dir))
	if err != nil || len(entries) != 1 {
		t.Errorf("a failed fork left something behind: %v, %v", entries, err)
	}
}

// A fork is as young as its making, however old what it holds: it is the latest session then, and no
// age takes it away.
func TestForkIsYoung(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(10))
	closed(t, l)
	made := start.Add(21 * 24 * time.Hour)
	o.Now = func() time.Time { return made }
	fork, err := Fork(t.Context(), o, find(t, o), -1)
	if err != nil {
		t.Fatal(err)
	}
	if sum := summary(t, fork); !sum.Active.Equal(made) || !sum.Created.Equal(made) {
		t.Errorf("created %s, active %s, want %s", sum.Created, sum.Active, made)
	}
	if err := os.Remove(filepath.Join(fork.Dir, stateName)); err != nil {
		t.Fatal(err)
	}
	if sum := summary(t, fork); !sum.Active.Equal(made) {
		t.Errorf("without state.json it is active %s, want %s", sum.Active, made)
	}
	closed(t, reopen(t, Options{Base: o.Base, Workspace: o.Workspace, ID: fork.ID}))
	if got, err := Latest(t.Context(), o); err != nil || got != fork.ID {
		t.Errorf("the latest is %s, %v; want %s", got, err, fork.ID)
	}
}

// What a fork that was killed left behind goes with a later one; that of one at work stays.
func TestLeftoversOfForksGo(t *testing.T) {
	o := options(t)
	o.Now = func() time.Time { return start }
	l := create(t, o)
	appendAll(t, l, conversation(3))
	closed(t, l)
	for name, age := range map[string]time.Duration{".fork-old": 2 * time.Hour, ".fork-new": time.Minute} {
		path := filepath.Join(filepath.Dir(l.Facts().Dir), name)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		put(t, "what was said", path, eventsName)
		if err := os.Chtimes(path, start.Add(-age), start.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Fork(t.Context(), o, find(t, o), -1); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(l.Facts().Dir), ".fork-*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != ".fork-new" {
		t.Errorf("left is %q, %v", left, err)
	}
}
