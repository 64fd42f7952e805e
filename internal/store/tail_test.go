package store

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/actors/event"
)

// long makes a session whose messages have 10 KB each, so that its log has many times the length that
// is read at first.
func long(t *testing.T, o Options, messages int) *Log {
	t.Helper()
	l := create(t, o)
	appendAll(t, l, conversation(1))
	for n := range messages {
		e := event.Message{Role: event.RoleUser, Text: fmt.Sprintf("message %d %s", n, strings.Repeat("x", 10_000))}
		appendAll(t, l, []event.Envelope{{Seq: l.Next(), Time: start, Turn: n + 1, Event: e}})
	}
	return l
}

func seqs(events []event.Envelope) (first, last int64) {
	if len(events) == 0 {
		return -1, -1
	}
	return events[0].Seq, events[len(events)-1].Seq
}

// Covers: Y3, Z45
func TestTail(t *testing.T) {
	o := options(t)
	l := long(t, o, 200)
	s := find(t, o)
	tail := func(atLeast int) ([]event.Envelope, bool) {
		t.Helper()
		events, earlier, err := s.Tail(t.Context(), atLeast)
		if err != nil {
			t.Fatal(err)
		}
		return events, earlier
	}
	events, earlier := tail(5)
	if first, last := seqs(events); last != 200 || first < 150 || !earlier {
		t.Errorf("the end is the events %d to %d, more: %v", first, last, earlier)
	}
	events, earlier = tail(60)
	if first, last := seqs(events); len(events) < 60 || last != 200 || first < 80 || !earlier {
		t.Errorf("a longer end is the events %d to %d, more: %v", first, last, earlier)
	}
	events, earlier = tail(1000)
	if first, last := seqs(events); first != 0 || last != 200 || earlier {
		t.Errorf("all is the events %d to %d, more: %v", first, last, earlier)
	}

	// What was taken back is not part of it, however long it is.
	if _, err := l.Add(event.Rewind{To: 3}); err != nil {
		t.Fatal(err)
	}
	events, earlier = tail(4)
	if first, last := seqs(events); first != 0 || last != 201 || len(events) != 5 || earlier {
		t.Errorf("after a rewind it is %d events, %d to %d, more: %v", len(events), first, last, earlier)
	}
}

// The time that the end of a log takes does not depend on its length: no byte before it is read.
func TestTailReadsTheEndOnly(t *testing.T) {
	o := options(t)
	l := long(t, o, 100)
	closed(t, l)
	f, err := os.OpenFile(filepath.Join(l.Facts().Dir, eventsName), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(make([]byte, end-tailStep), 0); err != nil { // what is not read may be anything
		t.Fatal(err)
	}
	events, earlier, err := find(t, o).Tail(t.Context(), 10)
	if first, last := seqs(events); err != nil || !earlier || last != 100 || first < 70 {
		t.Errorf("events %d to %d, more: %v, %v", first, last, earlier, err)
	}
}

func TestTailOfATornLog(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(10))
	closed(t, l)
	path := filepath.Join(l.Facts().Dir, eventsName)
	put(t, content(t, l.Facts().Dir, eventsName)+`{"seq":10,"ts":"2026`, l.Facts().Dir, eventsName)
	events, _, err := find(t, o).Tail(t.Context(), 1)
	if _, last := seqs(events); err != nil || last != 9 {
		t.Errorf("%s ends with event %d, %v", path, last, err)
	}
}
