// Package diff shows people what changed in a file.
package diff

import (
	"bytes"
	"fmt"
	"strings"

	"znkr.io/diff"
	"znkr.io/diff/textdiff"
)

// The bounds of what is shown. Over one of them a summary takes the place of the lines.
const (
	MaxChanged = 2000    // changed lines
	maxBytes   = 4 << 20 // of both contents together
	maxLines   = 40_000  // of both contents together
)

// Unified gives the change from before to after as a unified difference with the name of the file at
// its head. A nil before means that the file is new. Equal contents give "".
func Unified(name string, before, after []byte) string {
	switch {
	case before == nil:
		return between("/dev/null", "b/"+name, before, after)
	case bytes.Equal(before, after):
		return ""
	}
	return between("a/"+name, "b/"+name, before, after)
}

// Moved gives the change of a file that has another name now. Equal contents leave the two names.
func Moved(from, to string, before, after []byte) string {
	return between("a/"+from, "b/"+to, before, after)
}

// Deleted gives the end of a file.
func Deleted(name string, before []byte) string {
	return between("a/"+name, "/dev/null", before, nil)
}

// between gives a difference under a head with two names.
func between(from, to string, before, after []byte) string {
	head := fmt.Sprintf("--- %s\n+++ %s\n", from, to)
	if bytes.IndexByte(before, 0) >= 0 || bytes.IndexByte(after, 0) >= 0 {
		return head + fmt.Sprintf("(not text: %d bytes before, %d now)\n", len(before), len(after))
	}
	old, now := lines(before), lines(after)
	if len(before)+len(after) > maxBytes || old+now > maxLines {
		return head + fmt.Sprintf("(too large to compare: %d lines before, %d now)\n", old, now)
	}
	hunks := textdiff.Hunks(string(before), string(after), textdiff.IndentHeuristic())
	if n := changed(hunks); n > MaxChanged {
		return head + fmt.Sprintf("(%d changed lines are not shown: %d lines before, %d now)\n", n, old, now)
	}
	var b strings.Builder
	b.WriteString(head)
	for _, h := range hunks {
		write(&b, h)
	}
	return b.String()
}

// write prints a hunk as GNU diff and git do. The library's own printer counts from 1 where a side
// has no lines, which tools that apply a difference take for another place.
func write(b *strings.Builder, h textdiff.Hunk[string]) {
	fmt.Fprintf(b, "@@ -%s +%s @@\n", span(h.LineNoX, h.EndLineNoX), span(h.LineNoY, h.EndLineNoY))
	for _, e := range h.Edits {
		switch e.Op {
		case diff.Match:
			b.WriteByte(' ')
		case diff.Delete:
			b.WriteByte('-')
		case diff.Insert:
			b.WriteByte('+')
		}
		b.WriteString(e.Line)
		if !strings.HasSuffix(e.Line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span gives lines [from, end), counted from 0, in the form of a hunk's head.
func span(from, end int) string {
	if from == end {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, end-from)
}

func changed(hunks []textdiff.Hunk[string]) int {
	n := 0
	for _, h := range hunks {
		for _, e := range h.Edits {
			if e.Op != diff.Match {
				n++
			}
		}
	}
	return n
}

func lines(b []byte) int {
	n := bytes.Count(b, []byte("\n"))
	if len(b) > 0 && b[len(b)-1] != '\n' {
		n++
	}
	return n
}
