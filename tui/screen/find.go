package screen

import "eidolon/tui/view"

// Hits says how a search stands.
type Hits struct {
	Count   int  // found so far
	Current int  // which of them is being looked at, counted from 1 at the top; 0 is none
	Done    bool // everything was searched
}

// Text that is searched in one call, in bytes: a few milliseconds.
const (
	perCall       = 4 << 20
	perCallFolded = perCall / 16 // beyond ASCII, characters are compared one by one
)

// search counts hits by item, from where the view was upwards and then from the end downwards, so that
// what is near is found first. Hits are not kept, there can be millions: the counts lead to the items, and
// within one a hit is quickly found again. Items are searched in all their text, folded or not.
type search struct {
	on      bool
	query   string
	matcher matcher
	number  int // tells the hits in line tables from those of other searches

	counts sums
	up     int // items above this one and the one itself are not searched yet, up to the first
	down   int // nor are this one and those before it, back to the origin
	block  int // of the item that is searched now, from its end; those behind it are done

	origin  place // from where it goes up
	reader  place // where another query would begin
	current place // the hit that is looked at
	has     bool  // there is one
}

// Find starts a search, without regard to case, and goes to the nearest hit above the end of the view. A
// call looks at a bounded amount of text; until Done, FindMore is to be called, with time for keys and
// frames between. Another query begins where the one before did, or at the hit that was gone to since.
func (t *Transcript) Find(query string) Hits {
	origin := t.find.reader
	if !t.find.on {
		t.look()
		origin = place{item: max(len(t.entries)-1, 0), block: 1 << 30}
		if n := len(t.visible); n > 0 {
			r := t.visible[n-1]
			origin = place{r.item, r.block, 1 << 30}
		}
	}
	t.begin(query, origin)
	return t.FindMore()
}

// begin forgets what was found and searches anew.
func (t *Transcript) begin(query string, origin place) {
	f := &t.find
	counts := f.counts
	if cap(counts) < len(t.entries) {
		counts = make(sums, len(t.entries), len(t.entries)+len(t.entries)/8)
	}
	counts = counts[:len(t.entries)]
	clear(counts)
	*f = search{
		on: true, query: query, matcher: newMatcher(query), number: f.number + 1, counts: counts, origin: origin, reader: origin,
		up: min(origin.item, len(t.entries)-1), down: len(t.entries) - 1, block: -1,
	}
	if query == "" {
		f.up, f.down = -1, origin.item
	}
}

// FindMore searches on.
func (t *Transcript) FindMore() Hits {
	f := &t.find
	budget := perCall
	if f.matcher.ascii == "" {
		budget = perCallFolded
	}
	for budget > 0 && !f.done() {
		budget -= t.searchOn(f.item(), budget)
	}
	if f.on && !f.has && f.done() && f.counts.total() > 0 {
		t.goTo(t.lastHit(f.counts.find(f.counts.total()-1), place{item: len(t.entries)}))
	}
	return t.Hits()
}

// done says that there is nothing left to search.
func (f *search) done() bool { return !f.on || f.up < 0 && f.down <= f.origin.item }

// item is what is to be searched next.
func (f *search) item() int {
	if f.up >= 0 {
		return f.up
	}
	return f.down
}

// searched says that an item's hits are known.
func (f *search) searched(i int) bool {
	return f.on && (i > f.up && i <= f.origin.item || i > f.down)
}

// searchOn counts hits in an item, backwards, as far as the budget reaches, and gives how much that was.
func (t *Transcript) searchOn(i, budget int) int {
	f := &t.find
	blocks := t.entries[i].searched()
	if f.block < 0 {
		f.block = len(blocks)
	}
	spent, found := 16, 0 // going from item to item is work too
	for f.block > 0 && spent < budget {
		f.block--
		spent += len(blocks[f.block].Text) + 16
		found += f.matcher.count(blocks[f.block].Text)
	}
	if found > 0 {
		f.counts.add(i, found)
	}
	if f.block > 0 {
		return spent
	}
	f.block = -1
	if f.up >= 0 {
		f.up--
	} else {
		f.down--
	}
	if !f.has && f.counts.before(i+1) > f.counts.before(i) {
		t.goTo(t.lastHit(i, f.origin))
	}
	return spent
}

func (m *matcher) count(text string) int {
	n := 0
	m.each(text, func(match) { n++ })
	return n
}

func (m *matcher) countAll(blocks []*view.Block) int {
	n := 0
	for _, b := range blocks {
		n += m.count(b.Text)
	}
	return n
}

// Hits tells how the search stands, with what has come since.
func (t *Transcript) Hits() Hits {
	f := &t.find
	h := Hits{Done: f.done()}
	if !f.on {
		return h
	}
	h.Count = f.counts.total()
	if !f.has {
		return h
	}
	h.Current = f.counts.before(f.current.item) + 1
	blocks := t.entries[f.current.item].searched()
	for n := 0; n <= f.current.block && n < len(blocks); n++ {
		f.matcher.each(blocks[n].Text, func(m match) {
			if n < f.current.block || int(m.start) < f.current.at {
				h.Current++
			}
		})
	}
	return h
}

