package screen

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
)

// Diff is a tcell.Screen that stands between tview and the terminal. tview clears the screen and draws
// everything for each frame; the terminal's own screen takes every cell that was cleared and written
// again for changed, and sends it. Diff keeps two arrays of cells: drawing works on the back one, and
// Show passes on the cells that differ from the front one, which is what the terminal has. Nothing is
// sent when none differ and the cursor stands still.
//
// It also makes the events fit for a chat (see inbox) and counts what it does.
//
// The methods below are Diff's own; all others are the terminal's. A test compares the two lists with
// tcell.Screen, so that a method of a newer library is not passed by.
//
//	life      Init Fini Suspend Resume SetTitle
//	cells     Clear Fill Put PutStr PutStrStyled SetCell SetContent Get GetContent Size
//	cursor    ShowCursor HideCursor SetCursorStyle
//	frames    Show Sync
//	events    PollEvent HasPendingEvent EnableMouse
//
// Drawing belongs to one goroutine, tview's. Events are polled by one other. Fini, Stats and Forget may
// be called by any.
type Diff struct {
	tcell.Screen

	w, h        int
	back, front []cell
	styles      styles
	cursor      cursor // as it shall be
	shown       cursor // as the terminal has it
	began       time.Time

	inbox    inbox
	now      func() time.Time
	titled   func(string) // sets the title of the window; nil passes it on
	resumed  func()       // the terminal is in use again; nil is nobody's business
	quiet    func()       // takes no input any more, so that the terminal can be given back; nil is not needed
	stale    atomic.Bool  // the front array says nothing about the terminal
	initOnce sync.Once
	initErr  error
	finiOnce sync.Once
	counters counters
}

// cell is one place on the screen. Styles are numbers of a table, which makes cells small and quick to
// compare.
type cell struct {
	text  string // one grapheme cluster, never empty
	style uint32
	width int8
}

// cursor is where the cursor is and how it looks. Outside of the screen it is hidden.
type cursor struct {
	x, y  int
	style tcell.CursorStyle
	color tcell.Color
}

// NewDiff wraps a screen. The clock is used for counting and to tell pasted text from typed.
func NewDiff(s tcell.Screen, now func() time.Time) *Diff {
	d := &Diff{Screen: s, now: now, cursor: cursor{x: -1, y: -1, color: tcell.ColorNone}}
	d.shown = d.cursor
	d.styles.reset()
	d.inbox.init(now, d.Forget)
	if tty, ok := s.Tty(); ok {
		if reader, ok := tty.(interface{ Text() int }); ok {
			d.inbox.text = reader.Text
		}
	}
	d.stale.Store(true)
	return d
}

// Init prepares the terminal. Only the first call does anything, since tview calls it again.
func (d *Diff) Init() error {
	d.initOnce.Do(func() {
		if d.initErr = d.Screen.Init(); d.initErr == nil {
			go d.ChannelEvents(d.inbox.raw, nil)
		}
	})
	return d.initErr
}

// Fini gives the terminal back.
func (d *Diff) Fini() {
	d.finiOnce.Do(func() {
		_ = d.Suspend() // it always succeeds
		d.Screen.Fini()
	})
}

// Suspend gives the terminal back for a while. Input that nobody has taken is dropped: the library would
// wait for ever for somebody to take it.
func (d *Diff) Suspend() (err error) {
	d.inbox.dropping(func() {
		if d.quiet != nil {
			d.quiet()
		}
		err = d.Screen.Suspend()
	})
	return err
}

// Resume takes the terminal again. The next frame is sent whole.
func (d *Diff) Resume() error {
	d.Forget()
	err := d.Screen.Resume()
	if err == nil && d.resumed != nil {
		d.resumed()
	}
	return err
}

// SetTitle names the window.
func (d *Diff) SetTitle(title string) {
	if d.titled == nil {
		d.Screen.SetTitle(title)
		return
	}
	d.titled(title)
}

// Forget makes the next frame a whole one: the terminal shows something else than what was sent.
func (d *Diff) Forget() { d.stale.Store(true) }

// Show brings the frame to the terminal.
func (d *Diff) Show() {
	all := d.stale.Swap(false)
	if w, h := d.Screen.Size(); w != d.w || h != d.h {
		// The window changed while the frame was being drawn. What fits is shown, and the resize event
		// that is on its way brings a whole one.
		all = true
		d.Forget()
	}
	sent := d.pass(all)
	if sent > 0 || d.cursor != d.shown {
		d.place()
		d.Screen.Show()
		d.counters.frame(sent)
	}
	if !d.began.IsZero() {
		d.counters.draw.Store(int64(d.now().Sub(d.began)))
	}
	d.inbox.drawn()
}

// Sync sends everything again, for a terminal on which something else has written.
func (d *Diff) Sync() {
	d.counters.frame(d.pass(true))
	d.place()
	d.Screen.Sync()
}

// pass hands the cells that differ to the terminal's screen, or all of them, and says how many.
func (d *Diff) pass(all bool) (sent int) {
	for i := range d.back {
		c := &d.back[i]
		if !all && *c == d.front[i] {
			continue
		}
		d.Screen.Put(i%d.w, i/d.w, c.text, d.styles.list[c.style])
		d.front[i] = *c
		sent++
	}
	return sent
}

// place hands the cursor to the terminal's screen.
func (d *Diff) place() {
	d.Screen.ShowCursor(d.cursor.x, d.cursor.y)
	if d.cursor.style != d.shown.style || d.cursor.color != d.shown.color {
		d.Screen.SetCursorStyle(d.cursor.style, d.cursor.color)
	}
	d.shown = d.cursor
}

// ShowCursor says where the cursor shall be.
func (d *Diff) ShowCursor(x, y int) { d.cursor.x, d.cursor.y = x, y }

// HideCursor says that there shall be none.
func (d *Diff) HideCursor() { d.ShowCursor(-1, -1) }

// SetCursorStyle says how the cursor shall look.
func (d *Diff) SetCursorStyle(style tcell.CursorStyle, colors ...tcell.Color) {
	d.cursor.style, d.cursor.color = style, tcell.ColorNone
	if len(colors) > 0 {
		d.cursor.color = colors[0]
	}
}

// EnableMouse asks for buttons and for motion with a button held down, whatever was asked for: reports
// of all motion would fill the queue of events.
func (d *Diff) EnableMouse(...tcell.MouseFlags) {
	d.Screen.EnableMouse(tcell.MouseButtonEvents | tcell.MouseDragEvents)
}
