package xnl

// word is something that means more than text at the start of a line.
type word uint8

const (
	wordUnquoteStart word = iota
	wordUnquoteEnd
	wordQuoteStart
	wordQuoteEnd
	wordToolCall
)

const wordCount = wordToolCall + 1

// text returns the spelling of the word.
func (w word) text() string {
	return [wordCount]string{"!unquote_start", "!unquote_end", "!quote_start", "!quote_end", "<" + toolCallTag}[w]
}

// wordSet is a set of words.
type wordSet uint8

const (
	allWords   wordSet = 1<<wordCount - 1
	blockWords wordSet = 1<<wordUnquoteEnd | 1<<wordQuoteStart // those that count inside a block
)

// wordMatch recognises one of a set of words byte by byte. All words begin with '!' or '<', which
// do not occur again in any of them, and none is the beginning of another: after a mismatch only
// the byte that did not fit has to be looked at again.
type wordMatch struct {
	left wordSet // words that fit so far
	size int     // bytes seen
}

// step takes a byte and reports whether it fits.
func (m *wordMatch) step(c byte) bool {
	var fit wordSet
	for w := range wordCount {
		if text := w.text(); m.left&(1<<w) != 0 && m.size < len(text) && text[m.size] == c {
			fit |= 1 << w
		}
	}
	m.left = fit
	m.size++
	return fit != 0
}

// whole returns the word that has been seen in full.
func (m *wordMatch) whole() (word, bool) {
	for w := range wordCount {
		if m.left&(1<<w) != 0 && m.size == len(w.text()) {
			return w, true
		}
	}
	return 0, false
}

// lineHead looks at the start of a line for blanks and a word that is followed by what it needs.
type lineHead struct {
	match  wordMatch
	spaces int  // leading spaces
	tab    bool // a tab among the leading blanks
}

type headResult uint8

const (
	headMore  headResult = iota // the byte belongs to the head
	headPlain                   // no word here; the byte does not belong to the head
	headWord                    // a word stands here; the byte follows it
)

// step takes the next byte of the line.
func (h *lineHead) step(c byte) (headResult, word) {
	if h.match.size == 0 {
		switch c {
		case ' ':
			h.spaces++
			return headMore, 0
		case '\t':
			h.tab = true
			return headMore, 0
		case '!', '<':
			h.match.left = allWords
		default:
			return headPlain, 0
		}
	}
	if w, ok := h.match.whole(); ok {
		if w.endsBefore(c) {
			return headWord, w
		}
		return headPlain, 0
	}
	if h.match.step(c) {
		return headMore, 0
	}
	return headPlain, 0
}

// endsBefore reports whether c may follow the word.
func (w word) endsBefore(c byte) bool {
	if w == wordToolCall {
		return !is(c, className) && c != '.'
	}
	return is(c, classSpace) || c == '<'
}

// last returns the marker that the end of the message completes. The beginning of an unwrapped
// call is not one.
func (h *lineHead) last() (word, bool) {
	w, ok := h.match.whole()
	return w, ok && w != wordToolCall
}
