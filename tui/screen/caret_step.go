package screen

import (
	"strings"

	"eidolon/internal/leaf/width"
)

// Step is a way to move the cursor in the history.
type Step uint8

// The steps.
const (
	Left Step = iota
	Right
	Up
	Down
	WordLeft  // to the start of a word
	WordRight // to the end of one
	LineStart // of the text, however many rows it has
	LineEnd
	ItemUp // to the start of the item, then of the one above
	ItemDown
	PageUp
	PageDown
	ToTop
	ToEnd
)

// stepped gives the place where a step leads to.
func (t *Transcript) stepped(p place, s Step) place {
	_, _, _, h := t.GetRect()
	switch s {
	case Up:
		return t.rowsOn(p, -1)
	case Down:
		return t.rowsOn(p, 1)
	case PageUp:
		return t.rowsOn(p, -max(h-1, 1))
	case PageDown:
		return t.rowsOn(p, max(h-1, 1))
	case Left, Right, WordLeft, WordRight, LineStart, LineEnd, ItemUp, ItemDown, ToTop, ToEnd:
	}
	t.caret.aim = -1
	switch s {
	case Left:
		p, _ = t.backward(p)
	case Right:
		p, _ = t.forward(p)
	case WordLeft:
		p = t.wordLeft(p)
	case WordRight:
		p = t.wordRight(p)
	case LineStart:
		p = t.lineAt(extent{p, p}).start
	case LineEnd:
		p = t.lineAt(extent{p, p}).end
	case ItemUp:
		p = t.itemUp(p)
	case ItemDown:
		p = t.itemDown(p)
	case ToTop:
		r, _ := t.first()
		p = place{r.item, r.block, 0}
	case ToEnd:
		p = t.endOf(len(t.entries) - 1)
	case Up, Down, PageUp, PageDown:
	}
	return p
}

// rowsOn is the place so many rows further, in the column that was aimed at first. Gaps between blocks
// are passed over.
func (t *Transcript) rowsOn(p place, rows int) place {
	r, x := t.cellOf(p)
	if t.caret.aim < 0 {
		t.caret.aim = x
	}
	step, count := t.next, rows
	if rows < 0 {
		step, count = t.before, -rows
	}
	to := r
	for n := 0; n < count; n++ {
		further, ok := step(r)
		if !ok {
			break
		}
		if r = further; r.line >= 0 {
			to = r
		} else if n == count-1 {
			n-- // the row behind the gap
		}
	}
	margin, _, _ := t.columns()
	e := t.clusterAt(to, margin+t.caret.aim)
	if e.start.at > 0 && t.rowOf(e.start) != to { // the end of a row that was wrapped is where the next one begins
		e.start.at = clusterBefore(t.text(e.start), e.start.at)
	}
	return e.start
}

// forward is the place behind the next cluster. Where text goes on in another block, it is the one there.
func (t *Transcript) forward(p place) (place, bool) {
	text := t.text(p)
	if p.at < len(text) {
		if text[p.at] == '\n' {
			p.at++
		} else {
			cluster, _, _ := width.Next(text[p.at:])
			p.at += len(cluster)
		}
		if p.at < len(text) || !t.goesOn(p) {
			return p, true
		}
	}
	for {
		q, ok := t.blockBehind(p)
		if !ok {
			return p, false
		}
		p = q
		if t.text(p) != "" || !t.goesOn(p) {
			return p, true
		}
	}
}

// backward is the place of the cluster before.
func (t *Transcript) backward(p place) (place, bool) {
	for p.at == 0 {
		joined := t.shown(p.item)[p.block].Join
		q, ok := t.blockBefore(p)
		if !ok {
			return p, false
		}
		if p = q; !joined {
			return p, true
		}
	}
	p.at = clusterBefore(t.text(p), p.at)
	return p, true
}

// goesOn says that the text of a block goes on in the next one.
func (t *Transcript) goesOn(p place) bool {
	blocks := t.shown(p.item)
	return p.block+1 < len(blocks) && blocks[p.block+1].Join
}

// blockBehind is the beginning of the next block that there is.
func (t *Transcript) blockBehind(p place) (place, bool) {
	if p.block+1 < len(t.shown(p.item)) {
		return place{p.item, p.block + 1, 0}, true
	}
	r, ok := t.firstFrom(p.item + 1)
	return place{r.item, r.block, 0}, ok
}

// blockBefore is the end of the block before.
func (t *Transcript) blockBefore(p place) (place, bool) {
	if p.block > 0 {
		p.block--
		p.at = len(t.text(p))
		return p, true
	}
	for i := p.item - 1; i >= 0; i-- {
		if len(t.shown(i)) > 0 {
			return t.endOf(i), true
		}
	}
	return p, false
}

// endOf is the end of an item, or of the nearest one above that has any text.
func (t *Transcript) endOf(i int) place {
	for ; i > 0 && len(t.shown(i)) == 0; i-- {
	}
	p := place{item: i, block: max(len(t.shown(i))-1, 0)}
	p.at = len(t.text(p))
	return p
}

// wordRight is the end of the word that a place is in or before.
func (t *Transcript) wordRight(p place) place {
	for in := false; ; {
		text := t.text(p)
		word := p.at < len(text) && inWord(firstRune(text[p.at:]))
		if in && !word {
			return p
		}
		in = in || word
		q, ok := t.forward(p)
		if !ok {
			return p
		}
		p = q
	}
}

// wordLeft is the start of the word that a place is in or behind.
func (t *Transcript) wordLeft(p place) place {
	for {
		text := t.text(p)
		line := strings.LastIndexByte(text[:p.at], '\n') + 1
		if at := lastWord(text[line:p.at]); at >= 0 {
			p.at = line + at
			return p
		}
		if line > 0 {
			p.at = line - 1
			continue
		}
		p.at = 0
		q, ok := t.blockBefore(p)
		if !ok {
			return p
		}
		p = q
	}
}

// lastWord is where the last word of a text begins, or -1.
func lastWord(s string) int {
	last, in := -1, false
	for at := 0; at < len(s); {
		cluster, _, _ := width.Next(s[at:])
		word := inWord(firstRune(cluster))
		if word && !in {
			last = at
		}
		in = word
		at += len(cluster)
	}
	return last
}

// itemUp is the start of the item, or from there of the one above.
func (t *Transcript) itemUp(p place) place {
	if start := (place{item: p.item}); p != start {
		return start
	}
	if q, ok := t.blockBefore(place{item: p.item}); ok {
		return place{item: q.item}
	}
	return p
}

// itemDown is the start of the item below, or the end of the last one.
func (t *Transcript) itemDown(p place) place {
	if r, ok := t.firstFrom(p.item + 1); ok {
		return place{r.item, r.block, 0}
	}
	return t.endOf(len(t.entries) - 1)
}
