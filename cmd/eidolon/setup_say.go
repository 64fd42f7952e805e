package main

import (
	"fmt"
	"strings"

	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
)

// say prints something for the person, between words onto as many lines as the terminal needs. Elsewhere
// it stays as it is.
func (s *setup) say(format lang.Text, args ...any) { s.print(s.lang.F(format, args...)) }

// print is say for text that is made already.
func (s *setup) print(text string) {
	columns := terminalColumns(s.to)
	for line := range strings.Lines(text) {
		fmt.Fprintln(s.to, wrapped(strings.TrimSuffix(line, "\n"), columns))
	}
}

// wrapped breaks a line at blanks. A word that is longer than a line stays whole, as it is to be copied.
func wrapped(line string, columns int) string {
	if columns <= 0 || width.Of(line) <= columns {
		return line
	}
	var b strings.Builder
	used := 0
	for i, word := range strings.Split(line, " ") {
		cells := width.Of(word)
		switch {
		case i == 0:
		case used+1+cells > columns:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += cells
	}
	return b.String()
}
