package event

import (
	"math"
	"slices"
)

// Lineage says which events still count after rewinds. It is fed every event once, in order, and may
// be asked at any time; its zero value has seen none.
//
//	seq     0 1 2 3 4 5 6 7 8 9
//	              ^ turn 2    ^
//	                    6: rewind to 2   9: rewind to 5
//
// After event 6 the events 0 to 2 count, and what follows. After event 9 it is as it was after event
// 5: the events 0 to 5 count again, and 7 and 8 do not.
type Lineage struct{ rewinds []taken }

// taken is a rewind: the number of the event, and where it leads.
type taken struct{ at, to int64 }

// Add takes note of the next event.
func (l *Lineage) Add(e Envelope) {
	// A rewind to a later event means nothing; one of a damaged journal must not lead into a circle.
	if r, ok := e.Event.(Rewind); ok && r.To < e.Seq {
		l.rewinds = append(l.rewinds, taken{e.Seq, r.To})
	}
}

// Counts says whether an event is part of the conversation as it is now. Rewinds themselves count
// when nothing took them back.
func (l *Lineage) Counts(seq int64) bool {
	// Backwards from the end: before each rewind that counts, the story goes on where it leads to.
	end := int64(math.MaxInt64) // of the stretch that is looked at
	for _, r := range slices.Backward(l.rewinds) {
		if r.at > end {
			continue // taken back by a later one
		}
		if seq >= r.at {
			break
		}
		end = r.to
	}
	return seq <= end
}
