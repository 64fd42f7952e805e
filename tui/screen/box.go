package screen

import (
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

// roomy is from how many columns on there are borders beside things.
const roomy = 60

// Box is the frame round a panel: a title and a note in its upper edge, and what can be done in its
// lower one. On narrow screens the sides are left out, since every column counts there; a low one keeps
// only what fits. All texts are expected to be clean.
type Box struct {
	Title  string
	Note   string // at the right end of the upper edge; left out when both do not fit
	Footer string
	Role   theme.Role // of the lines; Text stands for Border
	// Open leaves out all but the upper edge: for what stands on something that has an edge of its own.
	Open bool
}

// Chrome is how many columns and rows the box takes from a panel of a size.
func (b Box) Chrome(w, h int) (columns, rows int) {
	if w >= roomy && !b.Open {
		columns = 4
	}
	switch {
	case h <= 1:
		return columns, 0
	case h <= 3 || b.Open || w < roomy && b.Footer == "":
		return columns, 1
	}
	return columns, 2
}

// Draw empties the canvas, draws the box and gives the canvas inside.
func (b Box) Draw(c Canvas) Canvas {
	c.Fill(theme.Text)
	w, h := c.Size()
	columns, rows := b.Chrome(w, h)
	if rows == 0 {
		return c.Part(columns/2, 0, w-columns, h)
	}
	if b.Role == theme.Text {
		b.Role = theme.Border
	}
	if columns > 0 {
		b.sides(c, rows > 1)
	} else {
		c.Rule(0, w, 0, b.Role)
	}
	b.heading(c, columns/4)
	if rows > 1 {
		b.footing(c, columns/4)
	}
	return c.Part(columns/2, 1, w-columns, h-rows)
}

// sides draws the frame.
func (b Box) sides(c Canvas, bottom bool) {
	w, h := c.Size()
	side := c.Glyph("│", "|")
	c.Rule(1, w-1, 0, b.Role)
	c.Text(0, 0, b.Role, c.Glyph("╭", "+"))
	c.Text(w-1, 0, b.Role, c.Glyph("╮", "+"))
	for y := 1; y < h; y++ {
		c.Text(0, y, b.Role, side)
		c.Text(w-1, y, b.Role, side)
	}
	if bottom {
		c.Rule(1, w-1, h-1, b.Role)
		c.Text(0, h-1, b.Role, c.Glyph("╰", "+"))
		c.Text(w-1, h-1, b.Role, c.Glyph("╯", "+"))
	}
}

// heading writes title and note into the upper edge, with a space on either side.
func (b Box) heading(c Canvas, edge int) {
	w, _ := c.Size()
	room := w - 2*edge - 4 // a bit of line and a space on either side
	if room < 1 {
		return
	}
	title := width.Clip(b.Title, room)
	end := edge + 1
	if title != "" {
		end = c.Text(edge+1, 0, theme.Title, " "+title+" ")
	}
	left := w - edge - 1 - end
	if b.Note == "" || left < 4 {
		return
	}
	if note, cells := width.Cut(b.Note, left-3); len(note) == len(b.Note) {
		c.Text(w-edge-3-cells, 0, theme.Dim, " "+note+" ")
	}
}

// footing writes the footer: into the lower edge, or alone where there is none.
func (b Box) footing(c Canvas, edge int) {
	w, h := c.Size()
	if edge == 0 {
		c.Text(0, h-1, theme.Dim, width.Clip(b.Footer, w))
		return
	}
	if b.Footer != "" && w > 6 {
		c.Text(edge+1, h-1, theme.Dim, " "+width.Clip(b.Footer, w-6)+" ")
	}
}
