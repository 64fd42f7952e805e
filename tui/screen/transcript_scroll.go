package screen

import "cmp"

// place is a place in the text of the history. It stays the same when the width changes, and when other
// items come, grow or fold.
type place struct {
	item, block int
	at          int // offset in the block's text, or -1 for the gap before it
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.item, q.item), cmp.Compare(p.block, q.block), cmp.Compare(p.at, q.at))
}

// rowRef is a row of the history for the present width: a row of a block, or with -1 the gap before it.
type rowRef struct {
	item, block, line int
}

func (r rowRef) compare(q rowRef) int {
	return cmp.Or(cmp.Compare(r.item, q.item), cmp.Compare(r.block, q.block), cmp.Compare(r.line, q.line))
}

// look finds out which rows are in sight.
func (t *Transcript) look() {
	_, _, w, h := t.GetRect()
	t.visible = t.visible[:0]
	if w <= 0 || h <= 0 {
		return
	}
	r, ok := t.start(h)
	for ; ok && len(t.visible) < h; r, ok = t.next(r) {
		t.visible = append(t.visible, r)
	}
	if n := len(t.visible); n > 0 && t.follow {
		t.below = 0
	}
}

// start is the first row in sight. A screen is filled as long as there is text for it.
func (t *Transcript) start(h int) (rowRef, bool) {
	last, ok := t.last()
	if !ok {
		return rowRef{}, false
	}
	page := t.back(last, h-1)
	if t.follow {
		return page, true
	}
	if r := t.rowOf(t.top); r.compare(page) < 0 {
		return r, true
	}
	return page, true
}

// ScrollBy moves the view down by so many rows, or up. Arriving at the end is following it again.
func (t *Transcript) ScrollBy(rows int) {
	_, _, w, h := t.GetRect()
	start, ok := t.start(h)
	if !ok || w <= 0 || h <= 0 {
		return
	}
	if rows < 0 {
		if to := t.back(start, -rows); to != start {
			t.hold(to)
		}
		return
	}
	last, _ := t.last()
	for range rows {
		start, ok = t.next(start)
		if !ok {
			t.End()
			return
		}
	}
	if start.compare(t.back(last, h-1)) >= 0 {
		t.End()
	} else {
		t.hold(start)
	}
}

// PageBy moves the view down by so many screens, or up. One row stays in sight.
func (t *Transcript) PageBy(pages int) {
	_, _, _, h := t.GetRect()
	t.ScrollBy(pages * max(h-1, 1))
}

// Home goes to the beginning.
func (t *Transcript) Home() {
	_, _, _, h := t.GetRect()
	first, ok := t.first()
	if start, _ := t.start(h); ok && start != first {
		t.hold(first)
	}
}

// End goes to the end and follows it. While text is selected by keys it does not: that would move away.
func (t *Transcript) End() {
	t.below = 0
	if last, ok := t.last(); ok && t.caret.on {
		_, _, _, h := t.GetRect()
		t.hold(t.back(last, h-1))
		return
	}
	t.follow = true
}

// Following says that the view stays at the end when something comes.
func (t *Transcript) Following() bool { return t.follow }

// Below is how many lines came below since the view left the end.
func (t *Transcript) Below() int { return t.below }

// hold keeps a row at the top of the view.
func (t *Transcript) hold(r rowRef) {
	t.follow = false
	t.top = t.placeOf(r)
}

// reveal brings a place into view, if it is not, with some rows above it. What is looked at does not
// move away when something comes.
func (t *Transcript) reveal(p place, above int) {
	_, _, _, h := t.GetRect()
	start, ok := t.start(h)
	if !ok {
		return
	}
	row := t.rowOf(p)
	end := start
	for n := 1; n < h; n++ {
		next, more := t.next(end)
		if !more {
			break
		}
		end = next
	}
	if row.compare(start) >= 0 && row.compare(end) <= 0 {
		t.hold(start)
		return
	}
	t.hold(t.back(row, above))
}

