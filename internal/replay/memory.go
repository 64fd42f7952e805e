package replay

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"eidolon/actors/event"
	"eidolon/actors/journal"
)

// memory is the log of a replayed session. What is appended is encoded and read back as a log on disk
// would, and told to the progress.
type memory struct {
	facts    journal.Facts
	progress *progress

	mu     sync.Mutex
	events []event.Envelope
	next   int64
	ended  bool // the program has been killed: nothing more is kept
}

// errEnded is what a dying session hears.
var errEnded = errors.New("the run of the program has ended")

var _ journal.Log = (*memory)(nil)

// newMemory makes a log that holds the given events already.
func newMemory(facts journal.Facts, past []event.Envelope, p *progress) *memory {
	m := &memory{facts: facts, progress: p, events: past}
	if len(past) > 0 {
		m.next = past[len(past)-1].Seq + 1
	}
	return m
}

// Append implements journal.Log.
func (m *memory) Append(events []event.Envelope, _ bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return errEnded
	}
	for _, e := range events {
		if e.Seq < m.next {
			continue
		}
		if e.Seq > m.next {
			return fmt.Errorf("event %d comes where %d is next", e.Seq, m.next)
		}
		line, err := event.Encode(nil, e)
		if err != nil {
			return err
		}
		kept, err := event.Decode(line)
		if err != nil {
			return err
		}
		m.events = append(m.events, kept)
		m.next++
		m.progress.add(kept)
	}
	return nil
}

// end keeps what a dying session still says out of the next part of the replay.
func (m *memory) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended = true
}

// Sync implements journal.Log.
func (m *memory) Sync() error { return nil }

// Read implements journal.Log.
func (m *memory) Read(ctx context.Context, from int64, fn func(event.Envelope) error) error {
	m.mu.Lock()
	events := m.events
	m.mu.Unlock()
	for _, e := range events {
		if err := ctx.Err(); err != nil {
			return err
		}
		if e.Seq < from {
			continue
		}
		if err := fn(e); err != nil {
			return err
		}
	}
	return nil
}

// Image implements journal.Log. A recording is of events alone.
func (m *memory) Image(event.Image) ([]byte, error) { return nil, errNoImage }

// errNoImage is why a replayed session has no pictures. No model looks at them.
var errNoImage = errors.New("a recording has no pictures")

// Next implements journal.Log.
func (m *memory) Next() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.next
}

// Facts implements journal.Log.
func (m *memory) Facts() journal.Facts { return m.facts }

// Close implements journal.Log.
func (m *memory) Close() error { return nil }
