package proc

import (
	"bytes"
	"unicode/utf8"
)

const (
	replacement = "\uFFFD" // for a byte that is not UTF-8
	shownNUL    = "␀"      // for a NUL byte, which screens and models would lose
	maxGrowth   = 3        // bytes of text that one byte of output can become
)

// appendText appends b as valid UTF-8 without NUL bytes.
func appendText(text, b []byte) []byte {
	if utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		return append(text, b...)
	}
	for len(b) > 0 {
		_, size := utf8.DecodeRune(b)
		switch {
		case b[0] == 0:
			text = append(text, shownNUL...)
		case broken(b, size):
			text = append(text, replacement...)
		default:
			text = append(text, b[:size]...)
		}
		b = b[size:]
	}
	return text
}

// textSize is the length of what appendText appends.
func textSize(b []byte) int {
	total := 0
	for len(b) > 0 {
		size, shown := step(b)
		total += shown
		b = b[size:]
	}
	return total
}

// fitFront gives how many bytes of b, in whole characters, have a text of at most limit bytes. The
// end of b is a cut, so an unfinished character there is left out.
func fitFront(b []byte, limit int) int {
	b = wholeCharacters(b)
	at := 0
	for at < len(b) {
		size, shown := step(b[at:])
		if limit -= shown; limit < 0 {
			break
		}
		at += size
	}
	return at
}

// fitBack gives the place from where on the text of b has at most limit bytes. The beginning of b is
// a cut, so the rest of a character there is left out.
func fitBack(b []byte, limit int) int {
	at := 0
	for at < len(b) && at < utf8.UTFMax-1 && !utf8.RuneStart(b[at]) {
		at++
	}
	for over := textSize(b[at:]) - limit; over > 0 && at < len(b); {
		size, shown := step(b[at:])
		over -= shown
		at += size
	}
	return at
}

// step gives the size of the first character of b and of its text.
func step(b []byte) (size, shown int) {
	if b[0] != 0 && b[0] < utf8.RuneSelf {
		return 1, 1
	}
	_, size = utf8.DecodeRune(b)
	if b[0] == 0 {
		return size, len(shownNUL)
	}
	if broken(b, size) {
		return size, len(replacement)
	}
	return size, size
}

// broken says whether the first byte of b is not the beginning of a character, given what DecodeRune
// said of the size.
func broken(b []byte, size int) bool { return size == 1 && b[0] >= utf8.RuneSelf }

// wholeCharacters takes off the beginning of a character at the end of b.
func wholeCharacters(b []byte) []byte {
	for back := 1; back < utf8.UTFMax && back <= len(b); back++ {
		tail := b[len(b)-back:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return b[:len(b)-back]
			}
			break
		}
	}
	return b
}
