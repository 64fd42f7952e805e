package exec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/exit"
)

// Name is the name under which the renderer attaches to its session.
const Name = "exec"

// Exit codes of a run.
const (
	ExitDone        = exit.Done
	ExitFailed      = exit.Failed
	ExitUsage       = exit.Usage
	ExitInterrupted = exit.Interrupted
	ExitBrokenPipe  = exit.BrokenPipe
)

// Conversation is the session that the prompt goes to.
type Conversation interface {
	Tell(m session.Msg)
	Close(ctx context.Context) error
}

// Outcome is how a turn ended, as its renderer saw it.
type Outcome struct {
	Reason event.EndReason
	Err    error // the output could not be written
}

// Sink renders a session for exec.
type Sink interface {
	Render(ctx context.Context, events []event.Envelope) error
	// Over gives the outcome once, when the turn is over or nothing can be rendered any more.
	Over() <-chan Outcome
	// Fail renders a failure outside the session as the last thing.
	Fail(kind, message string)
}

// Options of a run.
type Options struct {
	Session Conversation
	Sink    Sink
	Prompt  string
	// Say sends what the user said to the session, and gives the number of turns that come of it. Nil
	// sends it as it is.
	Say     func(ctx context.Context, text string) (turns int, err error)
	From    int64            // number of the first event that is not old
	Signals <-chan os.Signal // interrupts; a second one gives up waiting
	Lost    <-chan string    // the runtime cannot go on
	Notices <-chan string    // a part of it failed and goes on
	Stderr  io.Writer
	Closing time.Duration // for the session to end
}

// Run sends the prompt, waits for the end of the turn, closes the session, and gives the exit code.
func Run(ctx context.Context, o Options) int {
	o.Session.Tell(session.Attach{Name: Name, From: o.From})
	code := o.all(ctx)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.Closing)
	defer cancel()
	defer o.lastNotices()
	if err := o.Session.Close(closing); err != nil && code == ExitDone {
		fmt.Fprintf(o.Stderr, "error: the session did not end well: %v\n", err)
		return ExitFailed
	}
	return code
}

// all sends what the user said and gives the exit code of what came of it.
func (o Options) all(ctx context.Context) int {
	if o.Say == nil {
		o.Session.Tell(session.UserTurn{Text: o.Prompt})
		return o.turns(ctx, 1)
	}
	s, sig := o.say(ctx)
	switch {
	case sig != nil:
		return exit.Signalled(sig)
	case s.err != nil:
		o.Sink.Fail("input", s.err.Error())
		return ExitUsage
	}
	return o.turns(ctx, s.turns)
}

// said is what came of sending the prompt.
type said struct {
	turns int
	err   error
}

// say sends the prompt, which may take a while: commands of the user may look at it. A signal ends that;
// what was sent all the same ends with the session.
func (o Options) say(ctx context.Context) (s said, sig os.Signal) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan said, 1)
	go func() {
		turns, err := o.Say(ctx, o.Prompt)
		done <- said{turns, err}
	}()
	for {
		select {
		case s := <-done:
			return s, sig
		case sig = <-o.Signals:
			cancel()
		case line := <-o.Notices:
			o.notice(line)
		}
	}
}

func (o Options) notice(line string) { fmt.Fprintf(o.Stderr, "notice: %s\n", clean.Line(line)) }

// lastNotices shows those that came with the end.
func (o Options) lastNotices() {
	for {
		select {
		case line := <-o.Notices:
			o.notice(line)
		default:
			return
		}
	}
}

// turns waits for the end of so many turns and gives the exit code of the last one.
func (o Options) turns(ctx context.Context, n int) int {
	code := ExitDone
	for ; n > 0 && code == ExitDone; n-- {
		code = o.wait(ctx)
	}
	return code
}

// wait gives the exit code of the turn when it is over.
func (o Options) wait(ctx context.Context) int {
	interrupted := 0
	for {
		select {
		case out := <-o.Sink.Over():
			if out.Err != nil && !errors.Is(out.Err, syscall.EPIPE) {
				fmt.Fprintf(o.Stderr, "error: the output cannot be written: %v\n", out.Err)
			}
			if interrupted != 0 {
				return interrupted
			}
			return exitCode(out)
		case sig := <-o.Signals:
			if interrupted != 0 {
				return interrupted
			}
			interrupted = exit.Signalled(sig)
			o.Session.Tell(session.Cancel{})
		case line := <-o.Notices:
			o.notice(line)
		case why := <-o.Lost:
			o.Sink.Fail("lost", why)
			return ExitFailed
		case <-ctx.Done():
			o.Session.Tell(session.Cancel{})
			return ExitFailed
		}
	}
}

func exitCode(out Outcome) int {
	switch {
	case errors.Is(out.Err, syscall.EPIPE):
		return ExitBrokenPipe
	case out.Err != nil:
		return ExitFailed
	}
	switch out.Reason {
	case event.EndDone:
		return ExitDone
	case event.EndInterrupted:
		return ExitInterrupted
	case event.EndMaxTurns, event.EndTimeout, event.EndError:
	}
	return ExitFailed
}
