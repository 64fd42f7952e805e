package view

import (
	"bytes"
	"strings"
)

// What costs the parser of Markdown the square of the text, and how much of it a line may have. No
// person writes more; a text that was made to stop the screen does.
const (
	maxQuotes   = 32  // nested quotes
	maxBars     = 128 // columns of a table
	maxBrackets = 256 // links
)

// Stand-ins for the characters beyond these limits. They are as long as what they stand for, so that
// nothing moves, and say nothing to the parser.
const (
	quoteStandIn   = 0x01
	barStandIn     = 0x02
	bracketStandIn = 0x03
	lastStandIn    = bracketStandIn
	substitute     = '\x1A' // for what looked like one before
)

// bare takes out of a line what looks like a stand-in.
func bare(line string) string {
	return strings.Map(func(r rune) rune {
		if r > 0 && r <= lastStandIn {
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
		source = source[len(line):]
	}
}

func tameLine(line []byte) {
	quotes, bars, brackets, start := 0, 0, 0, true
	for i, c := range line {
		start = start && (c == '>' || c == ' ' || c == '\t')
		switch {
		case c > 0 && c <= lastStandIn:
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

// asWritten puts back what the stand-ins stand for.
func asWritten(s []byte) string {
	if bytes.IndexFunc(s, func(r rune) bool { return r > 0 && r <= lastStandIn }) < 0 {
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
		return r
	}, s))
}
