package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/journal"
)

var _ journal.Log = (*Log)(nil)

// Log is an open session. It fulfils [journal.Log], which has the contract of its methods. Use
// [Create], [Open] or [Memory] to get one.
type Log struct {
	facts journal.Facts
	path  string // of the events, for error texts
	known Known  // when it was opened
	now   func() time.Time

	writer  sync.Mutex // held by Append, Sync and Close; guards the fields up to reader
	events  file       // the journal
	derived *derived   // nil in memory
	images  images
	fresh   []string // directories with new entries that were not synced yet
	synced  int64    // bytes of events that are known to last
	buf     []byte   // lines of the last Append, kept for its space
	failure error    // why nothing more is taken
	lock    *lock    // nil in memory

	reader sync.Mutex // guards what Read and Next look at; written with both locks held
	next   int64      // number of the next event
	size   int64      // bytes of events that were acknowledged
	index  index
	// past has the events that opening read anyway, up to pastEnd, for the one who reads them all: that
	// is the first thing that happens to a session. Then they are forgotten here.
	past    []event.Envelope
	pastEnd mark
}

// Append keeps events. See [journal.Log].
func (l *Log) Append(events []event.Envelope, sync bool) error {
	l.writer.Lock()
	defer l.writer.Unlock()
	if l.failure != nil {
		return l.failure
	}
	events = l.unknown(events)
	if err := l.encode(events); err != nil {
		return err
	}
	if err := l.keepImages(events); err != nil {
		return l.fail("write", err)
	}
	if err := l.write(l.buf); err != nil {
		return l.fail("write", err)
	}
	end := l.size + int64(len(l.buf))
	if sync {
		if err := l.sync(end); err != nil {
			return l.fail("sync", err)
		}
	}
	l.acknowledge(events, end)
	if l.derived != nil {
		l.derived.follow(events, end)
	}
	return nil
}

// Add appends one event beside the turns of a session, such as a title, and brings it to the disk. It
// gives the event's number.
func (l *Log) Add(ev event.Journalled) (int64, error) {
	e := event.Envelope{Seq: l.Next(), Time: l.now().UTC(), Event: ev}
	if e.Seq == 0 {
		return 0, errors.New("the session has no events yet, so there is nothing to add to")
	}
	if l.derived != nil {
		l.writer.Lock()
		e.Turn = l.derived.follower.state.Turn
		l.writer.Unlock()
	}
	return e.Seq, l.Append([]event.Envelope{e}, true)
}

// Known is what is said about a session beside its events.
type Known struct {
	Title   string // as it was given, or the beginning of the first prompt
	Posture string // permission mode that was chosen last, or ""
	Agent   string // that was chosen last, or ""
	Tokens  Tokens
	Context int64 // tokens of the last request and its answer
}

// Known gives what was known of the session when it was opened.
func (l *Log) Known() Known { return l.known }

// unknown leaves out the events that are kept already: a writer that was restarted repeats what it has
// no word of.
func (l *Log) unknown(events []event.Envelope) []event.Envelope {
	for len(events) > 0 && events[0].Seq < l.next {
		events = events[1:]
	}
	return events
}

// encode fills buf with the lines of events, which must come next.
func (l *Log) encode(events []event.Envelope) error {
	l.buf = l.buf[:0]
	for i, e := range events {
		want := l.next + int64(i)
		if e.Seq != want {
			return &OrderError{Want: want, Got: e.Seq}
		}
		if want > maxSeq { // it would not be read back
			return errors.New("the session has used up its numbers; go on in a new one")
		}
		if _, ok := e.Event.(event.Meta); !ok && want == 0 {
			return fmt.Errorf("the first event of a session is its meta, not %T", e.Event)
		}
		start := len(l.buf)
		var err error
		if l.buf, err = event.Encode(l.buf, e); err != nil {
			return err
		}
		if n := len(l.buf) - start; n > maxLine {
			l.buf = nil // so much space is not needed again
			return fmt.Errorf("event %d takes %d bytes, more than the %d that a line may have", e.Seq, n, maxLine)
		}
	}
	return nil
}

// write appends p by one call, or leaves the file as it was if that can be done.
func (l *Log) write(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	size, err := l.events.Size()
	if err != nil {
		return err
	}
	if size != l.size {
		return ErrForeignWriter
	}
	n, err := l.events.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	if err == nil || n == 0 {
		return err
	}
	// A part of a line must go, unless somebody wrote behind it. If it cannot go, the next Open sets
	// it aside.
	if size, sizeErr := l.events.Size(); sizeErr == nil && size == l.size+int64(n) {
		err = errors.Join(err, l.events.Truncate(l.size))
	}
	return err
}

// acknowledge makes events part of what Next and Read tell of.
func (l *Log) acknowledge(events []event.Envelope, end int64) {
	if len(events) == 0 {
		return
	}
	l.reader.Lock()
	defer l.reader.Unlock()
	l.index.add(events[0].Seq, l.size)
	l.size = end
	l.next += int64(len(events))
}

func (l *Log) fail(op string, err error) error {
	l.failure = &WriteError{Op: op, Path: l.path, Next: l.next, Err: err}
	return l.failure
}

// Sync makes what was appended last. See [journal.Log].
func (l *Log) Sync() error {
	l.writer.Lock()
	defer l.writer.Unlock()
	return l.syncAll()
}

func (l *Log) syncAll() error {
	if l.failure != nil {
		return l.failure
	}
	if err := l.sync(l.size); err != nil {
		return l.fail("sync", err)
	}
	return nil
}

// sync brings the file up to end to the disk. The first time it does so for the names that lead to
// the file as well.
func (l *Log) sync(end int64) error {
	if end == l.synced {
		return nil
	}
	if err := l.events.Sync(); err != nil {
		return err
	}
	for len(l.fresh) > 0 {
		if err := syncDir(l.fresh[0]); err != nil {
			return err
		}
		l.fresh = l.fresh[1:]
	}
	l.synced = end
	return nil
}

// Next is the number that comes next. See [journal.Log].
func (l *Log) Next() int64 {
	l.reader.Lock()
	defer l.reader.Unlock()
	return l.next
}

// Facts gives what is fixed. See [journal.Log].
func (l *Log) Facts() journal.Facts { return l.facts }

// Close ends the work with a session. Besides what [journal.Log] says: the error may be about a file
// that follows from the events, in which case nothing is lost and the next Open mends it.
func (l *Log) Close() error { return l.end(false) }

// Leave is Close, but a session in which nothing happened leaves nothing behind.
func (l *Log) Leave() error { return l.end(true) }

func (l *Log) end(dropEmpty bool) error {
	l.writer.Lock()
	defer l.writer.Unlock()
	if errors.Is(l.failure, ErrClosed) {
		return nil
	}
	err := l.syncAll()
	err = errors.Join(err, l.events.Close())
	if l.derived != nil {
		err = errors.Join(err, l.derived.close())
	} else {
		err = errors.Join(err, os.RemoveAll(l.facts.OutDir))
	}
	if dropEmpty && l.derived != nil && l.size == 0 {
		err = errors.Join(err, os.RemoveAll(l.facts.Dir))
	}
	err = errors.Join(err, l.lock.release())
	l.failure = ErrClosed
	return err
}
