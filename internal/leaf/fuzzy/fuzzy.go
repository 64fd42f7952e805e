// Package fuzzy finds texts that hold the letters of a query in its order, perhaps with others between,
// the best first: what completions, pickers and searches of the screen filter by.
package fuzzy

import (
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// Hit is a text that was found.
type Hit struct {
	Index     int   // of the text
	Positions []int // byte offsets of the characters that matched, ascending
	Score     int   // how good it is; the higher the better
}

// The bounds of what is compared: nobody types more, and what is further back in a text is not found.
const (
	maxQuery = 128
	maxText  = 1 << 10
)

// Match gives up to limit texts that hold the query, whatever the case of letters, the best first and
// equally good ones in their order. An empty query finds the first texts.
func Match(query string, texts []string, limit int) []Hit {
	limit = max(limit, 0)
	if query == "" {
		hits := make([]Hit, min(limit, len(texts)))
		for i := range hits {
			hits[i].Index = i
		}
		return hits
	}
	found := fuzzy.FindFrom(head(query, maxQuery), source(texts))
	hits := make([]Hit, min(limit, len(found)))
	for i := range hits {
		hits[i] = Hit{found[i].Index, found[i].MatchedIndexes, found[i].Score}
	}
	return hits
}

// source hands out the beginnings of texts.
type source []string

func (s source) String(i int) string { return head(s[i], maxText) }

func (s source) Len() int { return len(s) }

// head cuts a text between characters.
func head(s string, limit int) string {
	if len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit]
	}
	return s
}
