package xnl

import "bytes"

// This file holds the modes outside of blocks: visible text with its code fences, the blanks behind
// a marker, and quotes.

// lineState is how far a line of text or of a quote has been read.
type lineState uint8

const (
	lineStart lineState = iota // blanks and perhaps a word, see lineHead
	lineFence                  // a run of fence characters
	lineInfo                   // after such a run of three or more
	lineRest                   // the rest means nothing
)

// fence is an open code fence, or with size 0 none.
type fence struct {
	char   byte
	size   int
	warned bool // FENCED_MARKER was given
}

// scanText reads visible text until it is used up or a marker changes the mode. Up to p[from], what
// can be shown has been. The head of a line is not shown before it is known to be text: what of it
// came in earlier pieces is in hold.
func (s *Scanner) scanText(p []byte, i int) int {
	from, head := i, i
	for i < len(p) {
		switch s.line {
		case lineStart:
			result, w := s.head.step(p[i])
			if result == headMore {
				i++
				continue
			}
			if result == headWord && s.fence.size == 0 && w != wordToolCall {
				s.show(p[from:head], s.offset+head)
				s.hold = s.hold[:0]
				s.marker(w, s.offset+i)
				return i
			}
			if code := s.warning(result, w); code != "" {
				s.show(p[from:head], s.offset+head)
				from = head
				s.notice(code, s.offset+head-len(s.hold)) // it comes before the line is shown
			}
			s.releaseHold(s.offset + head)
			s.beginLine(p[i])
		case lineRest:
			n := bytes.IndexByte(p[i:], '\n')
			if n < 0 {
				i = len(p)
				continue
			}
			i += n + 1
			s.newLine()
			head = i
		case lineFence, lineInfo:
			if s.fenceLine(p[i]) {
				i++
			}
		}
	}
	if s.line == lineStart {
		s.show(p[from:head], s.offset+head)
		s.hold = append(s.hold, p[head:]...)
	} else {
		s.show(p[from:], s.offset+len(p))
	}
	return i
}

// warning returns the code of the notice that a word in the text deserves, or nothing.
func (s *Scanner) warning(result headResult, w word) Code {
	switch {
	case result != headWord:
	case w == wordToolCall && s.fence.size == 0 && !s.warned:
		s.warned = true
		return UnwrappedCall
	case (w == wordUnquoteStart || w == wordQuoteStart) && s.fence.size > 0 && !s.fence.warned:
		s.fence.warned = true
		return FencedMarker
	}
	return ""
}

func (s *Scanner) releaseHold(end int) {
	if len(s.hold) > 0 {
		s.show(s.hold, end)
		s.hold = s.hold[:0]
	}
}

func (s *Scanner) newLine() {
	s.line, s.head = lineStart, lineHead{}
}

// beginLine decides what a line is whose head ended before c.
func (s *Scanner) beginLine(c byte) {
	s.line = lineRest
	if (c == '`' || c == '~') && s.head.match.size == 0 && !s.head.tab && s.head.spaces <= 3 {
		s.line, s.run = lineFence, 0
		if s.fence.size == 0 {
			s.fence.char = c
		}
	}
}

// fenceLine takes a byte of a line that may open or close a code fence. It reports false when the
// byte is to be looked at again in another state.
func (s *Scanner) fenceLine(c byte) bool {
	open := s.fence.size > 0
	switch {
	case c == '\n':
		if s.run >= 3 {
			s.endFenceLine(open)
		}
		s.line = lineRest // which ends the line
		return false
	case s.line == lineFence && c == s.fence.char:
		s.run++
	case s.line == lineFence && s.run < 3:
		s.line = lineRest
	case s.line == lineFence:
		s.line = lineInfo
		return false
	case !open && s.fence.char == '`' && c == '`': // code within a line, such as ```x```
		s.line = lineRest
	case open && !is(c, classSpace):
		s.line = lineRest
	}
	return true
}

func (s *Scanner) endFenceLine(open bool) {
	switch {
	case !open:
		s.fence.size, s.fence.warned = s.run, false
	case s.run >= s.fence.size:
		s.fence.size = 0
	}
}

// marker acts on a marker in the text; end is the offset just after the word.
func (s *Scanner) marker(w word, end int) {
	s.flushCut(end)
	s.newLine()
	s.mode, s.after, s.cr = modeMarker, modeText, false
	switch w { //nolint:exhaustive // wordCount is no word
	case wordUnquoteStart:
		s.beginBlock(end)
	case wordQuoteStart:
		s.after, s.depth = modeQuote, 1
		s.quote, s.quoteAt = s.quote[:0], 0
	case wordUnquoteEnd, wordQuoteEnd:
		s.notice(StrayEnd, end)
	case wordToolCall: // no marker
	}
}

