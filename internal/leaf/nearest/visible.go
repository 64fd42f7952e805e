package nearest

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// window is how many bytes are shown on each side of a place in a line.
const window = 70

// Visible shows the part of a line around the byte offset at with nothing hidden: a tab is "→", a
// blank at the end of the line "·", a carriage return "␍", and any other character without a shape of
// its own is given by number, such as <U+00A0>. "…" stands for what was left out.
func Visible(line string, at int) string {
	at = min(max(at, 0), len(line))
	shown := strings.TrimRight(line, " \t\r")
	tail := strings.ReplaceAll(line[len(shown):], " ", "·")
	from, to := clip(line, at-window, at+window)

	var b strings.Builder
	if from > 0 {
		b.WriteString("…")
	}
	if from < len(shown) {
		mark(&b, shown[from:min(to, len(shown))])
	}
	switch {
	case to < len(line):
		b.WriteString("…")
	case len(shown) < len(line):
		mark(&b, tail[:min(len(tail), 2*window)])
	}
	return b.String()
}

func mark(b *strings.Builder, s string) {
	for i, r := range s {
		switch {
		case r == '\t':
			b.WriteString("→")
		case r == '\r':
			b.WriteString("␍")
		case r == utf8.RuneError && s[i] != 0xEF:
			fmt.Fprintf(b, `<\x%02X>`, s[i])
		case r != ' ' && !unicode.IsGraphic(r) || r != ' ' && unicode.IsSpace(r):
			fmt.Fprintf(b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
}

// clip gives bounds inside line that do not split a character.
func clip(line string, from, to int) (int, int) {
	from, to = max(from, 0), min(to, len(line))
	for from < len(line) && !utf8.RuneStart(line[from]) {
		from++
	}
	for to > 0 && to < len(line) && !utf8.RuneStart(line[to]) {
		to--
	}
	return from, max(from, to)
}

// commonPrefix is the number of bytes that a and b begin with in common, up to the start of a
// character.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return n
}
