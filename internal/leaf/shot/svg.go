package shot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// Options of a picture.
type Options struct {
	Title   string // says what is seen, and stands in the frame
	Columns int    // at least; a line that is longer makes the picture wider
	Rows    int
	FG, BG  uint32 // of text without a colour, as 0xRRGGBB; both 0 for light on dark
	Frame   bool   // around the picture, like a window
}

// A cell, in pixels. It is what most monospaced fonts take at this size, so that lines of boxes meet.
const (
	cellWidth, cellHeight = 8.43, 16.4
	fontSize, baseline    = 14, 13.0
	margin, bar           = 10.0, 32.0
)

type drawing struct {
	out    bytes.Buffer
	fg, bg uint32
}

// SVG makes a picture of text with colour codes.
func SVG(text string, o Options) []byte {
	rows := parse(text)
	columns := min(o.Columns, maxColumns)
	for _, row := range rows {
		columns = max(columns, cellsOf(row))
	}
	if o.FG == 0 && o.BG == 0 {
		o.FG, o.BG = 0xd8dbe2, 0x1a1b20
	}
	d, top := &drawing{fg: o.FG, bg: o.BG}, margin
	if o.Frame {
		top = bar
	}
	w := float64(columns)*cellWidth + 2*margin
	h := float64(min(max(len(rows), o.Rows), maxRows))*cellHeight + top + margin
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s"`, px(w), px(h))
	d.printf(` font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace" font-size="%d">`+"\n", fontSize)
	if o.Title != "" {
		d.printf("<title>%s</title>\n", escape(o.Title))
	}
	d.printf(`<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", hex(d.bg))
	if o.Frame {
		for i, color := range []uint32{0xff5f57, 0xfebc2e, 0x28c840} {
			d.printf(`<circle cx="%d" cy="15" r="5.5" fill="%s"/>`, 18+18*i, hex(color))
		}
		d.printf("\n"+`<text x="50%%" y="19.5" text-anchor="middle" fill="%s" fill-opacity="0.7">%s</text>`+"\n", hex(d.fg), escape(o.Title))
	}
	for i, row := range rows {
		d.row(top+float64(i)*cellHeight, row)
	}
	d.printf("</svg>\n")
	return d.out.Bytes()
}

// row draws the backgrounds of a row, then its text: a run of cells at a time.
func (d *drawing) row(top float64, row []cell) {
	column := 0
	for rest := row; len(rest) > 0; {
		_, bg := d.colors(rest[0].style)
		n := span(rest, func(c cell) bool { _, its := d.colors(c.style); return its == bg })
		if bg != d.bg {
			d.printf(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s" shape-rendering="crispEdges"/>`+"\n",
				d.x(column), px(top), px(float64(cellsOf(rest[:n]))*cellWidth), px(cellHeight), hex(bg))
		}
		column, rest = column+cellsOf(rest[:n]), rest[n:]
	}
	d.printf(`<text xml:space="preserve" y="%s">`, px(top+baseline))
	column = 0
	for rest := row; len(rest) > 0; {
		first := rest[0]
		n := span(rest, func(c cell) bool {
			return c.style == first.style && (c.text == first.text || len(c.text) == 1 && len(first.text) == 1)
		})
		if words := textOf(rest[:n]); strings.Trim(words, " ") != "" || first.style.underline || first.style.struck {
			fg, _ := d.colors(first.style)
			d.printf(`<tspan x="%s" textLength="%s" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</tspan>`,
				d.x(column), px(float64(cellsOf(rest[:n]))*cellWidth), hex(fg), attributes(first.style), escape(words))
		}
		column, rest = column+cellsOf(rest[:n]), rest[n:]
	}
	d.printf("</text>\n")
}

// span counts the cells at the beginning that are alike. Text is drawn in runs of one style, of ASCII
// or of one character: all others depend on the font, and each gets a place of its own.
func span(row []cell, alike func(cell) bool) int {
	n := 1
	for n < len(row) && alike(row[n]) {
		n++
	}
	return n
}

func (d *drawing) x(column int) string { return px(margin + float64(column)*cellWidth) }

func (d *drawing) colors(s style) (fg, bg uint32) {
	fg, bg = d.fg, d.bg
	if s.fg != 0 {
		fg = s.fg & 0xFFFFFF
	}
	if s.bg != 0 {
		bg = s.bg & 0xFFFFFF
	}
	if s.reverse {
		return bg, fg
	}
	return fg, bg
}

func attributes(s style) string {
	var b strings.Builder
	if s.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if s.dim {
		b.WriteString(` fill-opacity="0.65"`)
	}
	if s.italic {
		b.WriteString(` font-style="italic"`)
	}
	switch {
	case s.underline && s.struck:
		b.WriteString(` text-decoration="underline line-through"`)
	case s.underline:
		b.WriteString(` text-decoration="underline"`)
	case s.struck:
		b.WriteString(` text-decoration="line-through"`)
	}
	return b.String()
}

func cellsOf(row []cell) (n int) {
	for _, c := range row {
		n += c.width
	}
	return n
}

func textOf(row []cell) string {
	var b strings.Builder
	for _, c := range row {
		b.WriteString(c.text)
	}
	return b.String()
}

// escape makes text of an XML document; what XML cannot hold becomes U+FFFD.
func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7F && r < 0xA0 {
			return '\uFFFD'
		}
		return r
	}, b.String())
}

func hex(color uint32) string { return fmt.Sprintf("#%06x", color&0xFFFFFF) }

// px writes a length without needless digits.
func px(n float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", n), "0"), ".")
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }
