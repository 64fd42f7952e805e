package journal_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/internal/store"
)

// diary is a log that writes down how it is used.
type diary struct {
	journal.Log
	lines []string
	fail  error
}

func (d *diary) Append(events []event.Envelope, sync bool) error {
	if d.fail != nil {
		return d.fail
	}
	d.lines = append(d.lines, strings.Repeat("event ", len(events))+map[bool]string{true: "sync", false: "write"}[sync])
	return d.Log.Append(events, sync)
}

func (d *diary) Sync() error {
	d.lines = append(d.lines, "sync alone")
	return d.Log.Sync()
}

func newJournal(t *testing.T) (*actorkit.Recorder, *diary) {
	t.Helper()
	log, err := store.Memory(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := &diary{Log: log}
	t.Cleanup(func() { _ = log.Close() })
	// Nobody listens: what the journal tells its owner shows in the tests of the whole runtime.
	return actorkit.NewRecorder("journal", journal.New(journal.Options{Log: d, SyncDelay: time.Second})), d
}

func notes(from, to int64) []event.Envelope {
	var out []event.Envelope
	for i := from; i <= to; i++ {
		e := event.Envelope{Seq: i, Event: event.Title{Title: "x"}}
		if i == 0 {
			e.Event = event.Meta{SchemaVersion: 1}
		}
		out = append(out, e)
	}
	return out
}

func TestWhatArrivesDuringAWriteGoesOutTogether(t *testing.T) {
	r, d := newJournal(t)
	r.Deliver(journal.Append{Events: notes(0, 0)})
	r.Deliver(journal.Append{Events: notes(1, 1)})
	r.Deliver(journal.Append{Events: notes(2, 2), Sync: true})
	for r.Run("write") {
	}
	if got := strings.Join(d.lines, ", "); got != "event write, event event sync" {
		t.Error(got)
	}
}

func TestSyncIsAtMostSoLate(t *testing.T) {
	r, d := newJournal(t)
	r.Deliver(journal.Append{Events: notes(0, 0)})
	r.Run("write")
	r.Advance(900 * time.Millisecond)
	if r.Run("write") {
		t.Error("synced too early")
	}
	r.Advance(100 * time.Millisecond)
	if !r.Run("write") || d.lines[len(d.lines)-1] != "sync alone" {
		t.Errorf("not synced: %q", d.lines)
	}
}

func TestRepeatedEventsAreKeptOnce(t *testing.T) {
	r, d := newJournal(t)
	r.Deliver(journal.Append{Events: notes(0, 2)})
	r.Run("write")
	r.Deliver(journal.Append{Events: notes(1, 4), Sync: true}) // as after a restart
	r.Run("write")
	if got := strings.Join(d.lines, ", "); got != "event event event write, event event event event sync" || d.Next() != 5 {
		t.Errorf("%s; next %d", got, d.Next())
	}
}

func TestAFailedWriteIsToldAndNothingFollows(t *testing.T) {
	r, d := newJournal(t)
	d.fail = errors.New("disk full")
	r.Deliver(journal.Append{Events: notes(0, 0)})
	r.Run("write")
	d.fail = nil
	r.Deliver(journal.Append{Events: notes(0, 1)})
	if r.Run("write") || len(d.lines) > 0 {
		t.Errorf("a broken journal wrote again: %q", d.lines)
	}
}

// Covers: Z35
func TestCloseWritesWhatIsLeft(t *testing.T) {
	r, d := newJournal(t)
	r.Deliver(journal.Append{Events: notes(0, 0)})
	r.Deliver(journal.Append{Events: notes(1, 1)})
	r.Deliver(journal.Close{})
	if r.Run("close") {
		t.Error("closed before the writes")
	}
	for r.Run("write") {
	}
	if !r.Run("close") || d.Next() != 2 {
		t.Errorf("not closed, or not all written: %q", d.lines)
	}
}

// After a crash events are on their way whose predecessors were lost with the crashed incarnation. They
// must not be taken for a failure: the session sends all of them again.
func TestEventsBehindAGapAreLeftToTheRepetition(t *testing.T) {
	r, d := newJournal(t)
	r.Deliver(journal.Append{Events: notes(1, 1)})
	if r.Run("write") {
		t.Error("an event behind a gap was written")
	}
	r.Deliver(journal.Append{Events: notes(0, 2)})
	r.Run("write")
	if d.Next() != 3 {
		t.Errorf("the next event is %d: %q", d.Next(), d.lines)
	}
}
