package theme

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v2"
)

// color is how a table names a colour: nothing of its own, one of the terminal's palette, or its parts.
type color uint32

const (
	inherit  color = 0         // what is there without the role
	standard color = 1         // what the terminal has by default
	palette0 color = 2         // the first of the palette's 256
	exact    color = 1 << 31   // and the parts in the lower 24 bits
	partsOf        = 1<<24 - 1 //
)

func rgb(hex uint32) color { return exact | color(hex) }

func palette(n uint8) color { return palette0 + color(n) }

// for256 gives a colour that a terminal with 256 colours has. The first sixteen are never taken for a
// true colour: people change them.
func (c color) for256() color {
	if c&exact == 0 {
		return c
	}
	r, g, b := parts(uint32(c) & partsOf)
	best, least := uint8(16), -1
	for n := 16; n < 256; n++ {
		pr, pg, pb := parts(paletteParts(uint8(n)))
		d := 2*square(r-pr) + 4*square(g-pg) + 3*square(b-pb) // as the eye weighs them
		if least < 0 || d < least {
			best, least = uint8(n), d
		}
	}
	return palette(best)
}

// paletteParts gives the parts of a colour of the fixed part of the palette: a cube of six steps, then
// greys.
func paletteParts(n uint8) uint32 {
	if n >= 232 {
		return (uint32(n-232)*10 + 8) * 0x010101
	}
	step := func(i uint8) uint32 {
		if i == 0 {
			return 0
		}
		return uint32(i)*40 + 55
	}
	n -= 16
	return step(n/36)<<16 | step(n/6%6)<<8 | step(n%6)
}

func parts(hex uint32) (r, g, b int) {
	return int(hex >> 16 & 0xFF), int(hex >> 8 & 0xFF), int(hex & 0xFF)
}

func square(n int) int { return n * n }

func (c color) tcell() tcell.Color {
	switch {
	case c&exact != 0:
		return tcell.NewHexColor(int32(c & partsOf))
	case c >= palette0:
		return tcell.PaletteColor(int(c - palette0))
	}
	return tcell.ColorDefault
}

// parseColor reads a colour of a theme file.
func parseColor(text string) (color, bool) {
	if text == "default" {
		return standard, true
	}
	if n, err := strconv.ParseUint(text, 10, 8); err == nil {
		return palette(uint8(n)), true
	}
	if hex, ok := strings.CutPrefix(text, "#"); ok && len(hex) == 6 {
		n, err := strconv.ParseUint(hex, 16, 32)
		return rgb(uint32(n)), err == nil
	}
	if n := slices.Index(sixteen(), text); n >= 0 {
		return palette(uint8(n)), true
	}
	return inherit, false
}

// sixteen are the names of the colours that every terminal has.
func sixteen() []string {
	return []string{
		"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
		"brightBlack", "brightRed", "brightGreen", "brightYellow", "brightBlue", "brightMagenta", "brightCyan", "brightWhite",
	}
}
