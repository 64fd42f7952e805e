// Package clean makes text from outside harmless before a terminal sees it. Models, tools and files
// can hold escape sequences that move the cursor, rename the window or write to the clipboard; none
// of that may reach the screen.
package clean

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text replaces everything a terminal could act on, and what would mislead its reader, by something
// visible: control characters other than line feed and tab by their picture (ESC becomes ␛), C1
// controls, direction marks and characters that show nothing by their number (<U+202E>, <9B>), and bytes
// that are not UTF-8 by U+FFFD. Marks that stand on a letter stay, up to a number that no language
// needs. The result is at most three times as long, and cleaning it again changes nothing.
func Text(s string) string { return replace(s, false) }

// Exact is Text for what a person is about to allow: nothing in it is invisible. Blanks other than the
// usual one, selectors of the form of a picture and marks that stand on nothing have their number too.
func Exact(s string) string { return replace(s, true) }

// maxMarks is how many marks may stand on one character. The most that a language was seen to need is
// below 10; hundreds of them paint over the lines above and below.
const maxMarks = 16

func replace(s string, exact bool) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	on, marks := false, 0 // whether there is something to stand on, and how many stand on it
	for i, r := range s {
		mark := r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me)
		if mark {
			marks++
		} else {
			marks = 0
		}
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"), marks > maxMarks:
			b.WriteRune(utf8.RuneError)
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r < 0x20:
			b.WriteRune('\u2400' + r)
		case r == 0x7F:
			b.WriteRune('\u2421')
		case hidden(r), selector(r) && (exact || !on || marks > 1), exact && (mark && !on || odd(r)):
			b.WriteString(number(r))
			marks = 0
		default:
			b.WriteRune(r)
		}
		on = r != '\n' && r != '\t' && r != ' '
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

// hidden says that a rune shows nothing itself, and changes how the text around it looks or hides in it.
func hidden(r rune) bool {
	switch {
	case r < 0x80:
		return false
	case r < 0xA0, // C1 controls
		r >= 0x115F && r <= 0x1160,   // fillers of Korean letters
		r >= 0x17B4 && r <= 0x17B5,   // vowels of Khmer that are not written
		r >= 0x180B && r <= 0x180F,   // selectors and separators of Mongolian
		r >= 0x200B && r <= 0x200F,   // zero-width and direction marks
		r >= 0x2028 && r <= 0x202E,   // separators, embeddings and overrides
		r >= 0x2060 && r <= 0x206F,   // joiners, isolates and deprecated formats
		r >= 0xFE00 && r <= 0xFE0D,   // selectors of forms that hardly any character has
		r >= 0xFFF0 && r <= 0xFFFB,   // annotations
		r >= 0x1BCA0 && r <= 0x1BCA3, // formats of shorthand
		r >= 0x1D173 && r <= 0x1D17A, // formats of music
		r >= 0xE0000 && r <= 0xE0FFF, // tags and more selectors
		r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x3164, r == 0xFEFF, r == 0xFFA0:
		return true
	}
	return false
}

// selector says that a rune chooses between the text and the picture of the character before it.
func selector(r rune) bool { return r == 0xFE0E || r == 0xFE0F }

// odd says that a rune is a blank and not the usual one.
func odd(r rune) bool {
	return r >= 0x80 && unicode.Is(unicode.Zs, r) || r == 0x2800 // braille without dots
}

// number stands for a rune that shows nothing. Where the rune is short its number is too: cleaning must
// not make much of little.
func number(r rune) string {
	if r < 0x800 {
		return fmt.Sprintf("<%X>", r)
	}
	return "<U+" + hex4(r) + ">"
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
