package store

import (
	"context"
	"errors"
	"fmt"
	"io"

	"eidolon/actors/event"
)

// Read hands out events. See [journal.Log].
func (l *Log) Read(ctx context.Context, from int64, fn func(event.Envelope) error) error {
	l.reader.Lock()
	end, start := l.size, l.index.before(from)
	var past []event.Envelope
	if from == 0 && l.past != nil {
		past, start = l.past, l.pastEnd
		l.past = nil
	}
	l.reader.Unlock()
	for _, e := range past {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(e); err != nil {
			return err
		}
	}
	return readEvents(ctx, io.NewSectionReader(l.events, start.offset, end-start.offset), start, func(e event.Envelope) error {
		if e.Seq < from {
			return nil
		}
		return fn(e)
	})
}

// readEvents hands out the events that count, from a mark on.
func readEvents(ctx context.Context, r io.Reader, start mark, fn func(event.Envelope) error) error {
	return readLines(ctx, r, start, func(e event.Envelope, _ line) error { return fn(e) })
}

// readLines is readEvents with the line of each event.
func readLines(ctx context.Context, r io.Reader, start mark, fn func(event.Envelope, line) error) error {
	j := judge{next: start.seq}
	lines := newLineReader(r, start.offset)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		l, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", eventsName, err)
		}
		if e, v := j.decide(l.text); v.counts {
			if err := fn(e, l); err != nil {
				return err
			}
		}
	}
}
