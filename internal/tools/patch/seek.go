package patch

import (
	"slices"
	"strings"
)

// looseness is how much of two lines has to agree.
type looseness int

// The ways of comparing lines, in the order in which they are tried.
const (
	exact    looseness = iota
	noTail             // blanks at the end do not count
	noBlanks           // nor those at the beginning
	simple             // nor the difference between typographic characters and plain ones
	ways
)

// form gives what counts of a line.
func (l looseness) form(text string) string {
	switch l {
	case noTail:
		return strings.TrimRight(text, " \t\r\n\v\f")
	case noBlanks:
		return strings.TrimSpace(text)
	case simple:
		return strings.TrimSpace(strings.Map(plainCharacter, text))
	case exact, ways:
	}
	return text
}

// plainCharacter gives the character that a keyboard has in the place of a typographic one.
func plainCharacter(r rune) rune {
	switch {
	case r >= '\u2010' && r <= '\u2015', r == '\u2212':
		return '-'
	case r >= '\u2018' && r <= '\u201b':
		return '\''
	case r >= '\u201c' && r <= '\u201f':
		return '"'
	case r == '\u00a0', r >= '\u2002' && r <= '\u200a', r == '\u202f', r == '\u205f', r == '\u3000':
		return ' '
	}
	return r
}

// searcher looks for lines in a text. It keeps each form of the text once it is needed.
type searcher struct {
	texts []string
	forms [ways][]string
	left  int // what may still be looked at, in lines
}

// enough is how many lines are looked at for one file, all its hunks together. Hunks that are where they
// should be cost little more than the lines of the file; thousands that are looked for from the beginning, in
// a file of a million lines, would keep a processor busy for hours.
const enough = 1_000_000_000

// maxLines is how many lines a file may have. Each costs many times its bytes while it is looked at.
const maxLines = 4_000_000

func newSearcher(lines []line) *searcher {
	s := &searcher{texts: make([]string, len(lines)), left: enough}
	for i, l := range lines {
		s.texts[i] = l.text
	}
	return s
}

func (s *searcher) form(how looseness) []string {
	if s.forms[how] == nil {
		s.forms[how] = formsOf(s.texts, how)
	}
	return s.forms[how]
}

func formsOf(texts []string, how looseness) []string {
	forms := make([]string, len(texts))
	for i, t := range texts {
		forms[i] = how.form(t)
	}
	return forms
}

// find gives the first place at or behind from where all the wanted lines are, as exactly as can be had.
// With atEnd they have to be the last ones.
func (s *searcher) find(want []string, from int, atEnd bool) (int, bool) {
	last := len(s.texts) - len(want)
	if atEnd {
		from = max(from, last)
	}
	if from > last {
		return 0, false
	}
	for how := range ways {
		if s.left < 0 {
			return 0, false
		}
		i := index(s.form(how)[from:], formsOf(want, how))
		if i >= 0 {
			s.left -= i + len(want)
			return from + i, true
		}
		s.left -= len(s.texts) - from + len(want)
	}
	return 0, false
}

// index gives the first place of some lines among others, or -1. It looks at each line twice at most,
// however often they repeat (the algorithm of Knuth, Morris and Pratt).
func index(lines, want []string) int {
	if len(want) == 0 {
		return 0
	}
	border := make([]int, len(want)) // of want[:i+1]: how many lines begin it as well as end it
	for i, n := 1, 0; i < len(want); i++ {
		for n > 0 && want[i] != want[n] {
			n = border[n-1]
		}
		if want[i] == want[n] {
			n++
		}
		border[i] = n
	}
	for i, n := 0, 0; i < len(lines); i++ {
		for n > 0 && lines[i] != want[n] {
			n = border[n-1]
		}
		if lines[i] == want[n] {
			n++
		}
		if n == len(want) {
			return i - n + 1
		}
	}
	return -1
}

// named gives the line at or behind from that a hunk names: one that is the same, else one that holds the
// name, which is often only the beginning of the line.
func (s *searcher) named(name string, from int) (int, bool) {
	if i, found := s.find([]string{name}, from, false); found {
		return i, true
	}
	if s.left < 0 {
		return 0, false
	}
	s.left -= len(s.texts) - from
	name = simple.form(name)
	i := slices.IndexFunc(s.form(simple)[from:], func(l string) bool { return strings.Contains(l, name) })
	return from + i, i >= 0
}
