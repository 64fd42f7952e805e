package store

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/actors/event"
)

// everywhere runs a test of the contract against both implementations.
func everywhere(t *testing.T, test func(t *testing.T, open func(t *testing.T) *Log)) {
	t.Helper()
	t.Run("disk", func(t *testing.T) { test(t, func(t *testing.T) *Log { return create(t, options(t)) }) })
	t.Run("memory", func(t *testing.T) { test(t, func(t *testing.T) *Log { return must(t)(Memory(options(t))) }) })
}

func TestWhatIsAppendedIsRead(t *testing.T) {
	everywhere(t, func(t *testing.T, open func(t *testing.T) *Log) {
		l := open(t)
		want := conversation(200)
		appendAll(t, l, want[:1])
		appendAll(t, l, want[1:150])
		if err := l.Append(want[150:], true); err != nil {
			t.Fatal(err)
		}
		for _, from := range []int64{-5, 0, 1, 77, 199, 200, math.MaxInt64} {
			tail := want[min(max(from, 0), 200):]
			if diff := cmp.Diff(tail, readAll(t, l, from), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("from %d it differs (-want +got):\n%s", from, diff)
			}
		}
		if got := l.Next(); got != 200 {
			t.Errorf("next is %d", got)
		}
	})
}

func TestReadEndsEarly(t *testing.T) {
	everywhere(t, func(t *testing.T, open func(t *testing.T) *Log) {
		l := open(t)
		appendAll(t, l, conversation(20))
		stop, n := errors.New("stop"), 0
		err := l.Read(t.Context(), 0, func(event.Envelope) error {
			if n++; n == 3 {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || n != 3 {
			t.Errorf("after its own error: %v, %d events", err, n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		n = 0
		err = l.Read(ctx, 0, func(event.Envelope) error { n++; cancel(); return nil })
		if !errors.Is(err, context.Canceled) || n != 1 {
			t.Errorf("after the end of its context: %v, %d events", err, n)
		}
	})
}

func TestAppendPassesOverWhatIsKept(t *testing.T) {
	all := conversation(5)
	everywhere(t, func(t *testing.T, open func(t *testing.T) *Log) {
		l := open(t)
		appendAll(t, l, all[:3])
		for _, again := range [][]event.Envelope{all[:2], all[1:4], all} {
			if err := l.Append(again, true); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(all, readAll(t, l, 0)); diff != "" {
			t.Errorf("differs (-want +got):\n%s", diff)
		}
	})
}

func TestAppendRefusesWhatCannotBeKept(t *testing.T) {
	all := conversation(5)
	tests := []struct {
		name   string
		before int
		give   []event.Envelope
		order  bool
	}{
		{"a gap", 3, all[4:], true},
		{"a gap in the middle", 1, []event.Envelope{all[1], all[3]}, true},
		{"a first event that is no meta", 0, []event.Envelope{{Event: event.Title{}}}, false},
		{"a live event", 3, []event.Envelope{all[3], {Seq: 4, Event: event.Notice{}}}, false},
		{"a value without a JSON form", 3, []event.Envelope{{Seq: 3, Event: event.ToolResult{MS: math.NaN()}}}, false},
	}
	everywhere(t, func(t *testing.T, open func(t *testing.T) *Log) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				l := open(t)
				appendAll(t, l, all[:tt.before])
				err := l.Append(tt.give, true)
				var order *OrderError
				if err == nil || errors.As(err, &order) != tt.order {
					t.Fatalf("got %v", err)
				}
				appendAll(t, l, all[tt.before:]) // it changed nothing
				if diff := cmp.Diff(all, readAll(t, l, 0)); diff != "" {
					t.Errorf("differs (-want +got):\n%s", diff)
				}
			})
		}
	})
}

func TestNothingIsNothing(t *testing.T) {
	everywhere(t, func(t *testing.T, open func(t *testing.T) *Log) {
		l := open(t)
		for range 2 {
			if err := errors.Join(l.Append(nil, false), l.Append(nil, true), l.Sync()); err != nil {
				t.Fatal(err)
			}
		}
		if got := readAll(t, l, 0); len(got) > 0 || l.Next() != 0 {
			t.Errorf("got %v, next %d", got, l.Next())
		}
	})
}

func TestClosedIsClosed(t *testing.T) {
	everywhere(t, func(t *testing.T, open func(t *testing.T) *Log) {
		l := open(t)
		appendAll(t, l, conversation(3))
		for range 2 {
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Append(conversation(4)[3:], false); !errors.Is(err, ErrClosed) {
			t.Errorf("append: %v", err)
		}
		if err := l.Sync(); !errors.Is(err, ErrClosed) {
			t.Errorf("sync: %v", err)
		}
	})
}

func TestReadBesideAppend(t *testing.T) {
	everywhere(t, func(t *testing.T, open func(t *testing.T) *Log) {
		l := open(t)
		all := conversation(400)
		appendAll(t, l, all[:1])
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				for {
					seen := int64(0)
					err := l.Read(t.Context(), 0, func(e event.Envelope) error {
						if e.Seq != seen {
							t.Errorf("event %d came where %d was expected", e.Seq, seen)
						}
						seen++
						return nil
					})
					if err != nil || t.Failed() {
						t.Error(err)
						return
					}
					if seen == int64(len(all)) {
						return
					}
				}
			})
		}
		for i := 1; i < len(all); i++ {
			appendAll(t, l, all[i:i+1])
		}
		wg.Wait()
	})
}

