package screen

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

// StatusLine is what the last row of the screen says. Empty texts and zero numbers are not shown.
type StatusLine struct {
	Posture string // the permission mode: ask, auto, plan, yolo
	Open    bool   // nothing but that stands before commands: no sandbox confines them
	Agent   string // when it is not the default one
	// Activity is what goes on, in words, and Since when it began. Without either, nothing does.
	Activity string
	Since    time.Time
	Until    time.Time // when it is over, for a wait whose end is known
	Waiting  int       // approvals that wait for an answer
	Away     int       // servers that are not there
	Chord    string    // the keys so far of a chord that is not complete
	Notice   string    // what has to be said now, such as how to quit

	Model       string
	Sent        int64    // tokens
	Received    int64    // tokens
	Cost        *float64 // of the session, by the profile's prices; nil when they are not known
	Utilisation int      // percent of what the session may use, or -1 when there is no limit
	Context     int      // percent of the model's context, or -1 when it is not known
	Cache       int      // percent of the last request that came from the service's cache, or -1

	Session string // the beginning of its id
	Title   string // of the session
	Dir     string
	Branch  string

	Still bool   // nothing moves: no spinner
	Stop  string // the key that ends what goes on; "" is Esc
}

// yolo is the posture that nobody may overlook.
const yolo = "yolo"

// SpinnerGap is how long a picture of the spinner stays.
const SpinnerGap = 125 * time.Millisecond

// field is a piece of the status line.
type field struct {
	text  string
	role  theme.Role
	place int // in the row: smaller ones stand further left, those from atRight on at its right end
}

// Places in the row.
const (
	atModel = iota
	atTokens
	atCache
	atCost
	atUtilisation
	atContext
	atSession
	atDir
	atAgent
	atPosture
	atWaiting
	atAway
	atRight
	atChord
	atActivity
)

// Draw draws the line as it is at a time. When there is no room for all of it, what matters least is
// left out as a whole: nothing is wrapped and nothing scrolls.
func (s StatusLine) Draw(c Canvas, now time.Time) {
	w, h := c.Size()
	if h < 1 {
		return
	}
	c.Row(0, theme.Status)
	margin := 1
	if w < roomy {
		margin = 0
	}
	fields := fitting(s.fields(c, now), w-2*margin)
	left, right := margin, w-margin-rightWidth(fields)
	for place := range atActivity + 1 {
		for _, f := range fields {
			switch {
			case f.place != place:
			case place < atRight:
				left = c.Text(left, 0, f.role, f.text) + gap
			default:
				right = c.Text(right, 0, f.role, f.text) + gap
			}
		}
	}
}

// gap is the space between fields.
const gap = 2

// fields gives all that there is to say, what matters most first.
func (s StatusLine) fields(c Canvas, now time.Time) []field {
	w, _ := c.Size()
	all := make([]field, 0, atActivity+2)
	add := func(place int, role theme.Role, text string) {
		if text != "" {
			all = append(all, field{text, role, place})
		}
	}
	add(atPosture, s.postureRole(), word(s.Posture, 12))
	if s.Open {
		add(atPosture, theme.Warn, c.Lang.T("not confined"))
	}
	if s.Waiting > 0 {
		add(atWaiting, theme.Warn, c.Lang.N(s.Waiting, "1 approval waiting", "%d approvals waiting"))
	}
	if s.Away > 0 {
		add(atAway, theme.Warn, c.Lang.N(s.Away, "1 server down", "%d servers down"))
	}
	add(atChord, theme.Warn, word(s.Notice, max(w/2, 16)))
	add(atChord, theme.Warn, word(s.Chord, 16))
	add(atActivity, theme.Running, s.activity(c, now))
	add(atAgent, theme.Mention, mark("@", word(s.Agent, 20)))
	if s.Utilisation >= 0 {
		add(atUtilisation, theme.Status, c.Lang.F("used %d%%", min(s.Utilisation, 100)))
	}
	add(atModel, theme.Status, word(s.Model, 24))
	if s.Sent > 0 || s.Received > 0 {
		add(atTokens, theme.Status, c.Glyph("↑", "^")+short(s.Sent)+" "+c.Glyph("↓", "v")+short(s.Received))
	}
	if s.Context >= 0 {
		add(atContext, theme.Status, c.Lang.F("ctx %d%%", s.Context))
	}
	if s.Cache >= 0 {
		add(atCache, theme.Status, c.Lang.F("cache %d%%", s.Cache))
	}
	id, _ := width.Cut(clean.Line(s.Session), 8)
	if s.Cost != nil {
		add(atCost, theme.Status, c.Lang.F("cost %.4f", *s.Cost))
	}
	add(atSession, theme.Status, strings.TrimSpace(id+" "+word(s.Title, 24)))
	add(atDir, theme.Status, s.where(c))
	return all
}

