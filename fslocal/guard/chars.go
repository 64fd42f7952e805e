package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is the longest command that is judged, in bytes. The kernel refuses longer arguments at
// half of it already.
const maxText = 256 << 10

// maxNesting bounds how deep brackets may nest, because the parser recurses on them.
const maxNesting = 200

// admit checks the characters of a command before anything is parsed, and gives the text to parse:
// the command with CRLF line ends as LF. origin maps an offset in that text to one in the command.
func (e *eval) admit(text string) (clean string, origin func(int) int) {
	origin = func(i int) int { return i }
	if len(text) > maxText {
		e.reportAt(ruleSize, 0, len(text), "")
		return "", origin
	}
	clean = text
	if strings.Contains(text, "\r\n") {
		clean = strings.ReplaceAll(text, "\r\n", "\n")
		origin = func(i int) int { return crlfOffset(text, i) }
	}
	e.characters(clean)
	e.nesting(clean, span{0, len(text)})
	return clean, origin
}

// crlfOffset gives the offset in text of byte i of the same text with LF line ends.
func crlfOffset(text string, i int) int {
	for at := 0; ; {
		n := strings.Index(text[at:], "\r\n")
		if n < 0 || at+n >= i {
			return min(i, len(text))
		}
		at += n + 1
		i++
	}
}

// characters reports the first of each kind of character that hides what a command does.
func (e *eval) characters(text string) {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if rule := characterRule(r, size); rule != "" {
			e.reportAt(rule, i, i+size, "")
		}
		i += size
	}
}

// characterRule is the rule that a character breaks, or "".
func characterRule(r rune, size int) string {
	switch {
	case r == utf8.RuneError && size <= 1:
		return ruleEncoding
	case r < ' ' || r >= 0x7f && r <= 0x9f:
		return ruleControl
	case r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe:
		return ruleControl
	case r > 0x7f && (unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) || unicode.Is(unicode.Z, r)):
		return ruleHidden
	case blankLetter(r):
		return ruleHidden
	}
	return ""
}

// blankLetter tells whether r counts as a letter or a mark and yet shows nothing.
func blankLetter(r rune) bool {
	switch r {
	case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0:
		return true
	}
	return false
}

// nesting refuses text with deeply nested brackets. It counts without knowing about quotes, so it
// may stop at a text that merely contains a tower of brackets; nobody writes those.
func (e *eval) nesting(text string, at span) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(0, depth-1)
		}
		if depth > maxNesting {
			e.report(ruleNesting, at, "")
			return false
		}
	}
	return true
}
