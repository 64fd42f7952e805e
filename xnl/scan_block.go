package xnl

import "bytes"

// This file holds the modes inside a block: the gaps between elements, the elements, and what
// follows a broken one. A quote inside a block is read by scanQuote.

// gapState is how much of something that is more than text has been read in a gap.
type gapState uint8

const (
	gapNone    gapState = iota
	gapAngle            // '<'
	gapBang             // '<!'
	gapDash             // '<!-'
	gapComment          // '<!--' and what follows
	gapWord             // '!' and perhaps more of a marker, see match
)

// beginBlock opens a block; end is the offset just after its marker.
func (s *Scanner) beginBlock(end int) {
	s.block++
	s.mode, s.gap, s.stray = modeGap, gapNone, false
	s.calls.begin()
	s.emit(Event{Kind: EventBlockBegin, Block: s.block, End: end})
}

// endBlock releases the calls of the block.
func (s *Scanner) endBlock(end int) {
	s.mode, s.after, s.cr = modeMarker, modeText, false
	s.emit(Event{Kind: EventBlockEnd, Block: s.block, Calls: s.calls.ids(), End: end})
}

// scanGap reads up to the next element or the end of the block.
func (s *Scanner) scanGap(p []byte, i int) int {
	for i < len(p) && s.mode == modeGap {
		c := p[i]
		switch {
		case s.gap == gapNone:
			s.gapByte(c, s.offset+i)
			i++
		case s.gap == gapComment:
			if s.comment.step(c) {
				s.gap = gapNone
			}
			i++
		case s.gap == gapWord:
			if s.gapWordByte(c, s.offset+i) {
				i++
			}
		case s.gapAngleByte(c, s.offset+i):
			i++
		}
	}
	return i
}

// gapByte takes a byte where anything may begin.
func (s *Scanner) gapByte(c byte, offset int) {
	switch {
	case c == '<':
		s.gap, s.start = gapAngle, offset
	case c == '!':
		s.gap, s.match = gapWord, wordMatch{left: blockWords}
		s.match.step(c)
	case !is(c, classSpace):
		s.strayText(offset)
	}
}

// gapAngleByte takes a byte after a '<' that begins an element, a comment or nothing. It reports
// false when the byte is to be looked at again in another state.
func (s *Scanner) gapAngleByte(c byte, offset int) bool {
	switch {
	case s.gap == gapAngle && is(c, classStart) && c != '_':
		s.mode, s.gap = modeElement, gapNone
		s.id, s.preview = callID{}, false
		s.machine.begin(s.start)
		return false
	case s.gap == gapAngle && c == '!':
		s.gap = gapBang
		return true
	case s.gap == gapBang && c == '-':
		s.gap = gapDash
		return true
	case s.gap == gapDash && c == '-':
		s.gap, s.comment = gapComment, 0
		return true
	case s.gap == gapBang: // the '!' may begin a marker
		s.gapByte('!', offset)
	default:
		s.gap = gapNone
	}
	s.strayText(offset)
	return false
}

// gapWordByte takes a byte after a '!'. It reports false when the byte is to be looked at again.
func (s *Scanner) gapWordByte(c byte, offset int) bool {
	w, ok := s.match.whole()
	switch {
	case ok && !is(c, className):
		s.gap = gapNone
		if w == wordUnquoteEnd {
			s.endBlock(offset)
		} else {
			s.beginInnerQuote()
		}
		return false
	case !ok && s.match.step(c):
		return true
	}
	s.gap = gapNone
	s.strayText(offset)
	return false
}

func (s *Scanner) beginInnerQuote() {
	s.mode, s.depth = modeInnerQuote, 1
	s.newLine()
}

func (s *Scanner) strayText(end int) {
	if !s.stray {
		s.stray = true
		s.emit(Event{Kind: EventNotice, Code: StrayText, Block: s.block, End: end})
	}
}

