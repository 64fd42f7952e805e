package store

import (
	"context"
	"errors"
	"fmt"
	"io"

	"eidolon/actors/event"
)

// Pages reads a session from its end towards its beginning, as far as somebody wants to look back. It
// reads no more of the log than it gives, so its time does not depend on the log's size. Events that
// were taken back are left out.
type Pages struct {
	s       Stored
	end     int64            // byte where the page before begins; negative for the end of the log
	rewinds []event.Envelope // of the pages that were given
}

// Pages begins at the end of the session.
func (s Stored) Pages() *Pages { return &Pages{s: s, end: -1} }

// Next gives the events before those that it gave last, in the order of the log: at least so many if
// there are, beginning with what the user said. Earlier says that there are more.
func (p *Pages) Next(ctx context.Context, atLeast int) (events []event.Envelope, earlier bool, err error) {
	f, err := openForReading(p.s.path())
	if err != nil {
		return nil, false, fmt.Errorf("read the session: %w", err)
	}
	if p.end < 0 {
		info, err := f.Stat()
		if err != nil {
			return nil, false, errors.Join(fmt.Errorf("read the session: %w", err), f.Close())
		}
		p.end = info.Size()
	}
	for step := int64(tailStep); err == nil; step *= 2 {
		start := max(p.end-step, 0)
		var page page
		page, err = p.read(ctx, f, start)
		if err != nil || start > 0 && (len(page.events) < atLeast || !page.whole) {
			continue
		}
		p.end, p.rewinds = page.start, append(page.rewinds, p.rewinds...)
		return page.events, p.end > 0 && start > 0, errors.Join(f.Close())
	}
	return nil, false, errors.Join(err, f.Close())
}

// page is a stretch of a log.
type page struct {
	events  []event.Envelope // that count
	rewinds []event.Envelope
	start   int64 // byte of its first event
	whole   bool  // it begins with what the user said, or with the log
}

// read reads the events from a byte on, which may be in the middle of a line: the rest of one cannot
// be read by itself and is passed over. So are the events of a turn that begins before.
func (p *Pages) read(ctx context.Context, r io.ReaderAt, start int64) (page, error) {
	var all []event.Envelope
	var starts []int64
	var lineage event.Lineage
	err := readLines(ctx, io.NewSectionReader(r, start, p.end-start), mark{offset: start}, func(e event.Envelope, l line) error {
		if l.whole { // else it is being written, or was never finished
			lineage.Add(e)
			all, starts = append(all, e), append(starts, l.start)
		}
		return nil
	})
	for _, e := range p.rewinds {
		lineage.Add(e)
	}
	got := page{start: start, whole: start == 0}
	for i, e := range all {
		counts := lineage.Counts(e.Seq)
		if m, ok := e.Event.(event.Message); ok && !got.whole && counts && m.Role == event.RoleUser {
			got.whole, got.start = true, starts[i]
		}
		if !got.whole {
			continue
		}
		if _, ok := e.Event.(event.Rewind); ok {
			got.rewinds = append(got.rewinds, e)
		}
		if counts {
			got.events = append(got.events, e)
		}
	}
	return got, err
}
