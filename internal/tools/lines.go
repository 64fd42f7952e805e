package tools

import (
	"fmt"
	"strings"
)

// byteOrderMark begins some files; it stays the first character whatever is inserted at the top.
const byteOrderMark = "\ufeff"

// cutMark parts a text from the byte order mark before it, if it has one.
func cutMark(text string) (mark, rest string) {
	if rest, found := strings.CutPrefix(text, byteOrderMark); found {
		return byteOrderMark, rest
	}
	return "", text
}

// splitLines gives the lines of text with their line breaks.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// insertLines puts added after line number after, as lines of its own. A file without a line break at
// its end gets one there only if added brings it.
func insertLines(name, text string, after int, added string) (result, said string, err error) {
	mark, text := cutMark(text)
	lines := splitLines(text)
	if after > len(lines) {
		return "", "", invalid("insertAfter", "insertAfter %d is past the end: %q has %d %s, so it goes from 0 to %d",
			after, name, len(lines), plural(len(lines), "line", "lines"), len(lines))
	}
	breaks := breaksOf(text)
	added = breaks.fit(added)
	end := "\n"
	if breaks.crlf > breaks.lf {
		end = "\r\n"
	}
	before, behind := strings.Join(lines[:after], ""), strings.Join(lines[after:], "")
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += end
	} else if !strings.HasSuffix(added, "\n") {
		added += end
	}
	n := len(splitLines(added))
	said = fmt.Sprintf("inserted %d %s after line %d", n, plural(n, "line", "lines"), after)
	return mark + before + added + behind, said, nil
}

// deleteLines takes out lines first to last, counted from 1, both included.
func deleteLines(name, text string, first, last int) (result, said string, err error) {
	mark, text := cutMark(text)
	lines := splitLines(text)
	switch {
	case last < first:
		return "", "", invalid("endLine", "endLine %d is before startLine %d; %q has %d %s",
			last, first, name, len(lines), plural(len(lines), "line", "lines"))
	case last > len(lines):
		return "", "", invalid("endLine", "lines %d to %d reach past the end: %q has %d %s",
			first, last, name, len(lines), plural(len(lines), "line", "lines"))
	}
	said = fmt.Sprintf("deleted %d %s (%s)", last-first+1, plural(last-first+1, "line", "lines"), span(first, last))
	return mark + strings.Join(lines[:first-1], "") + strings.Join(lines[last:], ""), said, nil
}
