package screen

import (
	"math"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/internal/leaf/width"
)

const (
	wheelRows   = 3
	clickGap    = 500 * time.Millisecond // between the clicks of a double click
	mostPerStep = 10                     // rows that a held drag scrolls at once
)

// clicks counts presses of the button at one cell.
type clicks struct {
	n    int
	x, y int
	at   time.Time
}

// press counts one and says what it selects: a second click is for words, a third for lines.
func (c *clicks) press(x, y int, at time.Time) Unit {
	if c.n > 0 && c.x == x && c.y == y && at.Sub(c.at) < clickGap {
		c.n++
	} else {
		c.n = 1
	}
	c.x, c.y, c.at = x, y, at
	return Unit((c.n - 1) % 3)
}

// InputHandler scrolls, for when the history has the focus.
func (t *Transcript) InputHandler() func(*tcell.EventKey, func(tview.Primitive)) {
	return func(e *tcell.EventKey, _ func(tview.Primitive)) {
		switch e.Key() {
		case tcell.KeyUp:
			t.ScrollBy(-1)
		case tcell.KeyDown:
			t.ScrollBy(1)
		case tcell.KeyPgUp:
			t.PageBy(-1)
		case tcell.KeyPgDn:
			t.PageBy(1)
		case tcell.KeyHome:
			t.Home()
		case tcell.KeyEnd:
			t.End()
		default: // all other keys are for the tables of keys
		}
	}
}

// PasteHandler is nil: there is nowhere to paste to.
func (t *Transcript) PasteHandler() func(string, func(tview.Primitive)) { return nil }

// MouseHandler selects text and scrolls. While the button is held the mouse belongs to the history,
// wherever it goes. It never takes the focus.
func (t *Transcript) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return func(action tview.MouseAction, e *tcell.EventMouse, _ func(tview.Primitive)) (bool, tview.Primitive) {
		x, y := e.Position()
		if t.holding() == nil && !t.InRect(x, y) {
			return false, nil
		}
		switch action {
		case tview.MouseLeftDown:
			if t.thumb = t.onThumb(x); t.thumb {
				t.jump(y)
			} else {
				t.press(x, y, e.When())
			}
		case tview.MouseMove:
			if t.thumb {
				t.jump(y)
			} else if t.selection.dragging {
				t.drag(x, y)
			}
		case tview.MouseLeftUp:
			t.thumb, t.selection.dragging = false, false
		case tview.MouseScrollUp:
			t.wheel(-wheelRows)
		case tview.MouseScrollDown:
			t.wheel(wheelRows)
		default: // other buttons do nothing here
			return false, t.holding()
		}
		return true, t.holding()
	}
}

// holding is the widget while it has the mouse.
func (t *Transcript) holding() tview.Primitive {
	if t.thumb || t.selection.dragging {
		return t
	}
	return nil
}

// press begins a selection.
func (t *Transcript) press(x, y int, at time.Time) {
	t.look()
	c := t.selection.clicks
	unit := c.press(x, y, at)
	t.selection = selection{unit: unit, clicks: c, x: x, y: y}
	e, ok := t.extentAt(x, y, unit)
	if !ok {
		return
	}
	t.selection.from, t.selection.to = e, e
	t.caret.at, t.caret.anchor, t.caret.aim, t.caret.picking = e.start, e.start, -1, false
	t.selection.dragging = true
	t.selection.on = unit != Cluster
	if t.selection.on {
		t.hold(t.visible[0])
	}
}

// drag moves the end of the selection to the pointer. Text that is being selected does not move away
// when something comes.
func (t *Transcript) drag(x, y int) {
	s := &t.selection
	if !s.on && x == s.x && y == s.y {
		return
	}
	s.x, s.y = x, y
	t.look()
	e, ok := t.extentAt(x, y, s.unit)
	if !ok {
		return
	}
	if !s.on {
		t.hold(t.visible[0])
	}
	s.to, s.on = e, true
	t.caret.at = e.end
}

// wheel scrolls, and selects what comes under the pointer when the button is held.
func (t *Transcript) wheel(rows int) {
	t.ScrollBy(rows)
	t.follows()
}

// follows moves the end of the selection to what is under the pointer now.
func (t *Transcript) follows() {
	s := &t.selection
	if !s.dragging || !s.on {
		return
	}
	t.look()
	if e, ok := t.extentAt(s.x, s.y, s.unit); ok {
		s.to = e
	}
}

