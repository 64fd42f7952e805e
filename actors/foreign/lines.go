package foreign

import "bytes"

// lines follows where in a line of text we are, and whether in a code fence.
type lines struct {
	at     linePart
	spaces int  // at the start of the line
	char   byte // of the fence that is open, or of the run at the start of the line
	run    int  // length of that run
	size   int  // of the fence that is open, or 0
	rest   bool // more than blanks came behind the run
}

type linePart int

const (
	lineStart linePart = iota // blanks alone so far
	lineRun                   // a run of fence characters
	lineRest                  // anything else
)

// first tells that the next byte is the first of its line, indented by three blanks at most: from four on,
// Markdown takes a line for code.
func (l *lines) first() bool { return l.at == lineStart && l.spaces <= 3 }

// fenced tells that the text is in a code fence.
func (l *lines) fenced() bool { return l.size > 0 }

// restart begins a line.
func (l *lines) restart() { l.at, l.spaces, l.run, l.rest = lineStart, 0, 0, false }

// skip counts the bytes at the beginning of p that change nothing.
func (l *lines) skip(p []byte) int {
	if l.at != lineRest {
		return 0
	}
	n := bytes.IndexByte(p, '\n')
	if n < 0 {
		n = len(p)
	}
	if open := bytes.IndexByte(p[:n], '<'); open >= 0 && l.size == 0 {
		return open
	}
	return n
}

// step takes a byte of text.
func (l *lines) step(c byte) {
	switch {
	case c == '\n':
		l.endLine()
		l.restart()
	case l.at == lineStart && c == ' ':
		l.spaces++
	case l.at == lineStart && (c == '`' || c == '~') && l.spaces <= 3 && (l.size == 0 || c == l.char):
		l.at, l.run = lineRun, 1
		l.char = c
	case l.at == lineStart:
		l.at = lineRest
		if c == '\t' || c == '\r' {
			l.at, l.spaces = lineStart, l.spaces+4
		}
	case l.at == lineRun && c == l.char && !l.rest:
		l.run++
	case l.at == lineRun && l.run < 3:
		l.at = lineRest
	case l.at == lineRun && c == '`' && l.char == '`' && l.size == 0:
		l.at = lineRest // code within a line
	case l.at == lineRun && !isBlank(c):
		l.rest = true
	case l.at == lineRun && c != '\r':
		l.rest = l.rest || l.size == 0
	}
}

// endLine opens or closes a fence.
func (l *lines) endLine() {
	switch {
	case l.at != lineRun || l.run < 3:
	case l.size == 0:
		l.size = l.run
	case l.run >= l.size && !l.rest:
		l.size = 0
	}
}
