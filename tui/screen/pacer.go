package screen

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"eidolon/actors/event"
)

// Model is what a pacer shows. Its methods are called by the pacer's goroutine alone.
type Model[F any] interface {
	// Apply takes what happened.
	Apply(events []event.Envelope)
	// Frame gives what is to be drawn, at that time, and says what of it moves by itself. The frame is
	// handed to another goroutine and must not be changed afterwards.
	Frame(now time.Time) (F, Motion)
}

// Motion is what moves on a screen while nothing happens. Only then are there frames without a cause.
type Motion uint8

// The motions.
const (
	Still   Motion = iota
	Seconds        // elapsed time
	Spinner        // that too, and something that turns
)

// PacerOptions of one pacer.
type PacerOptions[M Model[F], F any] struct {
	Model M
	// Draw shows a frame and returns when the terminal has it. It may block for as long as that takes.
	Draw func(F)
	Now  func() time.Time
	// NoMotion turns spinners off. Elapsed time goes on: it is said, not shown.
	NoMotion bool
	// Crashed is told of a panic in the model or in Draw, after which nothing is drawn any more. Without
	// it the program ends.
	Crashed func(error)
}

// Pacer is the goroutine that owns the model of the screen. What happens is collected and drawn as one
// frame: the first one after quiet at once, then one per gap. It has no timer while nothing is pending
// and nothing moves.
//
// It is a renderer.Sink: Render returns when the frame with its events was drawn. So one batch is under
// way at a time, and a slow terminal slows nobody but itself.
//
// None of its methods but Render waits, so that the goroutine that draws may call them.
type Pacer[M Model[F], F any] struct {
	o    PacerOptions[M, F]
	wake chan struct{} // holds a token when there is something to look at
	stop chan struct{}
	once sync.Once

	mu      sync.Mutex
	steps   []step[M]
	kicked  bool
	blurred bool

	// Of the goroutine alone.
	dirty    bool            // the screen shows less than the model has
	urgent   bool            // and a person waits for it
	waiting  []chan struct{} // closed when the next frame was drawn
	motion   Motion
	lastEnd  time.Time     // of the last draw
	lastDraw time.Duration // how long it took
}

// step is one change of the model: the events of one Render, or a call of one Do.
type step[M any] struct {
	events []event.Envelope
	drawn  chan struct{}
	call   func(M)
}

// ErrStopped is what Render gives when nothing is drawn any more.
var ErrStopped = errors.New("the screen is closed")

// How often frames are drawn. Gaps are between the end of one draw and the beginning of the next.
const (
	minGap     = 33 * time.Millisecond
	maxGap     = 500 * time.Millisecond
	blurredGap = 200 * time.Millisecond
	drawShare  = 4 // a gap is so many times the last draw: most of the time is for keys
	spinnerGap = time.Second / 8
)

// NewPacer starts the goroutine. Stop ends it.
func NewPacer[M Model[F], F any](o PacerOptions[M, F]) *Pacer[M, F] {
	p := &Pacer[M, F]{o: o, wake: make(chan struct{}, 1), stop: make(chan struct{})}
	go p.run()
	return p
}

// Stop ends the pacer. A draw that is under way is not waited for: the goroutine that draws may be the
// one that stops.
func (p *Pacer[M, F]) Stop() { p.once.Do(func() { close(p.stop) }) }

// Render implements renderer.Sink.
func (p *Pacer[M, F]) Render(ctx context.Context, events []event.Envelope) error {
	if p.stopped() {
		return ErrStopped
	}
	drawn := make(chan struct{})
	p.tell(func() { p.steps = append(p.steps, step[M]{events: events, drawn: drawn}) })
	select {
	case <-drawn:
		return nil
	case <-p.stop:
		return ErrStopped
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Kick asks for a frame that no event is the cause of.
func (p *Pacer[M, F]) Kick() { p.tell(func() { p.kicked = true }) }

// Do runs f on the goroutine that owns the model, behind all that came before, and asks for a frame
// soon: this is how what a person does reaches the model. It does not wait for f.
func (p *Pacer[M, F]) Do(f func(M)) { p.tell(func() { p.steps = append(p.steps, step[M]{call: f}) }) }

// SetFocused says whether the terminal's window has the focus. Without it there are fewer frames, and
// nothing turns.
func (p *Pacer[M, F]) SetFocused(focused bool) {
	p.tell(func() {
		p.blurred = !focused
		p.kicked = p.kicked || focused
	})
}

// tell changes what the goroutine looks at next, and wakes it.
func (p *Pacer[M, F]) tell(change func()) {
	p.mu.Lock()
	change()
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func (p *Pacer[M, F]) stopped() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}

// run is the goroutine.
func (p *Pacer[M, F]) run() {
	defer p.crashed()
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	for !p.stopped() {
		wait, due := p.collect()
		if due && wait <= 0 {
			p.draw()
			continue
		}
		if due {
			timer.Reset(wait)
		}
		select {
		case <-p.wake:
		case <-timer.C:
		case <-p.stop:
		}
		timer.Stop()
	}
}

// collect applies what has come, and says whether a frame is due, and in what time.
func (p *Pacer[M, F]) collect() (wait time.Duration, due bool) {
	p.mu.Lock()
	steps, kicked, blurred := p.steps, p.kicked, p.blurred
	p.steps, p.kicked = nil, false
	p.mu.Unlock()
	for _, s := range steps {
		if s.call != nil {
			s.call(p.o.Model)
			p.urgent = true
			continue
		}
		p.o.Model.Apply(s.events)
		p.waiting = append(p.waiting, s.drawn)
	}
	p.dirty = p.dirty || kicked || len(steps) > 0
	gap, due := p.gap(blurred)
	return gap - p.o.Now().Sub(p.lastEnd), due
}

// gap is the least time between the last draw and the next, and whether there is a next.
func (p *Pacer[M, F]) gap(blurred bool) (gap time.Duration, due bool) {
	gap = min(max(minGap, drawShare*p.lastDraw), maxGap)
	if blurred {
		gap = max(gap, blurredGap)
	}
	switch {
	case p.urgent:
		return min(gap, p.lastDraw), true
	case p.dirty:
		return gap, true
	case p.motion == Spinner && !blurred && !p.o.NoMotion:
		return max(gap, spinnerGap), true
	case p.motion != Still:
		return max(gap, time.Second), true
	}
	return 0, false
}

// draw shows a frame, and lets those go on who waited for it.
func (p *Pacer[M, F]) draw() {
	p.dirty, p.urgent = false, false
	began := p.o.Now()
	frame, motion := p.o.Model.Frame(began)
	p.motion = motion
	p.o.Draw(frame)
	p.lastEnd = p.o.Now()
	p.lastDraw = p.lastEnd.Sub(began)
	for _, drawn := range p.waiting {
		close(drawn)
	}
	p.waiting = nil
}

// crashed ends the pacer after a panic, when there is somebody to tell. A panic that nobody is told of
// must not be swallowed.
func (p *Pacer[M, F]) crashed() {
	if p.o.Crashed == nil {
		return
	}
	if reason := recover(); reason != nil {
		p.Stop()
		p.o.Crashed(fmt.Errorf("the screen crashed: %v\n%s", reason, debug.Stack()))
	}
}
