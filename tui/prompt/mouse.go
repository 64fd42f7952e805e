package prompt

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// MouseHandler places the cursor where the mouse clicks, selects what it is drawn over or, with two
// clicks, a word. The wheel moves through the rows.
func (e *Editor) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return e.WrapMouseHandler(func(action tview.MouseAction, ev *tcell.EventMouse, focus func(tview.Primitive)) (bool, tview.Primitive) {
		x, y := ev.Position()
		if !e.drag && !e.InRect(x, y) {
			return false, nil
		}
		switch action {
		case tview.MouseLeftDown:
			focus(e)
			e.drag = true
			e.buf.moveTo(e.under(x, y), ev.Modifiers()&tcell.ModShift != 0)
			return true, e
		case tview.MouseMove:
			if !e.drag {
				return false, nil
			}
			e.buf.moveTo(e.under(x, y), true)
			return true, e
		case tview.MouseLeftUp:
			e.drag = false
			return true, nil
		case tview.MouseLeftClick, tview.MouseLeftDoubleClick:
			e.clicked(click{x, y, ev.When()})
			return true, nil
		case tview.MouseScrollUp:
			e.buf.vertical(false, false, e.cells)
			return true, nil
		case tview.MouseScrollDown:
			e.buf.vertical(true, false, e.cells)
			return true, nil
		default:
			return false, nil
		}
	})
}

// click is where and when the mouse clicked.
type click struct {
	x, y int
	when time.Time
}

// clicked selects a word at the second click in one place. What tview calls a double click can be two
// clicks in different places, and the one after them is then a single one.
func (e *Editor) clicked(c click) {
	last := e.click
	e.click = c
	if c.x == last.x && c.y == last.y && c.when.Sub(last.when) < tview.DoubleClickInterval {
		e.selectWord(e.under(c.x, c.y))
		e.click = click{}
	}
}

// selectWord selects the word at a place or before it.
func (e *Editor) selectWord(at int) {
	e.buf.moveTo(wordLeft(e.buf.text, next(e.buf.text, at)), false)
	e.buf.moveTo(wordRight(e.buf.text, e.buf.cursor), true)
}

// under gives the place in the text that a point of the screen shows, or that is nearest to it.
func (e *Editor) under(x, y int) int {
	f := e.frame(e.GetRect())
	rows := e.buf.visible(e.top, f.cells, f.rows)
	r := rows[min(max(y-f.y, 0), len(rows)-1)]
	if y >= f.y+f.rows { // drawn below the lower edge
		if below, more := e.buf.after(r, f.cells); more {
			r = below
		}
	}
	if y < f.y {
		if above, more := e.buf.before(r, f.cells); more {
			r = above
		}
	}
	return e.buf.place(r, max(x-f.x, 0), f.cells)
}
