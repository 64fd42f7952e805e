package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"eidolon/internal/private"
	"eidolon/tui"
	"eidolon/tui/clipboard"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/ttyguard"
)

// ScreenOptions say how a chat is shown.
type ScreenOptions struct {
	Session string   // id of the session to go on with; "" for a new one
	First   string   // what is said first, or ""
	Notices []string // of what happened before there was a screen
	Problem error    // why there is no model to ask, or nil
	Signals <-chan os.Signal
}

// Screen has a chat on the whole terminal. When it returns, the terminal is as it was.
func Screen(ctx context.Context, o Options, s ScreenOptions) (result tui.Result, err error) {
	table, problems := keys.New(o.Config.TUI.Keys)
	for _, p := range problems {
		s.Notices = append(s.Notices, "tui.keys: "+p.Key+" "+p.Text)
	}
	guard, err := guardTerminal() //nolint:contextcheck // it ends when this process does
	if err != nil {
		s.Notices = append(s.Notices, o.Lang.F("The terminal is not guarded: if eidolon is killed, `reset` puts it right. %s", err))
	}
	defer func() { err = errors.Join(err, guard.Close()) }()
	crashes := keepCrashes(o.Base)
	defer crashes()
	var pacing atomic.Pointer[func(bool)]
	term, err := screen.Open(screen.Options{
		Env: o.env, Lang: o.Lang, Now: time.Now, Guard: guard, Title: "eidolon",
		Focus: func(focused bool) {
			if set := pacing.Load(); set != nil {
				(*set)(focused)
			}
		},
	})
	if err != nil {
		return tui.Result{}, err
	}
	defer func() { err = errors.Join(err, term.Close()) }()
	if n := term.Notice(); n != "" {
		s.Notices = append(s.Notices, n)
	}
	clip := clipboard.New(clipboard.Options{Env: o.env, Lang: o.Lang, Terminal: term.Write, File: filepath.Join(o.Base, "copied.txt")})
	o.Copy = clip.Copy
	lost, notices := make(chan string, 1), make(chan string, len(s.Notices)+16)
	o.Failed, o.Notice = Offer(lost), Offer(notices)
	for _, n := range s.Notices {
		o.Notice(n)
	}
	chat, themes := NewChat(o, s.Problem), o.themes()
	to := tui.Options{
		Terminal: term, Sessions: chat, Conversation: chat, Settings: chat, Inputs: chat, Threads: chat, Desk: chat,
		Session: s.Session, First: s.First, Workspace: o.Root, Home: o.Home, Lang: o.Lang,
		Keys: table, Theme: o.Config.TUI.Theme, ASCII: o.ascii(), Still: o.Config.TUI.Motion == "off",
		Signals: s.Signals, Notices: notices, Lost: lost, Now: time.Now,
		Focus: func(set func(bool)) { pacing.Store(&set) },
		Themes: func(name string, b screen.Background) (*theme.Theme, error) {
			return themes(name, term.Screen().Colors(), b)
		},
	}
	return tui.Run(ctx, to)
}

// guardTerminal starts the process that puts the terminal right should this one die.
func guardTerminal() (*ttyguard.Guard, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return ttyguard.Start(exe)
}

// crashName is a file in the base directory with what Go said when the program died.
const crashName = "crash.log"

// keepCrashes has what Go says of a crash kept: the screen would swallow it.
func keepCrashes(base string) (end func()) {
	if _, err := private.MakeDir(base); err != nil {
		return func() {}
	}
	f, err := os.OpenFile(filepath.Join(base, crashName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, private.FileMode)
	if err != nil {
		return func() {}
	}
	_ = debug.SetCrashOutput(f, debug.CrashOptions{}) // without it a crash is told on the terminal only
	return func() {
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{}) // as above
		f.Close()
	}
}

// themes gives what loads themes. A configured one that is missing or faulty does not keep the chat
// from opening: it is told once, and auto takes its place.
func (o *Options) themes() func(name string, colors int, b screen.Background) (*theme.Theme, error) {
	var once sync.Once
	return func(name string, colors int, b screen.Background) (*theme.Theme, error) {
		t, err := o.theme(name, colors, b)
		if err == nil || name != o.Config.TUI.Theme {
			return t, err
		}
		once.Do(func() { o.Notice(o.Lang.F("tui.theme: %s; the chat opens in auto", err)) })
		return o.theme("auto", colors, b)
	}
}

// theme loads a theme for a terminal with so many colours.
func (o *Options) theme(name string, colors int, background screen.Background) (*theme.Theme, error) {
	full := o.env("COLORTERM")
	return theme.Load(theme.Options{
		Name: name, Colors: colors, TrueColor: full == "truecolor" || full == "24bit", NoColor: o.env("NO_COLOR") != "",
		Background: theme.Background(background), // both count unknown, dark, light
		UserFiles: func(name string) ([]byte, error) {
			root, err := os.OpenRoot(filepath.Join(o.Base, "themes"))
			if err != nil {
				return nil, err
			}
			defer func() { _ = root.Close() }() // it was for reading
			return fs.ReadFile(root.FS(), name+".yaml")
		},
	})
}

// ascii says that the terminal shows no other characters, as its locale says or the person does.
func (o *Options) ascii() bool {
	if o.Config.TUI.Glyphs == "ascii" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(o.env(name)); v != "" {
			return !strings.Contains(v, "UTF-8") && !strings.Contains(v, "UTF8")
		}
	}
	return false
}

// Offer gives a function that puts a line into a channel and never waits: when nobody has read the
// earlier ones, one more adds nothing.
func Offer(to chan<- string) func(string) {
	return func(line string) {
		select {
		case to <- line:
		default:
		}
	}
}
