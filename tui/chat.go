package tui

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/keys"
	"eidolon/tui/overlay"
	"eidolon/tui/prompt"
	"eidolon/tui/queue"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// Name is the name under which the chat subscribes to its session.
const Name = "chat"

// Options of a chat.
type Options struct {
	Terminal     *screen.Terminal
	Sessions     Sessions
	Conversation Conversation
	Settings     Settings
	Inputs       Inputs
	Threads      Threads
	Servers      Servers
	Desk         Desk

	Session   string // id of the session to go on with; "" for a new one
	First     string // what is said first, or ""
	Workspace string
	Home      string // of the user, for shorter paths

	Lang lang.Table // that the screen speaks

	Keys   *keys.Table
	Themes func(name string, b screen.Background) (*theme.Theme, error)
	Theme  string                        // that is shown first
	Focus  func(told func(focused bool)) // who is told whether the window is looked at; nil for nobody
	ASCII  bool                          // the terminal shows nothing else
	Still  bool                          // nothing moves by itself

	Signals <-chan os.Signal // end the chat
	Notices <-chan string    // of parts that failed and go on
	Changed <-chan struct{}  // it stands otherwise with a server
	Lost    <-chan string    // why nothing can go on
	Now     func() time.Time
	// Drawn is called with each frame on the UI goroutine, before it goes to the terminal; nil is nobody.
	Drawn func(s tcell.Screen)
}

// Result is how a chat ended.
type Result struct {
	Session string    // id of the session that was open, "" when nothing was said in it
	Signal  os.Signal // that ended it, or nil
}

// chat is the state of the screen. It belongs to the UI goroutine, but for what is marked.
type chat struct {
	lang.Table
	o     Options
	app   *tview.Application
	pacer *screen.Pacer[*stage, view.Frame]

	looks   *looks
	painter view.Painter // for what runs beside the screen
	history *screen.Transcript
	editor  *prompt.Editor
	queue   queue.Queue
	waiting *queue.Panel
	said    *prompt.History
	areas   screen.Areas
	chord   keys.Stroke
	actions map[keys.Action]func(*chat) bool
	grab    mouseHandler // of the part that has the mouse while a button is down

	modal    overlay.Overlay
	attached overlay.Overlay
	asking   asking
	menu     menu
	ahead    map[int]bool // prompts that wait, by their number, whose command goes ahead of them
	inserted string       // command that was chosen to go ahead of the prompt, or ""
	search   search

	open        Opened
	opening     bool        // a session is being opened: what is typed waits
	held        []func()    // show what was noted meanwhile
	sink        *sink       // of the session that is open
	facts       view.Status // of the last frame
	todos       []tool.Todo
	servers     []Server        // as it stood with them last
	lost        string          // why nothing more can be said, or ""
	dragging    bool            // a step of scrolling under the mouse is due
	cancelled   bool            // the turn that runs was cancelled
	sending     bool            // something was said whose turn has not been seen yet
	sends       int             // how often something was said
	unseen      string          // what was said last, once it has been on its way for a while
	draftDue    bool            // what is written is kept soon
	drafted     bool            // the draft on disk is this chat's
	stopSending func()          // ends looking up what is said
	pending     []func()        // panels that open by themselves, when nothing else has the keys
	noticed     map[string]bool // notices that need not be said again
	away        atomic.Bool     // another program has the terminal; any goroutine may ask
	earlier     earlier
	branch      string // of the version control
	background  screen.Background

	passing passing
	leaving bool      // the chat ends when the session is open
	quitAt  time.Time // until then another interrupt quits
	result  Result

	jobs   sync.WaitGroup
	ctx    context.Context //nolint:containedctx // of the jobs beside the screen; it ends with the chat
	cancel context.CancelFunc

	mu     sync.Mutex // guards posted
	posted []func()   // to be run on the UI goroutine
}

// Run is the chat, from the first frame to the last. The error says why the screen could not go on, or
// what is not on disk.
func Run(ctx context.Context, o Options) (Result, error) {
	c, err := newChat(ctx, o)
	if err != nil {
		return Result{}, err
	}
	c.start()
	err = c.app.Run()
	c.pacer.Stop()
	c.cancel()
	c.finishJobs()
	c.keepDraft()
	closing, stop := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
	defer stop()
	return c.result, errors.Join(err, o.Sessions.Close(closing))
}

func newChat(ctx context.Context, o Options) (*chat, error) {
	chosen, err := o.Themes(o.Theme, screen.UnknownBackground)
	if err != nil {
		return nil, err
	}
	c := &chat{Table: o.Lang, o: o, looks: &looks{chosen}, app: tview.NewApplication(), actions: actions(), ahead: map[int]bool{}, noticed: map[string]bool{}}
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.history = screen.NewTranscript(screen.TranscriptOptions{Looks: c.looks, Now: o.Now, ASCII: o.ASCII})
	c.said = prompt.NewHistory()
	c.editor = prompt.New(prompt.Options{Lang: o.Lang, Palette: c.looks, History: c.said, ASCII: o.ASCII, Placeholder: c.T("Ask something, / for commands, @ for files, F1 for all keys")})
	c.waiting = queue.NewPanel(&c.queue, c.looks, o.Keys, o.Lang)
	c.pacer = screen.NewPacer(screen.PacerOptions[*stage, view.Frame]{
		Model: newStage(o), Now: time.Now, NoMotion: o.Still, Draw: c.draw, //nolint:forbidigo // the screen's own pace; nothing is decided by it
	})
	if o.Focus != nil {
		o.Focus(c.pacer.SetFocused)
	}
	c.app.SetScreen(o.Terminal.Screen()).EnableMouse(true).EnablePaste(true)
	if o.Drawn != nil {
		c.app.SetAfterDrawFunc(o.Drawn)
	}
	c.app.SetInputCapture(keepInterrupt)
	c.app.SetRoot(&root{Box: tview.NewBox(), c: c}, true)
	return c, nil
}

// keepInterrupt has Ctrl+C treated like any other key. The library would end the program at once, unless
// it is given another event than the one that came.
func keepInterrupt(ev *tcell.EventKey) *tcell.EventKey {
	if ev.Key() == tcell.KeyCtrlC {
		return tcell.NewEventKey(ev.Key(), ev.Rune(), ev.Modifiers())
	}
	return ev
}

// start begins what goes on beside the first frame.
func (c *chat) start() {
	c.watch()
	c.openSession(c.o.Session)
	c.beside(listWithin, c.loadSaid)
	c.beside(listWithin, c.lookAround)
	c.beside(listWithin, c.fitTheme)
}

// fitTheme loads the theme anew when the terminal has said what it stands on.
func (c *chat) fitTheme(ctx context.Context) func() {
	select {
	case b := <-c.o.Terminal.Background():
		return func() {
			c.background = b
			if t, err := c.o.Themes(c.o.Theme, b); err == nil {
				c.looks.Theme = t
			}
		}
	case <-ctx.Done():
		return nil
	}
}

// lookAround finds out what the status line tells of the workspace.
func (c *chat) lookAround(ctx context.Context) func() {
	branch := c.o.Desk.Branch(ctx)
	return func() { c.branch = branch }
}

// looks is the theme in force. Widgets have it for good, so that a change of theme is one assignment.
type looks struct{ *theme.Theme }

// leave ends the chat.
func (c *chat) leave() {
	if said := c.open.Next > 0 || c.facts.Ended > 0 || c.facts.Running; said {
		c.result.Session = c.open.ID
	}
	c.app.Stop()
}
