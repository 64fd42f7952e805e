package screen

// Rows gives the rows of a text, with "¶" behind those that end with a line of it and "…" behind those
// that are cut.
func Rows(text string, width int) []string {
	l := lineTable{room: room{first: width, rest: width}}
	l.fill(text)
	return l.texts(text)
}

// RowsByGrowth is Rows for a text that comes in pieces.
func RowsByGrowth(text string, width int, at ...int) []string {
	l := lineTable{room: room{first: width, rest: width}}
	for i, end := range at {
		if i%2 == 0 { // not every piece is drawn
			l.fill(text[:end])
		}
		l.reopen(text[:end])
	}
	l.fill(text)
	return l.texts(text)
}

func (l *lineTable) texts(text string) []string {
	var all []string
	for _, r := range l.rows {
		s := text[r.start:r.end]
		if !r.soft {
			s += "¶"
		}
		all = append(all, s)
	}
	return all
}

// WrapBoth wraps a line of ASCII in both ways.
func WrapBoth(line string, from, limit int) (fast, slow int) {
	return wrapASCII(line, from, limit), wrapClusters(line, from, limit)
}

// Find gives the places of a text in another.
func Find(query, text string) [][2]int {
	m := newMatcher(query)
	var all [][2]int
	m.each(text, func(h match) { all = append(all, [2]int{int(h.start), int(h.end)}) })
	return all
}

// FindSlowly is Find without the short cut for ASCII.
func FindSlowly(query, text string) [][2]int {
	m := newMatcher(query)
	var all [][2]int
	m.eachFolded(text, func(h match) { all = append(all, [2]int{int(h.start), int(h.end)}) })
	return all
}

// Sums does arithmetic on a list in the way of the history.
func Sums(numbers []int) (before func(int) int, find func(int) int, add func(i, by int)) {
	s := sums{}
	for _, n := range numbers {
		s.push(n)
	}
	return s.before, s.find, s.add
}

// Tables is how many blocks are laid out, and how many rows they have.
func (t *Transcript) Tables() (blocks, rows int) {
	for _, l := range t.tables {
		rows += len(l.rows)
	}
	if rows != t.rows {
		panic("rows are not counted well")
	}
	return len(t.tables), rows
}
