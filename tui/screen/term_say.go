package screen

import (
	"strings"

	"github.com/gdamore/tcell/v2/terminfo"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
)

// brand is what is known of the terminal beyond its type: which of the sequences that no table
// describes it understands. One that is not understood is shown as garbage by some terminals, and by
// some taken for another, so only those are sent that are known to work.
type brand struct {
	title    bool   // the name of the window can be set
	progress bool   // OSC 9;4
	notify   string // begins a notification, or "" for the bell alone
}

// Beginnings of notifications.
const (
	notifyITerm = "\x1b]9;"            // text
	notifyRxvt  = "\x1b]777;notify;"   // title;text
	notifyKitty = "\x1b]99;i=eidolon;" // text
)

// maxTitle bounds the name of a window, in cells.
const maxTitle = 80

// brandOf finds out from the environment. Inside tmux and screen the terminal outside cannot be reached.
func brandOf(env func(string) string, info *terminfo.Terminfo) brand {
	b := brand{title: info.XTermLike}
	if env("TMUX") != "" || env("STY") != "" {
		return b
	}
	name, program := env("TERM"), strings.ToLower(env("TERM_PROGRAM"))
	switch {
	case env("KITTY_WINDOW_ID") != "" || name == "xterm-kitty":
		b.notify = notifyKitty
	case program == "ghostty" || name == "xterm-ghostty":
		b.progress, b.notify = true, notifyRxvt
	case program == "wezterm":
		b.progress, b.notify = true, notifyRxvt
	case program == "iterm.app":
		b.notify = notifyITerm
	case env("WT_SESSION") != "":
		b.progress = true
	case env("ConEmuANSI") == "ON":
		b.progress = true
	case strings.HasPrefix(name, "foot"), strings.HasPrefix(name, "rxvt-unicode"):
		b.notify = notifyRxvt
	}
	return b
}

// SetTitle names the window. The name that it had comes back with the end of the screen.
func (t *Terminal) SetTitle(title string) {
	title = width.Clip(clean.Line(title), maxTitle)
	t.mu.Lock()
	same := t.title == title
	t.title = title
	t.mu.Unlock()
	if !same {
		t.say(t.titleSequence(title))
	}
}

func (t *Terminal) titleSequence(title string) string {
	if !t.brand.title || title == "" {
		return ""
	}
	return "\x1b]2;" + title + "\a"
}

// Progress says whether something is being worked on, for the bar of windows or the tab.
func (t *Terminal) Progress(running bool) {
	t.mu.Lock()
	same := t.progress == running
	t.progress = running
	t.mu.Unlock()
	if !same {
		t.say(t.progressSequence(running))
	}
}

func (t *Terminal) progressSequence(running bool) string {
	switch {
	case !t.brand.progress:
		return ""
	case running:
		return "\x1b]9;4;3\a"
	}
	return "\x1b]9;4;0\a"
}

// Notify calls a person whose eyes are elsewhere: with the bell, and a notification where the terminal
// has them. It does nothing while the window has the focus, which it has until the terminal says
// otherwise.
func (t *Terminal) Notify(text string) {
	t.mu.Lock()
	blurred := t.blurred
	t.mu.Unlock()
	if !blurred {
		return
	}
	text = strings.ReplaceAll(width.Clip(clean.Line(text), maxTitle), ";", ",") // it separates fields
	switch t.brand.notify {
	case "":
		t.say("\a")
	case notifyRxvt:
		t.say(notifyRxvt + "eidolon;" + text + "\x1b\\\a")
	default:
		t.say(t.brand.notify + text + "\x1b\\\a")
	}
}

// say sends a sequence whose loss changes nothing.
func (t *Terminal) say(sequence string) { _ = t.tty.send(sequence) }

// resumed sets anew what ended with the last use of the screen.
func (t *Terminal) resumed() {
	t.mu.Lock()
	title, progress := t.title, t.progress
	t.mu.Unlock()
	t.say(t.titleSequence(width.Clip(clean.Line(title), maxTitle)))
	if progress {
		t.say(t.progressSequence(true))
	}
}

// ending gives what undoes ours when the screen is given back.
func (t *Terminal) ending() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.progress {
		return ""
	}
	return t.progressSequence(false)
}