// scanMarkerEnd skips the blanks and one line break behind a marker. What follows counts as the
// start of a line.
func (s *Scanner) scanMarkerEnd(p []byte, i int) int {
	for ; i < len(p); i++ {
		switch c := p[i]; {
		case s.cr:
			s.endMarker()
			if c == '\n' {
				return i + 1
			}
			s.loneCR(s.offset + i)
			return i
		case c == '\r':
			s.cr = true
		case !is(c, classBlank):
			s.endMarker()
			if c == '\n' {
				return i + 1
			}
			return i
		}
	}
	return i
}

func (s *Scanner) endMarker() {
	s.mode = s.after
	s.newLine()
}

// loneCR keeps a CR behind a marker that began no line break: it is the first byte of the content.
func (s *Scanner) loneCR(end int) {
	s.line = lineRest
	cr := []byte{'\r'}
	if s.mode == modeQuote {
		s.quote = append(s.quote, cr...)
	} else {
		s.show(cr, end)
	}
}

// scanQuote reads a quote up to its end. A quote in a block is not kept.
func (s *Scanner) scanQuote(p []byte, i int) int {
	start := i
	for i < len(p) {
		if s.line != lineStart {
			n := bytes.IndexByte(p[i:], '\n')
			if n < 0 {
				i = len(p)
				break
			}
			i += n + 1
			s.newLine()
			s.quoteAt = len(s.quote) + i - start
			continue
		}
		result, w := s.head.step(p[i])
		switch {
		case result == headMore:
			i++
		case result == headPlain || !s.quoteMarker(w):
			s.line = lineRest
		case s.depth == 0:
			s.endQuote(p[start:i], s.offset+i)
			return i
		default:
			s.newLine()
			s.quoteAt = len(s.quote) + i - start
		}
	}
	s.keepQuote(p[start:])
	return i
}

// quoteMarker counts a word in a quote and reports whether it was a quote marker.
func (s *Scanner) quoteMarker(w word) bool {
	if w == wordQuoteStart {
		s.depth++
	}
	if w == wordQuoteEnd {
		s.depth--
	}
	return w == wordQuoteStart || w == wordQuoteEnd
}

func (s *Scanner) keepQuote(b []byte) {
	if s.mode == modeQuote {
		s.quote = append(s.quote, b...)
	}
}

// endQuote ends the outermost quote. Its last bytes are the head of the line with the end marker.
func (s *Scanner) endQuote(last []byte, end int) {
	if s.mode == modeInnerQuote {
		s.mode, s.gap = modeGap, gapNone
		return
	}
	s.keepQuote(last)
	s.emit(Event{Kind: EventQuote, Text: clean(s.quote[:s.quoteAt]), End: end})
	s.mode, s.after, s.cr = modeMarker, modeText, false
}

// closeText ends a message outside of blocks and quotes. It may leave the mode at one of those,
// when the last word of the message was a marker.
func (s *Scanner) closeText() {
	if s.mode == modeStart {
		s.endStart()
	}
	if s.mode == modeMarker {
		s.endMarker()
		if s.cr {
			s.loneCR(s.offset)
		}
		if s.mode != modeText {
			return
		}
	}
	if w, ok := s.head.last(); ok && s.line == lineStart {
		if s.fence.size == 0 {
			s.hold = s.hold[:0]
			s.marker(w, s.offset)
			if s.mode == modeMarker {
				s.endMarker()
			}
			return
		}
		if code := s.warning(headWord, w); code != "" {
			s.notice(code, s.offset-len(s.hold))
		}
	}
	s.releaseHold(s.offset)
	s.flushCut(s.offset)
}

// quoteEnds reports whether the message ends with the marker that closes the outermost quote.
func (s *Scanner) quoteEnds() bool {
	w, ok := s.head.last()
	return ok && s.line == lineStart && w == wordQuoteEnd && s.depth == 1
}

// closeQuote ends a message inside a quote.
func (s *Scanner) closeQuote() {
	if s.quoteEnds() {
		s.endQuote(nil, s.offset)
		return
	}
	s.emit(Event{Kind: EventQuote, Text: clean(s.quote), End: s.offset})
	s.notice(UnclosedQuote, s.offset)
}
