package prompt

import (
	"strings"
	"unicode/utf8"

	"eidolon/internal/leaf/width"
)

// row is one row of the text as it is shown: text[start:end], without the line end. A line that is
// wrapped has several, each starting where the one before ended.
type row struct{ start, end int }

// show gives how the cluster text[pos:end] looks, its width in a row of so many cells, and whether it
// is a chip.
func (b *buffer) show(pos, end, cells int) (string, int, bool) {
	cluster := b.text[pos:end]
	if strings.HasPrefix(cluster, chipLead) {
		r, _ := utf8.DecodeRuneInString(cluster)
		s := width.Clip(label(b.lang, int(r-firstChip)+1, b.chip(r)), cells)
		return s, width.Of(s), true
	}
	s, w := shown(cluster)
	if w > cells { // a wide character in a row of one cell
		s, w = width.Clip(s, cells), cells
	}
	return s, w, false
}

// rowFrom gives the row that starts at a place, in so many cells. It breaks behind spaces, "-", "/",
// and between wide characters, else where the room ends.
func (b *buffer) rowFrom(start, cells int) row {
	used, chance, last := 0, none, start
	wasWide := false
	for pos := start; pos < len(b.text) && b.text[pos] != '\n'; {
		end := next(b.text, pos)
		_, w, chip := b.show(pos, end, cells)
		wide := chip || w == 2
		if wide && wasWide && width.Parts(b.text[last:pos], b.text[pos:end]) {
			chance = pos
		}
		if used+w > cells && pos > start {
			if chance > start {
				return row{start, chance}
			}
			return row{start, pos}
		}
		used += w
		wasWide, last = wide, pos
		switch b.text[pos] {
		case ' ', '\t', '-', '/':
			chance = end
		}
		pos = end
	}
	return row{start, b.lineEnd(start)}
}

// after gives the row behind a row.
func (b *buffer) after(r row, cells int) (row, bool) {
	switch {
	case r.end >= len(b.text):
		return row{}, false
	case b.text[r.end] == '\n':
		return b.rowFrom(r.end+1, cells), true
	}
	return b.rowFrom(r.end, cells), true
}

// before gives the row in front of a row.
func (b *buffer) before(r row, cells int) (row, bool) {
	if r.start == 0 {
		return row{}, false
	}
	return b.rowAt(r.start-1, cells), true
}

// rowAt gives the row that a place is in. A place between two rows of a line belongs to the second.
func (b *buffer) rowAt(pos, cells int) row {
	r := b.rowFrom(b.lineStart(pos), cells)
	for r.end < pos || r.end == pos && pos < len(b.text) && b.text[pos] != '\n' {
		r = b.rowFrom(r.end, cells)
	}
	return r
}

// rows counts the rows of the text up to a limit.
func (b *buffer) rows(cells, limit int) int {
	n := 1
	for r, more := b.after(b.rowFrom(0, cells), cells); more && n < limit; r, more = b.after(r, cells) {
		n++
	}
	return n
}

// visible gives the rows to show in a window of so many rows that began at top before, moved as little
// as shows the cursor and leaves no room unused.
func (b *buffer) visible(top, cells, height int) []row {
	at := b.rowAt(b.cursor, cells)
	first := b.rowAt(min(top, len(b.text)), cells)
	if first.start > at.start {
		first = at
	}
	rows := b.window(first, cells, height)
	if last := rows[len(rows)-1]; last.start < at.start {
		rows = b.window(b.back(at, cells, height-1), cells, height)
	}
	if len(rows) < height && rows[0].start > 0 {
		rows = b.window(b.back(rows[len(rows)-1], cells, height-1), cells, height)
	}
	return rows
}

// window gives up to height rows from a row on.
func (b *buffer) window(first row, cells, height int) []row {
	rows := append(make([]row, 0, height), first)
	for len(rows) < height {
		r, more := b.after(rows[len(rows)-1], cells)
		if !more {
			break
		}
		rows = append(rows, r)
	}
	return rows
}

// back gives the row so many rows before a row, or the first.
func (b *buffer) back(r row, cells, n int) row {
	for ; n > 0; n-- {
		p, more := b.before(r, cells)
		if !more {
			break
		}
		r = p
	}
	return r
}

// column gives the column of a place in its row.
func (b *buffer) column(r row, pos, cells int) int {
	x := 0
	for at := r.start; at < pos; {
		end := next(b.text, at)
		_, w, _ := b.show(at, end, cells)
		x, at = x+w, end
	}
	return x
}

// place gives the place in a row nearest to a column.
func (b *buffer) place(r row, column, cells int) int {
	x := 0
	for at := r.start; at < r.end; {
		end := next(b.text, at)
		_, w, _ := b.show(at, end, cells)
		if x+(w+1)/2 > column {
			return at
		}
		if end == r.end && end < len(b.text) && b.text[end] != '\n' { // the end is the next row's start
			return at
		}
		x, at = x+w, end
	}
	return r.end
}

// vertical moves the cursor a row up or down and says whether there was one.
func (b *buffer) vertical(down, selecting bool, cells int) bool {
	at := b.rowAt(b.cursor, cells)
	goal := b.goal
	if goal == none {
		goal = b.column(at, b.cursor, cells)
	}
	step := b.before
	if down {
		step = b.after
	}
	to, ok := step(at, cells)
	if ok {
		b.moveTo(b.place(to, goal, cells), selecting)
		b.goal = goal
	}
	return ok
}
