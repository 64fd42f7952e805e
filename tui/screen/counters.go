package screen

import (
	"sync/atomic"
	"time"
)

// Stats is what a screen has done so far.
type Stats struct {
	Frames int64 // that were sent
	Cells  int64 // that differed
	Bytes  int64 // to the terminal, of everything
	// LastDraw is how long the last frame took, from clearing it to the last byte.
	LastDraw time.Duration
}

// counters can be read while others count.
type counters struct {
	frames, cells, draw atomic.Int64
	bytes               func() int64 // nil where nobody counts them
}

func (c *counters) frame(cells int) {
	c.frames.Add(1)
	c.cells.Add(int64(cells))
}

// Stats gives what was done so far.
func (d *Diff) Stats() Stats {
	s := Stats{
		Frames: d.counters.frames.Load(), Cells: d.counters.cells.Load(),
		LastDraw: time.Duration(d.counters.draw.Load()),
	}
	if d.counters.bytes != nil {
		s.Bytes = d.counters.bytes()
	}
	return s
}
