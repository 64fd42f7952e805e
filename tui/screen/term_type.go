package screen

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
)

// standard is the terminal that nearly all others imitate.
const standard = "xterm-256color"

// xtermLike are the beginnings of names of terminals that understand what xterm does, and of which the
// library's table knows nothing or less. From the system's own table it would read neither that they
// synchronize output nor that they tell Shift+Enter from Enter.
var xtermLike = []string{
	"foot", "wezterm", "contour", "rio", "ghostty", "kitty", "alacritty", "konsole", "vte", "mintty", "iterm", "tmux", "st-",
}

// terminfoFor finds the description of the terminal, and says what a person should know about it.
func terminfoFor(env func(string) string, in lang.Table) (info *terminfo.Terminfo, notice string, err error) {
	name := env("TERM")
	if name == "" && runtime.GOOS == "windows" {
		name = "xterm-truecolor"
	}
	if info, err = terminfo.LookupTerminfo(name); err == nil && (info.XTermLike || !likeXterm(name, env)) {
		return info, "", nil
	}
	if likeXterm(name, env) {
		return copyOf(name)
	}
	if info, err = tcell.LookupTerminfo(name); err == nil { // asks the system
		return info, "", nil
	}
	info, _, err = copyOf(standard)
	return info, in.F("The terminal type %q is not known; the terminal is used as %s.", clean.Line(name), standard), err
}

// likeXterm says whether a terminal can be used as xterm. What tmux calls "screen" is tmux.
func likeXterm(name string, env func(string) string) bool {
	if strings.HasPrefix(name, "screen") {
		return env("TMUX") != ""
	}
	for _, known := range xtermLike {
		if strings.HasPrefix(name, known) {
			return true
		}
	}
	return false
}

// copyOf gives the description of xterm under another name. It is a copy: the library changes what it
// is given.
func copyOf(name string) (info *terminfo.Terminfo, notice string, err error) {
	info, err = terminfo.LookupTerminfo(standard)
	if err != nil {
		return nil, "", fmt.Errorf("describe the terminal: %w", err)
	}
	like := *info
	like.Name, like.Aliases, like.XTermLike = name, nil, true
	return &like, "", nil
}

// undoing gives what undoes everything that is switched on, whatever was being written when the
// program died. The state of the keyboard belongs to the alternate screen and goes before it.
func undoing(info *terminfo.Terminfo) string {
	if !info.XTermLike && info.Mouse == "" {
		return info.AttrOff + info.ShowCursor + info.ExitKeypad + info.EnableAutoMargin + info.ExitCA
	}
	s := "\x1b\\" + // ends what was begun
		"\x1b[?2026l" // and the frame
	if info.XTermLike {
		s += "\x1b[?9001l\x1b[<u\x1b[>4;0m" + // keyboard
			"\x1b[23;2t\x1b[0 q" // title and cursor
	}
	return s + info.ShowCursor + info.AttrOff + info.ExitKeypad + info.EnableAutoMargin + info.ExitCA +
		"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l" + // mouse
		"\x1b[?2004l\x1b[?1004l" // pastes and focus
}
