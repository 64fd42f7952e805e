package patch

import "strings"

// byteOrderMark begins some files. It is no part of the first line.
const byteOrderMark = "\ufeff"

// line is a line of a file.
type line struct {
	text string
	end  string // "\n", "\r\n", or "" for the last line of a file that does not end in a line break
}

// splitText gives the lines of a text, and the byte order mark before them.
func splitText(text string) (mark string, lines []line) {
	if rest, found := strings.CutPrefix(text, byteOrderMark); found {
		mark, text = byteOrderMark, rest
	}
	for text != "" {
		l := line{text: text}
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			l, text = line{text[:i], "\n"}, text[i+1:]
		} else {
			text = ""
		}
		if cut, found := strings.CutSuffix(l.text, "\r"); found && l.end != "" {
			l = line{cut, "\r\n"}
		}
		lines = append(lines, l)
	}
	return mark, lines
}

// joinText puts a text together. Lines that were inserted, and what was the last line and is not any more,
// get the line break end; whether the text ends in one is for broken to say.
func joinText(mark string, lines []line, end string, broken bool) string {
	var b strings.Builder
	b.WriteString(mark)
	for i, l := range lines {
		b.WriteString(l.text)
		switch {
		case i == len(lines)-1 && !broken:
		case l.end == "":
			b.WriteString(end)
		default:
			b.WriteString(l.end)
		}
	}
	return b.String()
}

// mainEnd gives the line break that most lines have.
func mainEnd(lines []line) string {
	crlf := 0
	for _, l := range lines {
		switch l.end {
		case "\r\n":
			crlf++
		case "\n":
			crlf--
		}
	}
	if crlf > 0 {
		return "\r\n"
	}
	return "\n"
}
