// Package clip shortens texts between two characters, so that no half of one is left. Texts that are not
// UTF-8 are taken as well: of those at most three bytes more go. How wide a text is on the screen is the
// affair of package width.
package clip

import "unicode/utf8"

// mark stands where a text was cut.
const mark = "…"

// Bytes gives the beginning of a text, of at most so many bytes.
func Bytes[T string | []byte](text T, most int) T {
	if len(text) <= most {
		return text
	}
	for back := range min(utf8.UTFMax, most+1) {
		if utf8.RuneStart(text[most-back]) {
			return text[:most-back]
		}
	}
	return text[:most]
}

// Short is Bytes with a mark behind what was cut, which is among the bytes.
func Short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return Bytes(text, max(most-len(mark), 0)) + mark
}

// Chars gives the beginning of a text, of at most so many characters, with a mark behind what was cut.
func Chars(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + mark
		}
		n++
	}
	return text
}
