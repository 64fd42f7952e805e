package chat

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync/atomic"

	"eidolon/internal/app"
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
func Screen(ctx context.Context, o app.Options, s ScreenOptions) (result tui.Result, err error) {
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
		Env: o.Env, Lang: o.Lang, Now: o.Clock(), Guard: guard, Title: "eidolon",
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
	clip := clipboard.New(clipboard.Options{Env: o.Env, Lang: o.Lang, Terminal: term.Write, File: filepath.Join(o.Base, "copied.txt")})
	o.Copy = clip.Copy
	lost, notices := make(chan string, 1), make(chan string, len(s.Notices)+16)
	o.Failed, o.Notice = app.Offer(lost), app.Offer(notices)
	for _, n := range s.Notices {
		o.Notice(n)
	}
	changed := make(chan struct{}, 1)
	o.ServersChanged = func() {
		select {
		case changed <- struct{}{}:
		default: // one that is not taken yet is enough
		}
	}
	chat, themes := New(o, s.Problem), themesOf(o)
	to := tui.Options{
		Terminal: term, Sessions: chat, Conversation: chat, Settings: chat, Inputs: chat, Threads: chat, Servers: chat, Desk: chat,
		Session: s.Session, First: s.First, Workspace: o.Root, Home: o.Home, Lang: o.Lang,
		Keys: table, Theme: o.Config.TUI.Theme, ASCII: ascii(o), Still: o.Config.TUI.Motion == "off",
		Signals: s.Signals, Notices: notices, Changed: changed, Lost: lost, Now: o.Clock(),
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
