package overlay

import (
	"slices"
	"time"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
)

// Verdict is the answer to a request.
type Verdict uint8

// The verdicts.
const (
	Deny Verdict = iota
	AllowOnce
	AllowSession
	AllowProject
)

// String gives a verdict in one word.
func (v Verdict) String() string {
	return string(v.word())
}

func (v Verdict) word() lang.Text {
	return [...]lang.Text{"no", "yes", "session", "project"}[v]
}

// ApprovalOptions is whom an approval tells, and the clock.
type ApprovalOptions struct {
	Now  func() time.Time
	Keys *keys.Table // see [ListOptions]
	Lang lang.Table  // that it speaks
	// OnAnswer gets the verdict and what the person has to say to the model, if anything.
	OnAnswer func(v Verdict, note string)
}

// Approval is the overlay that shows a call and asks whether it may run. All of the call can be read in
// it, with everything shown that would be invisible, before it is allowed. The answer that is marked at
// first is no.
type Approval struct {
	base
	options ApprovalOptions
	guard   guard
	request Request
	wide    bool         // an approval for longer covers more
	sheet   screen.Sheet // all that is known of the call

	answers []answer
	marked  int

	note    line // to the model
	writing bool
	kept    string // the note before it was changed

	noteKey, pageKey   string // that begin the note and scroll down
	footer, noteFooter string

	drawn   []int // answer by row of the area, -1 for what is none
	columns []int // where each answer ends, when they stand in one row
	left    int   // the first column of that row
}

// answer is one of those offered.
type answer struct {
	verdict Verdict
	act     keys.Action
	key     string // as it is bound
	text    string
	covers  string
}

// NewApproval makes an approval.
func NewApproval(r Request, o ApprovalOptions) *Approval {
	a := &Approval{base: named(Approve, "", o.Lang), options: o, guard: guard{now: o.Now}, request: r}
	a.offer(r)
	a.marked = len(a.answers) - 1
	a.sheet.Set(r.blocks(o.Lang))
	return a
}

// Wide says whether an answer for longer is to cover more.
func (a *Approval) Wide() bool { return a.wide }

// widen has an approval for longer cover more, or less again. What it covers is shown in its place.
func (a *Approval) widen() {
	a.wide = !a.wide
	a.answers = a.answers[:0]
	a.offer(a.asked())
	a.sheet.Set(a.asked().blocks(a.options.Lang))
}

// Show has the same request look another way. The answers and the place that is shown stay.
func (a *Approval) Show(r Request) {
	a.request = r
	a.sheet.Set(a.asked().blocks(a.options.Lang))
}

// asked is the request as it stands.
func (a *Approval) asked() Request {
	if a.wide {
		return a.request.widened()
	}
	return a.request
}

// offer finds the answers that there are, and the keys that give them.
func (a *Approval) offer(r Request) {
	t, in := bound(a.options.Keys), a.options.Lang
	once := in.T("yes, once")
	if r.Again {
		once = in.T("yes, once more, without the sandbox")
	}
	for _, one := range []answer{
		{AllowOnce, keys.ApproveOnce, "", once, ""},
		{AllowSession, keys.ApproveSession, "", in.T("yes, in this session"), clean.Line(r.Session)},
		{AllowProject, keys.ApproveProject, "", in.T("yes, in this project"), clean.Line(r.Project)},
		{Deny, keys.ApproveDeny, "", in.T("no"), ""},
	} {
		if one.covers == "" && (one.verdict == AllowSession || one.verdict == AllowProject) {
			continue
		}
		one.key = t.Label(one.act)
		a.answers = append(a.answers, one)
	}
	a.noteKey = t.Label(keys.ApproveReason)
	a.pageKey = t.Label(keys.BoxPageDown)
	shown := []hint{{keys.ApproveChoose, "choose"}, {keys.ApproveReason, "note"}}
	if r.Wide != "" {
		shown = append(shown, hint{keys.ApproveWide, a.widens()})
	}
	a.footer = hints(t, in, append(shown, hint{keys.BoxPageDown, "down"}, hint{keys.BoxPageUp, "up"})...)
	a.noteFooter = hints(t, in, hint{keys.BoxAccept, "keep the note"}, hint{keys.BoxClose, "drop it"})
}

