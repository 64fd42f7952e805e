package screen

import (
	"strings"
	"unicode"

	"eidolon/internal/leaf/width"
)

// text is the text of the block that a place is in.
func (t *Transcript) text(p place) string {
	if p.item >= len(t.entries) || p.block >= len(t.shown(p.item)) {
		return ""
	}
	return t.shown(p.item)[p.block].Text
}

// clusterBefore is where the cluster begins that ends at an offset.
func clusterBefore(text string, at int) int {
	from := strings.LastIndexByte(text[:at-1], '\n') + 1
	if text[at-1] == '\n' {
		return at - 1
	}
	for {
		cluster, _, _ := width.Next(text[from:])
		if from+len(cluster) >= at {
			return from
		}
		from += len(cluster)
	}
}

// inWord says what a double click takes together: words, and names of files, too.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("_-./~+@", r)
}
