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
)

// Name is the name under which the renderer attaches to its session.
const Name = "exec"

// Exit codes of a run.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitInterrupted = 130
	ExitBrokenPipe  = 141
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
	Lost   bool  // the session takes no more turns
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
	o.Session.Tell(session.UserTurn{Text: o.Prompt})
	code, _ := o.wait(ctx)
	return o.close(ctx, code)
}

// close ends the session and gives the exit code, given that of the last turn.
func (o Options) close(ctx context.Context, code int) int {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.Closing)
	defer cancel()
	if err := o.Session.Close(closing); err != nil && code == ExitDone {
		fmt.Fprintf(o.Stderr, "error: the session did not end well: %v\n", err)
		return ExitFailed
	}
	return code
}

// wait gives the exit code of the turn that runs, and whether another may follow.
func (o Options) wait(ctx context.Context) (code int, goOn bool) {
	interrupted, leave := 0, false
	for {
		select {
		case out := <-o.Sink.Over():
			if out.Err != nil && !errors.Is(out.Err, syscall.EPIPE) {
				fmt.Fprintf(o.Stderr, "error: the output cannot be written: %v\n", out.Err)
			}
			if interrupted != 0 {
				return interrupted, !leave && out.goOn()
			}
			return exitCode(out), out.goOn()
		case sig := <-o.Signals:
			if interrupted != 0 {
				return interrupted, false
			}
			interrupted, leave = signalled(sig), sig != os.Interrupt
			o.Session.Tell(session.Cancel{})
		case line := <-o.Notices:
			fmt.Fprintf(o.Stderr, "notice: %s\n", clean.Line(line))
		case why := <-o.Lost:
			o.Sink.Fail("lost", why)
			return ExitFailed, false
		case <-ctx.Done():
			o.Session.Tell(session.Cancel{})
			return ExitFailed, false
		}
	}
}

// goOn says whether another turn may follow.
func (o Outcome) goOn() bool { return o.Err == nil && !o.Lost }

// signalled is the code that shells give a program which a signal ended: 130 for Ctrl+C, 143 for a
// plain kill, 129 for a terminal that was closed.
func signalled(sig os.Signal) int {
	if s, ok := sig.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return ExitInterrupted
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
