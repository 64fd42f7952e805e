package theme

import "github.com/gdamore/tcell/v2"

// Theme has a style for each role. It is never changed.
type Theme struct {
	name   string
	looks  table // fitted to the terminal
	styles [Roles]tcell.Style
	colors int // that the terminal may be sent: 0 is none at all
}

// Name is the name under which the theme was asked for.
func (t *Theme) Name() string { return t.name }

// Style is how a role looks on the theme's background. That of Text is also how empty cells look.
func (t *Theme) Style(r Role) tcell.Style {
	if r >= Roles {
		r = Text
	}
	return t.styles[r]
}

// Over is how a role looks in a row that is filled in another: on the background of that row, unless
// the role has one of its own. Plain text in the row takes the fill's colour. A line of a difference that
// has no background in this theme is told by the colour of its text, so that the code in it keeps that.
func (t *Theme) Over(fill, r Role) tcell.Style {
	if (fill == Added || fill == Removed) && r.ofCode() && t.looks[fill].bg == inherit {
		return t.Style(fill)
	}
	if fill >= Roles || r >= Roles || fill == Text || t.looks[r].bg != inherit && r != Text {
		return t.Style(r)
	}
	under, l := t.looks[fill], t.looks[r]
	if l.fg == inherit || r == Text {
		l.fg = under.fg
	}
	l.bg = under.bg
	l.attr |= under.attr
	return t.style(l)
}

// style makes the style of a look, with what it lacks taken from plain text.
func (t *Theme) style(l look) tcell.Style {
	if l.fg == inherit {
		l.fg = t.looks[Text].fg
	}
	if l.bg == inherit {
		l.bg = t.looks[Text].bg
	}
	return l.attr.on(tcell.StyleDefault.Foreground(l.fg.tcell()).Background(l.bg.tcell()))
}

// Palette gives a colour that a command's output asked for by its number, as far as the theme lets
// colours through.
func (t *Theme) Palette(n uint8) tcell.Color {
	if int(n) >= t.colors {
		return tcell.ColorDefault
	}
	return tcell.PaletteColor(int(n))
}

// RGB gives a colour that a command's output asked for by its parts, or the nearest that the terminal has.
func (t *Theme) RGB(r, g, b uint8) tcell.Color {
	c := rgb(uint32(r)<<16 | uint32(g)<<8 | uint32(b))
	switch {
	case t.colors > 256:
		return c.tcell()
	case t.colors == 256:
		return c.for256().tcell()
	}
	return tcell.ColorDefault
}

// look is a row of a table.
type look struct {
	fg, bg color
	attr   attr
}

// table has a look for each role.
type table [Roles]look

// fit makes a theme of a table, for a terminal with so many colours.
func (looks table) fit(name string, colors int) *Theme {
	if colors < leastColors {
		colors = 0
	}
	t := &Theme{name: name, looks: looks, colors: colors}
	for r := range t.looks {
		t.looks[r] = t.looks[r].fit(colors)
	}
	for r, l := range t.looks {
		t.styles[r] = t.style(l)
	}
	return t
}

// fit gives a look that a terminal with so many colours can show. Half of a pair of colours might not
// be readable, so without one of them the other goes too.
func (l look) fit(colors int) look {
	if colors <= 256 {
		l.fg, l.bg = l.fg.for256(), l.bg.for256()
	}
	if limit := palette0 + color(colors); colors < trueColors && (l.fg >= limit || l.bg >= limit) {
		if l.bg > standard {
			l.attr ^= reverse
		}
		l.fg, l.bg = inherit, inherit
	}
	return l
}

// attr is a set of attributes.
type attr uint8

const (
	bold attr = 1 << iota
	dim
	italic
	underline
	reverse
	strike
)

func (a attr) on(s tcell.Style) tcell.Style {
	return s.Bold(a&bold != 0).Dim(a&dim != 0).Italic(a&italic != 0).Underline(a&underline != 0).
		Reverse(a&reverse != 0).StrikeThrough(a&strike != 0)
}

// attributes are the names of the attributes in theme files, in the order of their bits.
func attributes() []string {
	return []string{"bold", "dim", "italic", "underline", "reverse", "strike"}
}
