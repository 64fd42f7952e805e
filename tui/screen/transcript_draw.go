package screen

import (
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// drawRow draws one row. The pen stands at its beginning.
func (t *Transcript) drawRow(p pen, r rowRef) {
	margin, columns, _ := t.columns()
	b := t.shown(r.item)[r.block]
	fill := b.Fill
	if r.item == t.marked && (r.line >= 0 || r.block > 0) {
		mark := p
		mark.edge = p.x + margin
		mark.text(t.glyph("▌", "|"), t.options.Looks.Style(theme.Marked))
		if fill == theme.Text {
			fill = theme.Marked
		}
	}
	if r.line < 0 {
		return
	}
	p.x += margin
	if t.sided(r.item, r.block) {
		t.drawSides(p, r)
		return
	}
	table := t.table(r.item, r.block)
	row := table.rows[r.line]
	begin, edge := p.x, p.x+columns
	gutter, beside := b.Rest, 0
	if r.line == 0 {
		gutter = b.First
		beside = columns - gutterCells(gutter, columns) - table.room.first
	}
	p.edge = min(edge, begin+gutterCells(gutter, columns))
	p.text(gutter.Text, t.options.Looks.Over(fill, gutter.Role))
	p.edge = edge - beside
	if row.cut {
		p.edge--
	}
	t.drawText(&p, r, row, fill)
	p.edge = edge
	if row.cut {
		p.text(t.glyph("…", ">"), t.options.Looks.Over(fill, theme.Dim))
	}
	end := p.x
	if fill != theme.Text {
		p.blank(edge, t.options.Looks.Over(fill, theme.Text))
	}
	p.x = end
	t.drawBeside(p, r, fill, table)
}

// drawText draws the text of a row, and leaves the pen behind it.
func (t *Transcript) drawText(p *pen, r rowRef, row textRow, fill theme.Role) {
	b := t.shown(r.item)[r.block]
	brush := brush{looks: t.options.Looks, fill: fill, spans: b.Spans, ranges: t.rangesOf(r.item, r.block)}
	p.write(b.Text, int(row.start), int(row.end), &brush)
	if to := brush.ranges.selected[1]; to > int(row.end) && !row.soft && brush.ranges.selected[0] <= int(row.end) {
		end := p.x
		p.blank(p.x+1, t.options.Looks.Style(theme.Selection)) // the line break is selected too
		p.x = end
	}
}

// drawBeside draws what stands at the right end of a row: the state of the item, and left of that what
// the block has there.
func (t *Transcript) drawBeside(p pen, r rowRef, fill theme.Role, table *lineTable) {
	if r.block == 0 {
		t.drawState(&p, r, fill, table.rows)
	}
	right := t.shown(r.item)[r.block].Right
	if r.line > 0 || right.Text == "" {
		return
	}
	if cells := width.Of(right.Text); p.x+1+cells <= p.edge {
		p.x = p.edge - cells
		p.text(right.Text, t.options.Looks.Over(fill, right.Role))
	}
}

// drawState draws the state of an item in the first of the rows of its first block, at the right end.
// Narrow screens have it in the last one, behind the text.
func (t *Transcript) drawState(p *pen, r rowRef, fill theme.Role, rows []textRow) {
	state := t.stateOf(r.item)
	_, _, narrow := t.columns()
	if state.Text == "" || narrow && r.line < len(rows)-1 || !narrow && r.line > 0 {
		return
	}
	text, style := t.stateText(state), t.options.Looks.Over(fill, state.Role)
	if narrow {
		if rows[r.line].end > rows[r.line].start {
			p.x++
		}
		p.text(text, style)
		return
	}
	right := *p
	right.x = max(p.x+1, p.edge-width.Of(text))
	p.edge = right.x
	right.text(text, style)
}

// stateOf is what stands beside the beginning of an item.
func (t *Transcript) stateOf(i int) view.State { return t.entries[i].item.State }

// stateText is a state with the time that has gone by.
func (t *Transcript) stateText(s view.State) string {
	if s.Since.IsZero() {
		return s.Text
	}
	return s.Text + " " + Elapsed(max(0, t.options.Now().Sub(s.Since)))
}

// stateCells is how much room a state should have, with a space before it, or 0 for none.
func stateCells(s view.State) int {
	if s.Text == "" {
		return 0
	}
	cells := width.Of(s.Text) + 2
	if !s.Since.IsZero() {
		cells += len("59m59s") + 1
	}
	return cells
}

func (t *Transcript) glyph(unicode, ascii string) string {
	if t.options.ASCII {
		return ascii
	}
	return unicode
}
