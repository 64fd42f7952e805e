package theme_test

import (
	"math"
	"testing"

	"github.com/gdamore/tcell/v2"

	"eidolon/tui/theme"
)

// luminance is the one of the Web Content Accessibility Guidelines.
func luminance(c tcell.Color) float64 {
	r, g, b := c.RGB()
	part := func(n int32) float64 {
		x := float64(n) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

func contrast(s tcell.Style) float64 {
	fg, bg, _ := s.Decompose()
	a, b := luminance(fg), luminance(bg)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// Text can be read on every background that it may stand on, and lines can be seen.
// Covers: Y1
func TestContrast(t *testing.T) {
	for _, name := range []string{"dark", "light", "high-contrast"} {
		least := 4.5
		if name == "high-contrast" {
			least = 7
		}
		for _, colors := range []int{256, 1 << 24} {
			th := load(t, theme.Options{Name: name, Colors: colors})
			for r := range theme.Roles {
				want := least
				if r == theme.Border || r == theme.Thumb {
					want = 3
				}
				if got := contrast(th.Style(r)); got < want {
					t.Errorf("%s, %d colours: %v has %.2f:1", name, colors, r, got)
				}
				for _, fill := range []theme.Role{theme.Code, theme.Added, theme.Removed, theme.Marked} {
					if got := contrast(th.Over(fill, r)); got < want && want > 3 {
						t.Errorf("%s, %d colours: %v over %v has %.2f:1", name, colors, r, fill, got)
					}
				}
			}
		}
	}
}
