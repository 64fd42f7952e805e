package view

import (
	"strconv"
	"strings"
)

// sgr gives the style after a "select graphic rendition" sequence with these parameters. What is
// unknown changes nothing.
func sgr(s Style, params string) Style {
	if strings.IndexFunc(params, func(r rune) bool { return r != ';' && r != ':' && (r < '0' || r > '9') }) >= 0 {
		return s // of a private kind
	}
	var codes []int
	for part := range strings.SplitSeq(params, ";") {
		if strings.Contains(part, ":") {
			s.group(numbers(part, ":"))
			continue
		}
		codes = append(codes, numbers(part, ";")...)
	}
	for len(codes) > 0 {
		codes = codes[s.rendition(codes):]
	}
	return s
}

// group applies a parameter that has its own parts behind colons.
func (s *Style) group(codes []int) {
	if codes[0] == 4 && codes[1] == 0 {
		s.Attr &^= Underline
		return
	}
	if n := len(codes); n == 6 && codes[1] == 2 { // the third part names a space of colours
		codes = append(codes[:2:2], codes[3:]...)
	}
	s.rendition(codes)
}

// numbers reads parameters. One that is missing counts as 0.
func numbers(params, separator string) []int {
	parts := strings.Split(params, separator)
	codes := make([]int, len(parts))
	for i, p := range parts {
		codes[i], _ = strconv.Atoi(p) // 0 for none; an absurd number is an unknown code
	}
	return codes
}

// attributes are switched on by their codes.
var attributes = map[int]Attr{1: Bold, 2: Faint, 3: Italic, 4: Underline, 7: Reverse, 9: Strike}

// ends says which attributes a code switches off.
var ends = map[int]Attr{22: Bold | Faint, 23: Italic, 24: Underline, 27: Reverse, 29: Strike}

// rendition applies the first of the codes and says how many it took.
func (s *Style) rendition(codes []int) int {
	code := codes[0]
	switch {
	case code == 0:
		*s = Style{}
	case attributes[code] != 0:
		s.Attr |= attributes[code]
	case ends[code] != 0:
		s.Attr &^= ends[code]
	case code >= 30 && code <= 37:
		s.FG = Palette(uint8(code - 30))
	case code >= 90 && code <= 97:
		s.FG = Palette(uint8(code - 90 + 8))
	case code >= 40 && code <= 47:
		s.BG = Palette(uint8(code - 40))
	case code >= 100 && code <= 107:
		s.BG = Palette(uint8(code - 100 + 8))
	case code == 39:
		s.FG = 0
	case code == 49:
		s.BG = 0
	case code == 38, code == 48, code == 58:
		color, n := extended(codes[1:])
		switch {
		case n == 0:
			return len(codes) // what follows cannot be told apart
		case code == 38:
			s.FG = color
		case code == 48:
			s.BG = color
		}
		return 1 + n
	}
	return 1
}

// extended reads "5;n" or "2;r;g;b" and says how many codes it took, 0 if it is neither.
func extended(codes []int) (Color, int) {
	part := func(i int) uint8 { return uint8(min(max(codes[i], 0), 255)) }
	switch {
	case len(codes) >= 2 && codes[0] == 5:
		return Palette(part(1)), 2
	case len(codes) >= 4 && codes[0] == 2:
		return RGB(part(1), part(2), part(3)), 4
	}
	return 0, 0
}
