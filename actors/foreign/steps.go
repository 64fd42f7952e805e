package foreign

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// step is a part of a notation. It gets the bytes that come, one by one, each already at the end of what
// is held.
type step interface {
	feed(s *Scanner, c byte) verdict
	// atEnd tells that the end of the answer completes the step.
	atEnd() bool
}

// verdict is what a step says to a byte.
type verdict int

const (
	more  verdict = iota // it belongs to the step, which goes on
	done                 // it is the last of the step
	pass                 // the step is over and the byte belongs to the next
	wrong                // this is no call; the byte is text
	no                   // this is no call, and another may begin with the byte
)

// action is what is done at a place between two bytes. It tells whether this can still be a call.
type action func(s *Scanner) bool

func (action) feed(*Scanner, byte) verdict { return no }
func (action) atEnd() bool                 { return false }

// literal is a fixed text.
type literal struct {
	text string
	read int
}

func exactly(text string) *literal { return &literal{text: text} }

func (l *literal) feed(_ *Scanner, c byte) verdict {
	if l.text[l.read] != c {
		return no
	}
	l.read++
	if l.read == len(l.text) {
		return done
	}
	return more
}

func (*literal) atEnd() bool { return false }

// blanks are any number of blanks and line breaks.
type blanks struct{}

func (blanks) feed(_ *Scanner, c byte) verdict {
	if isBlank(c) {
		return more
	}
	return pass
}

func (blanks) atEnd() bool { return false }

// ending is the end of the answer.
type ending struct{}

func (ending) feed(_ *Scanner, c byte) verdict {
	if isBlank(c) {
		return more
	}
	return no
}

func (ending) atEnd() bool { return true }

// choice goes on by the next byte: with an object or with a tag.
type choice struct {
	object []step
	tag    func(s *Scanner, text string) bool
}

func (c choice) feed(s *Scanner, next byte) verdict {
	switch next {
	case '{':
		s.expect(c.object...)
	case '<':
		s.expect(&tag{decide: c.tag})
	default:
		return no
	}
	return pass
}

func (choice) atEnd() bool { return false }

// tag is what stands between angle brackets. Decide says what follows, or that this is no call.
type tag struct {
	decide func(s *Scanner, text string) bool
	marked bool // only one that begins with a bar counts, as nobody writes it by accident
	text   []byte
}

// maxTag is longer than any name with a parameter.
const maxTag = 256

// bar begins the tags of models that have words of their own for calls. It is one character of three bytes.
const bar = "｜"

func (t *tag) feed(s *Scanner, c byte) verdict {
	if t.text == nil {
		t.text = []byte{}
		if c != '<' {
			return no
		}
		return more
	}
	switch {
	case t.marked && len(t.text) < len(bar) && c != bar[len(t.text)]:
		return no
	case c == '>':
		if t.decide(s, string(t.text)) {
			return done
		}
		return wrong
	case c < ' ' || c == '<' || c == '{' || c == '}' || len(t.text) >= maxTag:
		return no
	}
	t.text = append(t.text, c)
	return more
}

func (*tag) atEnd() bool { return false }

// upTo is free text up to a closer.
type upTo struct {
	closer string
	take   func(s *Scanner, text string) bool
	from   int // where in what is held it begins
	begun  bool
}

func (u *upTo) feed(s *Scanner, c byte) verdict {
	if !u.begun {
		u.begun, u.from = true, len(s.held)-1
	}
	text := s.held[u.from:]
	if c != u.closer[len(u.closer)-1] || !bytes.HasSuffix(text, []byte(u.closer)) {
		return more
	}
	if !u.take(s, string(text[:len(text)-len(u.closer)])) {
		return wrong
	}
	return done
}

func (*upTo) atEnd() bool { return false }

// fenceOpening is the line that opens a code fence of a language in which calls are written.
type fenceOpening struct {
	run  int
	info []byte
	over bool // the run is
}

// fenceLanguages are these languages.
var fenceLanguages = []string{"json", "tool_call", "tool_use"}

func (f *fenceOpening) feed(s *Scanner, c byte) verdict {
	switch {
	case c == '`' && !f.over:
		f.run++
		return more
	case c == '\n':
		if f.run < 3 || !slices.Contains(fenceLanguages, string(bytes.TrimSpace(f.info))) {
			return no
		}
		s.expect(blanks{}, aCall(), blanks{}, &fenceClosing{size: f.run}, lineEnd{}, action(objectCall))
		return done
	case f.run < 3 || c == '`' || c >= 0x80 || len(f.info) > len(fenceLanguages[1])+2:
		return no
	}
	f.over = true
	f.info = append(f.info, c)
	return more
}

func (*fenceOpening) atEnd() bool { return false }

// fenceClosing is the run of characters that closes the fence.
type fenceClosing struct{ size, run int }

func (f *fenceClosing) feed(_ *Scanner, c byte) verdict {
	switch {
	case c == '`':
		f.run++
		return more
	case f.run < f.size:
		return no
	}
	return pass
}

func (f *fenceClosing) atEnd() bool { return f.run >= f.size }

// lineEnd is the rest of a line with nothing in it.
type lineEnd struct{}

func (lineEnd) feed(_ *Scanner, c byte) verdict {
	switch {
	case c == '\n':
		return done
	case isBlank(c):
		return more
	}
	return no
}

func (lineEnd) atEnd() bool { return true }

// remainder is what is still to come of a character in which a call turned out to be none.
type remainder struct{}

func (remainder) feed(s *Scanner, c byte) verdict {
	switch {
	case utf8.RuneStart(c):
		return no
	case cut(s.held):
		return more
	}
	return wrong
}

func (remainder) atEnd() bool { return false }

// cut tells that a text ends within a character.
func cut(text []byte) bool {
	for i := len(text) - 1; i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			return !utf8.FullRune(text[i:])
		}
	}
	return false
}
