// Package width measures text in cells of a terminal. Layout, wrapping, cutting and cursors all use it,
// so that they agree: a grapheme cluster is never split and has one width everywhere.
package width

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Next gives the first grapheme cluster of s, its width, and what is behind it. ASCII is fast.
func Next(s string) (cluster string, cells int, rest string) {
	if len(s) == 0 {
		return "", 0, ""
	}
	if s[0] < 0x80 && (len(s) == 1 || s[1] < 0x80) && s[0] != '\r' {
		if s[0] < 0x20 || s[0] == 0x7F {
			return s[:1], 0, s[1:]
		}
		return s[:1], 1, s[1:]
	}
	cluster, rest, cells, _ = uniseg.FirstGraphemeClusterInString(s, -1)
	return cluster, cells, rest
}

// Of is the width of s in cells.
func Of(s string) int {
	n := 0
	for s != "" {
		var cells int
		_, cells, s = Next(s)
		n += cells
	}
	return n
}

// Cut gives the longest beginning of s that fits into so many cells, and its width.
func Cut(s string, limit int) (head string, cells int) {
	rest := s
	for rest != "" {
		_, w, tail := Next(rest)
		if cells+w > limit {
			break
		}
		cells += w
		rest = tail
	}
	return s[:len(s)-len(rest)], cells
}

// Clip is Cut with "…" in place of what does not fit.
func Clip(s string, limit int) string {
	if limit <= 0 {
		return ""
	}
	if head, _ := Cut(s, limit); len(head) == len(s) {
		return s
	}
	head, _ := Cut(s, limit-1)
	return head + "…"
}

// Pad fills s up to so many cells with spaces. What is wider stays as it is.
func Pad(s string, cells int) string {
	return s + strings.Repeat(" ", max(cells-Of(s), 0))
}

// Parts says whether a row may end between two clusters of a script without blanks, such as Chinese: not
// before punctuation that closes something, and not behind punctuation that opens it.
func Parts(before, after string) bool {
	const closing, opening = "，。、；：！？）」』】》〉”’…％,.;:!?)]}", "（「『【《〈“‘([{"
	return (after == "" || !strings.Contains(closing, after)) && (before == "" || !strings.Contains(opening, before))
}
