package search

import (
	"regexp/syntax"
	"slices"
)

// hasLineBreak says whether the expression asks for a line break by name.
func hasLineBreak(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral && slices.Contains(re.Rune, '\n') {
		return true
	}
	return slices.ContainsFunc(re.Sub, hasLineBreak)
}

// withoutLineBreaks changes the expression so that it matches within lines only: no character class
// holds the line break, and the borders of the text are borders of lines.
func withoutLineBreaks(re *syntax.Regexp) {
	switch op := re.Op; {
	case op == syntax.OpAnyChar:
		re.Op = syntax.OpAnyCharNotNL
	case op == syntax.OpBeginText:
		re.Op = syntax.OpBeginLine
	case op == syntax.OpEndText:
		re.Op = syntax.OpEndLine
	case op == syntax.OpCharClass:
		re.Rune = dropLineBreak(re.Rune)
		if len(re.Rune) == 0 {
			re.Op = syntax.OpNoMatch
		}
	}
	for _, sub := range re.Sub {
		withoutLineBreaks(sub)
	}
}

// dropLineBreak takes the line break out of pairs of first and last characters.
func dropLineBreak(pairs []rune) []rune {
	var out []rune
	for i := 0; i+1 < len(pairs); i += 2 {
		lo, hi := pairs[i], pairs[i+1]
		if lo > '\n' || hi < '\n' {
			out = append(out, lo, hi)
			continue
		}
		if lo < '\n' {
			out = append(out, lo, '\n'-1)
		}
		if hi > '\n' {
			out = append(out, '\n'+1, hi)
		}
	}
	return out
}

// required is the longest text that every match holds, as far as the structure shows it, or "". With
// fold = FoldCase it is a text without regard to letter case, given in small letters; with 0 it is
// exact.
func required(re *syntax.Regexp, fold syntax.Flags) string {
	switch op := re.Op; {
	case op == syntax.OpLiteral:
		switch {
		case re.Flags&syntax.FoldCase != fold:
		case fold == 0:
			return string(re.Rune)
		default:
			return longestPlain(re.Rune)
		}
	case op == syntax.OpCapture, op == syntax.OpPlus:
		return required(re.Sub[0], fold)
	case op == syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0], fold)
		}
	case op == syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if text := required(sub, fold); len(text) > len(longest) {
				longest = text
			}
		}
		return longest
	}
	return ""
}

// longestPlain is the longest part of a text whose characters have no other form than the two cases
// of ASCII, in small letters. K and S have a third one each, the Kelvin sign and the long s.
func longestPlain(text []rune) string {
	longest, start := "", 0
	small := make([]byte, len(text))
	for i, r := range text {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		if r >= 0x80 || r == 'k' || r == 's' {
			start = i + 1
			continue
		}
		small[i] = byte(r)
		if i+1-start > len(longest) {
			longest = string(small[start : i+1])
		}
	}
	return longest
}
