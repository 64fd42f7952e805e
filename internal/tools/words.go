package tools

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plural picks the form of a word that goes with n.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// span tells lines first to last in words.
func span(first, last int) string {
	if last <= first {
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d-%d", first, last)
}

// shown gives a file's name as it stands in a line of text: quoted when it holds what could be taken
// for the end of the line, or hides what it is.
func shown(name string) string {
	hides := func(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }
	if strings.HasPrefix(name, `"`) || !utf8.ValidString(name) || strings.ContainsFunc(name, hides) {
		return strconv.Quote(name)
	}
	return name
}

// shownLines gives names one a line.
func shownLines(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(shown(name))
	}
	return b.String()
}
