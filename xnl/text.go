package xnl

import "strings"

// leadingBreak returns the size of the line break at the start of a body, which the raw rule drops.
func leadingBreak[T string | []byte](body T) int {
	switch {
	case len(body) > 0 && body[0] == '\n':
		return 1
	case len(body) > 1 && body[0] == '\r' && body[1] == '\n':
		return 2
	}
	return 0
}

// plainText applies the plain rule: when the closer stands alone on its line, the blanks before it
// are removed from the start of every line as far as a line has them, and so is an empty first
// line. In every other case the body is the text.
func plainText(body string) string {
	last := strings.LastIndexByte(body, '\n')
	indent := body[last+1:]
	if last < 0 || indent == "" || strings.Trim(indent, " \t") != "" {
		return body
	}
	var out strings.Builder
	out.Grow(len(body))
	if body[0] == '\n' {
		body = body[1:]
	}
	for {
		line, rest, more := strings.Cut(body, "\n")
		n := 0
		for n < len(line) && n < len(indent) && line[n] == indent[n] {
			n++
		}
		out.WriteString(line[n:])
		if !more {
			return out.String()
		}
		out.WriteByte('\n')
		body = rest
	}
}
