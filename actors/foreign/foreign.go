// Package foreign finds tool calls in the text of models that were trained on another notation than XNL
// and fall back into it. It is for the visible text of an answer, outside of XNL blocks, and only where the
// user wants it: text is never as clear as a block.
//
// What counts, each with its name being that of a tool and its input an object:
//
//	<tool_call>{"name": "ls", "arguments": {...}}</tool_call>             Hermes, Qwen
//	<tool_call><function=ls><parameter=path>a</parameter></function></tool_call>
//	<function=ls>{...}</function>                                         Llama; with or without <tool_call>
//	<function_calls><invoke name="ls"><parameter name="path">a</parameter></invoke></function_calls>
//	<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ls<｜tool▁sep｜>{...}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
//	<ls>{...}</ls>                                                        a tag with the name of a tool
//	```json {"tool": "ls", "input": {...}} ```                            a fence of json or tool_call
//	{"name": "ls", "parameters": {...}}                                   if the answer is nothing else
//
// A call stands at the start of a line, indented by three blanks at most; only the last notation but two has
// words that cannot be meant otherwise, and may stand anywhere. What is in a code fence of another language,
// in a line or deeper indented is an example and stays text.
//
// The text goes through byte by byte ([Scanner]). What may be a call is held back, and shown as text at the
// byte that makes it none. So it does not matter in which pieces the text comes, nothing is read twice,
// and what is held is bounded.
package foreign

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"eidolon/actors/tool"
)

// Options configure a [Scanner].
type Options struct {
	Tools map[string]tool.Spec // by each of their names
	Any   bool                 // every name counts, for a text whose calls were found before
	Max   int                  // bytes of one call at most; 0 is 1 MB
}

// defaultMax is far more than a file that a model writes in one call.
const defaultMax = 1 << 20

// Event is a piece of text or, with a name, a call.
type Event struct {
	Text  []byte // valid until the next event
	Name  string // of the tool, as the model wrote it
	Input json.RawMessage
	End   int // offset of the byte behind the call
}

// Scanner finds the calls in the text of one answer. It is for one goroutine.
type Scanner struct {
	o     Options
	emit  func(Event) // set while Write, Break or Close runs
	next  int         // offset of the byte that is read, while a call has begun
	lines lines
	blank bool // nothing but blanks has come so far

	held  []byte // what has come of a call that has begun
	todo  []step // what is still to come of it, the next one last; empty in text
	calls int    // found in it already
	over  bool   // it is whole, and only the rest of its line is still to be seen
	found found
}

// found is what has been read of the call that is being read.
type found struct {
	name   string
	value  json.RawMessage // a JSON object
	params []param
}

// param is a parameter that was given as text.
type param struct{ name, text string }

// New returns a Scanner at the start of an answer.
func New(o Options) *Scanner {
	if o.Max <= 0 {
		o.Max = defaultMax
	}
	return &Scanner{o: o, blank: true}
}

// Write takes the next piece of text, which ends at an offset of the answer, and calls emit for what is
// found in it. Pieces are whole characters.
func (s *Scanner) Write(p []byte, end int, emit func(Event)) {
	s.emit = emit
	from := 0 // p[from:i] is text that was not told yet
	for i := 0; i < len(p); {
		if len(s.todo) > 0 {
			s.next = end - len(p) + i
			if s.take(p[i]) {
				i++
			}
			from = i
			continue
		}
		if n := s.lines.skip(p[i:]); n > 0 {
			i += n
			continue
		}
		if s.begins(p[i]) {
			s.text(p[from:i])
			continue
		}
		s.pass(p[i])
		i++
	}
	if len(s.todo) == 0 {
		s.text(p[from:])
	}
	s.emit = nil
}

// Break tells that something else than text comes in the answer now. What was held back is text.
func (s *Scanner) Break(emit func(Event)) {
	s.emit = emit
	s.fail()
	s.lines.restart()
	s.blank = false
	s.emit = nil
}

