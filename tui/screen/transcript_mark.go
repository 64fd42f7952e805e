package screen

import "eidolon/tui/view"

// Mark moves the mark to the next item, or with a negative direction to the one before, and brings it
// into view. Without a mark it begins at the end of what is in sight, or at its beginning.
func (t *Transcript) Mark(direction int) {
	t.look()
	if len(t.visible) == 0 {
		return
	}
	var r rowRef
	var ok bool
	switch {
	case t.marked < 0 && direction < 0:
		r, ok = t.visible[len(t.visible)-1], true
	case t.marked < 0:
		r, ok = t.visible[0], true
	case direction < 0:
		r, ok = t.lastUpTo(t.marked - 1)
	default:
		r, ok = t.firstFrom(t.marked + 1)
	}
	if !ok {
		return
	}
	t.marked = r.item
	following := t.follow
	t.reveal(place{item: r.item, at: -1}, 0)
	if last, _ := t.last(); following && last.item == r.item {
		t.End() // it is where the view was going to be
	}
}

// Marked is the item with the mark.
func (t *Transcript) Marked() (*view.Item, bool) {
	if t.marked < 0 {
		return nil, false
	}
	return t.entries[t.marked].item, true
}

// Unmark takes the mark away.
func (t *Transcript) Unmark() { t.marked = -1 }
