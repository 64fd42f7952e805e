package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"eidolon/actors/event"
)

// Whoever follows a log goes on where it left off, and finds a line again by its place.
func TestReadFrom(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(5))
	closed(t, l)
	logs, err := Logs(o)
	if err != nil || len(logs) != 1 || logs[0].ID != testID || logs[0].Workspace != o.Workspace {
		t.Fatalf("logs %+v, %v", logs, err)
	}
	s := logs[0].Stored
	seen := 0
	follow := func(from Place) Place {
		t.Helper()
		to, err := s.ReadFrom(t.Context(), from, func(e event.Envelope, offset int64) error {
			seen++
			if again, err := s.At(offset); err != nil || again.Seq != e.Seq {
				t.Errorf("at %d is event %d, %v; want %d", offset, again.Seq, err, e.Seq)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return to
	}
	end := follow(Place{})
	if end != (Place{Seq: 5, Offset: logs[0].Size}) || seen != 5 {
		t.Errorf("%d events up to %+v of %d bytes", seen, end, logs[0].Size)
	}
	appendAll(t, reopen(t, o), conversation(7)[5:])
	follow(end)
	if seen != 7 {
		t.Errorf("%d events, want 7", seen)
	}
	if part, err := s.Before(end.Offset, 2); err != nil || string(part) != "}\n" {
		t.Errorf("before the place is %q, %v", part, err)
	}
	one, err := LogOf(s.Dir)
	if err != nil || one.ID != testID || one.Size <= logs[0].Size || one.Modified.IsZero() {
		t.Errorf("its log is %+v, %v", one, err)
	}
}

// A log without events, or that is no file, is none.
func TestLogsThatAreNone(t *testing.T) {
	o := options(t)
	closed(t, create(t, o))
	if logs, err := Logs(o); err != nil || len(logs) != 0 {
		t.Errorf("logs %+v, %v", logs, err)
	}
	if _, err := LogOf(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	o.Workspace = ""
	o.Base = filepath.Join(t.TempDir(), "none")
	if logs, err := Logs(o); err != nil || len(logs) != 0 {
		t.Errorf("logs %+v, %v", logs, err)
	}
}

func TestClaim(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work.lock")
	release, err := Claim(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Claim(path); !errors.Is(err, ErrClaimed) {
		t.Errorf("a second claim: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if release, err = Claim(path); err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
}
