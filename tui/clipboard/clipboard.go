// Package clipboard brings text to the clipboard by every way that there is: the multiplexer, the
// terminal itself (which works over SSH), and the programs of the desktop. None of them tells whether
// the text has arrived, so the answer says where it was sent.
package clipboard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"

	"eidolon/internal/leaf/lang"
)

// Options of a clipboard.
type Options struct {
	Env  func(string) string // the environment
	Lang lang.Table          // in which it says where a text went
	// Terminal sends an escape sequence to the terminal; nil is none.
	Terminal func(sequence string) error
	// File is where a text goes that is too long for a terminal; "" is nowhere.
	File string
	// Run runs a program with text on standard input; nil is the real thing.
	Run func(ctx context.Context, text string, name string, args ...string) error
}

// Clipboard is how text leaves the program. It can be used by several goroutines.
type Clipboard struct{ o Options }

// New makes a clipboard.
func New(o Options) *Clipboard {
	if o.Run == nil {
		o.Run = run
	}
	return &Clipboard{o}
}

const (
	limit       = 2 * time.Second // for all ways together
	maxTerminal = 74_994          // bytes that give 100,000 in base64, which is where terminals stop
)

// ErrNowhere is given when no way was open.
var ErrNowhere = errors.New("there is no way to a clipboard here")

// Copy sends text by all ways that apply, and gives where it went, for people: "tmux, the terminal
// (OSC 52)". It takes two seconds at most and must not be called by the goroutine that draws. The
// error is for when it went nowhere.
func (c *Clipboard) Copy(ctx context.Context, text string) (where string, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var sent []string
	var failed []error
	tell := func(name string, err error) {
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
			return
		}
		sent = append(sent, name)
	}
	ways := programs(c.o.Env, c.o.Lang)
	results := c.runAll(ctx, text, ways)
	for i, w := range ways {
		if w.tmux {
			tell(w.name, results[i])
		}
	}
	if c.o.Terminal != nil && len(text) <= maxTerminal {
		tell(c.o.Lang.T("the terminal (OSC 52)"), c.o.Terminal(c.sequence(text)))
	}
	for i, w := range ways {
		if !w.tmux {
			tell(w.name, results[i])
		}
	}
	if c.o.File != "" && len(text) > maxTerminal {
		tell(c.o.File, write(c.o.File, text))
	}
	if len(sent) == 0 {
		return "", errors.Join(append([]error{ErrNowhere}, failed...)...)
	}
	return strings.Join(sent, ", "), nil
}

// runAll runs the programs side by side: one that hangs takes nothing from the others.
func (c *Clipboard) runAll(ctx context.Context, text string, ways []way) []error {
	results := make([]error, len(ways))
	var all sync.WaitGroup
	for i, w := range ways {
		all.Go(func() { results[i] = w.send(ctx, c.o.Run, text) })
	}
	all.Wait()
	return results
}

// sequence is OSC 52, wrapped so that a multiplexer hands it on.
func (c *Clipboard) sequence(text string) string {
	s := osc52.New(text)
	switch {
	case c.o.Env("TMUX") != "":
		s = s.Tmux()
	case c.o.Env("STY") != "":
		s = s.Screen()
	}
	return s.String()
}

// write keeps the text in a file that nobody else can read.
func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}
