package screen

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/width"
)

// caret is the cursor with which keys select text in the history. Like the ends of the selection it is a
// place in the text and not on the screen, so that it stays with its word whatever arrives or folds.
type caret struct {
	on       bool
	at       place // before a cluster, or behind the last one of a line
	aim      int   // the column that rows up and down go for, or -1 for the one where it is
	picking  bool  // each move selects
	unit     Unit  // what is selected as a whole
	anchor   place // where the selection began
	followed bool  // the end of the history was followed before
}

// BeginSelect puts a cursor into the history: at what is selected, found or marked, else at the last row
// in sight. The view stays where it is until EndSelect. It says whether there is any text.
func (t *Transcript) BeginSelect() bool {
	t.look()
	if len(t.visible) == 0 {
		return false
	}
	c := caret{on: true, aim: -1, followed: t.follow}
	e, selected := t.selection.bounds()
	switch {
	case selected:
		c.anchor, c.at = e.start, e.end
	case t.find.on && t.find.has:
		c.at = t.find.current
	case t.marked >= 0:
		c.at = place{item: t.marked}
	default:
		c.at = t.placeOf(t.visible[len(t.visible)-1])
	}
	t.hold(t.visible[0])
	t.caret = c
	t.caret.at = t.settle(c.at)
	t.bring(t.caret.at)
	return true
}

// Selecting says that there is a cursor in the history.
func (t *Transcript) Selecting() bool { return t.caret.on }

// EndSelect takes the cursor away, and the selection. The end is followed again if it was before.
func (t *Transcript) EndSelect() {
	if !t.caret.on {
		return
	}
	followed := t.caret.followed
	t.caret = caret{}
	t.ClearSelection()
	if followed {
		t.End()
	}
}

// SelectBy has each move select from here on, by whole units. With the unit that it has already, moving
// selects no more.
func (t *Transcript) SelectBy(u Unit) {
	c := &t.caret
	if !c.on {
		return
	}
	if c.picking && c.unit == u {
		c.picking = false
		t.ClearSelection()
		return
	}
	if c.at = t.settle(c.at); !t.selection.on {
		c.anchor = c.at
	}
	c.picking, c.unit = true, u
	t.stretch()
}

// MoveCursor moves the cursor and brings it into view. With selecting, what it passes is selected.
func (t *Transcript) MoveCursor(s Step, selecting bool) {
	c := &t.caret
	if !c.on || len(t.entries) == 0 {
		return
	}
	from := t.settle(c.at)
	c.at = t.stepped(from, s)
	switch {
	case !selecting && !c.picking:
		t.ClearSelection()
	default:
		if !t.selection.on { // or the text that it was in is no more
			c.anchor = from
		}
		if !c.picking {
			c.unit = Cluster
		}
		t.stretch()
	}
	t.bring(c.at)
}

// stretch selects what is between the anchor and the cursor.
func (t *Transcript) stretch() {
	c := &t.caret
	t.selection.from, t.selection.to = t.widen(t.settle(c.anchor), c.unit), t.widen(c.at, c.unit)
	t.selection.on, t.selection.dragging = true, false
}

// widen gives the unit that a place is in, and nothing when it is between them.
func (t *Transcript) widen(p place, u Unit) extent {
	e := extent{p, p}
	switch u {
	case Word:
		cluster, _, _ := width.Next(t.text(p)[p.at:])
		if inWord(firstRune(cluster)) {
			e.end.at += len(cluster)
			return t.wordAt(e)
		}
	case Line:
		return t.lineAt(e)
	case Cluster:
	}
	return e
}

// bring scrolls as far as is needed for a place to be in sight. The end is not followed then.
func (t *Transcript) bring(p place) {
	_, _, _, h := t.GetRect()
	t.look()
	if len(t.visible) == 0 {
		return
	}
	row, last := t.rowOf(p), t.visible[len(t.visible)-1]
	switch {
	case row.compare(t.visible[0]) < 0:
		t.hold(row)
	case row.compare(last) > 0:
		t.hold(t.back(row, h-1))
	default:
		t.hold(t.visible[0])
	}
	t.look()
	if end, ok := t.last(); ok && t.visible[len(t.visible)-1] == end {
		t.below = 0
	}
}

// settle gives the place of a cluster that there is, at or before a place: text may have been replaced
// since.
func (t *Transcript) settle(p place) place {
	p.item = max(0, min(p.item, len(t.entries)-1))
	if len(t.entries) == 0 {
		return place{}
	}
	if len(t.shown(p.item)) == 0 {
		r, ok := t.firstFrom(p.item)
		if !ok {
			r, ok = t.lastUpTo(p.item)
		}
		if !ok {
			return place{}
		}
		return place{r.item, r.block, 0}
	}
	if block := len(t.shown(p.item)) - 1; p.block > block {
		p.block, p.at = block, len(t.shown(p.item)[block].Text)
	}
	text := t.text(p)
	p.at = max(0, min(p.at, len(text)))
	at := strings.LastIndexByte(text[:p.at], '\n') + 1
	for at < p.at {
		cluster, _, _ := width.Next(text[at:])
		if at+len(cluster) > p.at {
			break
		}
		at += len(cluster)
	}
	p.at = at
	return p
}

// cellOf gives the row that shows a place, and its column there.
func (t *Transcript) cellOf(p place) (r rowRef, x int) {
	table := t.table(p.item, p.block)
	line := table.at(p.at)
	row := table.rows[line]
	b := t.shown(p.item)[p.block]
	_, columns, _ := t.columns()
	if t.sided(p.item, p.block) {
		return t.rowOf(p), t.sideCell(p, line)
	}
	gutter := b.Rest
	if line == 0 {
		gutter = b.First
	}
	limit := table.room.limit(line)
	_, cells := width.Cut(b.Text[row.start:max(int(row.start), min(p.at, int(row.end)))], limit)
	return t.rowOf(p), gutterCells(gutter, columns) + min(cells, limit-1)
}

// drawCaret shows the terminal's cursor where the keys are.
func (t *Transcript) drawCaret(s tcell.Screen, x, y int) {
	if !t.caret.on || len(t.entries) == 0 {
		return
	}
	r, column := t.cellOf(t.settle(t.caret.at))
	margin, columns, _ := t.columns()
	for i, seen := range t.visible {
		if seen == r {
			s.ShowCursor(x+margin+min(column, max(columns-1, 0)), y+i)
		}
	}
}
