package screen

import (
	"strings"

	"eidolon/tui/view"
)

// Unit is by what text is selected.
type Unit uint8

// The units.
const (
	Cluster Unit = iota // what a person takes for one character
	Word
	Line // up to the line breaks of the text, however many rows that is
)

// extent is a piece of the history's text, from one place up to another.
type extent struct{ start, end place }

// selection is what is selected: everything from where it began to where it has got to. Both are extents,
// so that the word or the character under the pointer belongs to it in either direction.
type selection struct {
	from, to extent
	on       bool

	// What the mouse does with it.
	dragging bool
	unit     Unit
	x, y     int
	clicks   clicks
}

// bounds is where the selection begins and ends in the order of the text.
func (s *selection) bounds() (e extent, ok bool) {
	e = s.from
	if s.to.start.compare(e.start) < 0 {
		e.start = s.to.start
	}
	if s.to.end.compare(e.end) > 0 {
		e.end = s.to.end
	}
	return e, s.on && e.start.compare(e.end) < 0
}

// HasSelection says that some text is selected.
func (t *Transcript) HasSelection() bool {
	_, ok := t.selection.bounds()
	return ok
}

// Selection is the text that is selected, as it was written: rows that were wrapped are joined, and what
// stands beside the text is left out.
func (t *Transcript) Selection() (string, bool) {
	e, ok := t.selection.bounds()
	if !ok {
		return "", false
	}
	var s strings.Builder
	first := true
	for i := e.start.item; i <= e.end.item && i < len(t.entries); i++ {
		for n, b := range t.shown(i) {
			from, to, ok := e.within(i, n, len(b.Text))
			if !ok {
				continue
			}
			if !first && !b.Join {
				s.WriteByte('\n')
				if b.Gap || n == 0 && t.entries[i].item.Gap {
					s.WriteByte('\n')
				}
			}
			first = false
			s.WriteString(b.Text[from:to])
		}
	}
	return s.String(), true
}

// within says which piece of a block belongs to the extent. It is empty for a block of which only the end
// or the beginning does.
func (e extent) within(i, block, size int) (from, to int, ok bool) {
	lo, hi := place{i, block, 0}, place{i, block, size}
	if e.start.compare(hi) > 0 || e.end.compare(lo) < 0 {
		return 0, 0, false
	}
	if e.start.compare(lo) > 0 {
		from = e.start.at
	}
	to = size
	if e.end.compare(hi) < 0 {
		to = e.end.at
	}
	return from, to, true
}

// rangesOf are the highlights in the text of a block. A selection that goes on behind the block reaches
// over its end.
func (t *Transcript) rangesOf(i, block int) ranges {
	var r ranges
	r.matches, r.current = t.findIn(i, block)
	e, ok := t.selection.bounds()
	if !ok {
		return r
	}
	size := len(t.shown(i)[block].Text)
	if from, to, in := e.within(i, block, size); in {
		r.selected = [2]int{from, to}
		if e.end.compare(place{i, block, size}) > 0 {
			r.selected[1]++
		}
	}
	return r
}

// ClearSelection selects nothing.
func (t *Transcript) ClearSelection() {
	t.selection.on, t.selection.dragging = false, false
}

// keepSelection drops the selection when text in it was replaced by something else. That it goes on does
// no harm.
func (t *Transcript) keepSelection(i, from int, before, after []*view.Block) {
	e, ok := t.selection.bounds()
	if !t.selection.on && !t.selection.dragging || ok && (i < e.start.item || i > e.end.item) {
		return
	}
	for n, old := range before {
		if _, _, in := e.within(i, from+n, len(old.Text)); !in {
			continue
		}
		if n >= len(after) || !strings.HasPrefix(after[n].Text, old.Text) {
			t.ClearSelection()
			return
		}
	}
}
