package store

import (
	"errors"
	"fmt"
	"io"

	"eidolon/actors/event"
	"eidolon/actors/journal"
)

// maxProblems is how many problems of a session are listed one by one.
const maxProblems = 20

// scan is what a journal turns out to hold when it is read from start to end.
type scan struct {
	judge    judge
	end      int64 // where the torn tail begins: the end of the last good line
	size     int64 // end of the file
	index    index
	follower follower
	problems []journal.Problem
	unlisted int
	keep     bool             // the events are wanted
	events   []event.Envelope // those that count, if they are
	images   []event.Image    // of all messages

	id        string            // of the session
	seen      bool              // there was an event
	broken    []journal.Problem // of unreadable lines since the last good one
	uncounted int               // how many more there are of them
}

// scanEvents reads all of a journal that should belong to the session id, and keeps its events if
// they are wanted.
func scanEvents(f io.ReaderAt, size int64, id string, keep bool) (*scan, error) {
	s := &scan{id: id, keep: keep}
	return s, s.run(f, 0, size)
}

// run reads the lines from a byte on to another.
func (s *scan) run(f io.ReaderAt, from, to int64) error {
	lines := newLineReader(io.NewSectionReader(f, from, to-from), from)
	for {
		l, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		s.size = l.end
		if l.whole {
			s.take(l)
		} // else it is the last one and torn
	}
}

func (s *scan) take(l line) {
	e, v := s.judge.decide(l.text)
	if v.broken {
		s.broken = append(s.broken, located(l, v.problems)...)
		if len(s.broken) > maxProblems {
			s.broken = s.broken[:maxProblems]
			s.uncounted++
		}
		return
	}
	s.report(s.broken...) // what follows them is good, so they are no torn tail
	s.unlisted += s.uncounted
	s.broken, s.uncounted = s.broken[:0], 0
	s.end = l.end
	s.report(located(l, v.problems)...)
	if !v.counts {
		return
	}
	if !s.seen {
		s.seen = true
		s.checkMeta(l, e)
	}
	s.index.add(e.Seq, l.start)
	s.follower.follow(e)
	if m, ok := e.Event.(event.Message); ok {
		s.images = append(s.images, m.Images...)
	}
	if s.keep {
		s.events = append(s.events, e)
	}
}

// checkMeta looks at the first event.
func (s *scan) checkMeta(l line, e event.Envelope) {
	var v verdict
	meta, ok := e.Event.(event.Meta)
	switch {
	case !ok:
		v.report(journal.ProblemMeta, "the first event should be meta, so the format is a guess")
	case meta.ID != s.id:
		v.report(journal.ProblemMeta, "the events are those of session %q, not of %s", meta.ID, s.id)
	}
	if ok && meta.SchemaVersion != event.SchemaVersion {
		v.report(journal.ProblemVersion, "the session has format %d, this program knows format %d; "+
			"what it does not know is kept and passed over", meta.SchemaVersion, event.SchemaVersion)
	}
	s.report(located(l, v.problems)...)
}

func (s *scan) report(problems ...journal.Problem) {
	for _, p := range problems {
		if len(s.problems) < maxProblems {
			s.problems = append(s.problems, p)
		} else {
			s.unlisted++
		}
	}
}

// torn tells whether the file has an end that must go before anything is appended.
func (s *scan) torn() bool { return s.size > s.end }

// allProblems lists the problems, with the sum of those that are too many.
func (s *scan) allProblems() []journal.Problem {
	if s.unlisted == 0 {
		return s.problems
	}
	return append(s.problems, journal.Problem{
		Kind: journal.ProblemMore, File: eventsName, Message: fmt.Sprintf("%d more problems are not listed", s.unlisted),
	})
}

// located gives problems the place of their line.
func located(l line, problems []journal.Problem) []journal.Problem {
	for i := range problems {
		problems[i].File, problems[i].Line, problems[i].Offset = eventsName, l.number, l.start
	}
	return problems
}