func (s StatusLine) postureRole() theme.Role {
	if s.Posture == yolo {
		return theme.Danger
	}
	return theme.Posture
}

// activity is the right end of the line: what goes on and how long, or for a wait how long still. On narrow
// screens one word says what.
func (s StatusLine) activity(c Canvas, now time.Time) string {
	what := word(s.Activity, 40)
	if s.Since.IsZero() {
		return what
	}
	w, _ := c.Size()
	if w < roomy {
		what, _, _ = strings.Cut(what, " ")
	}
	elapsed := max(0, now.Sub(s.Since))
	parts := make([]string, 0, 3)
	if !s.Still {
		parts = append(parts, spinner(elapsed, c.ASCII))
	}
	if what != "" {
		parts = append(parts, what)
	}
	clock := Elapsed(elapsed)
	if left := s.Until.Sub(now); left > 0 {
		clock = c.Lang.F("in %s", Elapsed(left+time.Second-1))
	}
	text := strings.Join(append(parts, clock), " ")
	if w >= roomy {
		text += "  " + c.Lang.F("%s stop", cmp.Or(s.Stop, "Esc"))
	}
	return text
}

// where is the directory, its end when it is long, and the branch.
func (s StatusLine) where(c Canvas) string {
	dir := clean.Line(s.Dir)
	if over := width.Of(dir) - 32; over > 0 {
		head, _ := width.Cut(dir, over+1)
		dir = "…" + dir[len(head):]
	}
	return strings.TrimSpace(dir + " " + mark(c.Glyph("⎇ ", c.Lang.T("branch")+" "), word(s.Branch, 24)))
}

// WindowTitle is what the terminal's window is called. It says nothing that changes while text streams.
func (s StatusLine) WindowTitle() string {
	title := "eidolon"
	if name := word(s.Title, 40); name != "" {
		title = name + " - " + title
	}
	switch {
	case s.Waiting > 0:
		return "? " + title
	case !s.Since.IsZero():
		return "* " + title
	}
	return title
}

// fitting gives the fields that there is room for. The first that does not fit is the last to be asked:
// a field never takes the place of one that matters more.
func fitting(all []field, w int) []field {
	used := 0
	for i, f := range all {
		used += width.Of(f.text)
		if used > w {
			return all[:i]
		}
		used += gap
	}
	return all
}

// rightWidth is what the fields at the right end take.
func rightWidth(fields []field) int {
	n := 0
	for _, f := range fields {
		if f.place <= atRight {
			continue
		}
		if n > 0 {
			n += gap
		}
		n += width.Of(f.text)
	}
	return n
}

// spinner is a picture for each moment.
func spinner(elapsed time.Duration, ascii bool) string {
	frames := [...]string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}
	i := int(elapsed / SpinnerGap)
	if ascii {
		return `-\|/`[i%4 : i%4+1]
	}
	return frames[i%len(frames)]
}

// Elapsed says how long something has taken, to the second.
func Elapsed(d time.Duration) string {
	s := int(d / time.Second)
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	}
	return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
}

// short gives a number of tokens in a few characters.
func short(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1_000_000)
}

// mark puts a mark before a text that there is.
func mark(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// word makes text from outside fit for a field.
func word(text string, limit int) string {
	if head, _ := width.Cut(text, 4*limit); len(head) < len(text) {
		text = head // cleaning makes nothing shorter, so that the rest is not needed
	}
	return width.Clip(clean.Line(text), limit)
}
