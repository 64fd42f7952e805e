package screen

import (
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/width"
)

// styles numbers the styles in use. Number 0 is the default.
type styles struct {
	list   []tcell.Style
	number map[tcell.Style]uint32
	last   uint32 // the one asked for last; neighbours mostly look alike
}

// maxStyles bounds the table: addresses of links are part of styles, and there is no end of them.
const maxStyles = 4096

func (s *styles) reset() {
	s.list = append(s.list[:0], tcell.StyleDefault)
	s.number = map[tcell.Style]uint32{tcell.StyleDefault: 0}
	s.last = 0
}

func (s *styles) of(style tcell.Style) uint32 {
	if s.list[s.last] == style {
		return s.last
	}
	n, known := s.number[style]
	if !known {
		n = uint32(len(s.list))
		s.list = append(s.list, style)
		s.number[style] = n
	}
	s.last = n
	return n
}

// Size is the size of the terminal.
func (d *Diff) Size() (w, h int) { return d.Screen.Size() }

// Clear empties the frame, and gives it the size of the terminal. tview begins each frame with it.
func (d *Diff) Clear() {
	d.began = d.now()
	d.Fill(' ', tcell.StyleDefault)
}

// Fill fills the frame with one character.
func (d *Diff) Fill(r rune, style tcell.Style) {
	if w, h := d.Screen.Size(); w != d.w || h != d.h {
		d.w, d.h = w, h
		d.back, d.front = make([]cell, w*h), make([]cell, w*h)
		d.Forget()
	}
	if len(d.styles.list) > maxStyles {
		d.styles.reset()
		d.Forget() // the numbers in the front array mean other styles from here on
	}
	if len(d.back) == 0 {
		return
	}
	if none(style) { // the colours that are there stay, cell by cell
		for i := range d.back {
			d.Put(i%d.w, i/d.w, text(r), style)
		}
		return
	}
	cluster, _, cells := cluster(text(r))
	c := cell{cluster, d.styles.of(style), int8(cells)}
	for i := range d.back {
		d.back[i] = c
	}
}

// Put writes the first grapheme cluster of s. It gives what is behind it, and its width.
func (d *Diff) Put(x, y int, s string, style tcell.Style) (rest string, cells int) {
	if x < 0 || y < 0 || x >= d.w || y >= d.h {
		return s, 0
	}
	shown, rest, cells := cluster(s)
	c := &d.back[y*d.w+x]
	if none(style) {
		style = d.blend(c, style)
	}
	*c = cell{shown, d.styles.of(style), int8(max(cells, 1))}
	return rest, cells
}

// none says that a style leaves a colour as it is.
func none(style tcell.Style) bool {
	fg, bg, _ := style.Decompose()
	return fg == tcell.ColorNone || bg == tcell.ColorNone
}

// blend gives the style with the cell's colours where it has none.
func (d *Diff) blend(c *cell, style tcell.Style) tcell.Style {
	oldFG, oldBG, _ := d.styles.list[c.style].Decompose()
	fg, bg, _ := style.Decompose()
	if fg == tcell.ColorNone {
		style = style.Foreground(oldFG)
	}
	if bg == tcell.ColorNone {
		style = style.Background(oldBG)
	}
	return style
}

// cluster gives the first cluster of s that takes up cells, and what is behind it. What would make the
// terminal do something instead of showing something is dropped, whoever let it through: control
// characters, and marks that would join the cell before.
func cluster(s string) (shown, rest string, cells int) {
	rest = s
	for rest != "" {
		shown, cells, rest = width.Next(rest)
		if cells > 0 && !control(shown) {
			return shown, rest, cells
		}
	}
	return " ", "", 0
}

// control says whether a cluster begins with a control character. Behind the first rune of a cluster
// there are none.
func control(cluster string) bool {
	if c := cluster[0]; c < utf8.RuneSelf {
		return c < 0x20 || c == 0x7F
	}
	r, _ := utf8.DecodeRuneInString(cluster)
	return r >= 0x80 && r < 0xA0
}

// PutStr writes a string with the default style.
func (d *Diff) PutStr(x, y int, s string) { d.PutStrStyled(x, y, s, tcell.StyleDefault) }

// PutStrStyled writes a string, as far as the row goes.
func (d *Diff) PutStrStyled(x, y int, s string, style tcell.Style) {
	for s != "" && x < d.w {
		var cells int
		if s, cells = d.Put(x, y, s, style); cells == 0 {
			return
		}
		x += cells
	}
}

// SetCell writes one character with its combining ones.
func (d *Diff) SetCell(x, y int, style tcell.Style, ch ...rune) {
	if len(ch) == 0 {
		ch = []rune{' '}
	}
	d.SetContent(x, y, ch[0], ch[1:], style)
}

// SetContent writes one character with its combining ones.
func (d *Diff) SetContent(x, y int, primary rune, combining []rune, style tcell.Style) {
	if len(combining) == 0 {
		d.Put(x, y, text(primary), style)
		return
	}
	d.Put(x, y, string(append([]rune{primary}, combining...)), style)
}

// ascii holds the characters that need no string of their own.
const ascii = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// text is string(r), without an allocation for the usual characters.
func text(r rune) string {
	if r >= ' ' && r <= '~' {
		return ascii[r-' ' : r-' '+1]
	}
	return string(r)
}

// Get gives what the frame has at a place.
func (d *Diff) Get(x, y int) (s string, style tcell.Style, cells int) {
	if x < 0 || y < 0 || x >= d.w || y >= d.h {
		return "", tcell.StyleDefault, 0
	}
	c := &d.back[y*d.w+x]
	if c.width == 0 { // nothing was drawn yet
		return " ", tcell.StyleDefault, 1
	}
	return c.text, d.styles.list[c.style], int(c.width)
}

// GetContent gives what the frame has at a place, rune by rune.
func (d *Diff) GetContent(x, y int) (primary rune, combining []rune, style tcell.Style, cells int) {
	s, style, cells := d.Get(x, y)
	for i, r := range s {
		if i == 0 {
			primary = r
		} else {
			combining = append(combining, r)
		}
	}
	return primary, combining, style, cells
}
