package overlay

import (
	"slices"
	"strconv"
	"time"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// Option is one answer of a [Choice].
type Option struct {
	Text string
	Note string // what it leads to
	// Act chooses the option too, if it has a key of its own.
	Act keys.Action

	key string // that chooses it
}

// ChoiceOptions is what a choice asks, and whom it tells.
type ChoiceOptions struct {
	Title   string // in place of the overlay's own
	Text    string // the question
	Options []Option
	Default int // the option that is marked at first
	// Now is given for a question that opens by itself. It is deaf for a moment then, so that a key
	// that was on its way to the prompt decides nothing.
	Now  func() time.Time
	Keys *keys.Table // see [ListOptions]
	Lang lang.Table  // that it speaks

	OnPick   func(option int)
	OnCancel func()
}

// Choice is a question with a few answers.
type Choice struct {
	base
	options ChoiceOptions
	guard   guard
	text    screen.Sheet
	footer  string
	marked  int
	first   int   // of the options in sight
	drawn   []int // option by row of the area, -1 for what is none
}

// NewChoice makes a question.
func NewChoice(id ID, o ChoiceOptions) *Choice {
	t := bound(o.Keys)
	all := make([]Option, len(o.Options))
	for i, opt := range o.Options {
		all[i] = Option{clean.Line(opt.Text), clean.Line(opt.Note), opt.Act, " "}
		if opt.Act != keys.None {
			all[i].key = t.Label(opt.Act)
		} else if i < 9 {
			all[i].key = strconv.Itoa(i + 1)
		}
	}
	o.Options = all
	c := &Choice{base: named(id, o.Title, o.Lang), options: o, guard: guard{now: o.Now}}
	c.marked = min(max(o.Default, 0), max(len(all)-1, 0))
	c.footer = hints(t, o.Lang, hint{keys.BoxAccept, "choose"}, hint{keys.BoxClose, "close"})
	if o.Text != "" {
		c.text.Set(screen.Plain(o.Text))
	}
	return c
}

// Height is how many rows the question asks for.
func (c *Choice) Height(w, h int) int {
	box := screen.Box{Footer: c.footer}
	columns, rows := box.Chrome(w, h)
	n := rows + len(c.options.Options)
	if text := c.text.Height(w - columns); text > 0 {
		n += text + 1
	}
	return min(n, h)
}

// Draw draws the question. The answers come first; the question gets what they leave, or a third.
func (c *Choice) Draw(on screen.Canvas) {
	c.guard.appeared()
	in := screen.Box{Title: c.title, Footer: c.footer}.Draw(on)
	w, h := in.Size()
	_, total := on.Size()
	c.drawn = blank(c.drawn, total)
	need := min(len(c.options.Options), max(1, h))
	above := min(c.text.Height(w), max(h-need-1, h/3))
	c.text.Draw(in.Part(0, 0, w, above))
	y := above
	if above > 0 && y+need < h {
		y++
	}
	need = min(need, h-y)
	c.first = max(min(c.first, c.marked), c.marked-need+1, 0)
	for i := range max(need, 0) {
		option := c.first + i
		if option >= len(c.options.Options) {
			break
		}
		c.drawOption(in.Part(0, y+i, w, 1), option)
		c.drawn[in.Area.Y-on.Area.Y+y+i] = option
	}
}

func (c *Choice) drawOption(on screen.Canvas, i int) {
	w, _ := on.Size()
	text, note := theme.Text, theme.Dim
	if i == c.marked {
		text, note = theme.Selected, theme.Selected
		on.Row(0, theme.Selected)
		on.Text(0, 0, theme.Selected, on.Glyph("❯", ">"))
	}
	x := on.Text(2, 0, text, c.options.Options[i].key) + 1
	x = on.Text(x, 0, text, width.Clip(c.options.Options[i].Text, w-x))
	if n := c.options.Options[i].Note; n != "" && x+6 < w {
		on.Text(x+2, 0, note, width.Clip(n, w-x-2))
	}
}

// Contexts is where the question's keys are looked up.
func (c *Choice) Contexts() []keys.Context {
	if c.id == CancelQueued {
		return []keys.Context{keys.Box, keys.Cancelled, keys.Cards}
	}
	return []keys.Context{keys.Box, keys.Cards}
}

// HandleKey marks and chooses.
func (c *Choice) HandleKey(ev *tcell.EventKey, act keys.Action) bool {
	defer c.guard.pressed(ev)
	cmd := commandOf(ev, act)
	if c.guard.deaf() && (cmd == unknown || cmd == typed || cmd == accept || cmd == cancel) {
		return true
	}
	if act == keys.CardChoose {
		c.choose(int(ev.Rune() - '1'))
		return true
	}
	if i := slices.IndexFunc(c.options.Options, func(o Option) bool { return o.Act == act }); act != keys.None && i >= 0 {
		c.choose(i)
		return true
	}
	switch cmd {
	case up:
		c.marked = max(c.marked-1, 0)
	case down, complete:
		c.marked = min(c.marked+1, max(len(c.options.Options)-1, 0))
	case top:
		c.marked = 0
	case bottom:
		c.marked = max(len(c.options.Options)-1, 0)
	case pageUp:
		c.text.Scroll(-c.text.Page())
	case pageDown:
		c.text.Scroll(c.text.Page())
	case accept:
		c.choose(c.marked)
	case cancel:
		call(c.options.OnCancel)
	default:
		return false
	}
	return true
}

// choose reports an option, if there is such a one.
func (c *Choice) choose(i int) {
	if i < 0 || i >= len(c.options.Options) {
		return
	}
	c.marked = i
	if c.options.OnPick != nil {
		c.options.OnPick(i)
	}
}

// HandleMouse chooses what was clicked, and scrolls the question.
func (c *Choice) HandleMouse(m Mouse) bool {
	switch m.Act {
	case WheelUp:
		c.text.Scroll(-1)
	case WheelDown:
		c.text.Scroll(1)
	case Click, DoubleClick:
		if !c.guard.deaf() && m.Y >= 0 && m.Y < len(c.drawn) && c.drawn[m.Y] >= 0 {
			c.choose(c.drawn[m.Y])
		}
	}
	return true
}

// Paste takes nothing.
func (c *Choice) Paste(string) bool { return false }