// beyond is how many rows the pointer is below the history, or above it, while it selects.
func (t *Transcript) beyond() int {
	_, y, _, h := t.GetRect()
	switch s := &t.selection; {
	case !s.dragging || !s.on:
		return 0
	case s.y < y:
		return s.y - y
	case s.y >= y+h:
		return s.y - (y + h) + 1
	}
	return 0
}

// NeedsScroll says that the mouse is held above or below the history with text being selected. As long
// as it says so, ScrollDrag is to be called some 20 times a second.
func (t *Transcript) NeedsScroll() bool { return t.beyond() != 0 }

// ScrollDrag scrolls towards the mouse, faster when it is further away, and selects what comes into view.
func (t *Transcript) ScrollDrag() {
	rows := max(-mostPerStep, min(t.beyond(), mostPerStep))
	if rows != 0 {
		t.wheel(rows)
	}
}

// extentAt is the text of a unit that is under a cell. Cells beside the text stand for the end of the row
// on that side, also those above and below it.
func (t *Transcript) extentAt(x, y int, unit Unit) (extent, bool) {
	if len(t.visible) == 0 {
		return extent{}, false
	}
	left, top, _, _ := t.GetRect()
	r := t.visible[max(0, min(y-top, len(t.visible)-1))]
	switch x -= left; {
	case y < top:
		x = -1
	case y >= top+len(t.visible):
		x = math.MaxInt
	}
	e := t.clusterAt(r, x)
	switch unit {
	case Word:
		return t.wordAt(e), true
	case Line:
		return t.lineAt(e), true
	case Cluster:
	}
	return e, true
}

// clusterAt is the cluster in a column of a row; beside the text it is nothing at its end.
func (t *Transcript) clusterAt(r rowRef, x int) extent {
	if r.line < 0 {
		p := place{r.item, r.block, 0}
		return extent{p, p}
	}
	margin, columns, _ := t.columns()
	x -= margin
	if t.sided(r.item, r.block) {
		r, x = t.inSide(r, x)
	} else {
		gutter := t.shown(r.item)[r.block].Rest
		if r.line == 0 {
			gutter = t.shown(r.item)[r.block].First
		}
		x -= gutterCells(gutter, columns)
	}
	b := t.shown(r.item)[r.block]
	row := t.table(r.item, r.block).rows[r.line]
	at, end := int(row.start), int(row.end)
	e := extent{place{r.item, r.block, at}, place{r.item, r.block, at}}
	for at < end && x >= 0 {
		cluster, cells, _ := width.Next(b.Text[at:end])
		e.start.at, e.end.at = at, at+len(cluster)
		if x < cells {
			return e
		}
		x -= cells
		at += len(cluster)
	}
	e.start.at = e.end.at
	return e
}

// wordAt widens an extent to the word that it is in.
func (t *Transcript) wordAt(e extent) extent {
	text := t.text(e.start)
	from, to := e.start.at, e.end.at
	if from == to || from > len(text) || !inWord(firstRune(text[from:to])) {
		return e
	}
	line := strings.LastIndexByte(text[:from], '\n') + 1
	from = line + lastWord(text[line:to])
	for to < len(text) {
		cluster, _, _ := width.Next(text[to:])
		if !inWord(firstRune(cluster)) {
			break
		}
		to += len(cluster)
	}
	if word := strings.TrimRight(text[from:to], "."); from+len(word) >= e.end.at {
		to = from + len(word) // the full stop behind a name is no part of it
	}
	e.start.at, e.end.at = from, to
	return e
}

// lineAt widens an extent to the lines that it is in, also when they are split between blocks.
func (t *Transcript) lineAt(e extent) extent {
	blocks := t.shown(e.start.item)
	s := &e.start
	s.at = strings.LastIndexByte(blocks[s.block].Text[:s.at], '\n') + 1
	for s.at == 0 && s.block > 0 && blocks[s.block].Join {
		s.block--
		s.at = strings.LastIndexByte(blocks[s.block].Text, '\n') + 1
	}
	for {
		text := blocks[e.end.block].Text
		if i := strings.IndexByte(text[e.end.at:], '\n'); i >= 0 {
			e.end.at += i
			return e
		}
		e.end.at = len(text)
		if e.end.block+1 >= len(blocks) || !blocks[e.end.block+1].Join {
			return e
		}
		e.end.block++
		e.end.at = 0
	}
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
