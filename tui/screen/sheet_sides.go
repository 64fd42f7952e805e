package screen

import "eidolon/tui/theme"

// sheetEdge is what a box and the thumb of the sheet in it take of the terminal's columns.
const sheetEdge = 5

// sided says that a block stands in two columns for the width that the sheet is laid out for.
func (s *Sheet) sided(i int) bool {
	return s.columns+sheetEdge >= twoColumns && i > 0 && inColumns(s.blocks[i])
}

// beside gives the block that shares the rows of another one, or -1.
func (s *Sheet) beside(i int) int {
	if !s.sided(i) {
		return -1
	}
	return paired(s.blocks, i)
}

// height is how many rows a block has, with the one beside it. One that stands in the rows of an earlier
// block has none.
func (s *Sheet) height(i int) int {
	n := len(s.tables[i].rows)
	other := s.beside(i)
	switch {
	case other < 0:
		return n
	case other < i:
		return 0
	}
	return max(n, len(s.tables[other].rows))
}

// drawSides draws a row of a difference in two columns.
func (s *Sheet) drawSides(c Canvas, y, block, row int) {
	for n, half := range sidesOf(s.blocks, block, s.columns) {
		if n > 0 {
			c.Text(half.from-1, y, theme.Border, c.Glyph("│", "|"))
		}
		if half.block < 0 {
			continue
		}
		p := pen{screen: c.Screen, x: c.Area.X, y: c.Area.Y + y}
		half.draw(&p, s.blocks[half.block], s.tables[half.block].rows, row, s.brush(c, half.block))
	}
}
