package screen

import "eidolon/tui/theme"

// drawThumb shows where the view stands, by the bytes before and behind it. What is out of sight shows as
// at least one free row on its side.
func (t *Transcript) drawThumb(p pen, y, h int) {
	first, last := t.visible[0], t.visible[len(t.visible)-1]
	_, before := t.before(first)
	next, after := t.next(last)
	if !before && !after {
		return
	}
	scale := float64(h) / float64(max(t.weights.total(), 1))
	from, to := 0, h
	if before {
		from = max(int(t.bytesBefore(first)*scale+0.5), 1)
	}
	if after {
		to = min(int(t.bytesBefore(next)*scale+0.5), h-1)
	}
	from = min(from, h-1)
	to = max(to, from+1)
	style := t.options.Looks.Style(theme.Thumb)
	for row := from; row < to; row++ {
		at := p
		at.y = y + row
		at.text(t.glyph("▐", "|"), style)
	}
}

// bytesBefore estimates how much text is before a row. The blocks of an item are taken for equally long.
func (t *Transcript) bytesBefore(r rowRef) float64 {
	blocks := t.shown(r.item)
	within := float64(r.block)
	if rows := t.table(r.item, r.block).rows; r.line > 0 && r.line < len(rows) {
		within += float64(rows[r.line].start) / float64(max(len(blocks[r.block].Text), 1))
	}
	weight := t.weights.before(r.item+1) - t.weights.before(r.item)
	return float64(t.weights.before(r.item)) + float64(weight)*within/float64(len(blocks))
}

// onThumb says that a column is the one of the thumb, and that there is one.
func (t *Transcript) onThumb(x int) bool {
	left, _, w, h := t.GetRect()
	if x != left+w-1 {
		return false
	}
	start, ok := t.start(h)
	first, _ := t.first()
	return ok && (start != first || !t.follow)
}

// jump goes where the thumb would be at a row of the screen.
func (t *Transcript) jump(y int) {
	_, top, _, h := t.GetRect()
	switch y -= top; {
	case y <= 0:
		t.Home()
	case y >= h-1:
		t.End()
	default:
		target := t.weights.total() * y / h
		i := min(t.weights.find(target), len(t.entries)-1)
		p := place{item: i}
		if blocks := t.shown(i); len(blocks) > 0 {
			weight := max(t.weights.before(i+1)-t.weights.before(i), 1)
			share := float64(target-t.weights.before(i)) / float64(weight) * float64(len(blocks))
			p.block = min(int(share), len(blocks)-1)
			p.at = int((share - float64(p.block)) * float64(len(blocks[p.block].Text)))
		}
		t.hold(t.rowOf(p))
	}
}
