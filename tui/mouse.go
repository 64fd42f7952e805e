package tui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/tui/overlay"
)

// wheelRows is how far one notch of the wheel scrolls.
const wheelRows = 3

// dragStep is how often the history scrolls while the mouse is held above or below it.
const dragStep = 50 * time.Millisecond

// onMouse gives what the mouse does to the part under it. Who took the button down has the mouse until it
// is up.
func (c *chat) onMouse(r *root, action tview.MouseAction, ev *tcell.EventMouse) (bool, tview.Primitive) {
	x, y := ev.Position()
	if action == tview.MouseLeftDown {
		c.grab = nil
	}
	if c.grab != nil {
		taken, capture := c.grab(action, ev, func(tview.Primitive) {})
		if capture == nil {
			c.grab = nil
		}
		c.dragOn()
		return taken, keep(r, capture)
	}
	var handler mouseHandler
	switch {
	case c.areas.History.Contains(x, y) && (action == tview.MouseScrollUp || action == tview.MouseScrollDown):
		c.onWheel(action, c.o.Terminal.Screen().Steps(ev))
		return true, nil
	case c.areas.Panel.Contains(x, y) && c.panel() != nil:
		return c.onPanelMouse(x, y, action), nil
	case c.areas.NewLines.Contains(x, y) && action == tview.MouseLeftClick:
		c.history.End()
		return true, nil
	case c.areas.Prompt.Contains(x, y):
		handler = c.editor.MouseHandler()
	case c.areas.History.Contains(x, y):
		handler = c.history.MouseHandler()
	default:
		return true, nil
	}
	taken, capture := handler(action, ev, func(tview.Primitive) {})
	if capture != nil {
		c.grab = handler
	}
	c.dragOn()
	return taken, keep(r, capture)
}

// mouseHandler is tview's.
type mouseHandler = func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive)

// keep makes a capture of a part one of the whole screen, which gives it on.
func keep(r *root, capture tview.Primitive) tview.Primitive {
	if capture == nil {
		return nil
	}
	return r
}

// dragOn scrolls while the mouse is held above or below the history with text being selected.
func (c *chat) dragOn() {
	if c.dragging || !c.history.NeedsScroll() {
		return
	}
	c.dragging = true
	c.after(dragStep, func() {
		c.dragging = false
		if c.history.NeedsScroll() {
			c.history.ScrollDrag()
			c.dragOn()
		}
	})
}

// onWheel scrolls the history.
func (c *chat) onWheel(action tview.MouseAction, steps int) {
	rows := wheelRows * steps
	if action == tview.MouseScrollUp {
		rows = -rows
	}
	c.history.ScrollBy(rows)
	c.atEdges()
}

func (c *chat) onPanelMouse(x, y int, action tview.MouseAction) bool {
	m := overlay.Mouse{X: x - c.areas.Panel.X, Y: y - c.areas.Panel.Y}
	switch action {
	case tview.MouseLeftClick:
		m.Act = overlay.Click
	case tview.MouseLeftDoubleClick:
		m.Act = overlay.DoubleClick
	case tview.MouseScrollUp:
		m.Act = overlay.WheelUp
	case tview.MouseScrollDown:
		m.Act = overlay.WheelDown
	default:
		return true
	}
	return c.panel().HandleMouse(m)
}
