package screen

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// match is where a hit of a search begins and ends in the text of a block.
type match struct{ start, end int32 }

// matcher finds a text in others without regard to case.
type matcher struct {
	query  []rune // folded
	ascii  string // the query in lower case, if it is ASCII
	rarest int    // which of its bytes to look for first
}

// byFrequency are the letters of English text, the frequent ones first.
const byFrequency = " etaoinsrhldcumfpgwybvkxjqz"

func newMatcher(query string) matcher {
	m := matcher{}
	ascii := true
	for _, r := range query {
		ascii = ascii && r < utf8.RuneSelf
		m.query = append(m.query, fold1(r))
	}
	if !ascii {
		return m
	}
	m.ascii = strings.ToLower(query)
	best := -1
	for i := range len(m.ascii) {
		rank := strings.IndexByte(byFrequency, m.ascii[i])
		if rank < 0 {
			rank = len(byFrequency) / 2 // digits and signs
		}
		if rank > best {
			best, m.rarest = rank, i
		}
	}
	return m
}

// each calls f with every hit in a text, in their order. Hits do not overlap.
func (m *matcher) each(text string, f func(match)) {
	if m.ascii != "" {
		m.eachASCII(text, f)
	} else if len(m.query) > 0 {
		m.eachFolded(text, f)
	}
}

// eachASCII looks for the rarest byte of the query, in both cases, and compares the rest there.
func (m *matcher) eachASCII(text string, f func(match)) {
	c := m.ascii[m.rarest]
	lower := seeker{text: text, byte: c}
	upper := seeker{text: text, byte: c, at: len(text)}
	if 'a' <= c && c <= 'z' {
		upper = seeker{text: text, byte: c - 'a' + 'A'}
	}
	lower.seek(m.rarest)
	upper.seek(m.rarest)
	for {
		at := min(lower.at, upper.at)
		from := at - m.rarest
		if from+len(m.ascii) > len(text) {
			return
		}
		on := at + 1
		if sameFolded(text[from:from+len(m.ascii)], m.ascii) {
			f(match{int32(from), int32(from + len(m.ascii))})
			on = at + len(m.ascii)
		}
		lower.seek(on)
		upper.seek(on)
	}
}

// seeker is the next place of a byte in a text, or the end of the text.
type seeker struct {
	text string
	byte byte
	at   int
	any  bool // at is a place of it
}

// seek goes to the first place from an offset on. One that is known and further on stays.
func (s *seeker) seek(from int) {
	if s.at >= from && (s.any || s.at >= len(s.text)) {
		return
	}
	if from >= len(s.text) {
		s.at, s.any = len(s.text), false
		return
	}
	i := strings.IndexByte(s.text[from:], s.byte)
	s.any = i >= 0
	if s.any {
		s.at = from + i
	} else {
		s.at = len(s.text)
	}
}

// sameFolded compares ASCII without regard to case; want is in lower case.
func sameFolded(got, want string) bool {
	for i := range len(want) {
		c := got[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != want[i] {
			return false
		}
	}
	return true
}

// eachFolded compares character by character.
func (m *matcher) eachFolded(text string, f func(match)) {
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRuneInString(text[at:])
		if fold1(r) != m.query[0] {
			at += n
			continue
		}
		end, ok := at, true
		for _, want := range m.query {
			r, n := utf8.DecodeRuneInString(text[end:])
			if ok = n > 0 && fold1(r) == want; !ok {
				break
			}
			end += n
		}
		if ok {
			f(match{int32(at), int32(end)})
			at = end
		} else {
			at += n
		}
	}
}

// fold1 gives all cases of a character one form.
func fold1(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A' // the sign for kelvin is one of the few
	}
	return least
}
