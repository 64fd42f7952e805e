package markdown

import "strings"

// grid is a table that is open.
type grid struct {
	rows   [][]string
	spans  []int // per column, rows below that a cell above still covers
	at     int   // column of the cell at hand
	inCell bool
	// layout says that the table only puts things side by side: its cells are paragraphs.
	layout bool
}

const (
	maxColumns = 64    // further cells begin another row
	maxSpan    = 50    // columns or rows that a cell may cover
	maxExtra   = 20000 // cells that spans may make in a page
)

// table gives the innermost table, or nil.
func (w *writer) table() *grid {
	if len(w.tables) == 0 {
		return nil
	}
	return w.tables[len(w.tables)-1]
}

// cell gives the innermost table while one of its cells is open and is one; else nil.
func (w *writer) cell() *grid {
	if g := w.table(); g != nil && g.inCell && !g.layout {
		return g
	}
	return nil
}

func (w *writer) beginTable(a attributes) {
	if w.pre != nil {
		return
	}
	w.leaveCells()
	w.flush()
	w.tables = append(w.tables, &grid{layout: a["role"] == "presentation" || a["role"] == "none"})
}

// leaveCells makes layout of the tables around something that no cell can hold.
func (w *writer) leaveCells() {
	g := w.cell()
	if g == nil {
		return
	}
	g.layout = true
	text, blank := w.line, w.blank
	w.line, w.blank = nil, false
	for _, row := range g.rows {
		for _, cell := range row {
			if cell != "" {
				w.paragraph(cell)
			}
		}
	}
	g.rows = nil
	w.line, w.blank = text, blank
	w.flush()
}

func (w *writer) beginRow() {
	g := w.table()
	if g == nil || g.layout || w.pre != nil {
		return
	}
	g.rows = append(g.rows, nil)
}

func (w *writer) beginCell(a attributes) {
	g := w.table()
	if g == nil || w.pre != nil {
		return
	}
	w.flush()
	g.inCell = true
	if g.layout {
		return
	}
	if n := len(g.rows); n == 0 || len(g.rows[n-1]) >= maxColumns {
		g.rows = append(g.rows, nil)
	}
	row := &g.rows[len(g.rows)-1]
	for len(*row) < min(len(g.spans), maxColumns-1) && g.spans[len(*row)] > 0 && w.extra < maxExtra {
		g.spans[len(*row)]--
		*row = append(*row, "")
		w.extra++
	}
	g.at = len(*row)
	wide, high := number(a["colspan"], 1, maxSpan), number(a["rowspan"], 1, maxSpan)
	for i := range wide {
		if len(*row) >= maxColumns || i > 0 && w.extra >= maxExtra {
			break
		}
		if i > 0 {
			w.extra++
		}
		if len(g.spans) == len(*row) {
			g.spans = append(g.spans, 0)
		}
		g.spans[len(*row)] = high - 1
		*row = append(*row, "")
	}
}

// endCell takes the paragraph at hand as the text of the cell.
func (w *writer) endCell() {
	g := w.table()
	switch {
	case g == nil || w.pre != nil:
		return
	case g.layout || !g.inCell:
		w.flush()
		g.inCell = false
		return
	}
	g.inCell = false
	text := strings.ReplaceAll(oneLine(string(w.line)), "|", `\|`)
	w.line, w.blank = w.line[:0], false
	g.rows[len(g.rows)-1][g.at] = text
}

// endTable writes the innermost table. Markdown has no table without a head, so its first row becomes it.
func (w *writer) endTable() {
	g := w.table()
	if g == nil || w.pre != nil {
		return
	}
	w.flush()
	w.tables = w.tables[:len(w.tables)-1]
	columns := 0
	var rows [][]string
	for _, row := range g.rows {
		if strings.Join(row, "") != "" {
			rows = append(rows, row)
			columns = max(columns, len(row))
		}
	}
	switch {
	case len(rows) == 0:
		return
	case columns == 1: // a box
		for _, row := range rows {
			w.paragraph(row[0])
		}
		return
	}
	var text strings.Builder
	for i, row := range rows {
		text.WriteString("| " + strings.Join(row, " | ") + " |")
		if i == 0 {
			text.WriteString(strings.Repeat(" |", columns-len(row)))
			text.WriteString("\n|" + strings.Repeat(" --- |", columns))
		}
		if i < len(rows)-1 {
			text.WriteByte('\n')
		}
	}
	w.paragraph(text.String())
}
