package screen

import (
	"cmp"
	"slices"
	"strings"

	"eidolon/tui/view"
)

// entry is an item of the history and how it is shown.
type entry struct {
	item *view.Item
	fold fold
}

// Reset forgets everything.
func (t *Transcript) Reset() {
	t.entries, t.weights = nil, nil
	t.tables, t.rows = map[*view.Block]*lineTable{}, 0
	t.follow, t.top, t.below = true, place{}, 0
	t.openAll, t.thumb = false, false
	t.visible = nil
	t.marked = -1
	t.selection, t.caret = selection{}, caret{}
	t.find = search{}
}

// Put brings items up to date: known ones (by ID) in place, new ones where their ID belongs. That is the
// end as a rule, and quick only there.
func (t *Transcript) Put(items []*view.Item) {
	for _, item := range items {
		n := len(t.entries)
		if n == 0 || t.entries[n-1].item.ID < item.ID {
			t.add(item)
			continue
		}
		if i, known := t.index(item.ID); known {
			t.replace(i, item)
		} else {
			t.insert(i, []*view.Item{item})
		}
	}
}

// Prepend brings older items, in their order. IDs ascend through the whole history, so theirs are smaller
// than all that are known, and negative if need be; others are treated as by Put. The view stays where
// it is.
func (t *Transcript) Prepend(items []*view.Item) {
	older := len(items)
	if len(t.entries) > 0 {
		first := t.entries[0].item.ID
		older = 0
		for older < len(items) && items[older].ID < first && (older == 0 || items[older-1].ID < items[older].ID) {
			older++
		}
	}
	t.insert(0, items[:older])
	t.Put(items[older:])
}

// index says where an item is, or where it belongs.
func (t *Transcript) index(id int) (int, bool) {
	return slices.BinarySearchFunc(t.entries, id, func(e entry, id int) int { return cmp.Compare(e.item.ID, id) })
}

// shown are the blocks of an item that can be seen.
func (t *Transcript) shown(i int) []*view.Block {
	if t.isOpen(i) {
		return t.entries[i].item.More
	}
	return t.entries[i].item.Blocks
}

// add puts an item behind all others.
func (t *Transcript) add(item *view.Item) {
	t.entries = append(t.entries, entry{item: item})
	i := len(t.entries) - 1
	t.weights.push(weigh(t.shown(i)))
	t.findGrew(i)
	t.came(i, nil, t.shown(i))
}

// insert puts items before others. All that stands behind them moves.
func (t *Transcript) insert(at int, items []*view.Item) {
	if len(items) == 0 {
		return
	}
	more := make([]entry, len(items))
	for i, item := range items {
		more[i].item = item
	}
	t.entries = slices.Insert(t.entries, at, more...)
	t.weighAll()
	t.shift(at, len(items))
	t.findAgain()
}

// shift moves what points to items from one on.
func (t *Transcript) shift(from, by int) {
	for _, p := range []*place{
		&t.top, &t.find.reader, &t.find.current,
		&t.selection.from.start, &t.selection.from.end, &t.selection.to.start, &t.selection.to.end,
		&t.caret.at, &t.caret.anchor,
	} {
		if p.item >= from {
			p.item += by
		}
	}
	if t.marked >= from {
		t.marked += by
	}
	for i := range t.visible {
		if t.visible[i].item >= from {
			t.visible[i].item += by
		}
	}
}

// replace puts a newer version of an item in place. Only blocks that differ are looked at, and of one
// that has grown only what is new is laid out.
func (t *Transcript) replace(i int, item *view.Item) {
	e := &t.entries[i]
	before, searched := t.shown(i), e.searched()
	e.item = item
	after := t.shown(i)
	same := common(before, after)
	before, after = before[same:], after[same:]
	t.weights.add(i, weigh(after)-weigh(before))
	t.findChanged(i, searched)
	t.keepSelection(i, same, before, after)
	for n, old := range before {
		if n < len(after) {
			t.carry(old, after[n])
		} else {
			t.drop(old)
		}
	}
	t.came(i, before, after)
}

// carry takes the rows of a block over to one that begins with the same text.
func (t *Transcript) carry(from, to *view.Block) {
	l := t.tables[from]
	if l == nil || from == to {
		return
	}
	t.drop(from)
	if strings.HasPrefix(to.Text, from.Text) {
		l.reopen(from.Text)
		t.tables[to] = l
		t.rows += len(l.rows)
	}
}

// drop forgets the rows of a block.
func (t *Transcript) drop(b *view.Block) {
	if l := t.tables[b]; l != nil {
		t.rows -= len(l.rows)
		delete(t.tables, b)
	}
}

// came counts the lines that came below the view of somebody who reads further up.
func (t *Transcript) came(i int, before, after []*view.Block) {
	if n := len(t.visible); !t.follow && n > 0 && i >= t.visible[n-1].item {
		t.below = max(0, t.below+lines(after)-lines(before))
	}
}

// weighAll measures all items anew.
func (t *Transcript) weighAll() {
	t.weights = make(sums, 0, len(t.entries))
	for i := range t.entries {
		t.weights.push(weigh(t.shown(i)))
	}
}

// searched are the blocks that a search looks at: all that an item has.
func (e *entry) searched() []*view.Block {
	if e.item.More != nil {
		return e.item.More
	}
	return e.item.Blocks
}

// weigh is how long blocks are in bytes, for the thumb.
func weigh(blocks []*view.Block) int {
	n := 0
	for _, b := range blocks {
		n += len(b.Text) + 1
	}
	return n
}

// lines is how many lines blocks have.
func lines(blocks []*view.Block) int {
	n := 0
	for _, b := range blocks {
		n += 1 + strings.Count(b.Text, "\n")
	}
	return n
}

// common is how many blocks two lists begin with alike.
func common(a, b []*view.Block) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Last is the latest item of a kind.
func (t *Transcript) Last(kind view.Kind) (*view.Item, bool) {
	for _, e := range slices.Backward(t.entries) {
		if e.item.Kind == kind {
			return e.item, true
		}
	}
	return nil, false
}
