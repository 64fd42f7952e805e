package screen

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/lang"
)

// Guard is told what somebody else has to write to the terminal should the program die.
type Guard interface {
	Arm(undo string)
	Disarm()
}

// Options of a terminal.
type Options struct {
	Env   func(string) string // the environment
	Lang  lang.Table          // of the notice
	Now   func() time.Time
	Guard Guard      // nil is none
	Focus func(bool) // told when the window gets or loses the focus; nil is nobody
	Tty   tcell.Tty  // nil is the terminal of the process
	Title string     // of the window
}

// Terminal is the terminal that the chat has to itself. What is switched on here is switched off again
// when the screen is closed, suspended, or dies.
//
// tcell switches on the alternate screen, mouse, paste and focus reports, synchronized output and the
// extended keyboard protocols, and off again. The title, the mark of progress, notifications and the
// question for the background are ours. There are no marks of prompts (OSC 133): terminals keep them
// with the lines that scroll away, and in the alternate screen none do.
type Terminal struct {
	diff   *Diff
	tty    *tty
	brand  brand
	notice string

	mu       sync.Mutex
	title    string
	progress bool
	blurred  bool
	back     chan Background
}

// errStuck is what Close gives when the terminal takes nothing any more.
var errStuck = errors.New("the terminal does not take what would put it right")

// closing is how long a terminal may take for its last bytes.
const closing = 2 * time.Second

// Open takes the terminal: full screen, with mouse, paste and focus reports. The screen can be drawn on
// at once.
func Open(o Options) (*Terminal, error) {
	tcell.SetEncodingFallback(tcell.EncodingFallbackASCII) // an unknown locale is no reason to give up
	info, notice, err := terminfoFor(o.Env, o.Lang)
	if err != nil {
		return nil, err
	}
	inner := o.Tty
	if inner == nil {
		if inner, err = tcell.NewDevTty(); err != nil {
			return nil, fmt.Errorf("open the terminal: %w", err)
		}
	}
	t := &Terminal{brand: brandOf(o.Env, info), notice: notice, title: o.Title, back: make(chan Background, 1)}
	t.tty = newTTY(inner, o.Guard)
	t.tty.undo, t.tty.ending = undoing(info)+t.progressSequence(false), t.ending
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(t.tty, info)
	if err != nil {
		return nil, fmt.Errorf("open the terminal: %w", err)
	}
	t.diff = NewDiff(s, o.Now)
	t.diff.titled, t.diff.resumed, t.diff.quiet = t.SetTitle, t.resumed, t.tty.quiet
	t.diff.counters.bytes = t.tty.written.Load
	t.diff.inbox.focused = func(focused bool) {
		t.mu.Lock()
		t.blurred = !focused
		t.mu.Unlock()
		if o.Focus != nil {
			o.Focus(focused)
		}
	}
	if err := t.diff.Init(); err != nil {
		return nil, errors.Join(fmt.Errorf("open the terminal: %w", err), inner.Close())
	}
	t.diff.EnableMouse()
	t.diff.EnablePaste()
	t.diff.EnableFocus()
	t.resumed()
	t.askBackground(o.Env, info)
	return t, nil
}

// Screen is what tview draws on.
func (t *Terminal) Screen() *Diff { return t.diff }

// Notice says what a person should know about the terminal, or "".
func (t *Terminal) Notice() string { return t.notice }

// Close gives the terminal back as it was. It may be called at any time, from anywhere, and more than
// once. A terminal that takes nothing any more is given up after two seconds.
func (t *Terminal) Close() error {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		t.diff.Fini()
	}()
	timer := time.NewTimer(closing)
	defer timer.Stop()
	select {
	case <-closed:
		return nil
	case <-timer.C:
		return errStuck
	}
}

// Write sends an escape sequence that changes nothing on the screen. It never falls into a frame. While
// the terminal is given back, it is dropped.
func (t *Terminal) Write(sequence string) error { return t.tty.send(sequence) }

// StopGroup stops the program and its process group, as Ctrl+Z does in a shell, and returns when they
// go on. The screen has to be suspended around it.
func (t *Terminal) StopGroup() error { return stopGroup() }
