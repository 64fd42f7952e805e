package view

import (
	"bytes"
	"strings"
)

// What costs the parser of Markdown the square of the text, and how much of it a line may have. No
// person writes more; a text that was made to stop the screen does.
const (
	maxQuotes   = 32  // nested quotes
	maxLists    = 16  // lists that begin in lists
	maxBars     = 128 // columns of a table
	maxBrackets = 256 // links
)

// Stand-ins for the characters beyond these limits. They are as long as what they stand for, so that
// nothing moves, and say nothing to the parser.
const (
	quoteStandIn   = 0x01
	barStandIn     = 0x02
	bracketStandIn = 0x03
	listStandIn    = 0x0E   // and four more, for each of listMarks
	substitute     = '\x1A' // for what looked like one before
)

// listMarks are the characters that end the mark of a list item.
const listMarks = "-*+.)"

// isStandIn says whether a character is one of those.
func isStandIn(r rune) bool {
	return r >= quoteStandIn && r <= bracketStandIn || r >= listStandIn && r < listStandIn+rune(len(listMarks))
}

// bare takes out of a line what looks like a stand-in.
func bare(line string) string {
	return strings.Map(func(r rune) rune {
		if isStandIn(r) {
			return substitute
		}
		return r
	}, line)
}

// tame puts the stand-ins into a text that is about to be parsed. Each line is looked at by itself, so
// that it does not matter how the text came.
func tame(source []byte) {
	for len(source) > 0 {
		line := source
		if i := bytes.IndexByte(source, '\n'); i >= 0 {
			line = source[:i+1]
		}
		tameLine(line)
		tameLists(line)
		source = source[len(line):]
	}
}

func tameLine(line []byte) {
	quotes, bars, brackets, start := 0, 0, 0, true
	for i, c := range line {
		start = start && (c == '>' || c == ' ' || c == '\t')
		switch {
		case isStandIn(rune(c)):
			line[i] = substitute
		case c == '>' && start:
			if quotes++; quotes > maxQuotes {
				line[i], start = quoteStandIn, false
			}
		case c == '|':
			if bars++; bars > maxBars {
				line[i] = barStandIn
			}
		case c == '[':
			if brackets++; brackets > maxBrackets {
				line[i] = bracketStandIn
			}
		}
	}
}

// tameLists puts stand-ins for the marks of list items in a line that begins too many lists. A line that
// has nothing but one mark many times is a rule and no list.
func tameLists(line []byte) {
	lists, digits := 0, 0
	for i, c := range line {
		ends := i+1 == len(line) || bytes.IndexByte([]byte(" \t\n"), line[i+1]) >= 0
		switch mark := strings.IndexByte(listMarks, c); {
		case c >= '0' && c <= '9':
			digits++
			continue
		case mark >= 0 && ends && (digits > 0) == (c == '.' || c == ')'):
			if lists++; lists > maxLists {
				if !isRule(line) {
					line[i] = listStandIn + byte(mark)
				}
				return // what follows is text
			}
		case digits > 0, c != ' ' && c != '\t' && c != '>':
			return
		}
		digits = 0
	}
}

// isRule says whether a line holds one mark and blanks only.
func isRule(line []byte) bool {
	marks := bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\n' {
			return -1
		}
		return r
	}, line)
	return len(marks) > 0 && (marks[0] == '-' || marks[0] == '*') && len(bytes.Trim(marks, string(marks[:1]))) == 0
}

// asWritten puts back what the stand-ins stand for.
func asWritten(s []byte) string {
	if bytes.IndexFunc(s, isStandIn) < 0 {
		return string(s)
	}
	return string(bytes.Map(func(r rune) rune {
		switch r {
		case quoteStandIn:
			return '>'
		case barStandIn:
			return '|'
		case bracketStandIn:
			return '['
		}
		if isStandIn(r) && r >= listStandIn {
			return rune(listMarks[r-listStandIn])
		}
		return r
	}, s))
}