// placeOf is where a row begins.
func (t *Transcript) placeOf(r rowRef) place {
	p := place{item: r.item, block: r.block, at: -1}
	if r.line >= 0 {
		rows := t.table(r.item, r.block).rows
		if other := t.beside(r.item, r.block); r.line >= len(rows) && other >= 0 {
			p.block, rows = other, t.table(r.item, other).rows
		}
		p.at = int(rows[min(r.line, len(rows)-1)].start)
	}
	return p
}

// rowOf is the row that shows a place, or one near to it if the place is no more. There has to be a row.
func (t *Transcript) rowOf(p place) rowRef {
	i := max(0, min(p.item, len(t.entries)-1))
	if len(t.shown(i)) == 0 {
		r, ok := t.firstFrom(i)
		if !ok {
			r, _ = t.last()
		}
		return r
	}
	if block := len(t.shown(i)) - 1; p.block > block {
		p.block, p.at = block, len(t.shown(i)[block].Text)
	}
	if p.at < 0 {
		if t.hidden(i, p.block) {
			p.block = t.beside(i, p.block)
		}
		return rowRef{i, p.block, t.firstLine(i, p.block)}
	}
	line := t.table(i, p.block).at(p.at)
	if t.hidden(i, p.block) {
		p.block = t.beside(i, p.block)
	}
	return rowRef{i, p.block, line}
}

// firstLine is -1 for a block with a gap before it. The history does not begin with one.
func (t *Transcript) firstLine(i, block int) int {
	if (t.shown(i)[block].Gap || block == 0 && t.entries[i].item.Gap) && (i > 0 || block > 0) {
		return -1
	}
	return 0
}

// next is the row below.
func (t *Transcript) next(r rowRef) (rowRef, bool) {
	if r.line+1 < t.height(r.item, r.block) {
		r.line++
		return r, true
	}
	for block := r.block + 1; block < len(t.shown(r.item)); block++ {
		if !t.hidden(r.item, block) {
			return rowRef{r.item, block, t.firstLine(r.item, block)}, true
		}
	}
	return t.firstFrom(r.item + 1)
}

// before is the row above.
func (t *Transcript) before(r rowRef) (rowRef, bool) {
	if r.line > t.firstLine(r.item, r.block) {
		r.line--
		return r, true
	}
	for block := r.block - 1; block >= 0; block-- {
		if !t.hidden(r.item, block) {
			return rowRef{r.item, block, t.height(r.item, block) - 1}, true
		}
	}
	return t.lastUpTo(r.item - 1)
}

// back is the row so many rows above, or the first.
func (t *Transcript) back(r rowRef, rows int) rowRef {
	for range rows {
		above, ok := t.before(r)
		if !ok {
			break
		}
		r = above
	}
	return r
}

func (t *Transcript) first() (rowRef, bool) { return t.firstFrom(0) }

func (t *Transcript) last() (rowRef, bool) { return t.lastUpTo(len(t.entries) - 1) }

// firstFrom is the first row of an item, or of the next one that has any.
func (t *Transcript) firstFrom(i int) (rowRef, bool) {
	for ; i < len(t.entries); i++ {
		if len(t.shown(i)) > 0 {
			return rowRef{i, 0, t.firstLine(i, 0)}, true
		}
	}
	return rowRef{}, false
}

// lastUpTo is the last row of an item, or of the one before that has any.
func (t *Transcript) lastUpTo(i int) (rowRef, bool) {
	for ; i >= 0; i-- {
		block := len(t.shown(i)) - 1
		for block >= 0 && t.hidden(i, block) {
			block--
		}
		if block >= 0 {
			return rowRef{i, block, t.height(i, block) - 1}, true
		}
	}
	return rowRef{}, false
}

// AtTop says that the beginning of the history is in sight.
func (t *Transcript) AtTop() bool {
	_, _, _, h := t.GetRect()
	start, ok := t.start(h)
	first, _ := t.first()
	return !ok || start == first
}
