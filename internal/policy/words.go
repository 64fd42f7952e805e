package policy

import "strings"

// words splits the text of a rule as a shell would split a command: at blanks, with quotes taken off. It
// says false of a text that is not the plain words of one command, since it holds an operator, a variable,
// a pattern or anything else that a shell would act on. Such a text has no words.
func words(text string) ([]string, bool) {
	s := splitter{}
	for i := 0; i < len(text); i++ {
		n, ok := s.take(text[i:])
		if !ok {
			return nil, false
		}
		i += n - 1
	}
	s.end()
	if len(s.words) == 0 || strings.Contains(s.words[0], "=") {
		return nil, false // an assignment is not a program
	}
	return s.words, true
}

type splitter struct {
	words []string
	word  strings.Builder
	open  bool // a word has begun
}

// take reads what the text begins with and gives its length.
func (s *splitter) take(text string) (int, bool) {
	switch c := text[0]; {
	case c == ' ' || c == '\t':
		s.end()
		return 1, true
	case c == '\'' || c == '"':
		return s.quoted(text)
	case c == '\\':
		if len(text) < 2 || text[1] == '\n' {
			return 0, false
		}
		s.add(text[1:2])
		return 2, true
	case strings.IndexByte("$`|&;<>()*?[]{}!\n\r\x00", c) >= 0, (c == '~' || c == '#') && !s.open:
		return 0, false
	}
	s.add(text[:1])
	return 1, true
}

// quoted reads a quoted part of a word.
func (s *splitter) quoted(text string) (int, bool) {
	inside, _, closed := strings.Cut(text[1:], text[:1])
	if !closed || strings.ContainsRune(inside, 0) || text[0] == '"' && strings.ContainsAny(inside, "$`\\!") {
		return 0, false
	}
	s.add(inside)
	return len(inside) + 2, true
}

func (s *splitter) add(text string) {
	s.word.WriteString(text)
	s.open = true
}

// end closes the word that is open.
func (s *splitter) end() {
	if s.open {
		s.words = append(s.words, s.word.String())
		s.word.Reset()
		s.open = false
	}
}
