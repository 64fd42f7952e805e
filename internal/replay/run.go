package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// Options of a replay.
type Options struct {
	Events []event.Envelope // of the session, as they were recorded
	ID     string
	Key    []byte      // the session's secret; without it the markers around results are not compared
	Tools  []tool.Spec // that the program has
	Hint   func(code tool.Code) string
	Speed  float64 // times as fast as recorded; 0 does not wait

	// Sink shows a turn; nil shows nothing.
	Sink      func(turn int, prompt string) renderer.Sink
	Notice    func(line string)
	Now       func() time.Time
	Unhandled func(who actorkit.Address, message any) // for tests
}

// Report is what a replay found.
type Report struct {
	Turns       int // that were played
	Events      int // that were compared
	Differences []Difference
}

// Run plays the session. An error is about the replay itself; what came otherwise than recorded is in
// the report.
func Run(ctx context.Context, o Options) (Report, error) {
	c := &cast{o: o, progress: newProgress(pace(o.Speed))}
	c.tape = newTape(o.Events, newReader(o.Tools))
	var strange []string
	c.handlers, c.specs, strange = hands(c.tape, o.Tools, c.progress)
	for _, name := range strange {
		o.Notice(fmt.Sprintf("this program has no tool %s; its calls are played, and how their input is read is not compared", name))
	}
	if len(strange) > 0 {
		c.tape = newTape(o.Events, newReader(c.specs))
	}
	for _, n := range c.tape.notices {
		o.Notice(n)
	}
	r := &run{cast: c, compare: comparer{strange: strange, keyless: len(o.Key) == 0}}
	err := r.all(ctx)
	if r.stage != nil {
		err = errors.Join(err, r.stage.close(ctx))
	}
	return r.report, err
}

// run is a replay under way.
type run struct {
	*cast
	stage   *stage
	compare comparer
	report  Report
}

