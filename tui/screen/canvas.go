package screen

import (
	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

// Area is a rectangle of cells. One without cells is not shown.
type Area struct{ X, Y, W, H int }

// Empty says that the area has no cells.
func (a Area) Empty() bool { return a.W <= 0 || a.H <= 0 }

// Contains says that a cell lies in the area.
func (a Area) Contains(x, y int) bool {
	return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H
}

// cut gives the part of an area that lies in another.
func (a Area) cut(b Area) Area {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return Area{
		X: x, Y: y,
		W: max(0, min(a.X+a.W, b.X+b.W)-x),
		H: max(0, min(a.Y+a.H, b.Y+b.H)-y),
	}
}

// Canvas is a part of the screen that something is drawn into. Positions count from its own upper left
// corner, and nothing reaches a cell outside of it. It interprets nothing: a control character, whatever
// text brought it, leaves no trace in a cell.
type Canvas struct {
	Screen tcell.Screen
	Area   Area
	Looks  Looks
	Lang   lang.Table // of the words
	// ASCII draws lines and marks with the characters that every terminal has.
	ASCII bool
}

// Size is how many cells there are in a row, and rows.
func (c Canvas) Size() (w, h int) { return c.Area.W, c.Area.H }

// Part is a canvas for a part of this one.
func (c Canvas) Part(x, y, w, h int) Canvas {
	c.Area = Area{X: c.Area.X + x, Y: c.Area.Y + y, W: w, H: h}.cut(c.Area)
	return c
}

// Fill empties all cells in the style of a role.
func (c Canvas) Fill(role theme.Role) {
	for y := range c.Area.H {
		c.Row(y, role)
	}
}

// Row empties the cells of one row in the style of a role.
func (c Canvas) Row(y int, role theme.Role) {
	if y < 0 || y >= c.Area.H {
		return
	}
	style := c.Looks.Style(role)
	for x := range c.Area.W {
		c.Screen.Put(c.Area.X+x, c.Area.Y+y, " ", style)
	}
}

// Text writes a text in the style of a role and gives the column behind it. What does not fit into the
// row is left out.
func (c Canvas) Text(x, y int, role theme.Role, text string) int {
	return c.Styled(x, y, c.Looks.Style(role), text)
}

// Styled is Text for a style that no role has.
func (c Canvas) Styled(x, y int, style tcell.Style, text string) int {
	if y < 0 || y >= c.Area.H || x < 0 {
		return x
	}
	for text != "" {
		cluster, cells, rest := width.Next(text)
		text = rest
		if cells == 0 {
			continue // a control character, or a mark with nothing to stand on
		}
		if x+cells > c.Area.W {
			break
		}
		c.Screen.Put(c.Area.X+x, c.Area.Y+y, cluster, style)
		x += cells
	}
	return x
}

// Rule draws a line from one column up to another.
func (c Canvas) Rule(x, end, y int, role theme.Role) {
	line := c.Glyph("─", "-")
	for ; x < end; x++ {
		c.Text(x, y, role, line)
	}
}

// Cursor puts the terminal's cursor into a cell, if there is such a cell.
func (c Canvas) Cursor(x, y int) {
	if x >= 0 && x < c.Area.W && y >= 0 && y < c.Area.H {
		c.Screen.ShowCursor(c.Area.X+x, c.Area.Y+y)
	}
}

// Glyph chooses between a character and its stand-in where there is ASCII only.
func (c Canvas) Glyph(unicode, ascii string) string {
	if c.ASCII {
		return ascii
	}
	return unicode
}
