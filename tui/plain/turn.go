package plain

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/leaf/exit"
)

// again is how soon a second interrupt must come to leave when nothing runs.
const again = 2 * time.Second

// turn is the turn that runs, or ran last.
type turn struct {
	running bool
	signal  os.Signal // why it is being cancelled, or nil
}

// onSignal cancels what runs, or leaves.
func (t *Talk) onSignal(sig os.Signal) {
	now := t.o.Now()
	switch {
	case t.turn.running && t.turn.signal != nil:
		t.leave(exit.Signalled(t.turn.signal))
	case t.turn.running:
		t.turn.signal, t.warned = sig, now
		t.o.Session.Tell(session.Cancel{})
	case sig != os.Interrupt || !t.o.Terminal || !t.warned.IsZero() && now.Sub(t.warned) < again:
		t.leave(exit.Signalled(sig))
	case t.work != nil:
		t.warned = now
		t.work.stop()
	default:
		t.warned, t.draft = now, ""
		t.say.line("", t.o.Lang.T("Ctrl+C once more leaves, and so does /quit or Ctrl+D."))
	}
}

// onEvents shows what happened, and goes on behind the end of a turn.
func (t *Talk) onEvents(events []event.Envelope) error {
	frame, ends := t.shown.take(events)
	t.shown.show(frame)
	t.ask(frame.Asked)
	for _, end := range ends {
		t.onEnd(end.Reason)
	}
	if frame.Lost != "" {
		t.leave(exit.Failed)
	}
	if t.say.failed != nil {
		t.onBroken(t.say.failed)
	}
	return t.say.failed
}

// onLast shows what happens when the conversation is over.
func (t *Talk) onLast(events []event.Envelope) error {
	frame, _ := t.shown.take(events)
	t.shown.show(frame)
	return t.say.failed
}

// onEnd is the end of a turn.
func (t *Talk) onEnd(reason event.EndReason) {
	t.say.end()
	sig := t.turn.signal
	t.code = codeOf(reason)
	if sig != nil {
		t.code = exit.Signalled(sig)
	}
	t.turn = turn{}
	switch {
	case sig != nil && sig != os.Interrupt:
		t.left = true
	case sig != nil && t.leaving:
		t.held = true
	case sig != nil && len(t.queue) > 0:
		t.held = true
		t.say.line("", t.o.Lang.N(len(t.queue), "1 prompt waits. What is to become of that?", "%d prompts wait. What is to become of that?"))
		t.offer([]Choice{{t.o.Lang.T("send the next one"), "/queue send"}, {t.o.Lang.T("keep it for later"), "/queue keep"}, {t.o.Lang.T("forget it"), "/queue drop"}})
	}
}

// onBroken leaves when there is nowhere to write the answer to.
func (t *Talk) onBroken(err error) {
	code := exit.Failed
	if errors.Is(err, syscall.EPIPE) {
		code = exit.BrokenPipe
	} else {
		fmt.Fprintln(t.o.Err, t.o.Lang.F("error: the output cannot be written: %v", err))
	}
	if t.turn.signal != nil {
		code = exit.Signalled(t.turn.signal)
	}
	t.leave(code)
}

func codeOf(reason event.EndReason) int {
	switch reason {
	case event.EndDone:
		return exit.Done
	case event.EndInterrupted:
		return exit.Interrupted
	case event.EndMaxTurns, event.EndTimeout, event.EndError:
	}
	return exit.Failed
}
