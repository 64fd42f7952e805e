package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"eidolon/actors/event"
)

// tailStep is how much of the end of a log is read at first. It doubles until it holds enough.
const tailStep = 256 << 10

// Tail gives the last events of a session that still count after its rewinds, at least so many if
// there are, without reading what comes before. Earlier says that there is more. Reading needs no
// lock, and its time does not depend on the size of the log.
func (s Stored) Tail(ctx context.Context, atLeast int) (events []event.Envelope, earlier bool, err error) {
	f, err := openForReading(s.path())
	if err != nil {
		return nil, false, fmt.Errorf("read the session: %w", err)
	}
	info, err := f.Stat()
	for step := int64(tailStep); err == nil; step *= 2 {
		start := max(info.Size()-step, 0)
		events, err = counting(ctx, io.NewSectionReader(f, start, info.Size()-start))
		if earlier = start > 0; !earlier || len(events) >= atLeast {
			break
		}
	}
	return events, earlier, errors.Join(err, f.Close())
}

// counting reads the events that count. The reader may begin in the middle of a line: the rest of one
// cannot be read by itself and is passed over.
func counting(ctx context.Context, r io.Reader) ([]event.Envelope, error) {
	var all []event.Envelope
	var lineage event.Lineage
	err := readLines(ctx, r, mark{}, func(e event.Envelope, l line) error {
		if l.whole { // else it is being written, or was never finished
			lineage.Add(e)
			all = append(all, e)
		}
		return nil
	})
	return slices.DeleteFunc(all, func(e event.Envelope) bool { return !lineage.Counts(e.Seq) }), err
}

// errFirst ends the reading of a log behind its first event.
var errFirst = errors.New("the first event was read")

// doesTask says whether the session does the work of a call of another. One that cannot be read does not:
// whoever wants it hears what is wrong.
func (s Stored) doesTask(ctx context.Context) bool {
	if known, ok := s.state(); ok && known.Events > 0 {
		return known.Task != nil
	}
	var task *event.Task
	_ = s.Read(ctx, func(e event.Envelope, _ []byte) error {
		if m, ok := e.Event.(event.Meta); ok {
			task = m.Task
		}
		return errFirst
	})
	return task != nil
}

// youngest gives the time of the youngest event: as state.json has it when that accounts for all of
// the log, else that of the last event. It is zero when there is none.
func (s Stored) youngest(ctx context.Context) (time.Time, error) {
	info, err := lstatRegular(s.path())
	if err != nil {
		return time.Time{}, err
	}
	if known, ok := s.state(); ok && known.Size == info.Size() {
		return known.Active, nil
	}
	events, _, err := s.Tail(ctx, 1)
	if err != nil || len(events) == 0 {
		return time.Time{}, err
	}
	return events[len(events)-1].Time, nil
}
