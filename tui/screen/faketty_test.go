package screen_test

import (
	"bytes"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"eidolon/tui/screen"
)

// fakeTTY is a terminal's device for tests: what is written can be read back, and what shall come in is
// sent with typing.
type fakeTTY struct {
	in      chan []byte
	rest    []byte
	mu      sync.Mutex
	out     bytes.Buffer
	w, h    int
	resized func()
	drain   chan struct{}
	running bool
	closed  bool
	text    atomic.Int64
	full    chan struct{} // until it is closed, nothing can be written; nil never
}

func newFakeTTY(w, h int) *fakeTTY {
	return &fakeTTY{in: make(chan []byte, 1024), w: w, h: h}
}

func (f *fakeTTY) Start() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.drain, f.running = make(chan struct{}), true
	return nil
}

func (f *fakeTTY) Drain() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.drain)
	return nil
}

func (f *fakeTTY) Stop() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running = false
	return nil
}

func (f *fakeTTY) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	return nil
}

func (f *fakeTTY) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		f.mu.Lock()
		drain := f.drain
		f.mu.Unlock()
		select {
		case f.rest = <-f.in:
		case <-drain:
			return 0, os.ErrDeadlineExceeded
		}
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	text, _, _ := bytes.Cut(p[:n], []byte("\x1b"))
	f.text.Store(int64(len(text)))
	return n, nil
}

// Text gives how many bytes of text stood at the beginning of what was read last.
func (f *fakeTTY) Text() int { return int(f.text.Load()) }

func (f *fakeTTY) Write(p []byte) (int, error) {
	if f.full != nil {
		<-f.full
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return 0, io.ErrClosedPipe
	}
	return f.out.Write(p)
}

func (f *fakeTTY) NotifyResize(cb func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.resized = cb
}

func (f *fakeTTY) WindowSize() (tcell.WindowSize, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return tcell.WindowSize{Width: f.w, Height: f.h}, nil
}

// resize changes the size of the window.
func (f *fakeTTY) resize(w, h int) {
	f.mu.Lock()
	f.w, f.h = w, h
	tell := f.resized
	f.mu.Unlock()
	tell()
}

// taken gives what was written since the last time.
func (f *fakeTTY) taken() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.out.String()
	f.out.Reset()
	return s
}

func (f *fakeTTY) written() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.out.Len()
}

// plainScreen is the library's own screen on a fake terminal.
func plainScreen(tb testing.TB, tty *fakeTTY) tcell.Screen {
	tb.Helper()
	tb.Setenv("LC_ALL", "C.UTF-8")
	tb.Setenv("COLORTERM", "")
	tb.Setenv("NO_COLOR", "")
	tb.Setenv("LINES", "")
	tb.Setenv("COLUMNS", "")
	info, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		tb.Fatal(err)
	}
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(tty, info)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// diffScreen is a Diff on a fake terminal.
func diffScreen(tb testing.TB, tty *fakeTTY) *screen.Diff {
	tb.Helper()
	d := screen.NewDiff(plainScreen(tb, tty), time.Now)
	if err := d.Init(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(d.Fini)
	return d
}
