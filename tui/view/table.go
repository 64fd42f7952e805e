package view

import (
	"slices"
	"strings"

	east "github.com/yuin/goldmark/extension/ast"

	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

const (
	tableCells = 96 // cells of the terminal that a table takes at most; a view does not know its width
	minColumn  = 6  // cells that a column keeps when the table is too wide
	columnGap  = 2
)

// tableCell is a cell, wrapped into the lines of its column.
type tableCell struct {
	block *Block
	lines []styled
}

// table adds a table, a block for each row. Columns are as wide as their contents; where that is too
// much the widest ones wrap.
func (w *walker) table(n *east.Table) {
	var rows [][]tableCell
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		base := w.base()
		if r.Kind() == east.KindTableHeader {
			base = Style{Role: theme.Strong}
		}
		var row []tableCell
		for c := r.FirstChild(); c != nil && len(row) < len(n.Alignments); c = c.NextSibling() {
			row = append(row, tableCell{block: w.inline(c, base)})
		}
		rows = append(rows, row)
	}
	columns := columnWidths(rows, len(n.Alignments))
	for i, row := range rows {
		w.row(row, columns, n.Alignments)
		if i == 0 {
			w.rule(columns)
		}
	}
}

// columnWidths shares the cells of the table among its columns.
func columnWidths(rows [][]tableCell, n int) []int {
	columns := make([]int, n)
	for _, row := range rows {
		for i, c := range row {
			columns[i] = max(columns[i], min(width.Of(c.block.Text), tableCells))
		}
	}
	budget := max(tableCells-columnGap*(n-1), n*minColumn)
	for sum(columns) > budget {
		widest := slices.Max(columns)
		next := minColumn // the widest columns become as wide as the next widest, or as needed
		count := 0
		for _, c := range columns {
			if c == widest {
				count++
			} else {
				next = max(next, c)
			}
		}
		over := sum(columns) - budget
		target := max(next, widest-(over+count-1)/count)
		if target >= widest {
			break
		}
		for i, c := range columns {
			if c == widest {
				columns[i] = target
			}
		}
	}
	return columns
}

func sum(all []int) int {
	n := 0
	for _, x := range all {
		n += x
	}
	return n
}

// row adds a row, which has as many lines as its highest cell.
func (w *walker) row(cells []tableCell, columns []int, align []east.Alignment) {
	height := 1
	for i := range cells {
		cells[i].lines = wrapCell(cells[i].block, columns[i])
		height = max(height, len(cells[i].lines))
	}
	in := inliner{source: w.source}
	for line := range height {
		if line > 0 {
			in.text.WriteByte('\n')
		}
		end := in.text.Len()
		for i, column := range columns {
			var cell styled
			if i < len(cells) && line < len(cells[i].lines) {
				cell = cells[i].lines[line]
			}
			blanks := max(column-width.Of(cell.text), 0)
			left := 0
			switch align[i] {
			case east.AlignRight:
				left = blanks
			case east.AlignCenter:
				left = blanks / 2
			case east.AlignLeft, east.AlignNone:
			}
			in.text.WriteString(strings.Repeat(" ", left))
			start := in.text.Len()
			in.text.WriteString(cell.text)
			for _, s := range cell.spans {
				in.spans = append(in.spans, Span{start + s.Start, start + s.End, s.Style})
			}
			if cell.text != "" {
				end = in.text.Len()
			}
			in.text.WriteString(strings.Repeat(" ", blanks-left+columnGap))
		}
		text := in.text.String()[:end] // no blanks at the end of a line
		in.text.Reset()
		in.text.WriteString(text)
	}
	w.emit(&Block{Text: in.text.String(), Spans: in.spans, NoWrap: true})
}

// rule adds the line under the heading.
func (w *walker) rule(columns []int) {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = strings.Repeat(w.look.rule, max(c, 1))
	}
	b := dimText(strings.Join(parts, strings.Repeat(" ", columnGap)))
	b.NoWrap = true
	w.emit(b)
}

// wrapCell breaks a cell at blanks, or where a word is too long, into lines of so many cells.
func wrapCell(b *Block, limit int) []styled {
	text := strings.ReplaceAll(b.Text, "\n", " ")
	if width.Of(text) <= limit || limit < 1 {
		return []styled{{text, b.Spans}}
	}
	var lines []styled
	spans, at := b.Spans, 0
	for at < len(text) {
		head, _ := width.Cut(text[at:], limit)
		if head == "" {
			head, _, _ = width.Next(text[at:])
		}
		n := len(head)
		if at+n < len(text) && text[at+n] != ' ' {
			if i := strings.LastIndexByte(head, ' '); i > 0 {
				n = i
			}
		}
		next := at + n
		for next < len(text) && text[next] == ' ' {
			next++
		}
		var in []Span
		in, spans = take(spans, at, at+n, next)
		lines = append(lines, styled{text[at : at+n], in})
		at = next
	}
	return lines
}
