package store

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"

	"eidolon/actors/event"
)

// However a log is cut into pages, they hold every event that counts once, and each begins with what
// the user said.
func TestPages(t *testing.T) {
	o := options(t)
	l := long(t, o, 200)
	if _, err := l.Add(event.Rewind{To: 150}); err != nil {
		t.Fatal(err)
	}
	appendAll(t, l, []event.Envelope{{Seq: l.Next(), Time: start, Turn: 300, Event: event.Message{Role: event.RoleUser, Text: "on"}}})
	s := find(t, o)
	want, _, err := s.Tail(t.Context(), 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for _, atLeast := range []int{1, 7, 60, 10_000} {
		var got []event.Envelope
		pages := s.Pages()
		for earlier := true; earlier; {
			var page []event.Envelope
			if page, earlier, err = pages.Next(t.Context(), atLeast); err != nil {
				t.Fatal(err)
			}
			if m, ok := page[0].Event.(event.Message); earlier && (!ok || m.Role != event.RoleUser) {
				t.Fatalf("a page of at least %d begins with %+v", atLeast, page[0])
			}
			got = append(slices.Clone(page), got...)
		}
		if !slices.EqualFunc(got, want, func(a, b event.Envelope) bool { return a.Seq == b.Seq }) {
			t.Errorf("pages of at least %d have %d events, want %d", atLeast, len(got), len(want))
		}
	}
}

// A session that was opened and left without a word does not stay.
func TestLeaveDropsAnEmptySession(t *testing.T) {
	o := options(t)
	l := create(t, o)
	if err := l.Leave(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(l.Facts().Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory of an empty session: %v", err)
	}
	l = create(t, o)
	appendAll(t, l, conversation(1))
	if err := l.Leave(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(l.Facts().Dir); err != nil {
		t.Errorf("the directory of a session: %v", err)
	}
}