// Close tells that the answer has ended, and whether as it should: a call that only the end completes does
// not count in an answer that was cut.
func (s *Scanner) Close(whole bool, emit func(Event)) {
	s.emit = emit
	for whole && len(s.todo) > 0 && s.todo[len(s.todo)-1].atEnd() {
		s.todo = s.todo[:len(s.todo)-1]
		s.act()
	}
	s.fail()
	s.emit = nil
}

// text tells text.
func (s *Scanner) text(b []byte) {
	if len(b) > 0 {
		s.emit(Event{Text: b})
	}
}

// pass takes note of a byte of text.
func (s *Scanner) pass(c byte) {
	s.lines.step(c)
	s.blank = s.blank && isBlank(c)
}

// begins decides whether a call may begin with c, which is then still to be read.
func (s *Scanner) begins(c byte) bool {
	switch {
	case s.lines.fenced():
		return false
	case c == '<' && s.lines.first():
		s.expect(&tag{decide: opening})
	case c == '<':
		s.expect(&tag{decide: opening, marked: true})
	case c == '`' && s.lines.first():
		s.expect(&fenceOpening{})
	case c == '{' && s.blank:
		s.expect(aCall(), ending{}, action(objectCall))
	default:
		return false
	}
	s.calls, s.over, s.found = 0, false, found{}
	return true
}

// expect puts steps before those that are still to come.
func (s *Scanner) expect(steps ...step) {
	for _, next := range slices.Backward(steps) {
		s.todo = append(s.todo, next)
	}
}

// take gives a byte to the next step, and tells whether it was used up.
func (s *Scanner) take(c byte) bool {
	if len(s.held) >= s.o.Max && utf8.RuneStart(c) {
		s.fail()
		return false
	}
	now := s.todo[len(s.todo)-1]
	s.todo = s.todo[:len(s.todo)-1]
	s.held = append(s.held, c)
	s.next++
	v := now.feed(s, c)
	if v == pass || v == no {
		s.held = s.held[:len(s.held)-1]
		s.next--
	}
	switch v {
	case more:
		s.todo = append(s.todo, now)
	case done, pass:
		s.act()
	case wrong, no:
		return s.reject(c, v == wrong)
	}
	return v != pass
}

// reject makes text of what has begun, as soon as that is whole characters. It tells whether the byte at
// which it turned out to be none was used up.
func (s *Scanner) reject(c byte, taken bool) bool {
	if !taken && !utf8.RuneStart(c) {
		s.held, taken = append(s.held, c), true
		s.next++
	}
	if cut(s.held) {
		s.todo = append(s.todo[:0], remainder{})
		return taken
	}
	s.fail()
	return taken
}

// act does what is due before the next byte. When nothing is left to come, what has begun is over.
func (s *Scanner) act() {
	for len(s.todo) > 0 {
		do, ok := s.todo[len(s.todo)-1].(action)
		if !ok {
			return
		}
		s.todo = s.todo[:len(s.todo)-1]
		if !do(s) {
			s.fail()
			return
		}
	}
	if s.calls == 0 {
		s.fail()
		return
	}
	s.held, s.blank = s.held[:0], false
	s.lines.restart()
	if !s.over {
		s.over = true
		s.expect(lineEnd{}) // an empty one belongs to the call
	}
}

// fail makes text of what is held back.
func (s *Scanner) fail() {
	s.todo = s.todo[:0]
	for _, c := range s.held {
		s.pass(c)
	}
	s.text(s.held)
	s.held = s.held[:0]
}

// call tells a call, if there is such a tool.
func (s *Scanner) call(name string, input json.RawMessage) bool {
	name = strings.TrimPrefix(name, "functions.") // some models put it before every name
	if _, known := s.tool(name); !known {
		return false
	}
	s.calls++
	s.held, s.found = s.held[:0], found{}
	s.emit(Event{Name: name, Input: input, End: s.next})
	return true
}

// tool gives the tool of a name, if there is one.
func (s *Scanner) tool(name string) (tool.Spec, bool) {
	spec, known := s.o.Tools[name]
	return spec, known || s.o.Any
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
