package screen

import (
	"fmt"

	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

// TodoLine is the row above the prompt that says how far a list of todos is.
type TodoLine struct {
	Done, Total int
	Text        string // of the one that is being done
}

// Draw draws the line.
func (t TodoLine) Draw(c Canvas) {
	w, h := c.Size()
	if h < 1 {
		return
	}
	c.Row(0, theme.Text)
	x := 0
	if w >= roomy {
		x = 1
	}
	x = c.Text(x, 0, theme.Dim, c.Lang.T("todo")+" ")
	x = c.Text(x, 0, theme.Running, c.Glyph("▸ ", "> "))
	x = c.Text(x, 0, theme.Text, fmt.Sprintf("%d/%d ", t.Done, t.Total))
	c.Text(x, 0, theme.Text, word(t.Text, w-x))
}

// NewLinesBar is the edge between the history and what stands below it, while the end of the history is
// not in sight.
type NewLinesBar struct {
	Lines int // below the last one shown, or 0 when nobody counted
}

// Draw draws the bar.
func (b NewLinesBar) Draw(c Canvas) {
	w, h := c.Size()
	if h < 1 {
		return
	}
	c.Row(0, theme.Text)
	text := c.Lang.T("more below (End)")
	if b.Lines > 0 {
		text = c.Lang.N(b.Lines, "1 new line (End)", "%d new lines (End)")
	}
	text = width.Clip(c.Glyph("↓", "v")+" "+text, w)
	if w < roomy {
		c.Text(0, 0, theme.Warn, text)
		return
	}
	c.Rule(0, 2, 0, theme.Border)
	c.Rule(c.Text(3, 0, theme.Warn, text)+1, w, 0, theme.Border)
}

// DrawTooSmall says that the screen is too small, and that nothing else is wrong.
func DrawTooSmall(c Canvas) {
	c.Fill(theme.Text)
	w, _ := c.Size()
	c.Text(0, 0, theme.Warn, width.Clip(c.Lang.T("too small, runs on"), w))
}
