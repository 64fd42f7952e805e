package screen

import (
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// sided says that a block stands in two columns for the present width.
func (t *Transcript) sided(i, block int) bool {
	_, _, w, _ := t.GetRect()
	return w >= twoColumns && block > 0 && inColumns(t.shown(i)[block])
}

// beside gives the block that shares the rows of another one, or -1.
func (t *Transcript) beside(i, block int) int {
	if !t.sided(i, block) {
		return -1
	}
	return paired(t.shown(i), block)
}

// hidden says that a block has no rows of its own: it stands in those of an earlier one.
func (t *Transcript) hidden(i, block int) bool {
	other := t.beside(i, block)
	return other >= 0 && other < block
}

// height is how many rows a block has, with the one beside it.
func (t *Transcript) height(i, block int) int {
	n := len(t.table(i, block).rows)
	if other := t.beside(i, block); other >= 0 {
		n = max(n, len(t.table(i, other).rows))
	}
	return n
}

// drawSides draws a row of a difference in two columns. The pen stands where the text may begin.
func (t *Transcript) drawSides(p pen, r rowRef) {
	_, columns, _ := t.columns()
	blocks, looks := t.shown(r.item), t.options.Looks
	for n, s := range sidesOf(blocks, r.block, columns) {
		if n > 0 {
			edge := p
			edge.x += s.from - 1
			edge.edge = edge.x + 1
			edge.text(t.glyph("│", "|"), looks.Style(theme.Border))
		}
		if s.block < 0 {
			continue
		}
		b := blocks[s.block]
		fill := b.Fill
		if r.item == t.marked && fill == theme.Text {
			fill = theme.Marked
		}
		own := p
		s.draw(&own, b, t.table(r.item, s.block).rows, r.line,
			&brush{looks: looks, fill: fill, spans: b.Spans, ranges: t.rangesOf(r.item, s.block)})
	}
}

// inSide gives the row of a block that a column of a row in two columns belongs to, and the column in its
// text. Where there is nothing, it is the end of what is there.
func (t *Transcript) inSide(r rowRef, x int) (rowRef, int) {
	_, columns, _ := t.columns()
	sides := sidesOf(t.shown(r.item), r.block, columns)
	s := sides[0]
	if x >= sides[1].from {
		s = sides[1]
	}
	if s.block < 0 {
		s = sides[0]
		if s.block < 0 {
			s = sides[1]
		}
	}
	r.block = s.block
	if rows := t.table(r.item, s.block).rows; r.line >= len(rows) {
		r.line = len(rows) - 1
		return r, columns
	}
	return r, x - s.from - width.Of(s.gutterAt(r.line))
}

// sideCell is the column of a place in two columns. What stands in both of them is looked at in the one
// where the cursor comes from.
func (t *Transcript) sideCell(p place, line int) int {
	_, columns, _ := t.columns()
	sides := sidesOf(t.shown(p.item), p.block, columns)
	s := sides[1]
	switch b := t.shown(p.item)[p.block]; {
	case b.Sides.Column == view.Before, b.Sides.Column == view.Both && t.caret.aim >= 0 && t.caret.aim < sides[1].from:
		s = sides[0]
	}
	row := t.table(p.item, p.block).rows[line]
	before := width.Of(t.text(p)[row.start:max(int(row.start), min(p.at, int(row.end)))])
	return s.from + min(width.Of(s.gutterAt(line))+before, s.columns-1)
}
