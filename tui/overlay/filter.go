package overlay

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"eidolon/internal/leaf/fuzzy"
)

// group gives the place of a heading among those that there are.
func (l *List) group(name string) int {
	i := slices.Index(l.groups, name)
	if i < 0 {
		i = len(l.groups)
		l.groups = append(l.groups, name)
	}
	return i
}

// match adds the rows from one on to the hits.
func (l *List) match(from int) {
	for i := from; i < len(l.rows); i++ {
		if score, _, ok := l.answers(i); ok {
			l.hits = append(l.hits, hit{i, score})
		}
	}
	l.sort()
}

// answers says whether a row answers the filter, how well, and where.
func (l *List) answers(row int) (score int, at []int, ok bool) {
	if l.options.Match == nil || l.filter.text == "" {
		return 0, nil, true
	}
	return l.options.Match(l.filter.text, l.rows[row].Text)
}

// sort puts the hits in order: by groups, the better ones first.
func (l *List) sort() {
	slices.SortFunc(l.hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(l.rows[a.row].group, l.rows[b.row].group), cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row))
	})
}

// restore selects the row with a value again, or else the first.
func (l *List) restore(value string, selected bool) {
	if i := l.hitOf(value); selected && i >= 0 {
		l.selectHit(i)
		return
	}
	l.pickFirst()
}

// hitOf gives the hit that is the row with a value, or -1.
func (l *List) hitOf(value string) int {
	return slices.IndexFunc(l.hits, func(h hit) bool { return l.rows[h.row].Value == value })
}

// refilter filters anew after the filter changed from something else, and selects the best row.
func (l *List) refilter(before string) {
	l.top = 0
	if strings.HasPrefix(l.filter.text, before) {
		left := l.hits[:0]
		for _, h := range l.hits {
			if score, _, ok := l.answers(h.row); ok {
				left = append(left, hit{h.row, score})
			}
		}
		l.hits = left
		l.sort()
	} else {
		l.hits = l.hits[:0]
		l.match(0)
	}
	l.pickFirst()
}

// pickFirst selects the first row that can be picked, or else the first.
func (l *List) pickFirst() {
	if len(l.hits) == 0 {
		l.picked = -1
		return
	}
	l.selectHit(max(0, slices.IndexFunc(l.hits, func(h hit) bool { return l.rows[h.row].Off == "" })))
}

// move selects the row so many below, or above.
func (l *List) move(by int) {
	if len(l.hits) > 0 {
		l.selectHit(min(max(l.picked+by, 0), len(l.hits)-1))
	}
}

// selectHit selects a hit, and tells it when that is another row than before.
func (l *List) selectHit(i int) {
	l.picked = i
	r := l.rows[l.hits[i].row]
	if l.told && r.Value == l.about {
		return
	}
	l.preview.Set(nil)
	l.about, l.told = r.Value, true
	if l.options.OnMove != nil {
		l.options.OnMove(r.Row)
	}
}

// Prefix matches texts that begin with the query, whatever the case. Shorter texts come first.
func Prefix(query, text string) (score int, at []int, ok bool) {
	if len(text) < len(query) || !strings.EqualFold(text[:len(query)], query) {
		return 0, nil, false
	}
	return -len(text), runes(text, 0, len(query)), true
}

// Contains matches texts with the query somewhere in them, whatever the case. The order stays.
func Contains(query, text string) (score int, at []int, ok bool) {
	for i := 0; i+len(query) <= len(text); i++ {
		if utf8.RuneStart(text[i]) && strings.EqualFold(text[i:i+len(query)], query) {
			return 0, runes(text, i, i+len(query)), true
		}
	}
	return 0, nil, false
}

// runes gives where the characters of a piece of text begin.
func runes(text string, from, to int) []int {
	at := make([]int, 0, to-from)
	for i := range text[from:to] {
		at = append(at, from+i)
	}
	return at
}

// Fuzzy matches a text that holds the letters of the query in its order, perhaps with others between.
func Fuzzy(query, text string) (score int, at []int, ok bool) {
	hits := fuzzy.Match(query, []string{text}, 1)
	if len(hits) == 0 {
		return 0, nil, false
	}
	return hits[0].Score, hits[0].Positions, true
}
