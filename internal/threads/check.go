package threads

import (
	"context"
	"fmt"

	"eidolon/actors/journal"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/store"
)

// CheckOptions says what is looked at.
type CheckOptions struct {
	ID     string // or "" for the latest; not used with Options.All
	Repair bool   // mend what can be mended
	JSON   bool
}

// finding is a problem as scripts get it.
type finding struct {
	Kind    journal.ProblemKind `json:"kind"`
	File    string              `json:"file"`
	Line    int64               `json:"line,omitempty"`
	Offset  int64               `json:"offset,omitempty"`
	Message string              `json:"message"`
}

// verdict is what a check says of a session.
type verdict struct {
	store.Report
	OK       bool      `json:"ok"`
	Problems []finding `json:"problems"`           // that are there now
	Repaired []finding `json:"repaired,omitempty"` // that were found, and are mended now
	Error    string    `json:"error,omitempty"`    // why it could not be looked at or mended
}

// Check verifies sessions and tells whether all are in order, after the repair if there is one.
// Without repair it changes nothing.
func Check(ctx context.Context, o Options, c CheckOptions) (ok bool, err error) {
	sessions, err := o.checked(ctx, c.ID)
	if err != nil {
		return false, err
	}
	ok = true
	verdicts := []verdict{}
	for _, s := range sessions {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		v := o.check(s, c.Repair)
		ok = ok && v.OK
		if c.JSON {
			verdicts = append(verdicts, v)
		} else {
			o.printVerdict(v)
		}
	}
	if c.JSON {
		err = o.printJSON(verdicts)
	}
	return ok, err
}

// checked gives the sessions to look at. With All that includes those that a list leaves out.
func (o Options) checked(ctx context.Context, id string) ([]store.Stored, error) {
	if o.All {
		return store.Sessions(o.place())
	}
	s, err := o.locate(ctx, id)
	return []store.Stored{s}, err
}

func (o Options) check(s store.Stored, repair bool) verdict {
	r, err := s.Check()
	v := verdict{Report: r, Problems: findings(r.Problems)}
	if err == nil && repair && len(r.Problems) > 0 {
		v.Repaired, err = o.repair(s)
		if err == nil {
			r, err = s.Check()
			v.Report, v.Problems = r, findings(r.Problems)
		}
	}
	if err != nil {
		v.Error = err.Error()
	}
	v.OK = err == nil && len(v.Problems) == 0
	return v
}

// repair opens the session, which mends what can be mended, and gives what was.
func (o Options) repair(s store.Stored) ([]finding, error) {
	p, err := o.open(s)
	if err != nil {
		return nil, err
	}
	l, err := store.Open(p)
	if err != nil {
		return nil, err
	}
	var mended []journal.Problem
	for _, p := range l.Facts().Problems {
		if p.Kind == journal.ProblemTorn || p.Kind == journal.ProblemDerived {
			mended = append(mended, p)
		}
	}
	return findings(mended), l.Close()
}

func findings(problems []journal.Problem) []finding {
	list := []finding{}
	for _, p := range problems {
		list = append(list, finding{p.Kind, p.File, p.Line, p.Offset, p.Message})
	}
	return list
}

// String gives a finding with its place.
func (f finding) String() string {
	return journal.Problem{Kind: f.Kind, File: f.File, Line: f.Line, Offset: f.Offset, Message: f.Message}.String()
}

func (o Options) printVerdict(v verdict) {
	say := func(format string, args ...any) {
		fmt.Fprintln(o.Out, clean.Line(fmt.Sprintf(format, args...)))
	}
	switch {
	case v.Error != "":
		say("%s: it cannot be checked or mended: %s", v.ID, v.Error)
	case v.OK:
		say("%s: in order, %d events", v.ID, v.Events)
	default:
		say("%s: problems: %d", v.ID, len(v.Problems))
	}
	for _, f := range v.Repaired {
		say("  mended: %s", f)
	}
	mendable := false
	for _, f := range v.Problems {
		say("  %s", f)
		mendable = mendable || f.Kind == journal.ProblemTorn || f.Kind == journal.ProblemDerived
	}
	if v.Holder != nil {
		say("  it is in use by process %d on %s, so its end and the files beside the log were not judged", v.Holder.PID, v.Holder.Host)
	}
	if mendable && v.Error == "" {
		say("  `eidolon threads check %s --repair` sets a torn end aside and completes the files beside the log", shortID(v.ID))
	}
}
