// Package search finds the lines of a text that match a regular expression, fast enough for a whole
// source tree.
//
// A line never holds its line break, so no match spans two lines. That makes it possible to run the
// expression over a whole file at once, which is many times faster than once a line: [Compile]
// rewrites it so that it cannot match a line break.
package search

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
)

// Matcher is a compiled expression. It is safe for use by several goroutines.
type Matcher struct {
	re      *regexp.Regexp
	literal []byte // every match holds it; empty when there is no such text
	folded  bool   // the literal is in small letters and stands for both cases
}

// Line is a line that matches.
type Line struct {
	Number     int // from 1
	Start, End int // where it is in the text, without its line break
	At         int // where in the text the first match begins
}

var errLineBreak = errors.New("the search looks at one line at a time, so \\n never matches")

// Compile reads an expression in the syntax of RE2. Its error is a sentence for the person who wrote
// the expression.
func Compile(pattern string, ignoreCase bool) (*Matcher, error) {
	flags := syntax.Perl &^ syntax.OneLine
	if ignoreCase {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(pattern, flags)
	if err != nil {
		return nil, explain(pattern, err)
	}
	if hasLineBreak(tree) {
		return nil, errLineBreak
	}
	withoutLineBreaks(tree)
	re, err := regexp.Compile(tree.String())
	if err != nil {
		return nil, explain(pattern, err)
	}
	m := &Matcher{re: re, literal: []byte(required(tree, 0))}
	if len(m.literal) == 0 {
		m.literal, m.folded = []byte(required(tree, syntax.FoldCase)), true
	}
	return m, nil
}

// explain says what to do about an expression that cannot be used.
func explain(pattern string, err error) error {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return err
	}
	hint := fmt.Sprintf("to search for the text itself write %s", regexp.QuoteMeta(pattern))
	switch code := bad.Code; {
	case code == syntax.ErrInvalidPerlOp, code == syntax.ErrInvalidNamedCapture:
		hint = "the syntax is RE2: no lookahead, no lookbehind, no backreferences"
	case code == syntax.ErrInvalidEscape:
		hint = "the syntax is RE2: no backreferences, and a backslash stands only before a mark or a class such as \\d"
	case code == syntax.ErrLarge, code == syntax.ErrNestingDepth, code == syntax.ErrInvalidRepeatSize:
		hint = "make the expression smaller; a repetition takes at most 1000"
	}
	if len(hint) > 300 {
		hint = "put a backslash before marks that are meant literally"
	}
	return fmt.Errorf("not a usable regular expression: %s in %.80q; %s", bad.Code, bad.Expr, hint)
}

// Lines calls found for each line of text that matches, in order, until it returns false. A carriage
// return before a line break belongs to the break.
func (m *Matcher) Lines(text []byte, found func(Line) bool) {
	crlf := bytes.Contains(text, []byte("\r\n"))
	probed := text
	if m.folded && len(m.literal) > 0 {
		probed = smallLetters(text)
	}
	line, counted := 1, 0
	for pos := 0; pos < len(text); {
		at := m.candidate(probed[pos:], crlf)
		if at < 0 {
			return
		}
		at += pos
		start := pos + bytes.LastIndexByte(text[pos:at], '\n') + 1
		next := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		end := lineEnd(text[:next])
		if loc := m.re.FindIndex(text[start:end]); loc != nil {
			line += bytes.Count(text[counted:start], []byte("\n"))
			counted = start
			if !found(Line{Number: line, Start: start, End: end, At: start + loc[0]}) {
				return
			}
		}
		pos = next
	}
}

// candidate gives an offset in a line that may match, with no matching line before it, or -1. For a
// folded literal the text is in small letters.
func (m *Matcher) candidate(text []byte, crlf bool) int {
	switch {
	case len(m.literal) > 0:
		return bytes.Index(text, m.literal)
	case crlf: // "$" must match before a carriage return, which only a look at each line gives
		return 0
	}
	loc := m.re.FindIndex(text)
	if loc == nil || loc[0] == len(text) && text[len(text)-1] == '\n' { // no line begins after the last break
		return -1
	}
	return loc[0]
}

// smallLetters is a copy of text with the letters A to Z made small, and as long as text.
func smallLetters(text []byte) []byte {
	small := make([]byte, len(text))
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		small[i] = c
	}
	return small
}

func lineEnd(text []byte) int {
	end := len(text)
	if end > 0 && text[end-1] == '\n' {
		if end--; end > 0 && text[end-1] == '\r' {
			end--
		}
	}
	return end
}
