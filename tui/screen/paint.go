package screen

import (
	"sort"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// Looks says how text looks on the terminal at hand. A theme is one.
type Looks interface {
	// Style is how a role looks by itself.
	Style(role theme.Role) tcell.Style
	// Over is how it looks in a row that is filled in another.
	Over(fill, role theme.Role) tcell.Style
	// Palette and RGB give colours that a command asked for, as far as they can be had.
	Palette(n uint8) tcell.Color
	RGB(r, g, b uint8) tcell.Color
}

// styled gives the terminal's style for a piece of text in a row that is filled in a role.
func styled(l Looks, fill theme.Role, s view.Style) tcell.Style {
	style := l.Over(fill, s.Role)
	if s.FG != 0 {
		style = style.Foreground(color(l, s.FG))
	}
	if s.BG != 0 {
		style = style.Background(color(l, s.BG))
	}
	if s.Link != "" {
		style = style.Url(s.Link)
	}
	if s.Attr == 0 {
		return style
	}
	if s.Attr&view.Bold != 0 {
		style = style.Bold(true)
	}
	if s.Attr&view.Faint != 0 {
		style = style.Dim(true)
	}
	if s.Attr&view.Italic != 0 {
		style = style.Italic(true)
	}
	if s.Attr&view.Underline != 0 {
		style = style.Underline(true)
	}
	if s.Attr&view.Strike != 0 {
		style = style.StrikeThrough(true)
	}
	if s.Attr&view.Reverse != 0 {
		style = style.Reverse(true)
	}
	return style
}

func color(l Looks, c view.Color) tcell.Color {
	if r, g, b, ok := c.RGB(); ok {
		return l.RGB(r, g, b)
	}
	return l.Palette(uint8(c - 1))
}

// pen writes clusters into one row of cells, from x up to the edge and no further.
type pen struct {
	screen     tcell.Screen
	x, y, edge int
}

// put writes a cluster. One that does not fit whole ends the row: what comes behind it is not moved
// into its place.
func (p *pen) put(cluster string, cells int, style tcell.Style) {
	if cells == 0 {
		return // a mark with nothing to stand on
	}
	if p.x+cells > p.edge {
		p.edge = p.x
		return
	}
	p.screen.Put(p.x, p.y, cluster, style)
	p.x += cells
}

// text writes a text in one style.
func (p *pen) text(s string, style tcell.Style) {
	for s != "" {
		cluster, cells, rest := width.Next(s)
		p.put(cluster, cells, style)
		s = rest
	}
}

// blank writes spaces up to a column.
func (p *pen) blank(to int, style tcell.Style) {
	for to = min(to, p.edge); p.x < to; p.x++ {
		p.screen.Put(p.x, p.y, " ", style)
	}
}

// ranges of a text that are highlighted: what is selected, and the hits of a search. The looks of the
// first that covers a piece count.
type ranges struct {
	selected [2]int // from, to
	matches  []match
	current  int // offset of the hit that is looked at, or less than 0
}

// brush gives the style of each piece of a block's text, in the order of the text.
type brush struct {
	looks  Looks
	fill   theme.Role
	spans  []view.Span // that are not behind us
	ranges ranges
}

// at gives the style of what stands at an offset, and how far it reaches.
func (b *brush) at(offset, end int) (tcell.Style, int) {
	until := end
	if from, to := b.ranges.selected[0], b.ranges.selected[1]; offset < to {
		if from <= offset {
			return b.looks.Style(theme.Selection), min(until, to)
		}
		until = min(until, from)
	}
	for len(b.ranges.matches) > 0 && int(b.ranges.matches[0].end) <= offset {
		b.ranges.matches = b.ranges.matches[1:]
	}
	if len(b.ranges.matches) > 0 {
		m := b.ranges.matches[0]
		if from := int(m.start); from > offset {
			until = min(until, from)
		} else if from == b.ranges.current {
			return b.looks.Style(theme.Current), min(until, int(m.end))
		} else {
			return b.looks.Style(theme.Match), min(until, int(m.end))
		}
	}
	for len(b.spans) > 0 && b.spans[0].End <= offset {
		b.spans = b.spans[1:]
	}
	if len(b.spans) == 0 || b.spans[0].Start >= until {
		return b.looks.Over(b.fill, theme.Text), until
	}
	if s := b.spans[0]; s.Start <= offset {
		return styled(b.looks, b.fill, s.Style), min(until, s.End)
	}
	return b.looks.Over(b.fill, theme.Text), b.spans[0].Start
}

// skip forgets the spans and hits that lie before an offset. A long block has many of them.
func (b *brush) skip(offset int) {
	b.spans = b.spans[sort.Search(len(b.spans), func(i int) bool { return b.spans[i].End > offset }):]
	m := b.ranges.matches
	b.ranges.matches = m[sort.Search(len(m), func(i int) bool { return int(m[i].end) > offset }):]
}

// write writes a piece of a block's text. A cluster has the style of its first byte.
func (p *pen) write(text string, from, end int, b *brush) {
	b.skip(from)
	var style tcell.Style
	for at, until := from, from; at < end && p.x < p.edge; {
		if at >= until {
			style, until = b.at(at, end)
		}
		cluster, cells, _ := width.Next(text[at:end])
		p.put(cluster, cells, style)
		at += len(cluster)
	}
}
