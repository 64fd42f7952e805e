package screen

import (
	"math"
	"sort"
	"strings"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// Sheet is text that boxes show: a diff, a help page, a log. Unlike the history it is laid out whole,
// once for a width, so that it knows how far down it is. Its blocks are those of the history, and wrap
// and look the same.
type Sheet struct {
	blocks  []*view.Block
	columns int         // that it is laid out for, 0 when it is not
	tables  []lineTable // by block
	starts  []int       // the first row of each block, and behind the last one
	top     int         // the first row in sight
	page    int         // rows that were in sight last

	query   string
	matches [][]match // by block
	hits    []sheetHit
	current int // of the hits
}

// sheetHit is what a search found.
type sheetHit struct{ block, offset int }

// Plain makes blocks of a text from outside. Each line is one, so that any number of them is laid out
// piece by piece.
func Plain(text string) []*view.Block { return blocksOf(clean.Text(text)) }

// Exact is Plain for what a person is about to allow: everything in it can be seen.
func Exact(text string) []*view.Block { return blocksOf(clean.Exact(text)) }

func blocksOf(text string) []*view.Block {
	var blocks []*view.Block
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		blocks = append(blocks, &view.Block{Text: strings.ReplaceAll(line, "\t", "    ")})
	}
	return blocks
}

// Set puts text in place of what is there. The view stays where it is, as far as there is text.
func (s *Sheet) Set(blocks []*view.Block) {
	s.blocks, s.columns = blocks, 0
	s.find()
}

// Height is how many rows the text has in so many columns.
func (s *Sheet) Height(columns int) int {
	if len(s.blocks) == 0 {
		return 0
	}
	s.layOut(columns)
	return s.starts[len(s.blocks)]
}

// layOut finds the rows of all blocks. The text at the top stays there.
func (s *Sheet) layOut(columns int) {
	columns = max(columns-1, 1) // the last one is for the thumb
	if columns == s.columns {
		return
	}
	block, offset := s.anchor()
	s.columns = columns
	s.tables, s.starts = make([]lineTable, len(s.blocks)), make([]int, len(s.blocks)+1)
	for i, b := range s.blocks {
		t := &s.tables[i]
		t.room = roomFor(b, columns, besideCells(b, columns), 0)
		if s.sided(i) {
			t.room = sideRoom(b, columns)
		}
		t.fill(b.Text)
	}
	for i, b := range s.blocks {
		s.starts[i+1] = s.starts[i] + s.height(i) + gapRows(b, i)
	}
	if block < len(s.blocks) {
		s.top = s.rowOf(block, offset)
	}
}

// anchor gives the text at the top of the view.
func (s *Sheet) anchor() (block, offset int) {
	if s.columns == 0 || s.top == 0 || len(s.tables) == 0 {
		return len(s.blocks), 0
	}
	block, row := s.at(s.top)
	rows := s.tables[block].rows
	return block, int(rows[max(0, min(row, len(rows)-1))].start)
}

// at gives the block of a row, and which of its rows that is; -1 is the gap before it.
func (s *Sheet) at(row int) (block, of int) {
	block = sort.Search(len(s.blocks), func(i int) bool { return s.starts[i+1] > row })
	block = min(block, len(s.blocks)-1)
	of = row - s.starts[block] - gapRows(s.blocks[block], block)
	return block, min(of, s.height(block)-1)
}

// rowOf gives the row that shows an offset of a block.
func (s *Sheet) rowOf(block, offset int) int {
	line := s.tables[block].at(offset)
	if other := s.beside(block); other >= 0 {
		block = min(block, other)
	}
	return s.starts[block] + gapRows(s.blocks[block], block) + line
}

func gapRows(b *view.Block, index int) int {
	if b.Gap && index > 0 {
		return 1
	}
	return 0
}

// besideCells is what the text at the right end of a block's first row takes of it.
func besideCells(b *view.Block, columns int) int {
	if n := width.Of(b.Right.Text); n > 0 && n+2 <= columns/2 {
		return n + 2
	}
	return 0
}

// Scroll moves the view down by so many rows, or up.
func (s *Sheet) Scroll(rows int) { s.top = max(0, s.top+rows) }

// Top shows the beginning.
func (s *Sheet) Top() { s.top = 0 }

// Bottom shows the end.
func (s *Sheet) Bottom() { s.top = math.MaxInt32 } // drawing finds out how far that is

// Page is how many rows were in sight last.
func (s *Sheet) Page() int { return max(1, s.page) }

// Below is how many rows are below those in sight.
func (s *Sheet) Below() int {
	if s.columns == 0 {
		return 0
	}
	return max(0, s.starts[len(s.blocks)]-s.top-s.page)
}

// Draw draws what is in sight.
func (s *Sheet) Draw(c Canvas) {
	w, h := c.Size()
	if w < 1 || h < 1 {
		return
	}
	total := s.Height(w)
	s.page = h
	s.top = max(0, min(s.top, total-h))
	for y := range min(h, total-s.top) {
		s.drawRow(c, y)
	}
	if total > h {
		size := max(1, h*h/total)
		from := s.top * (h - size) / (total - h)
		for y := range size {
			c.Text(w-1, from+y, theme.Thumb, c.Glyph("▐", "#"))
		}
	}
}

// drawRow draws one row of the view.
func (s *Sheet) drawRow(c Canvas, y int) {
	i, row := s.at(s.top + y)
	if row < 0 {
		return
	}
	if s.sided(i) {
		s.drawSides(c, y, i, row)
		return
	}
	b, t := s.blocks[i], &s.tables[i]
	gutter, end := b.Rest, s.columns
	if row == 0 {
		gutter, end = b.First, s.columns-besideCells(b, s.columns)
	}
	p := pen{screen: c.Screen, x: c.Area.X, y: c.Area.Y + y, edge: c.Area.X + end}
	text, _ := width.Cut(gutter.Text, gutterCells(gutter, s.columns))
	p.text(text, c.Looks.Over(b.Fill, gutter.Role))
	r := t.rows[row]
	p.write(b.Text, int(r.start), int(r.end), s.brush(c, i))
	if b.Fill != theme.Text {
		p.edge = c.Area.X + s.columns
		p.blank(p.edge, c.Looks.Style(b.Fill))
	}
	if r.cut {
		c.Styled(end-1, y, c.Looks.Over(b.Fill, theme.Dim), c.Glyph("…", ">"))
	}
	if end < s.columns {
		c.Styled(end+2, y, c.Looks.Over(b.Fill, b.Right.Role), b.Right.Text)
	}
}

// brush gives the styles of a block.
func (s *Sheet) brush(c Canvas, block int) *brush {
	b := &brush{looks: c.Looks, fill: s.blocks[block].Fill, spans: s.blocks[block].Spans, ranges: ranges{current: -1}}
	if len(s.matches) > 0 {
		b.ranges.matches = s.matches[block]
	}
	if len(s.hits) > 0 && s.hits[s.current].block == block {
		b.ranges.current = s.hits[s.current].offset
	}
	return b
}

// Text is all of it, as it is copied.
func (s *Sheet) Text() string {
	var out strings.Builder
	for i, b := range s.blocks {
		if i > 0 && !b.Join {
			out.WriteByte('\n')
		}
		if gapRows(b, i) > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(b.Text)
	}
	return out.String()
}
