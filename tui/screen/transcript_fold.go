package screen

import "slices"

// fold says which of its two forms an item has.
type fold uint8

const (
	asAll fold = iota // as the others
	folded
	unfolded
)

// isOpen says that an item shows all it has.
func (t *Transcript) isOpen(i int) bool {
	e := &t.entries[i]
	return e.item.More != nil && (e.fold == unfolded || e.fold == asAll && t.openAll)
}

// Fold folds an item, or unfolds it.
func (t *Transcript) Fold(id int) {
	if i, known := t.index(id); known {
		t.setOpen(i, !t.isOpen(i))
	}
}

// ToggleLatest folds or unfolds the marked item, or without one the latest that can be.
func (t *Transcript) ToggleLatest() {
	if t.marked >= 0 && t.entries[t.marked].item.More != nil {
		t.setOpen(t.marked, !t.isOpen(t.marked))
		return
	}
	for i, e := range slices.Backward(t.entries) {
		if e.item.More != nil {
			t.setOpen(i, !t.isOpen(i))
			return
		}
	}
}

// ToggleAll unfolds everything, also what is still to come, and the next time folds it.
func (t *Transcript) ToggleAll() {
	t.openAll = !t.openAll
	for i := range t.entries {
		t.entries[i].fold = asAll
	}
	t.weighAll()
	t.refold(func(int) bool { return true })
}

// setOpen folds or unfolds one item.
func (t *Transcript) setOpen(i int, open bool) {
	if t.entries[i].item.More == nil || t.isOpen(i) == open {
		return
	}
	before := weigh(t.shown(i))
	t.entries[i].fold = folded
	if open {
		t.entries[i].fold = unfolded
	}
	t.weights.add(i, weigh(t.shown(i))-before)
	t.refold(func(n int) bool { return n == i })
}

// refold lets go of places within items that have another form now.
func (t *Transcript) refold(changed func(i int) bool) {
	has := func(p place) bool {
		return changed(p.item) && p.item < len(t.entries) && t.entries[p.item].item.More != nil
	}
	if has(t.top) {
		t.top.block, t.top.at = 0, 0
	}
	if has(t.caret.at) {
		t.caret.at.block, t.caret.at.at = 0, 0
	}
	if s := &t.selection; has(s.from.start) || has(s.to.end) || has(s.from.end) || has(s.to.start) {
		t.ClearSelection()
	}
}
