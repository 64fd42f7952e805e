package overlay

import (
	"fmt"
	"strings"

	"eidolon/internal/leaf/width"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// wide is from how many columns on a preview stands beside the rows.
const wide = 100

// fewest is how many entries a list that is as tall as it needs has room for at least.
const fewest = 5

// fitted is how many rows a list asks for that may have as many as it needs. It never becomes lower while
// it is open, so that nothing moves while somebody types a filter.
func (l *List) fitted(w, h int) int {
	if l.options.Preview {
		return h
	}
	_, rows := l.box().Chrome(w, h)
	need := len(l.rows)
	for _, g := range l.groups {
		if g != "" {
			need++ // its heading
		}
	}
	l.tallest = max(l.tallest, fewest, need)
	n := l.tallest + rows
	if l.options.Filter {
		n++
	}
	if l.notice != "" {
		n++
	}
	return min(n, h)
}

// Height is how many rows the list asks for.
func (l *List) Height(w, h int) int {
	if l.options.Rows == 0 {
		return l.fitted(w, h)
	}
	n := l.options.Rows + l.options.Headings + 1
	if !l.attached() {
		n++
	}
	if l.options.Filter {
		n++
	}
	if l.options.Preview && w < wide {
		n += l.options.Rows
	}
	return min(n, h)
}

// Draw draws the list.
func (l *List) Draw(c screen.Canvas) {
	in := l.box().Draw(c)
	w, h := c.Size()
	l.edge = w
	l.drawn = blank(l.drawn, h)
	if l.options.Filter {
		in = l.drawFilter(in)
	}
	rows := l.drawPreview(c, in)
	if w, h := rows.Size(); l.notice != "" && h > 0 {
		rows.Text(0, h-1, theme.Warn, width.Clip(l.notice, w))
		rows = rows.Part(0, 0, w, h-1)
	}
	l.drawRows(rows, rows.Area.Y-c.Area.Y)
}

func (l *List) box() screen.Box {
	var parts []string
	if hits, rows := l.Len(); hits != rows {
		parts = append(parts, l.options.Lang.F("%d of %d", hits, rows))
	} else if rows > 0 {
		parts = append(parts, fmt.Sprint(rows))
	}
	if l.loading {
		parts = append(parts, l.options.Lang.T("loading"))
	}
	return screen.Box{Title: l.title, Note: strings.Join(parts, ", "), Footer: l.footer, Open: l.attached()}
}

// drawFilter draws the line in which the filter is typed, and gives what is below it.
func (l *List) drawFilter(c screen.Canvas) screen.Canvas {
	w, h := c.Size()
	x := c.Text(0, 0, theme.Dim, c.Lang.T("filter")+" ")
	l.filter.draw(c.Part(x, 0, w-x, 1))
	return c.Part(0, 1, w, h-1)
}

// drawPreview draws what is known about the selected row, and gives what it leaves for the rows: the
// left half of a wide screen, or the upper half of a narrow one.
func (l *List) drawPreview(whole, c screen.Canvas) screen.Canvas {
	w, h := c.Size()
	total, _ := whole.Size()
	switch {
	case !l.options.Preview:
		return c
	case total >= wide:
		left := w * 2 / 5
		l.edge = c.Area.X - whole.Area.X + left
		for y := range h {
			c.Text(left+1, y, theme.Border, c.Glyph("│", "|"))
		}
		l.preview.Draw(c.Part(left+3, 0, w-left-3, h))
		return c.Part(0, 0, left, h)
	case h >= 8:
		upper := h / 2
		c.Rule(0, w, upper, theme.Border)
		l.preview.Draw(c.Part(0, upper+1, w, h-upper-1))
		return c.Part(0, 0, w, upper)
	}
	return c
}

// drawRows draws the rows in sight under their headings. offset is the canvas's first row within the
// list's area.
func (l *List) drawRows(c screen.Canvas, offset int) {
	w, h := c.Size()
	if len(l.hits) == 0 {
		l.page = 0
		text := l.options.Empty
		if text == "" {
			text = c.Lang.T("nothing there")
		}
		if !l.loading && l.notice == "" {
			c.Text(0, 0, theme.Dim, width.Clip(text, w))
		}
		return
	}
	headings := h > 2
	from, to := l.window(h, headings)
	l.top, l.page = from, to-from
	y, group := 0, -1
	for i := from; i < to; i++ {
		e := l.rows[l.hits[i].row]
		if headings && e.group != group && e.Group != "" {
			c.Text(0, y, theme.Heading, width.Clip(e.Group, w))
			y++
		}
		group = e.group
		l.drawRow(c.Part(0, y, w, 1), i)
		l.drawn[offset+y] = i
		y++
	}
}

// window gives the hits that are in sight in so many rows of the screen. It moves no further than it
// has to for the selected row to be among them.
func (l *List) window(lines int, headings bool) (from, to int) {
	if lines < 1 {
		return 0, 0
	}
	most := lines
	if l.options.Rows > 0 {
		most = min(most, l.options.Rows)
	}
	from = max(min(l.top, l.picked), l.picked-most+1)
	for from < l.picked && l.lines(from, l.picked+1, headings) > lines {
		from++
	}
	to = l.picked + 1
	fits := func(a, b int) bool { return b-a <= most && l.lines(a, b, headings) <= lines }
	for to < len(l.hits) && fits(from, to+1) {
		to++
	}
	for from > 0 && fits(from-1, to) {
		from--
	}
	return from, to
}

// lines is how many rows of the screen some hits take with their headings.
func (l *List) lines(from, to int, headings bool) int {
	n, group := to-from, -1
	for i := from; i < to && headings; i++ {
		e := &l.rows[l.hits[i].row]
		if e.group != group && e.Group != "" {
			n++
		}
		group = e.group
	}
	return n
}

// drawRow draws a row: its text with the characters that the filter found, and its note.
func (l *List) drawRow(c screen.Canvas, i int) {
	w, _ := c.Size()
	e := &l.rows[l.hits[i].row]
	text, note, noteRole := theme.Text, e.Note, theme.Dim
	if e.Off != "" {
		text, note, noteRole = theme.Dim, e.Off, theme.Warn
	}
	if i == l.picked {
		text, noteRole = theme.Selected, theme.Selected
		c.Row(0, theme.Selected)
		c.Text(0, 0, theme.Selected, c.Glyph("❯", ">"))
	}
	const indent, gap = 2, 2
	room := w - indent
	_, at, _ := l.answers(l.hits[i].row)
	if beside := min(l.widest, room/2); l.options.Beside && note != "" {
		l.drawMatches(c.Part(indent, 0, beside, 1), e.Text, at, text)
		c.Text(indent+beside+gap, 0, noteRole, width.Clip(note, room-beside-gap))
		return
	}
	_, textCells := width.Cut(e.Text, room)
	_, noteCells := width.Cut(note, room)
	if textCells+gap+noteCells > room {
		noteCells = max(min(noteCells, room/3), room-textCells-gap)
	}
	if noteCells < min(4, width.Of(note)) || note == "" {
		noteCells = 0
	}
	if noteCells > 0 {
		shown := width.Clip(note, noteCells)
		c.Text(w-width.Of(shown), 0, noteRole, shown)
		room -= noteCells + gap
	}
	l.drawMatches(c.Part(indent, 0, room, 1), e.Text, at, text)
}

// drawMatches draws a row's text.
func (l *List) drawMatches(c screen.Canvas, text string, at []int, role theme.Role) {
	w, _ := c.Size()
	shown := width.Clip(text, w)
	plain, match := c.Looks.Style(role), c.Looks.Style(theme.Match)
	if role == theme.Selected {
		match = plain.Bold(true).Underline(true)
	}
	x, offset := 0, 0
	for shown != "" {
		cluster, _, rest := width.Next(shown)
		for len(at) > 0 && at[0] < offset {
			at = at[1:]
		}
		style := plain
		if len(at) > 0 && at[0] < offset+len(cluster) {
			style = match
		}
		x = c.Styled(x, 0, style, cluster)
		offset += len(cluster)
		shown = rest
	}
}