func (r *run) all(ctx context.Context) error {
	for i := range r.tape.turns {
		t := &r.tape.turns[i]
		if !t.prompted {
			r.o.Notice(fmt.Sprintf("turn %d was cut before its prompt was kept and is passed over", t.n))
			if err := r.leave(ctx); err != nil {
				return err
			}
			continue
		}
		if err := r.enter(ctx, t); err != nil {
			return err
		}
		r.report.Turns++
		if err := r.play(ctx, t); err != nil {
			return err
		}
		if err := r.afterCut(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// enter sees to it that a session is open that fits the turn.
func (r *run) enter(ctx context.Context, t *turn) error {
	r.progress.begin(t, t.events[:t.until], t.ending != whole)
	if s := r.stage; s != nil && !t.fresh && !s.spoiled && s.needs == t.needs {
		return nil
	}
	if err := r.leave(ctx); err != nil {
		return err
	}
	var err error
	r.stage, err = r.open(ctx, t.from, t.needs)
	return err
}

// leave closes the session that is open.
func (r *run) leave(ctx context.Context) error {
	s := r.stage
	r.stage = nil
	if s == nil {
		return nil
	}
	return s.close(ctx)
}

// silence is how long a turn may do nothing at all before it is given up. Nobody in it waits longer.
const silence = 2 * patience

// play makes the turn happen again, as far as the run of the program came that began it.
func (r *run) play(ctx context.Context, t *turn) error {
	p := r.progress
	screen := &screen{progress: p}
	if r.o.Sink != nil {
		screen.sink = r.o.Sink(t.n, t.prompt)
	}
	stop := r.stage.show(fmt.Sprintf("replay-%d", t.n), screen)
	defer stop()
	sleep(ctx, r.pauseBefore(t))
	r.begin(t)
	r.answer(ctx, t)
	if t.cancel >= 0 && p.until(ctx, silence, func() bool { return p.ended || p.loose || p.interruptible() }) {
		r.stage.session.Tell(session.Cancel{})
	}
	over := func() bool { return p.ended || t.ending != whole && p.done >= t.until }
	if !p.until(ctx, silence, func() bool { return over() && p.allShown() }) && ctx.Err() == nil {
		r.stage.spoiled = true
		r.report.Differences = append(r.report.Differences, Difference{
			Turn: t.n, Seq: t.seq(p.done), Recorded: lineOf(t.events[min(p.done, len(t.events)-1)]), Came: "nothing more",
		})
	}
	if err := errors.Join(ctx.Err(), screen.failure()); err != nil {
		return errors.Join(err, r.drop(ctx))
	}
	r.check(t, t.events[:t.until])
	return nil
}

// interruptible says that the user's interrupt may come. It is called with the lock held.
func (p *progress) interruptible() bool {
	t := p.turn
	if p.done < t.cancel || t.answer >= 0 && !p.seen[nameOf(t.events[t.answer])] {
		return false
	}
	if n := len(t.rounds); n > 0 && t.rounds[n-1].hangs && p.hanging < n {
		return false
	}
	for key, c := range t.calls {
		if c.ran && c.doneAt >= t.cancel && !p.begun[key] {
			return false
		}
	}
	return true
}

// allShown says that all that came was shown. It is called with the lock held.
func (p *progress) allShown() bool {
	return len(p.came) == 0 || p.shown >= p.came[len(p.came)-1].Seq
}

// pauseBefore is the time that the user took before the turn.
func (r *run) pauseBefore(t *turn) time.Duration {
	past := r.tape.before(t.from)
	if len(past) == 0 || len(t.events) == 0 {
		return 0
	}
	return r.progress.pace.of(t.events[0].Time.Sub(past[len(past)-1].Time))
}

// check compares what was recorded of a part of a turn with what came.
func (r *run) check(t *turn, recorded []event.Envelope) {
	came := r.progress.result()
	if r.progress.cut { // refusals cannot be held back, and may have come later
		came = slices.DeleteFunc(came, func(e event.Envelope) bool { return !isSpine(e) && !holds(recorded, e) })
	}
	found := r.compare.part(t.n, recorded, came)
	r.report.Events += len(recorded)
	if len(found) > 0 {
		r.stage.spoiled = true
	}
	r.report.Differences = append(r.report.Differences, found...)
}

// holds says whether the counterpart of an event is among others.
func holds(events []event.Envelope, e event.Envelope) bool {
	return slices.ContainsFunc(events, func(x event.Envelope) bool { return nameOf(x) == nameOf(e) })
}

// drop ends the stage as a kill would.
func (r *run) drop(ctx context.Context) error {
	s := r.stage
	r.stage = nil
	if s == nil {
		return nil
	}
	return s.kill(ctx)
}

// afterCut goes on after a turn that did not come to its end by itself.
func (r *run) afterCut(ctx context.Context, i int) error {
	t := &r.tape.turns[i]
	switch t.ending {
	case whole:
		return nil
	case unplayable:
		r.o.Notice(fmt.Sprintf("turn %d was %s, and is compared up to there", t.n, t.why))
		return r.drop(ctx)
	case unfinished:
		r.o.Notice(fmt.Sprintf("turn %d has no end and is compared up to where it is", t.n))
		return r.drop(ctx)
	case killed:
	}
	if err := r.drop(ctx); err != nil {
		return err
	}
	needs := t.needs
	if i+1 < len(r.tape.turns) {
		needs = r.tape.turns[i+1].needs
	}
	closing := t.events[t.closes:]
	r.progress.begin(t, closing, false)
	var err error
	if r.stage, err = r.open(ctx, t.seq(t.closes), needs); err != nil {
		return err
	}
	p := r.progress
	p.until(ctx, silence, func() bool { return p.ended })
	r.check(t, closing)
	return ctx.Err()
}

// screen passes events on to the sink of a turn and tells the progress. What comes behind the place
// where the turn was cut is not shown.
type screen struct {
	sink     renderer.Sink
	progress *progress
	err      error // of the sink; guarded by the progress
}

// Render implements renderer.Sink. An error of the sink is kept for the end of the turn.
func (s *screen) Render(ctx context.Context, events []event.Envelope) error {
	var err error
	if s.sink != nil && s.failure() == nil {
		err = s.sink.Render(ctx, slices.DeleteFunc(slices.Clone(events), s.progress.behindCut))
	}
	s.progress.change(func() {
		s.err = errors.Join(s.err, err)
		for _, e := range events {
			if e.Journalled() {
				s.progress.shown = e.Seq
			}
			if asked, ok := e.Event.(event.Asked); ok {
				s.progress.asked[questionName(asked.Call, asked.Rule)] = true
			}
		}
	})
	return nil
}

func (s *screen) failure() error {
	s.progress.mu.Lock()
	defer s.progress.mu.Unlock()
	return s.err
}
