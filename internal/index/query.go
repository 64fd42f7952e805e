package index

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTerms is how many terms a query may have.
const maxTerms = 32

// ErrNothingToFind is a query that names nothing to look for.
var ErrNothingToFind = errors.New("name at least one word to look for; a word with - before it is only left out")

// Query is what is looked for. Use [ParseQuery] to make one.
type Query struct {
	want  []term // one at least
	avoid []term
}

// term is words that stand in a row, or one word.
type term struct {
	words  []string // folded
	prefix bool     // the last word may go on
}

// ParseQuery reads a query: words that must all occur, "words in a row", a word* that may go on, and
// a -word that must not occur. There is no other syntax: whatever else is not a letter or a digit
// separates words, and words that are joined by it must stand in a row.
func ParseQuery(text string) (Query, error) {
	var q Query
	tok := newTokenizer()
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			break
		}
		var piece string
		var not, prefix bool
		not, piece, prefix, rest = nextPiece(rest)
		t := term{prefix: prefix}
		for tok.reset(piece); tok.scan(); {
			t.words = append(t.words, string(tok.word))
		}
		switch {
		case len(t.words) == 0:
		case not:
			q.avoid = append(q.avoid, t)
		default:
			q.want = append(q.want, t)
		}
		if n := len(q.want) + len(q.avoid); n > maxTerms {
			return Query{}, fmt.Errorf("a search takes at most %d words", maxTerms)
		}
	}
	if len(q.want) == 0 {
		return Query{}, ErrNothingToFind
	}
	for _, t := range slices.Concat(q.want, q.avoid) {
		if len(t.words) > maxTerms {
			return Query{}, fmt.Errorf("at most %d words can stand in a row", maxTerms)
		}
	}
	return q, nil
}

// nextPiece takes the first piece off a text that begins with none of the blanks between pieces.
func nextPiece(s string) (not bool, piece string, prefix bool, rest string) {
	if after, ok := strings.CutPrefix(s, "-"); ok && after != "" {
		not, s = true, after
	}
	if after, ok := strings.CutPrefix(s, `"`); ok {
		piece, rest, _ = strings.Cut(after, `"`) // one that is left open ends with the text
		after, prefix = strings.CutPrefix(rest, "*")
		if prefix {
			rest = after
		}
		return not, piece, prefix, rest
	}
	end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '"' })
	if end < 0 {
		end = len(s)
	}
	piece, prefix = strings.CutSuffix(s[:end], "*")
	if last, _ := utf8.DecodeLastRuneInString(piece); kindOf(last) == between {
		prefix = false // there is no word in front of it that could go on
	}
	return not, piece, prefix, s[end:]
}

// expression gives the query in the syntax of FTS5: all terms, or some of them. It holds letters and
// digits of the query between quotes and nothing else of it, so it cannot be wrong.
func (q Query) expression(some bool) string {
	joined := " AND "
	if some {
		joined = " OR "
	}
	expr := "(" + join(q.want, joined) + ")"
	if len(q.avoid) > 0 {
		expr += " NOT (" + join(q.avoid, " OR ") + ")"
	}
	return expr
}

func join(terms []term, joined string) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = `"` + strings.Join(t.words, " ") + `"`
		if t.prefix {
			parts[i] += " *"
		}
	}
	return strings.Join(parts, joined)
}

// span is a piece of a text.
type span struct{ start, end int }

// words are those of a text, in order, folded, with their places.
type words struct {
	folded []string
	places []span
}

// read takes the words of a text. The space of an earlier text is used again.
func (w *words) read(tok *tokenizer, text string) {
	w.folded, w.places = w.folded[:0], w.places[:0]
	for tok.reset(text); tok.scan(); {
		w.folded = append(w.folded, string(tok.word))
		w.places = append(w.places, span{tok.start, tok.end})
	}
}

// at tells whether the term is found from the word i on.
func (t term) at(w *words, i int) bool {
	if i+len(t.words) > len(w.folded) {
		return false
	}
	last := len(t.words) - 1
	for k, word := range t.words {
		got := w.folded[i+k]
		if got != word && (k < last || !t.prefix || !strings.HasPrefix(got, word)) {
			return false
		}
	}
	return true
}

// count tells how often the term is found.
func (t term) count(w *words) int {
	n := 0
	for i := range w.folded {
		if t.at(w, i) {
			n++
		}
	}
	return n
}
