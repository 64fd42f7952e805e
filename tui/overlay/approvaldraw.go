package overlay

import (
	"eidolon/internal/leaf/width"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// Height is how many rows the approval asks for: all of the call, if there is room.
func (a *Approval) Height(w, h int) int {
	columns, rows := a.box().Chrome(w, h)
	return min(h, rows+a.sheet.Height(w-columns)+len(a.answers)+2)
}

// Draw draws the approval. The answers are always in sight.
func (a *Approval) Draw(c screen.Canvas) {
	a.guard.appeared()
	_, total := c.Size()
	a.drawn, a.columns = blank(a.drawn, total), a.columns[:0]
	in := a.box().Draw(c)
	w, h := in.Size()
	offset := in.Area.Y - c.Area.Y
	below := len(a.answers) + 2 // with a rule above and the note
	switch {
	case h < 4:
		below = 1
	case h < below+4:
		below = 2
	}
	a.sheet.Draw(in.Part(0, 0, w, h-below))
	foot := in.Part(0, h-below, w, below)
	if below <= 2 {
		a.drawLow(foot, in.Area.X-c.Area.X, offset+h-below)
		return
	}
	foot.Rule(0, w, 0, theme.Border)
	if n := a.sheet.Below(); n > 0 {
		foot.Text(2, 0, theme.Warn, width.Clip(" "+a.more(n)+" ", w-2))
	}
	for i := range a.answers {
		a.drawAnswer(foot.Part(0, 1+i, w, 1), i)
		a.drawn[offset+h-below+1+i] = i
	}
	a.drawNote(foot.Part(0, below-1, w, 1))
}

// more says that so many rows are not in sight.
func (a *Approval) more(n int) string {
	return a.options.Lang.N(n, "1 more row below (%s)", "%d more rows below (%s)", a.pageKey)
}

// drawAnswer draws an answer in a row of its own.
func (a *Approval) drawAnswer(c screen.Canvas, i int) {
	w, _ := c.Size()
	text, covers := theme.Text, theme.Dim
	if i == a.marked {
		text, covers = theme.Selected, theme.Selected
		c.Row(0, theme.Selected)
		c.Text(0, 0, theme.Selected, c.Glyph("❯", ">"))
	}
	x := c.Text(2, 0, text, a.answers[i].key+"  "+a.answers[i].text)
	if covered := a.answers[i].covers; covered != "" {
		c.Text(x+2, 0, covers, width.Clip(covered, w-x-2))
	}
}

// drawLow draws the answers in one row, with the note above it or in its place while it is written.
func (a *Approval) drawLow(c screen.Canvas, left, row int) {
	w, h := c.Size()
	if h < 1 {
		return
	}
	if a.writing {
		a.drawNote(c.Part(0, h-1, w, 1))
		return
	}
	if n := a.sheet.Below(); n > 0 && h > 1 {
		c.Text(0, 0, theme.Warn, width.Clip(a.more(n), w))
	}
	x, names := 0, w >= 36
	a.left = left
	for i, one := range a.answers {
		role, mark, name := theme.Text, " ", ""
		if i == a.marked {
			role, mark = theme.Selected, c.Glyph("❯", ">")
		}
		if names || i == a.marked {
			name = c.Lang.T(one.verdict.word())
			if a.wide && one.covers != "" {
				name += "+"
			}
			name += " "
		}
		x = c.Text(x, h-1, role, mark+one.key+" "+name)
		a.columns = append(a.columns, x)
	}
	a.drawn[row+h-1] = len(a.answers) // which of them, the column says
}

// drawNote draws what the person has to say to the model, or how to say something.
func (a *Approval) drawNote(c screen.Canvas) {
	w, _ := c.Size()
	if a.writing {
		x := c.Text(0, 0, theme.Prompt, c.Lang.T("note")+" "+c.Glyph("❯ ", "> "))
		a.note.draw(c.Part(x, 0, w-x, 1))
		return
	}
	text := a.noteKey + "  " + c.Lang.T("add a note to the model")
	if a.note.text != "" {
		text = a.noteKey + "  " + c.Lang.T("note: ") + a.note.text
	}
	c.Text(2, 0, theme.Dim, width.Clip(text, w-2))
}

func (a *Approval) box() screen.Box {
	box := screen.Box{Title: a.title, Footer: a.footer, Role: theme.Warn}
	if a.writing {
		box.Footer = a.noteFooter
	}
	return box
}

// blank gives so many numbers that say that nothing is there.
func blank(of []int, n int) []int {
	of = of[:0]
	for range n {
		of = append(of, -1)
	}
	return of
}
