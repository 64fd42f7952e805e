package keys_test

import (
	"io"
	"testing"

	"github.com/gdamore/tcell/v2"

	"eidolon/tui/keys"
)

// terminal is a tty whose keyboard is a pipe, so that bytes go through the library's own reader.
type terminal struct {
	io.Reader
	keyboard io.WriteCloser
}

func (terminal) Start() error                { return nil }
func (terminal) Stop() error                 { return nil }
func (t terminal) Drain() error              { return t.keyboard.Close() }
func (terminal) Close() error                { return nil }
func (terminal) NotifyResize(func())         {}
func (terminal) Write(b []byte) (int, error) { return len(b), nil }
func (terminal) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: 80, Height: 24}, nil
}

// press gives the event that the bytes of a key become.
func press(t *testing.T, bytes string) *tcell.EventKey {
	t.Helper()
	ti, err := tcell.LookupTerminfo("xterm-256color")
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(terminal{r, w}, ti)
	if err != nil {
		t.Fatal(err)
	}
	if err := screen.Init(); err != nil {
		t.Fatal(err)
	}
	defer screen.Fini()
	if _, err := w.Write([]byte(bytes)); err != nil {
		t.Fatal(err)
	}
	for {
		switch ev := screen.PollEvent().(type) {
		case *tcell.EventKey:
			return ev
		case nil:
			t.Fatalf("%q is no key", bytes)
		}
	}
}

// Every key of the prompt and the chat, in the bytes that terminals send for it.
// Covers: E63, R94
func TestKeysOfTerminals(t *testing.T) {
	table, problems := keys.New(nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for bytes, want := range map[string]keys.Action{
		"\r":            keys.Submit,
		"\x1b[13;2u":    keys.Newline, // Shift+Enter, extended keys of kitty
		"\x1b[27;2;13~": keys.Newline, // and of xterm
		"\x1b[13;5u":    keys.Newline, // Ctrl+Enter
		"\x1b[13;3u":    keys.Newline, // Alt+Enter
		"\x1b\r":        keys.Newline, // Alt+Enter without extended keys
		"\n":            keys.Newline, // Ctrl+J
		"\t":            keys.Complete,
		"\x01":          keys.LineStart,
		"\x05":          keys.LineEnd,
		"\x02":          keys.CursorLeft,
		"\x1b[H":        keys.LineStart,
		"\x1b[F":        keys.LineEnd,
		"\x1b[1~":       keys.LineStart,
		"\x1b[4~":       keys.LineEnd,
		"\x1bb":         keys.WordLeft,
		"\x1bf":         keys.WordRight,
		"\x1b[1;5D":     keys.WordLeft,
		"\x1b[1;5C":     keys.WordRight,
		"\x1b[1;6D":     keys.SelectWordLeft,
		"\x1b[1;2C":     keys.SelectRight,
		"\x0b":          keys.KillLineEnd,
		"\x15":          keys.KillLineStart,
		"\x17":          keys.KillWordLeft,
		"\x1bd":         keys.KillWordRight,
		"\x1b\x7f":      keys.KillWordLeft,
		"\x1b\x08":      keys.KillWordLeft,
		"\x19":          keys.Yank,
		"\x1by":         keys.YankOlder,
		"\x1f":          keys.Undo, // Ctrl+_, and Ctrl+/ on most terminals
		"\x1b[47;5u":    keys.Undo, // Ctrl+/ with extended keys
		"\x1b[27;6;95~": keys.Undo, // Ctrl+_ with extended keys of xterm
		"\x1b[45;6u":    keys.Undo, // and of kitty, which names the key without Shift
		"\x1bz":         keys.Redo,
		"\x1b[95;3u":    keys.Redo, // Alt+_ with extended keys
		"\x1b[A":        keys.CursorUp,
		"\x1bOB":        keys.CursorDown,
		"\x1b[1;3A":     keys.QueueTake,
		"\x12":          keys.HistorySearch,
		"\x07":          keys.Editor,
		"\x03":          keys.Interrupt,
		"\x1b[99;5u":    keys.Interrupt,
		"\x1b[27u":      keys.Escape,
		"\x04":          keys.DeleteRight,
		"\x1b[3~":       keys.DeleteRight,
		"\x7f":          keys.DeleteLeft,
		"\x08":          keys.DeleteLeft,
		"\x1b[Z":        keys.NextPosture,
		"\x1b[9;2u":     keys.NextPosture,
		"\x1b[5~":       keys.ScrollPageUp,
		"\x1b[6~":       keys.ScrollPageDown,
		"\x1b[1;5H":     keys.ScrollTop,
		"\x1b[1;5F":     keys.ScrollEnd,
		"\x0f":          keys.ToggleOutput,
		"\x1bo":         keys.ToggleAllOutput,
		"\x1b[1;5A":     keys.MarkUp,
		"\x1b[1;5B":     keys.MarkDown,
		"\x14":          keys.Todos,
		"\x06":          keys.Files,
		"\x1bOP":        keys.Help,
		"\x0c":          keys.Redraw,
		"\x1a":          keys.Suspend,
		"a":             keys.None,
		"é":             keys.None,
		" ":             keys.None,
	} {
		hit := table.Lookup(press(t, bytes), keys.Stroke{}, keys.Prompt, keys.Chat, keys.Always)
		if hit.Action != want {
			t.Errorf("%q gives %v, want %v", bytes, hit.Action, want)
		}
	}
}