// scanElement feeds the element to the parser, at most as much of it as the limit allows.
func (s *Scanner) scanElement(p []byte, i int) int {
	piece := p[i:]
	room := s.start + s.opts.MaxElement - (s.offset + i)
	over := room < len(piece)
	if over {
		piece = piece[:max(room, 0)]
	}
	n, sig := s.machine.feed(piece)
	i += n
	switch sig {
	case sigOpened:
		s.bodyBegins(s.offset + i)
	case sigDone:
		s.showBody(s.machine.allBody, true)
		s.mode = modeGap
		s.finish(s.machine.done, s.offset+i)
	case sigFailed:
		err := s.machine.err
		s.broken(err.Code, err.Offset, err.Msg, p, i)
	case sigMore:
		if s.machine.lex == lexBody {
			s.showBody(s.machine.openBody(), false)
		}
		if over {
			s.broken(LimitExceeded, s.offset+i, "the element is too long", p, i)
		}
	}
	return i
}

// showBody emits what is new in a text body that is shown as it comes. Unless it is whole, an
// incomplete character waits, and so does a CR that may belong to the line break to be dropped.
func (s *Scanner) showBody(body []byte, whole bool) {
	if !s.preview {
		return
	}
	if s.shown == 0 {
		if !whole && len(body) == 1 && body[0] == '\r' {
			return
		}
		s.shown = leadingBreak(body)
	}
	piece := body[s.shown:]
	if !whole {
		piece = piece[:len(piece)-cutRune(piece)]
	}
	if len(piece) == 0 {
		return
	}
	s.shown += len(piece)
	s.emit(Event{Kind: EventBody, Text: clean(piece), Block: s.block, Start: s.start, End: s.bodyAt + s.shown})
}

// broken reports a syntax error that was detected at p[i], and goes on to look for the end of the
// block from there.
func (s *Scanner) broken(code Code, offset int, msg string, p []byte, i int) {
	s.emit(Event{Kind: EventCallError, Code: code, Msg: msg, Block: s.block, Start: s.start, Offset: offset, End: s.offset + i})
	s.mode, s.line = modeBroken, lineRest
	if s.blankBefore(p, i) {
		s.brokenLine()
	}
}

func (s *Scanner) brokenLine() {
	s.line, s.match = lineStart, wordMatch{left: 1 << wordUnquoteEnd}
}

// scanBroken skips to a line that holds the end marker of the block and nothing else. Less would
// not do: what follows a broken call is often its own content, and must not run or be shown.
func (s *Scanner) scanBroken(p []byte, i int) int {
	for i < len(p) {
		if s.line == lineRest {
			n := bytes.IndexByte(p[i:], '\n')
			if n < 0 {
				return len(p)
			}
			i += n + 1
			s.brokenLine()
			continue
		}
		c := p[i]
		_, found := s.match.whole()
		switch {
		case found && c == '\n':
			s.endBlock(s.wordEnd)
			s.endMarker()
			return i + 1
		case found && is(c, classSpace), s.match.size == 0 && is(c, classBlank):
			i++
		case !found && s.match.step(c):
			i++
			s.wordEnd = s.offset + i
		default:
			s.line = lineRest
		}
	}
	return i
}

// unclosed ends a message inside a block.
func (s *Scanner) unclosed() {
	s.emit(Event{Kind: EventBlockUnclosed, Block: s.block, Calls: s.calls.ids(), End: s.offset})
}

// closeGap ends a message between elements.
func (s *Scanner) closeGap() {
	w, whole := s.match.whole()
	switch {
	case s.gap == gapNone || s.gap == gapComment:
	case s.gap == gapWord && whole && w == wordUnquoteEnd:
		s.endBlock(s.offset)
		return
	case s.gap == gapWord && whole:
		s.notice(UnclosedQuote, s.offset)
	default:
		s.strayText(s.offset)
	}
	s.unclosed()
}

// closeInnerQuote ends a message inside a quote in a block.
func (s *Scanner) closeInnerQuote() {
	if !s.quoteEnds() {
		s.notice(UnclosedQuote, s.offset)
	}
	s.unclosed()
}

// closeElement ends a message inside an element.
func (s *Scanner) closeElement() {
	if s.machine.lex == lexBody {
		s.showBody(s.machine.tok, true)
	}
	s.emit(Event{
		Kind: EventCallError, Code: UnclosedCall, Msg: "the message ends before the element does",
		Block: s.block, Start: s.start, Offset: s.start, End: s.offset,
	})
	s.unclosed()
}

// closeBroken ends a message after a broken element.
func (s *Scanner) closeBroken() {
	if _, whole := s.match.whole(); whole && s.line == lineStart {
		s.endBlock(s.wordEnd)
		return
	}
	s.unclosed()
}
