package claude

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
	"eidolon/internal/front/exec"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/exit"
)

// Name is the name under which the Sink attaches to its session.
const Name = "stream-json"

// Options of Serve.
type Options struct {
	Session exec.Conversation
	Sink    *Sink
	From    int64 // number of the first event that is not old
	// Say sends a message of the user to the session, and gives the number of turns that come of it.
	Say func(ctx context.Context, m Message) (turns int, err error)
	// SetMode, SetModel and SetThinking do what the SDK asks for. A mode is named as the SDK does; an empty
	// model is the one that the session began with; a nil limit of tokens is the model's own.
	SetMode     func(mode string) error
	SetModel    func(ctx context.Context, name string) (model string, err error)
	SetThinking func(ctx context.Context, tokens *int) error

	Budget  float64          // that the turns may cost together, 0 for no limit
	Echo    bool             // messages of the user are repeated
	Signals <-chan os.Signal // interrupts; a second one gives up waiting
	Lost    <-chan string    // the runtime cannot go on
	Notices <-chan string    // a part of it failed and goes on
	Stderr  io.Writer
	Closing time.Duration // for the session to end
}

// arrived is a line of the input, or why there are no more.
type arrived struct {
	input
	err error
}

// sent is what came of sending a message.
type sent struct {
	turns int
	err   error
}

// serving is the state of Serve.
type serving struct {
	Options
	conn    *Conn
	queue   []Message // that wait for the end of the turn
	before  string    // text that goes ahead of the next message
	turns   int       // that are not over; below zero when some ended before their message was known to be sent
	sending chan sent // not nil while a message is looked at
	stop    context.CancelFunc
	ended   bool // no more input comes
	cut     bool // the SDK interrupted the turn
	signal  os.Signal
	code    int
}

// Serve answers the SDK until the end of its input and of the last turn, closes the session, and gives the
// exit code: that of the last turn.
func Serve(ctx context.Context, conn *Conn, o Options) int {
	v := &serving{Options: o, conn: conn}
	o.Sink.tell = o.Session.Tell
	o.Sink.budget = budget{most: o.Budget, exceed: func() { o.Session.Tell(session.Cancel{}) }}
	o.Session.Tell(session.Attach{Name: Name, From: o.From})
	v.run(ctx)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.Closing)
	defer cancel()
	err := o.Session.Close(closing)
	v.notices()
	if err != nil && v.code == exec.ExitDone {
		fmt.Fprintf(o.Stderr, "error: the session did not end well: %v\n", err)
		return exec.ExitFailed
	}
	return v.code
}

func (v *serving) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	v.greet()
	lines := v.conn.read(ctx)
	if first := v.conn.Hello.first; first != nil {
		v.onInput(ctx, arrived{input: *first})
	}
	for !v.over() {
		select {
		case line := <-lines:
			v.onInput(ctx, line)
			if v.ended {
				lines = nil
			}
		case s := <-v.sending:
			v.onSent(ctx, s)
		case out := <-v.Sink.Over():
			v.onOver(ctx, out)
		case sig := <-v.Signals:
			v.onSignal(sig)
		case line := <-v.Notices:
			v.notice(line)
		case why := <-v.Lost:
			v.Sink.Fail(why)
			v.code = exec.ExitFailed
			return
		case <-ctx.Done():
			v.code = exec.ExitFailed
			return
		}
	}
}

// over says that there is nothing left to do.
func (v *serving) over() bool {
	busy := v.turns > 0 || v.sending != nil
	return !busy && (v.signal != nil || v.ended && len(v.queue) == 0)
}

