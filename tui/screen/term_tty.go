package screen

import (
	"bytes"
	"io"
	"sync"
	"sync/atomic"

	"github.com/gdamore/tcell/v2"
)

// tty is the terminal's device. It keeps apart what several goroutines write, counts it, tells the
// guard when the terminal is in use, and looks for answers in what comes in.
type tty struct {
	tcell.Tty
	guard   Guard
	undo    string        // for the guard
	ending  func() string // what is to be written last
	written atomic.Int64
	text    atomic.Int64 // see Text
	answers atomic.Pointer[answers]

	mu   sync.Mutex // of writing
	live bool

	input input
}

// input is the state of reading. The library hangs when it is to end while it cannot get rid of what
// was read, so nothing is read from some time before.
type input struct {
	sync.Mutex
	changed sync.Cond
	silent  bool // what comes in is dropped
	waiting bool // the library is waiting for input, and has got rid of what came before; or it has given up
}

func newTTY(inner tcell.Tty, guard Guard) *tty {
	t := &tty{Tty: inner, guard: guard}
	t.input.changed.L = &t.input
	return t
}

// Start takes the device into use.
func (t *tty) Start() error {
	if t.guard != nil {
		t.guard.Arm(t.undo)
	}
	if err := t.Tty.Start(); err != nil {
		if t.guard != nil {
			t.guard.Disarm()
		}
		return err
	}
	t.input.reset()
	t.mu.Lock()
	t.live = true
	t.mu.Unlock()
	return nil
}

// Stop gives the device back. All else was undone by now.
func (t *tty) Stop() error {
	_ = t.send(t.ending()) // there is no later to report it
	t.mu.Lock()
	t.live = false
	t.mu.Unlock()
	err := t.Tty.Stop()
	if t.guard != nil && err == nil {
		t.guard.Disarm()
	}
	return err
}

// Write writes one piece of a frame, or a whole one.
func (t *tty) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, err := t.Tty.Write(p)
	t.written.Add(int64(n))
	return n, err
}

// send writes a sequence of our own, between the writes of frames.
func (t *tty) send(sequence string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.live || sequence == "" {
		return nil
	}
	n, err := io.WriteString(t.Tty, sequence)
	t.written.Add(int64(n))
	return err
}

// Read gives what was typed, and what the terminal answers.
func (t *tty) Read(p []byte) (int, error) {
	for {
		t.input.wait()
		n, err := t.Tty.Read(p)
		if err != nil {
			return n, err
		}
		if t.input.take() {
			if a := t.answers.Load(); a != nil {
				a.scan(p[:n])
			}
			text, _, _ := bytes.Cut(p[:n], []byte("\x1b"))
			t.text.Store(int64(len(text)))
			return n, nil
		}
	}
}

// Text gives how many bytes of text stood at the beginning of what was read last.
func (t *tty) Text() int { return int(t.text.Load()) }

// quiet drops all input from here on, and returns when the library has got rid of what it had.
// Somebody has to take its events meanwhile.
func (t *tty) quiet() {
	t.mu.Lock()
	live := t.live
	t.mu.Unlock()
	if !live {
		return
	}
	t.input.Lock()
	defer t.input.Unlock()
	t.input.silent = true
	for !t.input.waiting {
		t.input.changed.Wait()
	}
}

func (i *input) reset() {
	i.Lock()
	i.silent, i.waiting = false, false
	i.Unlock()
}

// wait notes that the library waits.
func (i *input) wait() {
	i.Lock()
	i.waiting = true
	i.changed.Broadcast()
	i.Unlock()
}

// take says whether the library shall have what was read.
func (i *input) take() bool {
	i.Lock()
	defer i.Unlock()
	i.waiting = i.silent
	return !i.silent
}