// FindNext goes to the next hit, or with a negative direction to the one before. Behind the last comes
// the first.
func (t *Transcript) FindNext(direction int) Hits {
	f := &t.find
	if !f.done() || !f.has {
		t.FindMore()
	}
	if !f.on || !f.has {
		return t.Hits()
	}
	if direction > 0 {
		t.goTo(t.hitBelow(f.current))
	} else {
		t.goTo(t.hitAbove(f.current))
	}
	f.reader = f.current
	return t.Hits()
}

// hitBelow is the hit behind another one. The counts say which item it is in.
func (t *Transcript) hitBelow(p place) (place, bool) {
	if q, ok := t.firstHit(p.item, p); ok {
		return q, true
	}
	total := t.find.counts.total()
	if total == 0 {
		return p, false // its item is being counted anew
	}
	n := t.find.counts.before(p.item+1) % total
	return t.firstHit(t.find.counts.find(n), place{item: -1})
}

// hitAbove is the hit before another one.
func (t *Transcript) hitAbove(p place) (place, bool) {
	p.at--
	if q, ok := t.lastHit(p.item, p); ok {
		return q, true
	}
	total := t.find.counts.total()
	if total == 0 {
		return p, false
	}
	n := (t.find.counts.before(p.item) - 1 + total) % total
	return t.lastHit(t.find.counts.find(n), place{item: len(t.entries)})
}

// firstHit is the first hit in an item behind a place.
func (t *Transcript) firstHit(i int, behind place) (p place, ok bool) {
	for n, b := range t.entries[i].searched() {
		if behind.item == i && n < behind.block {
			continue
		}
		t.find.matcher.each(b.Text, func(m match) {
			if q := (place{i, n, int(m.start)}); !ok && q.compare(behind) > 0 {
				p, ok = q, true
			}
		})
		if ok {
			break
		}
	}
	return p, ok
}

// lastHit is the last hit in an item up to a place.
func (t *Transcript) lastHit(i int, upTo place) (p place, ok bool) {
	blocks := t.entries[i].searched()
	for n := len(blocks) - 1; n >= 0 && !ok; n-- {
		if upTo.item == i && n > upTo.block {
			continue
		}
		t.find.matcher.each(blocks[n].Text, func(m match) {
			if q := (place{i, n, int(m.start)}); q.compare(upTo) <= 0 {
				p, ok = q, true
			}
		})
	}
	return p, ok
}

// goTo shows a hit, and the whole item if it was folded.
func (t *Transcript) goTo(p place, ok bool) {
	if !ok {
		return
	}
	t.find.current, t.find.has = p, true
	t.setOpen(p.item, true)
	_, _, _, h := t.GetRect()
	t.reveal(p, h/3)
}

// ClearFind ends the search. The view stays where it has got to.
func (t *Transcript) ClearFind() { t.find = search{number: t.find.number} }

// findIn gives the hits in a block that is in sight.
func (t *Transcript) findIn(i, block int) (matches []match, current int) {
	f := &t.find
	if !f.on {
		return nil, -1
	}
	l := t.table(i, block)
	if l.search != f.number {
		l.matches, l.search = l.matches[:0], f.number
		f.matcher.each(t.shown(i)[block].Text, func(m match) { l.matches = append(l.matches, m) })
	}
	current = -1
	e := &t.entries[i]
	if f.has && f.current.item == i && f.current.block == block && (e.item.More == nil || t.isOpen(i)) {
		current = f.current.at
	}
	return l.matches, current
}

// findGrew counts the hits of an item that came behind all others.
func (t *Transcript) findGrew(i int) {
	if f := &t.find; f.on {
		f.counts.push(f.matcher.countAll(t.entries[i].searched()))
	}
}

// findChanged brings the count of an item up to date. Only blocks that differ are searched.
func (t *Transcript) findChanged(i int, before []*view.Block) {
	f := &t.find
	if !f.on {
		return
	}
	after := t.entries[i].searched()
	same := common(before, after)
	if !f.searched(i) {
		if f.item() == i && f.block >= 0 { // it is being searched: begin it anew
			f.counts.add(i, f.counts.before(i)-f.counts.before(i+1))
			f.block = -1
		}
	} else if n := f.matcher.countAll(after[same:]) - f.matcher.countAll(before[same:]); n != 0 {
		f.counts.add(i, n)
	}
	if f.has && f.current.item == i && f.current.block >= same {
		f.current, f.has = t.lastHit(i, f.current)
	}
}

// findAgain searches anew when items came in between.
func (t *Transcript) findAgain() {
	if t.find.on {
		t.begin(t.find.query, t.find.reader)
	}
}
