package plain

import (
	"context"
	"io"
	"os"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/leaf/exit"
	"eidolon/internal/leaf/lang"
)

// Conversation is the session that is talked to.
type Conversation interface {
	Tell(m session.Msg)
	Close(ctx context.Context) error
}

// Options of a conversation.
type Options struct {
	Session Conversation
	Name    string // of the renderer under which the session knows the Talk
	From    int64  // number of the first event that is not old

	In       io.Reader
	Terminal bool // a person types at In
	Out, Err io.Writer
	Labelled bool // Out is a terminal: all goes there, and each line says who speaks

	Signals <-chan os.Signal // a second one gives up waiting
	Lost    <-chan string    // the runtime cannot go on
	Notices <-chan string    // a part of it failed and goes on

	// Command runs a line that begins with a slash, away from the conversation's goroutine; nil knows
	// none. /help, /quit and /exit never come to it.
	Command func(ctx context.Context, line string) (Reply, error)
	// Prompt makes a turn of what was typed: it reads the files that the text names, say. What it has to
	// tell the person comes with it; with an error there is no turn. Nil takes the text as it is.
	Prompt func(ctx context.Context, text string) (turn session.UserTurn, notices []string, err error)

	Lang    lang.Table // that it speaks
	Window  int64      // tokens that the model can take at once, or 0
	Now     func() time.Time
	Closing time.Duration // for the session to end
}

// Reply is what a command has to say.
type Reply struct {
	Text string
	// Choices are shown as a numbered list. Typing a number runs the line that it stands for.
	Choices []Choice
	// Turn is what the command stands for: it is said as if the person had typed it. Nil is nothing.
	Turn  *session.UserTurn
	Leave bool // the conversation is over
}

// Choice is one of several.
type Choice struct{ Label, Line string }

// Talk is a conversation. It is the sink of its own renderer. Fields below the channels belong to the
// goroutine of Run.
type Talk struct {
	o       Options
	batches chan batch
	gone    chan struct{} // nobody takes batches any more
	lines   <-chan typed

	say   printer
	shown transcript
	turn  turn
	work  *work // a command, or what makes a turn of a prompt; nil when there is none
	queue []waiting
	held  bool // the queue waits until the person says more
	asked question
	menu  []Choice

	draft   string    // lines before the last one of a prompt of several
	warned  time.Time // when an interrupt came while nothing ran
	ended   bool      // nothing more can be typed
	leaving bool      // when all that was typed is done
	left    bool
	code    int
}

// batch is what a renderer brings, and where it hears that it was shown.
type batch struct {
	events []event.Envelope
	shown  chan<- error
}

// New makes a conversation.
func New(o Options) *Talk {
	t := &Talk{o: o, batches: make(chan batch), gone: make(chan struct{})}
	t.say = printer{out: o.Out, err: o.Err, labelled: o.Labelled, lang: o.Lang, bol: true}
	t.shown = newTranscript(&t.say, o)
	return t
}

// Render implements [renderer.Sink].
func (t *Talk) Render(ctx context.Context, events []event.Envelope) error {
	shown := make(chan error, 1)
	select {
	case t.batches <- batch{events, shown}:
	case <-t.gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-shown:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run attaches to the session and talks until there is nothing more to say: at the end of the input,
// at a word of the person, at a signal. It closes the session and gives the exit code: that of the last
// turn, or of the signal. A person who leaves gets no complaint.
func (t *Talk) Run(ctx context.Context) int {
	defer close(t.gone)
	t.o.Session.Tell(session.Attach{Name: t.o.Name, From: t.o.From})
	reading, stop := context.WithCancel(ctx)
	defer stop()
	t.lines = readLines(reading, t.o.In)
	for t.goOn(ctx); !t.left; t.goOn(ctx) {
		t.next(ctx)
	}
	t.work.stop()
	t.say.end()
	t.close(ctx)
	t.lastNotices()
	return t.code
}

// lastNotices shows those that came with the end.
func (t *Talk) lastNotices() {
	for {
		select {
		case line := <-t.o.Notices:
			t.say.line("notice: ", line)
		default:
			return
		}
	}
}

// next takes what comes next.
func (t *Talk) next(ctx context.Context) {
	select {
	case line := <-t.input():
		t.onLine(ctx, line)
	case b := <-t.batches:
		b.shown <- t.onEvents(b.events)
	case r := <-t.work.result():
		t.onResult(r)
	case sig := <-t.o.Signals:
		t.onSignal(sig)
	case line := <-t.o.Notices:
		t.say.line("notice: ", line)
	case why := <-t.o.Lost:
		t.say.line("error: ", why)
		t.leave(exit.Failed)
	case <-ctx.Done():
		t.o.Session.Tell(session.Cancel{})
		t.leave(exit.Failed)
	}
}

// input gives where lines come from, if one can be taken now. A person may type at any time; of a pipe
// the next prompt is taken when the one before is done.
func (t *Talk) input() <-chan typed {
	if t.o.Terminal || !t.busy() {
		return t.lines
	}
	return nil
}

func (t *Talk) busy() bool { return t.turn.running || t.work != nil }

// goOn sends what waits, leaves when a person wanted that behind it, or shows them that it is their turn.
func (t *Talk) goOn(ctx context.Context) {
	switch {
	case t.left:
	case t.asked.open():
		t.say.ask("answer: ")
	case t.busy():
	case len(t.queue) > 0 && !t.held:
		first := t.queue[0]
		t.queue = t.queue[1:]
		t.say.line("you: ", first.text)
		if first.turn != nil {
			t.begin(*first.turn)
		} else {
			t.enter(ctx, first.text)
		}
		t.goOn(ctx) // it may have been done at once
	case t.leaving:
		t.end()
	case t.o.Terminal && t.draft == "":
		t.say.ask("you: ")
	}
}

func (t *Talk) leave(code int) { t.left, t.code = true, code }

// close ends the session and shows what it says until then.
func (t *Talk) close(ctx context.Context) {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.o.Closing)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- t.o.Session.Close(closing) }()
	for {
		select {
		case b := <-t.batches:
			b.shown <- t.onLast(b.events)
		case err := <-closed:
			t.say.end()
			if err != nil && t.code == exit.Done {
				t.say.line("error: ", t.o.Lang.F("the session did not end well: %v", err))
				t.code = exit.Failed
			}
			return
		}
	}
}