// Covers: G4, E32, Z36, Z37, Z45
func TestAReopenedSessionGoesOn(t *testing.T) {
	o, all := options(t), conversation(40)
	l := create(t, o)
	appendAll(t, l, all[:25])
	facts := l.Facts()
	closed(t, l)

	l = reopen(t, o)
	if diff := cmp.Diff(facts, l.Facts()); diff != "" {
		t.Errorf("facts differ (-before +after):\n%s", diff)
	}
	if l.Next() != 25 {
		t.Errorf("next is %d", l.Next())
	}
	appendAll(t, l, all[25:])
	if diff := cmp.Diff(all, readAll(t, l, 0)); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
	want := filepath.Join(o.Base, "projects", "home-me-my_project", "sessions", testID)
	if facts.Dir != want || facts.OutDir != filepath.Join(want, "out") || len(facts.Key) != keySize {
		t.Errorf("facts are %+v", facts)
	}
	if got := content(t, want, eventsName); got != written(t, all) {
		t.Errorf("the file holds\n%s", got)
	}
}

// Covers: Z57
func TestMemoryLeavesNothing(t *testing.T) {
	o := options(t)
	t.Setenv("TMPDIR", t.TempDir())
	l := must(t)(Memory(o))
	facts := l.Facts()
	if facts.Dir != "" || len(facts.Key) != keySize || facts.ID != testID {
		t.Errorf("facts are %+v", facts)
	}
	put(t, "output", facts.OutDir, "t1r1c1.out")
	appendAll(t, l, conversation(30))
	log, err := l.AppLog()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(log.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(facts.OutDir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory for output is still there: %v", err)
	}
	if _, err := os.Stat(o.Base); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was saved: %v", err)
	}
}

func TestAppLogIsAppendedTo(t *testing.T) {
	l := create(t, options(t))
	for range 2 {
		log, err := l.AppLog()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Write([]byte("line\n")); err != nil {
			t.Fatal(err)
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, l.Facts().Dir, appLogName); got != "line\nline\n" {
		t.Errorf("got %q", got)
	}
}

// A second program that writes to the same session must not get its numbers mixed with ours.
// What opening has read is read again as often as somebody asks.
func TestReadAfterOpen(t *testing.T) {
	o, all := options(t), conversation(12)
	l := create(t, o)
	appendAll(t, l, all[:8])
	closed(t, l)
	l = reopen(t, o)
	appendAll(t, l, all[8:10])
	stop := errors.New("stop")
	for _, tt := range []struct {
		name string
		from int64
		want []event.Envelope
		fail error
	}{
		{"from the middle", 5, all[5:10], nil},
		{"all, ended early", 0, all[:1], stop},
		{"all", 0, all[:10], nil},
		{"all once more", 0, all[:10], nil},
		{"what was appended", 8, all[8:10], nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []event.Envelope
			err := l.Read(t.Context(), tt.from, func(e event.Envelope) error {
				got = append(got, e)
				return tt.fail
			})
			if diff := cmp.Diff(tt.want, got); diff != "" || !errors.Is(err, tt.fail) {
				t.Errorf("%v; differs (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestForeignWriterIsNoticed(t *testing.T) {
	all := conversation(12)
	for name, meddle := range map[string]func(t *testing.T, o Options, path string){
		"appends": func(t *testing.T, o Options, path string) {
			if err := os.Remove(filepath.Join(filepath.Dir(path), lockName)); err != nil { // as if it knew no locks
				t.Fatal(err)
			}
			other := reopen(t, o)
			appendAll(t, other, all[5:7])
		},
		"removes": func(t *testing.T, _ Options, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		},
		"replaces": func(t *testing.T, _ Options, path string) {
			if err := replaceFile(path, []byte(content(t, path))); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			l := create(t, o)
			appendAll(t, l, all[:5])
			path := filepath.Join(l.Facts().Dir, eventsName)
			meddle(t, o, path)
			before, _ := os.ReadFile(path)
			want := ErrForeignWriter
			if name == "removes" {
				want = ErrRemoved
			}
			for range 2 {
				err := l.Append(all[5:8], true)
				var write *WriteError
				if !errors.Is(err, want) || !errors.As(err, &write) || write.Next != 5 {
					t.Fatalf("got %v", err)
				}
			}
			after, _ := os.ReadFile(path)
			if diff := cmp.Diff(string(before), string(after)); diff != "" {
				t.Errorf("the file changed (-before +after):\n%s", diff)
			}
		})
	}
}
