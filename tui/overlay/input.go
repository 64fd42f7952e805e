package overlay

import (
	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// InputOptions is what a line is asked for, and whom it tells. Functions that are nil are not called.
type InputOptions struct {
	Title string      // in place of the overlay's own
	Label string      // what the line is, above it
	Text  string      // that stands there at first
	Keys  *keys.Table // see [ListOptions]
	Lang  lang.Table  // that it speaks

	OnAccept func(text string)
	OnCancel func()
	OnChange func(text string)
	// OnStep is told of Up and Down: -1 and 1. A search goes from hit to hit with them.
	OnStep func(direction int)
}

// Input is an overlay to write one line in.
type Input struct {
	base
	options InputOptions
	line    line
	note    string
	footer  string
}

// NewInput makes an input.
func NewInput(id ID, o InputOptions) *Input {
	o.Label = clean.Line(o.Label)
	i := &Input{base: named(id, o.Title, o.Lang), options: o}
	i.footer = hints(o.Keys, o.Lang, hint{keys.BoxAccept, "accept"}, hint{keys.BoxClose, "close"})
	i.line.set(o.Text)
	return i
}

// Text is what the line holds.
func (i *Input) Text() string { return i.line.text }

// SetNote shows what came of the text so far: how many hits there are, or what is wrong with it.
func (i *Input) SetNote(text string) { i.note = clean.Line(text) }

// Height is how many rows the input asks for.
func (i *Input) Height(w, h int) int {
	_, rows := i.box().Chrome(w, h)
	if i.options.Label != "" {
		rows++
	}
	return min(rows+1, h)
}

// Draw draws the input. On a low screen the label gives way to the line.
func (i *Input) Draw(c screen.Canvas) {
	in := i.box().Draw(c)
	w, h := in.Size()
	y := 0
	if i.options.Label != "" && h > 1 {
		in.Text(0, 0, theme.Dim, width.Clip(i.options.Label, w))
		y = 1
	}
	x := in.Text(0, y, theme.Prompt, in.Glyph("❯ ", "> "))
	i.line.draw(in.Part(x, y, w-x, 1))
}

func (i *Input) box() screen.Box {
	return screen.Box{Title: i.title, Note: i.note, Footer: i.footer, Open: i.attached()}
}

// Contexts is where the input's keys are looked up.
func (i *Input) Contexts() []keys.Context {
	if i.attached() {
		return []keys.Context{keys.Search, keys.Prompt}
	}
	return writing()
}

// HandleKey edits the line.
func (i *Input) HandleKey(ev *tcell.EventKey, act keys.Action) bool {
	cmd := commandOf(ev, act)
	changed := false
	switch cmd {
	case typed:
		i.line.insert(string(ev.Rune()))
		changed = true
	case accept:
		if i.options.OnAccept != nil {
			i.options.OnAccept(i.line.text)
		}
	case cancel:
		call(i.options.OnCancel)
	case up:
		return i.step(-1)
	case down:
		return i.step(1)
	case top, bottom:
		i.line.do(pick(cmd == top, home, end))
	default:
		var used bool
		if used, changed = i.line.do(cmd); !used {
			return false
		}
	}
	if changed {
		i.changed()
	}
	return true
}

// step tells of Up or Down.
func (i *Input) step(direction int) bool {
	if i.options.OnStep != nil {
		i.options.OnStep(direction)
	}
	return true
}

// Paste adds what was pasted.
func (i *Input) Paste(text string) bool {
	i.line.insert(text)
	i.changed()
	return true
}

func (i *Input) changed() {
	if i.options.OnChange != nil {
		i.options.OnChange(i.line.text)
	}
}

// HandleMouse keeps clicks from what is below.
func (i *Input) HandleMouse(Mouse) bool { return true }
