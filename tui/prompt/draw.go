package prompt

import (
	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

// framedFrom is the width from which the prompt has a frame and its mark.
const framedFrom = 60

// glyphs are the characters of the frame and the mark.
type glyphs struct{ mark, h, v, nw, ne, sw, se string }

func (e *Editor) glyphs() glyphs {
	if e.opt.ASCII {
		return glyphs{">", "-", "|", "+", "+", "+", "+"}
	}
	return glyphs{"❯", "─", "│", "╭", "╮", "╰", "╯"}
}

// frame is where things are in the rectangle of the prompt.
type frame struct {
	x, y, cells, rows int // of the text
	framed, titled    bool
}

// gutter is the width of the mark and the space behind it.
const gutter = 2

// frame divides a rectangle. One column is left free behind the text, for a cursor at the end of a
// full row.
func (e *Editor) frame(x, y, w, h int) frame {
	switch {
	case w >= framedFrom && h >= 3:
		return frame{x + 2 + gutter, y + 1, w - 4 - gutter - 1, h - 2, true, e.title != ""}
	case e.title != "" && h >= 2:
		return frame{x, y + 1, max(w-1, 1), h - 1, false, true}
	}
	return frame{x, y, max(w-1, 1), h, false, false}
}

// Rows gives how many rows of text there are in a prompt of some width, 1 to 8.
func (e *Editor) Rows(width int) int {
	return e.buf.rows(e.frame(0, 0, width, maxRows).cells, maxRows)
}

// Height gives how many rows a prompt of some width wants to have, with its frame and title.
func (e *Editor) Height(width int) int {
	rows := e.Rows(width)
	switch {
	case width >= framedFrom:
		return rows + 2
	case e.title != "":
		return rows + 1
	}
	return rows
}

// Draw draws the prompt. It draws cells itself: what people type is no markup.
func (e *Editor) Draw(screen tcell.Screen) {
	x, y, w, h := e.GetRect()
	if w <= 0 || h <= 0 {
		return
	}
	style := e.opt.Palette.Style
	f := e.frame(x, y, w, h)
	for row := y; row < y+h; row++ {
		e.put(screen, x, row, "", x+w, style(theme.Text))
	}
	e.drawFrame(screen, f, x, y, w, h)
	e.cells = f.cells
	rows := e.buf.visible(e.top, f.cells, f.rows)
	e.top = rows[0].start
	if e.Empty() {
		text := width.Clip(clean.Line(e.opt.Placeholder), f.cells)
		e.put(screen, f.x, f.y, text, f.x+f.cells, style(theme.Dim))
	}
	marks := e.marks(rows[0].start, rows[len(rows)-1].end)
	for i, r := range rows {
		e.drawRow(screen, f.x, f.y+i, r, marks)
	}
	if e.HasFocus() {
		e.showCursor(screen, f, rows)
	}
}

// drawFrame draws border, title and mark.
func (e *Editor) drawFrame(screen tcell.Screen, f frame, x, y, w, h int) {
	style, g := e.opt.Palette.Style, e.glyphs()
	title := clean.Line(e.title)
	if !f.framed {
		if f.titled {
			e.put(screen, x, y, width.Clip(title, w), x+w, style(theme.Title))
		}
		return
	}
	border := style(theme.Border)
	for at := x + 1; at < x+w-1; at++ {
		screen.Put(at, y, g.h, border)
		screen.Put(at, y+h-1, g.h, border)
	}
	for at := y + 1; at < y+h-1; at++ {
		screen.Put(x, at, g.v, border)
		screen.Put(x+w-1, at, g.v, border)
	}
	screen.Put(x, y, g.nw, border)
	screen.Put(x+w-1, y, g.ne, border)
	screen.Put(x, y+h-1, g.sw, border)
	screen.Put(x+w-1, y+h-1, g.se, border)
	if f.titled {
		title = " " + width.Clip(title, w-6) + " "
		e.put(screen, x+2, y, title, x+2+width.Of(title), style(theme.Title))
	}
	screen.Put(x+2, y+1, g.mark, style(theme.Prompt))
}

// put writes a text and fills up with spaces to a column.
func (e *Editor) put(screen tcell.Screen, x, y int, text string, end int, style tcell.Style) {
	for text != "" {
		cluster, cells, rest := width.Next(text)
		if x+cells > end {
			break
		}
		screen.Put(x, y, cluster, style)
		x, text = x+cells, rest
	}
	for ; x < end; x++ {
		screen.Put(x, y, " ", style)
	}
}

// mark is a piece of the text that does not look plain.
type mark struct {
	start, end int
	role       theme.Role
}

// marks gives the tokens of the lines between two places.
func (e *Editor) marks(from, to int) []mark {
	var all []mark
	for _, t := range e.buf.tokens(e.buf.lineStart(from), e.buf.lineEnd(to)) {
		if t.coloured() {
			all = append(all, mark{t.Start, t.End, theme.Mention})
		}
	}
	return all
}

// drawRow draws one row of the text.
func (e *Editor) drawRow(screen tcell.Screen, x, y int, r row, marks []mark) {
	style := e.opt.Palette.Style
	from, to := e.buf.selection()
	for pos := r.start; pos < r.end; {
		end := next(e.buf.text, pos)
		text, cells, chip := e.buf.show(pos, end, e.cells)
		role := theme.Text
		for len(marks) > 0 && marks[0].end <= pos {
			marks = marks[1:]
		}
		switch {
		case from <= pos && pos < to:
			role = theme.Selection
		case chip, len(marks) > 0 && marks[0].start <= pos:
			role = theme.Mention
		}
		e.put(screen, x, y, text, x+cells, style(role))
		x, pos = x+cells, end
	}
}

// showCursor puts the terminal's cursor where the next character goes.
func (e *Editor) showCursor(screen tcell.Screen, f frame, rows []row) {
	at := e.buf.rowAt(e.buf.cursor, f.cells)
	for i, r := range rows {
		if r.start == at.start {
			x, _, w, _ := e.GetRect()
			screen.ShowCursor(min(f.x+e.buf.column(r, e.buf.cursor, f.cells), x+w-1), f.y+i)
		}
	}
}
