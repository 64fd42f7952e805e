package xnl

import (
	"bytes"
	"unicode/utf8"
)

// Classes of bytes. The grammar is ASCII outside of strings and text bodies, so a byte is enough.
const (
	classStart byte = 1 << iota // letter or underscore: may begin a name
	classDigit
	classDash
	classSpace // space, tab, LF, CR
	classBlank // space, tab

	className   = classStart | classDigit | classDash // may continue a name
	classMarker = classStart | classDigit             // may begin the marker of a text body
)

var class = classTable() //nolint:gochecknoglobals // a table, looked up for every byte

func classTable() (t [256]byte) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= classStart
		t[c-'a'+'A'] |= classStart
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= classDigit
	}
	t['_'] |= classStart
	t['-'] |= classDash
	t[' '] |= classSpace | classBlank
	t['\t'] |= classSpace | classBlank
	t['\n'] |= classSpace
	t['\r'] |= classSpace
	return t
}

func is(c, mask byte) bool { return class[c]&mask != 0 }

// isDotted reports whether s is one name, or several joined by dots.
func isDotted(s string) bool {
	start := true
	for i := range len(s) {
		switch {
		case start && is(s[i], classStart):
			start = false
		case !start && s[i] == '.':
			start = true
		case start || !is(s[i], className):
			return false
		}
	}
	return !start
}

// isKey reports whether s can stand as a key without quotes.
func isKey(s string) bool {
	for i := range len(s) {
		if s[i] == '.' {
			return false
		}
	}
	return isDotted(s)
}

// isMarker reports whether s can stand between the sigil of a text body and its '>'.
func isMarker(s string) bool {
	if s != "" && !is(s[0], classMarker) {
		return false
	}
	for i := range len(s) {
		if !is(s[i], className) {
			return false
		}
	}
	return true
}

// clean returns b with every byte that is not part of valid UTF-8 replaced by U+FFFD. It returns b
// itself when there is nothing to replace, which is the usual case.
func clean(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	out := make([]byte, 0, len(b)+16)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		out = utf8.AppendRune(out, r)
		b = b[n:]
	}
	return out
}

// cutRune returns how many bytes at the end of b begin a UTF-8 sequence that later bytes could
// complete: 0 to 3.
func cutRune(b []byte) int {
	for n := 1; n <= 3 && n <= len(b); n++ {
		c := b[len(b)-n]
		if utf8.RuneStart(c) {
			if utf8.FullRune(b[len(b)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// position turns a byte offset into a line and a column, both from 1. Lines are counted by LF,
// columns in code points; an invalid byte counts as one.
func position(src []byte, offset int) (line, column int) {
	before := src[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}
