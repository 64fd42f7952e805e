package index

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eidolon/internal/leaf/clean"
)

const (
	snippetLength = 160 // bytes of the text that a snippet shows, more or less
	snippetBefore = 40  // of them before the first word that was found
	// looksAt is how many places of what was found a snippet is chosen from. A text of a megabyte can
	// have half a million.
	looksAt = 1000
)

// snippet gives the part of a text with the most terms of the query, on one line, harmless for a
// terminal. Marks are the places of what was found in it, from and to, in bytes.
func (q Query) snippet(tok *tokenizer, text string) (line string, marks [][2]int) {
	var w words
	w.read(tok, text)
	var all []span
	var which []int // term of each
	for i := 0; i < len(w.folded) && len(all) < looksAt; i++ {
		for k, t := range q.want {
			if t.at(&w, i) {
				all = append(all, span{w.places[i].start, w.places[i+len(t.words)-1].end})
				which = append(which, k)
			}
		}
	}
	from := best(all, which)
	return cut(text, all, from)
}

// best gives the place of what was found from which on a snippet holds the most terms.
func best(all []span, which []int) int {
	most, from := 0, 0
	for i, s := range all {
		var seen []int
		for k := i; k < len(all) && all[k].end <= s.start+snippetLength-snippetBefore; k++ {
			if !slices.Contains(seen, which[k]) {
				seen = append(seen, which[k])
			}
		}
		if len(seen) > most {
			most, from = len(seen), s.start
		}
	}
	return from
}

// cut makes the line from the text around a place.
func cut(text string, all []span, from int) (string, [][2]int) {
	start := boundary(text, max(0, from-snippetBefore), from)
	end := boundary(text, min(len(text), start+snippetLength), len(text))
	var l liner
	if start > 0 {
		l.b.WriteString("…")
	}
	marks := [][2]int{}
	at := start
	for _, s := range all {
		if s.start < at || s.start >= end {
			continue
		}
		end = max(end, s.end) // the last one is shown whole
		l.add(text[at:s.start])
		mark := [2]int{l.b.Len(), 0}
		l.add(text[s.start:s.end])
		mark[1] = l.b.Len()
		marks = append(marks, mark)
		at = s.end
	}
	l.add(text[at:max(at, end)])
	if end < len(text) {
		l.b.WriteString("…")
	}
	return l.b.String(), marks
}

// boundary gives the first place from at on, but not behind limit, where a word may begin; else at
// itself, moved to the next character.
func boundary(text string, at, limit int) int {
	if at == 0 || at >= len(text) {
		return at
	}
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	for i := at; i < min(limit, at+24); i++ {
		if text[i] == ' ' || text[i] == '\n' {
			return i + 1
		}
	}
	return at
}

// liner puts pieces of text on one line, with one blank where there is any number of them.
type liner struct {
	b     strings.Builder
	blank bool // the line ends with one
}

func (l *liner) add(piece string) {
	var run strings.Builder
	for _, r := range piece {
		if unicode.IsSpace(r) {
			if !l.blank && l.b.Len()+run.Len() > 0 {
				run.WriteByte(' ')
			}
			l.blank = true
			continue
		}
		l.blank = false
		run.WriteRune(r)
	}
	l.b.WriteString(clean.Line(run.String()))
}
