package screen

import (
	"strings"

	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// twoColumns is from how many columns of the terminal on differences stand side by side.
const twoColumns = 160

// A difference is the same blocks in either form. In two columns a line that was replaced and the one that
// replaced it share their rows: these are the rows of the first of the two blocks, as many as the longer
// one needs, and the other block has none of its own. So places, the selection and the search need not
// know of columns.

// inColumns says that a block stands in one of two columns where there is room for them.
func inColumns(b *view.Block) bool { return b.Sides != nil && b.Sides.Column != view.Whole }

// side is what stands in one of two columns.
type side struct {
	block         int // or -1 for nothing
	from, columns int
	gutter        view.Gutter
}

// sidesOf gives what stands in the rows of a block, which has to be a line of a difference.
func sidesOf(blocks []*view.Block, i, columns int) [2]side {
	half := max((columns-1)/2, 1)
	all := [2]side{{block: -1, columns: half}, {block: -1, from: half + 1, columns: max(columns-1-half, 1)}}
	for _, n := range [2]int{i, paired(blocks, i)} {
		if n < 0 {
			continue
		}
		s := blocks[n].Sides
		if s.Column != view.After {
			all[0].block, all[0].gutter = n, s.Left
		}
		if s.Column != view.Before {
			all[1].block, all[1].gutter = n, s.Right
		}
	}
	return all
}

// paired gives the block that shares the rows of another one, or -1. Where a difference is cut off, a line
// may have lost its counterpart.
func paired(blocks []*view.Block, i int) int {
	s := blocks[i].Sides
	if s == nil || s.Beside == 0 {
		return -1
	}
	j := i + s.Beside
	if i == 0 || j <= 0 || j >= len(blocks) || blocks[j].Sides == nil || blocks[j].Sides.Beside != -s.Beside {
		return -1
	}
	return j
}

// sideRoom is the room for a block's text in two columns. What stands in both is wrapped alike.
func sideRoom(b *view.Block, columns int) room {
	n := columns
	for _, s := range sidesOf([]*view.Block{b}, 0, columns) {
		if s.block == 0 {
			n = min(n, s.columns-gutterCells(s.gutter, s.columns))
		}
	}
	return room{first: n, rest: n - hanging}
}

// hanging is how much further rows of a line are moved in: as much as the mark of the line takes.
const hanging = 2

// gutterAt is what stands before the text in a row of a side.
func (s side) gutterAt(line int) string {
	text, cells := width.Cut(s.gutter.Text, gutterCells(s.gutter, s.columns))
	if line > 0 {
		return strings.Repeat(" ", cells+hanging)
	}
	return text
}

// draw draws a row of a side. The pen stands at the first cell of both, and is left behind the text.
func (s side) draw(p *pen, b *view.Block, rows []textRow, line int, brush *brush) {
	p.x += s.from
	p.edge = p.x + s.columns
	end := p.edge
	if line < len(rows) {
		p.edge = min(end, p.x+s.columns)
		p.text(s.gutterAt(line), brush.looks.Over(brush.fill, s.gutter.Role))
		p.write(b.Text, int(rows[line].start), int(rows[line].end), brush)
	}
	p.edge = end
	if brush.fill != theme.Text {
		p.blank(end, brush.looks.Over(brush.fill, theme.Text))
	}
}
