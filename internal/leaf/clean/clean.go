// Package clean makes text from outside harmless before a terminal sees it. Models, tools and files
// can hold escape sequences that move the cursor, rename the window or write to the clipboard; none
// of that may reach the screen.
package clean

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text replaces everything a terminal could act on by something visible: control characters other
// than line feed and tab by their picture (ESC becomes ␛), C1 controls, direction marks and
// zero-width characters by their number (<U+202E>), and bytes that are not UTF-8 by U+FFFD. Cleaning
// twice changes nothing more.
func Text(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			b.WriteRune(utf8.RuneError)
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r < 0x20:
			b.WriteRune('\u2400' + r)
		case r == 0x7F:
			b.WriteRune('\u2421')
		case hidden(r):
			b.WriteString("<U+")
			b.WriteString(hex4(r))
			b.WriteString(">")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// JSON makes a JSON text harmless without changing what it says: of what a terminal could act on, JSON
// lets DEL, C1 controls and direction marks stand in strings as they are, and they have another
// spelling there.
func JSON(text []byte) []byte {
	if plain(string(text)) {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	for _, r := range string(text) {
		if r == 0x7F || hidden(r) {
			for _, unit := range utf16.Encode([]rune{r}) {
				out = append(append(out, `\u`...), hex4(rune(unit))...)
			}
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// Document gives a value as JSON for scripts and people: indented, and harmless.
func Document(v any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return JSON(text.Bytes()), err
}

// Line is Text for one line: line feeds and tabs become spaces.
func Line(s string) string {
	return Text(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		return r
	}, s))
}

// plain says that nothing in s needs a change. Most text is printable ASCII.
func plain(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c >= 0x7F || c < 0x20 && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// hidden says that a rune shows nothing itself but changes how the text around it looks.
func hidden(r rune) bool {
	switch {
	case r >= 0x80 && r < 0xA0, // C1 controls
		r >= 0x200B && r <= 0x200F,   // zero-width and direction marks
		r >= 0x2028 && r <= 0x202E,   // separators, embeddings and overrides
		r >= 0x2060 && r <= 0x206F,   // joiners, isolates and deprecated formats
		r >= 0xFFF9 && r <= 0xFFFB,   // annotations
		r >= 0xE0000 && r <= 0xE007F, // tags
		r == 0x00AD, r == 0x061C, r == 0x180E, r == 0xFEFF:
		return true
	}
	return false
}

// hex4 gives a code point in at least four hex digits.
func hex4(r rune) string {
	const digits = "0123456789ABCDEF"
	var out []byte
	for shift := 20; shift >= 0; shift -= 4 {
		d := r >> shift & 0xF
		if d != 0 || len(out) > 0 || shift < 16 {
			out = append(out, digits[d])
		}
	}
	return string(out)
}
