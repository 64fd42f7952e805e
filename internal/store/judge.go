package store

import (
	"bytes"
	"errors"
	"fmt"

	"eidolon/actors/event"
	"eidolon/actors/journal"
)

// judge reads the lines of a journal one after the other and decides which of them count. Opening a
// session and reading it go through the same judge, so they agree.
type judge struct {
	next int64 // the number that should come now: one more than the highest so far
}

// maxSeq is the highest number of an event: the highest that all readers of JSON agree on.
const maxSeq = 1<<53 - 1

// verdict is what a line is.
type verdict struct {
	counts bool // it is an event of the session
	broken bool // it cannot be read, so it is either the torn end or damage
	// problems is what is wrong with the line, without its place.
	problems []journal.Problem
}

func (v *verdict) report(kind journal.ProblemKind, format string, args ...any) {
	v.problems = append(v.problems, journal.Problem{Kind: kind, Message: fmt.Sprintf(format, args...)})
}

// decide judges a whole line. Blank lines are nothing: editors leave them behind.
func (j *judge) decide(text []byte) (event.Envelope, verdict) {
	if len(bytes.TrimSpace(text)) == 0 {
		return event.Envelope{}, verdict{}
	}
	var v verdict
	e, err := event.Decode(text)
	if err == nil && e.Seq > maxSeq {
		err = fmt.Errorf("the number %d is too high", e.Seq)
	}
	if body, ok := errors.AsType[*event.BodyError](err); ok {
		v.report(journal.ProblemForeign, "the event is passed over: %v", body)
	} else if err != nil {
		v.broken = true
		v.report(journal.ProblemDamaged, "the line is passed over: %v", err)
		return e, v
	}
	switch {
	case e.Seq < j.next:
		v.report(journal.ProblemRepeated, "number %d was there before; this one is passed over", e.Seq)
		return e, v
	case e.Seq > j.next:
		v.report(journal.ProblemGap, "numbers %d to %d are missing", j.next, e.Seq-1)
	}
	j.next = e.Seq + 1
	v.counts = true
	return e, v
}