// widens says what the key does that changes what is covered.
func (a *Approval) widens() lang.Text {
	if a.wide {
		return "cover less"
	}
	return "cover more"
}

// Contexts is where the approval's keys are looked up.
func (a *Approval) Contexts() []keys.Context {
	if a.writing {
		return writing()
	}
	return []keys.Context{keys.Approval, keys.Box}
}

// HandleKey scrolls, marks and answers.
func (a *Approval) HandleKey(ev *tcell.EventKey, act keys.Action) bool {
	defer a.guard.pressed(ev)
	cmd := commandOf(ev, act)
	if a.writing {
		return a.write(cmd, ev)
	}
	if i := slices.IndexFunc(a.answers, func(one answer) bool { return one.act == act }); i >= 0 {
		if !a.guard.deaf() {
			a.answer(a.answers[i].verdict)
		}
		return true
	}
	if act == keys.ApproveWide && a.request.Wide != "" {
		if !a.guard.deaf() {
			a.widen()
		}
		return true
	}
	switch cmd {
	case up, left:
		a.marked = max(a.marked-1, 0)
	case down, right:
		a.marked = min(a.marked+1, len(a.answers)-1)
	case pageUp:
		a.sheet.Scroll(-a.sheet.Page())
	case pageDown:
		a.sheet.Scroll(a.sheet.Page())
	case top:
		a.sheet.Top()
	case bottom:
		a.sheet.Bottom()
	case accept:
		if !a.guard.deaf() {
			a.answer(a.answers[a.marked].verdict)
		}
	case cancel:
		if !a.guard.deaf() {
			a.answer(Deny)
		}
	case complete:
		if !a.guard.deaf() {
			a.writing, a.kept = true, a.note.text
		}
	default:
		return false
	}
	return true
}

// write takes a key while the note is written.
func (a *Approval) write(cmd command, ev *tcell.EventKey) bool {
	switch cmd {
	case typed:
		a.note.insert(string(ev.Rune()))
	case accept, complete:
		a.writing = false
	case cancel:
		a.note.set(a.kept)
		a.writing = false
	case pageUp:
		a.sheet.Scroll(-a.sheet.Page())
	case pageDown:
		a.sheet.Scroll(a.sheet.Page())
	default:
		used, _ := a.note.do(cmd)
		return used
	}
	return true
}

func (a *Approval) answer(v Verdict) {
	if a.options.OnAnswer != nil {
		a.options.OnAnswer(v, a.note.text)
	}
}

// Paste adds to the note while it is written.
func (a *Approval) Paste(text string) bool {
	if a.writing {
		a.note.insert(text)
	}
	return true
}

// HandleMouse scrolls, and marks what was clicked; a second click on it answers.
func (a *Approval) HandleMouse(m Mouse) bool {
	switch m.Act {
	case WheelUp:
		a.sheet.Scroll(-3)
	case WheelDown:
		a.sheet.Scroll(3)
	case Click, DoubleClick:
		i := a.clicked(m)
		if i < 0 || a.guard.deaf() || a.writing {
			return true
		}
		if i == a.marked {
			a.answer(a.answers[i].verdict)
			return true
		}
		a.marked = i
	}
	return true
}

// clicked gives the answer at a place, or -1.
func (a *Approval) clicked(m Mouse) int {
	if m.Y < 0 || m.Y >= len(a.drawn) {
		return -1
	}
	if i := a.drawn[m.Y]; i < len(a.answers) {
		return i
	}
	for i, end := range a.columns {
		if m.X >= a.left && m.X < a.left+end {
			return i
		}
	}
	return -1
}