// read reads lines beside everything else. It ends with the input, or when nobody wants to hear of a line;
// one that waits for input that never comes ends with the program.
func (c *Conn) read(ctx context.Context) <-chan arrived {
	lines := make(chan arrived)
	go func() {
		for {
			in, err := c.in.next()
			select {
			case lines <- arrived{in, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

func (v *serving) onInput(ctx context.Context, line arrived) {
	if line.err != nil {
		v.ended = true
		v.Sink.silence(true)
		if !errors.Is(line.err, io.EOF) {
			v.complain(line.err)
		}
		return
	}
	switch line.Type {
	case "user":
		v.onUser(ctx, line.input)
	case "control_request":
		v.onRequest(ctx, line.input)
	case "control_response":
		v.onResponse(line.Response)
	default: // keep_alive and what newer SDKs tell means nothing here
	}
}

// complain tells of input that cannot be.
func (v *serving) complain(err error) {
	fmt.Fprintf(v.Stderr, "error: %s\n", clean.Text(err.Error()))
	v.Sink.Fail(err.Error())
	v.code = exec.ExitUsage
}

func (v *serving) onUser(ctx context.Context, in input) {
	m, err := in.message()
	if err != nil {
		v.complain(err)
		return
	}
	if m.silent {
		v.before += m.Text + "\n\n"
		return
	}
	m.Text, v.before = v.before+m.Text, ""
	v.queue = append(v.queue, m)
	v.next(ctx)
}

// next sends the message that waits longest, when nothing runs. That may take a while: commands of the user
// may look at it.
func (v *serving) next(ctx context.Context) {
	if v.turns > 0 || v.sending != nil || len(v.queue) == 0 || v.signal != nil {
		return
	}
	m := v.queue[0]
	v.queue = v.queue[1:]
	v.Sink.answering(m, v.Echo)
	v.cut = false
	v.sending = make(chan sent, 1)
	ctx, v.stop = context.WithCancel(ctx)
	go func(done chan<- sent) {
		turns, err := v.Say(ctx, m)
		done <- sent{turns, err}
	}(v.sending)
}

func (v *serving) onSent(ctx context.Context, s sent) {
	v.stop()
	v.sending = nil
	v.turns = max(v.turns+s.turns, 0)
	switch {
	case s.err != nil && v.cut:
		v.Sink.Fail(because(event.EndInterrupted, false))
	case s.err != nil:
		v.Sink.Fail(s.err.Error())
		v.code = exec.ExitFailed
	case s.turns == 0:
		v.Sink.nothing()
	case v.cut || v.signal != nil:
		v.Session.Tell(session.Cancel{}) // which came too early for it
	}
	v.next(ctx)
}

// onOver takes the end of a turn.
func (v *serving) onOver(ctx context.Context, out exec.Outcome) {
	if v.turns > 0 || v.sending != nil {
		v.turns--
	}
	switch {
	case out.Err != nil:
		v.broken(out.Err)
	case v.signal != nil:
	case out.Reason == event.EndDone, out.Reason == event.EndInterrupted && v.cut:
		v.code = exec.ExitDone
	case out.Reason == event.EndInterrupted:
		v.code = exec.ExitInterrupted
	default:
		v.code = exec.ExitFailed
	}
	v.next(ctx)
}

// broken ends everything: nothing can be told any more.
func (v *serving) broken(err error) {
	v.ended, v.queue, v.turns = true, nil, 0
	v.code = exec.ExitBrokenPipe
	if !errors.Is(err, syscall.EPIPE) {
		v.code = exec.ExitFailed
		fmt.Fprintf(v.Stderr, "error: the output cannot be written: %v\n", err)
	}
}

// onSignal ends the turn, and with it everything. A second signal waits for nothing.
func (v *serving) onSignal(sig os.Signal) {
	if v.signal != nil {
		v.turns, v.sending = 0, nil
		return
	}
	v.signal, v.code, v.queue = sig, exit.Signalled(sig), nil
	v.interrupt()
}

// interrupt ends the turn that runs, or the sending of a message.
func (v *serving) interrupt() {
	if v.sending != nil {
		v.stop()
	}
	if v.turns > 0 {
		v.Session.Tell(session.Cancel{})
	}
}

func (v *serving) notice(line string) { fmt.Fprintf(v.Stderr, "notice: %s\n", clean.Line(line)) }

// notices shows those that came with the end.
func (v *serving) notices() {
	for {
		select {
		case line := <-v.Notices:
			v.notice(line)
		default:
			return
		}
	}
}
