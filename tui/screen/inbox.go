package screen

import (
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"
)

// inbox makes the events of a terminal fit for a chat.
//
//   - A line feed in pasted text becomes Enter, and the second half of CR LF is dropped.
//   - Text that arrives faster than anybody types becomes a paste, so that its newlines do not submit:
//     more than eight text keys that are waiting already, and what follows without a pause.
//   - Turns of the wheel are merged while the screen is busy with the one before, so that a flick of a
//     trackpad is one scroll and a key behind it does not wait.
//   - Of several changes of size, the last one counts.
//
// next is called by one goroutine; the rest of the methods by any.
type inbox struct {
	raw     chan tcell.Event // from the terminal; closed when it is gone
	out     []tcell.Event    // ready to be given out
	given   int              // of them, so many already were
	now     func() time.Time
	timer   *time.Timer
	text    func() int // bytes of text with which began what came from the terminal last; nil when that is not known
	resized func()     // the terminal's cells are not what they were
	focused func(bool)

	bursting bool // between marks of ours
	afterCR  bool // in a paste, the last key was Enter
	burstEnd time.Time

	turn  *tcell.EventMouse // of the wheel, held back
	turns int
	busy  bool          // a turn was given out, and no frame has come of it yet
	drew  chan struct{} // holds a token when a frame was drawn

	mu      sync.Mutex                // guards what follows; next alone writes pasting
	pasting bool                      // between the marks of the terminal
	missing *tcell.EventPaste         // mark that is to be given next
	steps   map[*tcell.EventMouse]int // of merged events, where there is more than one
}

// How text that nobody typed is told from text that somebody did.
const (
	typed      = 8                      // text keys that may be waiting at once
	gather     = 2 * time.Millisecond   // for the rest of a burst whose beginning is waiting
	burstPause = 10 * time.Millisecond  // that ends a burst
	burstTail  = 100 * time.Millisecond // after one, in which two keys at once are its continuation
	turnPause  = 50 * time.Millisecond  // after which a turn is not held back any longer
)

func (b *inbox) init(now func() time.Time, resized func()) {
	b.raw = make(chan tcell.Event, 256)
	b.drew = make(chan struct{}, 1)
	b.now, b.resized = now, resized
	b.steps = map[*tcell.EventMouse]int{}
}

// PollEvent waits for the next event. It gives nil when the terminal is gone.
func (d *Diff) PollEvent() tcell.Event { return d.inbox.next() }

// HasPendingEvent says whether PollEvent would return at once.
func (d *Diff) HasPendingEvent() bool {
	return len(d.inbox.raw) > 0 || d.Screen.HasPendingEvent()
}

// Steps says how many turns of the wheel an event stands for. It can be asked once for each event.
func (d *Diff) Steps(ev *tcell.EventMouse) int {
	b := &d.inbox
	b.mu.Lock()
	defer b.mu.Unlock()
	n := max(b.steps[ev], 1)
	delete(b.steps, ev)
	return n
}

// drawn says that a frame was drawn: what was given out has been dealt with.
func (b *inbox) drawn() {
	select {
	case b.drew <- struct{}{}:
	default:
	}
}

// dropping runs f and takes what the terminal sends in the meantime.
func (b *inbox) dropping(f func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	var mark *tcell.EventPaste // the last that was dropped
	go func() {
		defer close(ended)
		for {
			select {
			case ev, open := <-b.raw:
				if !open {
					return
				}
				if paste, ok := ev.(*tcell.EventPaste); ok {
					mark = paste
				}
			case <-done:
				return
			}
		}
	}()
	f()
	close(done)
	<-ended
	b.mark(mark != nil && mark.Start())
}

// mark has the mark of a paste given before the next event, when the terminal's own was dropped or went to
// another program. Without its end a paste would swallow all keys from then on, and without its beginning
// its newlines would submit.
func (b *inbox) mark(open bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pasting != open {
		b.missing = tcell.NewEventPaste(open)
	}
}

// takeMissing gives that mark, once.
func (b *inbox) takeMissing() *tcell.EventPaste {
	b.mu.Lock()
	defer b.mu.Unlock()
	missing := b.missing
	b.missing = nil
	return missing
}

// next gives the next event.
func (b *inbox) next() tcell.Event {
	for len(b.out) == 0 {
		if !b.step() {
			return nil
		}
	}
	ev := b.out[b.given]
	b.out[b.given] = nil
	if b.given++; b.given == len(b.out) {
		b.out, b.given = b.out[:0], 0
	}
	return ev
}

// step takes one event, or lets a pause pass, and says whether there may be more.
func (b *inbox) step() bool {
	var pause time.Duration
	var drew chan struct{}
	switch {
	case b.bursting:
		pause = burstPause
	case b.turns > 0:
		pause, drew = turnPause, b.drew
	}
	ev, open := b.wait(pause, drew)
	switch {
	case !open:
		return false
	case ev == nil && b.bursting:
		b.endBurst()
	case ev == nil:
		b.giveTurn()
	default:
		b.sort(ev)
	}
	return true
}

// wait takes the next event. It gives nil when the pause is over, if there is one, or when a frame was
// drawn, if that is asked for.
func (b *inbox) wait(pause time.Duration, drew chan struct{}) (ev tcell.Event, open bool) {
	if pause == 0 {
		ev, open = <-b.raw
		return ev, open
	}
	select {
	case ev, open = <-b.raw:
		return ev, open
	default:
	}
	if b.timer == nil {
		b.timer = time.NewTimer(pause)
	} else {
		b.timer.Reset(pause)
	}
	defer b.timer.Stop()
	select {
	case ev, open = <-b.raw:
		return ev, open
	case <-drew:
	case <-b.timer.C:
	}
	return nil, true
}

// sort deals with one event.
func (b *inbox) sort(ev tcell.Event) {
	if missing := b.takeMissing(); missing != nil {
		b.sort(missing)
	}
	switch ev := ev.(type) {
	case *tcell.EventKey:
		b.key(ev)
		return
	case *tcell.EventMouse:
		if ev.Buttons()&wheel != 0 {
			b.endBurst()
			b.wheel(ev)
			return
		}
	case *tcell.EventPaste:
		b.endBurst()
		b.afterCR = false
		b.mu.Lock()
		b.pasting = ev.Start()
		b.mu.Unlock()
	case *tcell.EventResize:
		b.resize(ev)
		return
	case *tcell.EventFocus:
		if b.focused != nil {
			b.focused(ev.Focused)
		}
	}
	b.give(ev)
}

// give lets an event follow on everything that was held back.
func (b *inbox) give(ev tcell.Event) {
	b.endBurst()
	b.giveTurn()
	b.out = append(b.out, ev)
}

// resize gives the last of the changes of size that are waiting.
func (b *inbox) resize(ev tcell.Event) {
	b.resized()
	for len(b.raw) > 0 {
		next, open := <-b.raw
		if !open {
			break
		}
		if _, again := next.(*tcell.EventResize); !again {
			b.give(ev)
			b.sort(next)
			return
		}
		ev = next
	}
	b.give(ev)
}
