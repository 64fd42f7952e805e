package tui

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/tui/screen"
)

// root is the whole screen as one widget of tview: it divides the screen, draws the parts, and has all
// keys and the mouse.
type root struct {
	*tview.Box
	c *chat
}

// Draw implements tview.Primitive.
func (r *root) Draw(s tcell.Screen) { r.c.paint(s) }

// InputHandler implements tview.Primitive.
func (r *root) InputHandler() func(*tcell.EventKey, func(tview.Primitive)) {
	return func(ev *tcell.EventKey, _ func(tview.Primitive)) { r.c.onKey(ev) }
}

// PasteHandler implements tview.Primitive.
func (r *root) PasteHandler() func(string, func(tview.Primitive)) {
	return func(text string, _ func(tview.Primitive)) { r.c.onPaste(text) }
}

// MouseHandler implements tview.Primitive.
func (r *root) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return func(action tview.MouseAction, ev *tcell.EventMouse, _ func(tview.Primitive)) (bool, tview.Primitive) {
		return r.c.onMouse(r, action, ev)
	}
}

// paint draws everything.
func (c *chat) paint(s tcell.Screen) {
	w, h := s.Size()
	c.divide(w, h)
	s.HideCursor()
	if c.areas.TooSmall {
		screen.DrawTooSmall(c.canvas(s, c.areas.History))
		return
	}
	if place(c.history, c.areas.History).Draw(s); c.modal != nil {
		s.HideCursor() // the keys are elsewhere
	}
	screen.NewLinesBar{Lines: c.history.Below()}.Draw(c.canvas(s, c.areas.NewLines))
	place(c.waiting, c.areas.Queue).Draw(s)
	c.todoLine().Draw(c.canvas(s, c.areas.Todo))
	if p := c.panel(); p != nil && !c.areas.Panel.Empty() {
		p.Draw(c.canvas(s, c.areas.Panel))
	}
	if c.history.Selecting() {
		c.editor.Blur()
	} else {
		c.editor.Focus(nil) // it draws the cursor while it is in sight
	}
	if !c.areas.Prompt.Empty() {
		place(c.editor, c.areas.Prompt).Draw(s)
	}
	c.statusLine().Draw(c.canvas(s, c.areas.Status), c.o.Now())
}

// place gives a widget its area.
func place(p tview.Primitive, a screen.Area) tview.Primitive {
	p.SetRect(a.X, a.Y, a.W, a.H)
	return p
}

func (c *chat) canvas(s tcell.Screen, a screen.Area) screen.Canvas {
	return screen.Canvas{Screen: s, Area: a, Looks: c.looks, Lang: c.Table, ASCII: c.o.ASCII}
}

// divide lays the screen out anew.
func (c *chat) divide(w, h int) {
	c.waiting.SetLeading(c.onItsWay())
	state := screen.LayoutState{
		Panel: screen.NoPanel, Prompt: c.editor.Height(w), Queue: c.waiting.Height(w), Todo: c.hasTodos(),
		NewLines: !c.history.Following() && c.history.Below() > 0,
	}
	if p := c.panel(); p != nil {
		state.Panel, state.PanelRows = p.ID().Kind(), p.Height(w, h)
	}
	c.areas = screen.Layout(w, h, state)
}
