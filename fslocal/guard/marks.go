package guard

import "strings"

// A value is a string in which marks stand for text that is not known. Marks are Unicode
// noncharacters, which no command may contain (chars.go), so a value survives being parsed again as
// shell text.
const (
	markAny    = "\ufdd0" // any text, perhaps none
	markRemote = "\ufdd1" // any text, and it came from the network
	markCoded  = "\ufdd2" // any text, and it came out of a decoder
	markFile   = "\ufdd3" // the whole content of a file that was there before the command
	markStar   = "\ufdd4" // glob "*": text without a slash, names of existing files
	markOne    = "\ufdd5" // glob "?"
	markSet    = "\ufdda" // glob "[...]", whose characters are not kept
	markName   = "\ufdd6" // text without a slash, not empty, not "." or "..", such as a number
	markParent = "\ufddb" // a name as markName, and it may be the process that runs the command
	markEvery  = "\ufddd" // the ids of all processes
	markBelow  = "\ufdd7" // a relative path that only leads downwards, not empty
	markTemp   = "\ufdd8" // the absolute path of something that mktemp just made
	markDir    = "\ufdd9" // the absolute path of some directory
	markTmpdir = "\ufddc" // the absolute path of the directory for temporary files, or nothing
)

// A mark takes three bytes, the first two of which are always these.
const (
	markPrefix = "\xef\xb7"
	markLen    = 3
)

// markAt tells whether a mark starts at s[i].
func markAt(s string, i int) bool {
	return i+markLen <= len(s) && s[i] == markPrefix[0] && s[i+1] == markPrefix[1] &&
		s[i+2] >= 0x90 && s[i+2] <= 0xaf
}

// firstMark gives the offset of the first mark in s, or -1.
func firstMark(s string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], markPrefix)
		if i < 0 {
			return -1
		}
		if markAt(s, from+i) {
			return from + i
		}
		from += i + 1
	}
}

func constant(s string) bool { return firstMark(s) < 0 }

// hasAny tells whether s holds one of the marks.
func hasAny(s string, marks ...string) bool {
	if constant(s) {
		return false
	}
	for _, m := range marks {
		if strings.Contains(s, m) {
			return true
		}
	}
	return false
}

// opaque tells whether s holds text that may be anything at all, slashes included.
func opaque(s string) bool {
	return hasAny(s, markAny, markRemote, markCoded, markFile, markDir, markTmpdir, markEvery)
}

// globbed tells whether s holds a glob.
func globbed(s string) bool { return hasAny(s, markStar, markOne, markSet) }

// taint gives the mark for text that was computed from s in an unknown way.
func taint(s string) string {
	switch {
	case hasAny(s, markRemote):
		return markRemote
	case hasAny(s, markCoded):
		return markCoded
	}
	return markAny
}

// visible makes a value readable in a sentence: marks become an ellipsis, long text is cut.
func visible(s string) string {
	const limit = 60
	var b strings.Builder
	for i := 0; i < len(s); {
		if markAt(s, i) {
			switch s[i : i+markLen] {
			case markStar:
				b.WriteByte('*')
			case markOne, markSet:
				b.WriteByte('?')
			default:
				b.WriteString("…")
			}
			i += markLen
			continue
		}
		if s[i] < ' ' {
			b.WriteByte(' ')
		} else {
			b.WriteByte(s[i])
		}
		i++
	}
	out := strings.ToValidUTF8(b.String(), "")
	if r := []rune(out); len(r) > limit {
		out = string(r[:limit]) + "…"
	}
	return out
}

// hasUnknown tells whether a sentence would show s with an ellipsis.
func hasUnknown(s string) bool {
	return hasAny(s, markAny, markRemote, markCoded, markFile, markName, markParent, markBelow, markTemp, markDir, markTmpdir, markEvery)
}

// matches tells whether the pattern segment, with its marks, can be the literal segment. It is the
// usual two-pointer glob match, so its time is bounded by the product of the lengths.
func matches(pattern, literal string) bool {
	p, l, star, mark := 0, 0, -1, 0
	for l < len(literal) {
		switch {
		case markAt(pattern, p) && single(pattern[p:p+markLen]):
			p, l = p+markLen, l+1
			continue
		case markAt(pattern, p):
			star, mark = p, l
			p += markLen
			continue
		case p < len(pattern) && pattern[p] == literal[l]:
			p, l = p+1, l+1
			continue
		}
		if star < 0 {
			return false
		}
		mark++
		p, l = star+markLen, mark
	}
	for markAt(pattern, p) && !single(pattern[p:p+markLen]) {
		p += markLen
	}
	return p == len(pattern)
}

// single tells whether a mark stands for exactly one character.
func single(mark string) bool { return mark == markOne || mark == markSet }

// broad tells whether a glob segment matches more or less everything in a directory: it has no literal
// text but dots.
func broad(seg string) bool {
	if !globbed(seg) {
		return false
	}
	for i := 0; i < len(seg); i++ {
		if markAt(seg, i) {
			i += markLen - 1
		} else if seg[i] != '.' {
			return false
		}
	}
	return true
}
