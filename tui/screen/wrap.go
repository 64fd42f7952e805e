package screen

import (
	"strings"

	"eidolon/internal/leaf/width"
	"eidolon/tui/view"
)

// textRow is what one row of the screen shows of a block's text. The rows of a block follow each other
// without a hole, the line breaks apart: spaces at a soft end belong to the row before, where they hang
// over its edge. So joining the rows gives the text again.
type textRow struct {
	start, end int32
	soft       bool // the line goes on in the next row
	cut        bool // the line goes on, but is not shown any further
}

// lineTable has the rows of a block for one width. It can be incomplete, while text is still coming.
type lineTable struct {
	rows []textRow
	room room
	next int // where wrapping goes on, or complete

	matches []match // of the search with this number
	search  int
}

const complete = -1

// room is how many cells a block may use.
type room struct {
	first, rest int // for the text of its first row and of the others
	behind      int // cells to have free behind the last row
	noWrap      bool
}

// fill brings the table up to date with its text.
func (l *lineTable) fill(text string) {
	for l.next != complete {
		l.line(text)
	}
	if last := len(l.rows) - 1; l.room.behind > 0 && !l.rows[last].soft {
		limit := l.room.limit(last)
		if r := l.rows[last]; !fits(text[r.start:r.end], limit-l.room.behind) {
			l.rows[last].soft = true
			l.rows = append(l.rows, textRow{start: r.end, end: r.end})
		}
	}
}

// line adds the rows of the next line of the text.
func (l *lineTable) line(text string) {
	from, end := l.next, len(text)
	l.next = complete
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		end = from + i
		l.next = end + 1
	}
	line := text[:end]
	if l.room.noWrap {
		cut := !fits(line[from:], l.room.limit(len(l.rows)))
		l.rows = append(l.rows, textRow{start: int32(from), end: int32(end), cut: cut})
		return
	}
	wrap := wrapClusters
	if printable(line[from:]) {
		wrap = wrapASCII
	}
	for {
		next := wrap(line, from, l.room.limit(len(l.rows)))
		l.rows = append(l.rows, textRow{start: int32(from), end: int32(next), soft: next < end})
		if next >= end {
			return
		}
		from = next
	}
}

// reopen makes ready for a text that goes on behind the present one: its last line is wrapped anew.
func (l *lineTable) reopen(text string) {
	l.search = 0
	if l.next != complete {
		return // more than that is still to be wrapped
	}
	l.next = strings.LastIndexByte(text, '\n') + 1
	for len(l.rows) > 0 && int(l.rows[len(l.rows)-1].start) >= l.next {
		l.rows = l.rows[:len(l.rows)-1]
	}
}

// at is the row that shows what stands at an offset.
func (l *lineTable) at(offset int) int {
	lo, hi := 0, len(l.rows)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; int(l.rows[mid].start) <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func (r room) limit(row int) int {
	if row == 0 {
		return max(r.first, 1)
	}
	return max(r.rest, 1)
}

// roomFor says what a block may use of so many columns. Beside and behind are cells that something else
// wants at the end of the first row, and behind the last.
func roomFor(b *view.Block, columns, beside, behind int) room {
	return room{
		first:  columns - gutterCells(b.First, columns) - beside,
		rest:   columns - gutterCells(b.Rest, columns),
		behind: behind,
		noWrap: b.NoWrap,
	}
}

// gutterCells is how wide a gutter is. It gives way where it would leave no room for the text.
func gutterCells(g view.Gutter, columns int) int {
	_, cells := width.Cut(g.Text, columns/2)
	return cells
}

// fits says that a text needs no more than so many cells. No cluster has more cells than bytes.
func fits(s string, cells int) bool {
	if len(s) <= cells {
		return true
	}
	if cells < 0 {
		return false
	}
	head, _ := width.Cut(s, cells)
	return len(head) == len(s)
}

// printable says that each byte of a text is a character of one cell.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// wrapASCII says where the row ends that begins at from, for a line of characters of one cell.
func wrapASCII(line string, from, limit int) int {
	if len(line)-from <= limit {
		return len(line)
	}
	edge := from + limit
	if line[edge] == ' ' {
		return skipSpaces(line, edge)
	}
	text := skipSpaces(line[:edge], from)
	for at := edge; at > text; at-- {
		if breakable(line, at) {
			return at
		}
	}
	return edge
}

// wrapClusters is wrapASCII for every other line.
func wrapClusters(line string, from, limit int) int {
	cells, wide := 0, false
	text := skipSpaces(line, from) // a row of nothing but indentation helps nobody
	end := from                    // of the row, if what follows does not fit
	before := ""
	for at := from; at < len(line); {
		cluster, w, _ := width.Next(line[at:])
		if at > text && ((wide || w > 1) && width.Parts(before, cluster) || breakable(line, at)) {
			end = at
		}
		if cells+w > limit {
			switch {
			case cluster == " ":
				return skipSpaces(line, at)
			case end > from:
				return end
			case at > from:
				return at
			}
			return at + len(cluster) // not even one fits
		}
		cells += w
		wide, before = w > 1, cluster
		at += len(cluster)
	}
	return len(line)
}

// breakable says that a row may end before an offset: behind spaces, and within words that are joined
// by "-" or "/". Options such as --all stay whole, and so do paths up to their first part.
func breakable(line string, at int) bool {
	switch line[at-1] {
	case ' ':
		return true
	case '-', '/':
		return at > 1 && wordByte(line[at-2]) && line[at] != '-' && line[at] != '/' && line[at] != ' '
	}
	return false
}

func wordByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b >= 0x80
}

func skipSpaces(s string, at int) int {
	for at < len(s) && s[at] == ' ' {
		at++
	}
	return at
}
