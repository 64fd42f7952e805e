package xnl

import "unicode/utf8"

// defaultMaxElement is the size of an element, in bytes, that a Scanner takes unless told.
const defaultMaxElement = 8 << 20

// ScanOptions configure a Scanner.
type ScanOptions struct {
	// MainParam names the parameter of a tool that takes the text body of a call. When it is nil,
	// or reports false, only a call that names the parameter itself (main="x") may have a body.
	MainParam func(tool string) (param string, ok bool)
	// MaxElement bounds the size of an element in bytes, and with it the memory of the Scanner; 8 MB
	// when it is 0. A larger element is a call error.
	MaxElement int
}

// Scanner finds tool calls and quotes in one message of an assistant, given in pieces. The events,
// with neighbouring texts and neighbouring bodies joined, do not depend on the pieces. Its cost is
// linear in the message, and visible text costs no allocation.
//
// What it holds back is the least that a decision needs: at the start of a line the blanks, what
// may become a marker or "<tool_call", and one byte more; in a body what may become its closer; at
// the end of a piece an incomplete character. A quote is held until it is complete.
//
// A Scanner is for one goroutine and one message.
type Scanner struct {
	opts ScanOptions
	emit func(Event) // set while Write or Close runs
	mode mode

	offset int  // of the piece being scanned
	blank  bool // nothing but blanks between the last LF and offset

	// Visible text and quotes.
	line    lineState
	head    lineHead
	fence   fence
	run     int    // of fence characters at the start of the line
	hold    []byte // bytes of the line's head from earlier pieces, not yet shown
	cut     []byte // an incomplete character at the end of what was shown
	bom     int    // bytes of a byte order mark seen
	after   mode   // the mode after the blanks behind a marker
	cr      bool   // the last byte behind the marker was CR
	warned  bool   // UNWRAPPED_CALL was given
	quote   []byte
	quoteAt int // where in quote the head of the line begins
	depth   int // open quotes

	// Blocks.
	block   int // ordinal
	gap     gapState
	match   wordMatch
	wordEnd int // where the marker that match found ends
	comment commentEnd
	stray   bool // STRAY_TEXT was given in this block
	calls   callQueue

	// The element being read.
	machine machine
	start   int // offset of its '<'
	id      callID
	preview bool // its body is shown as it comes
	bodyAt  int  // offset of its text body
	shown   int  // bytes of the body shown, counting a dropped line break
}

type mode uint8

const (
	modeStart      mode = iota // before the first byte that is no byte order mark
	modeText                   // visible text, code fences included
	modeMarker                 // the blanks and the line break behind a marker
	modeQuote                  // between !quote_start and its end
	modeGap                    // in a block, between elements
	modeElement                // in a block, in an element
	modeInnerQuote             // in a block, in a quote
	modeBroken                 // in a block, after a broken element
)

// NewScanner returns a Scanner at the start of a message.
func NewScanner(opts ScanOptions) *Scanner {
	if opts.MaxElement <= 0 {
		opts.MaxElement = defaultMaxElement
	}
	if opts.MainParam == nil {
		opts.MainParam = func(string) (string, bool) { return "", false }
	}
	s := &Scanner{opts: opts, blank: true}
	s.machine.opts.Lenient = true
	s.machine.notify = true
	return s
}

// Write takes the next piece of the message and calls emit for each event in it.
func (s *Scanner) Write(p []byte, emit func(Event)) {
	s.emit = emit
	for i := 0; i < len(p); {
		switch s.mode {
		case modeStart:
			i = s.scanStart(p, i)
		case modeText:
			i = s.scanText(p, i)
		case modeMarker:
			i = s.scanMarkerEnd(p, i)
		case modeQuote, modeInnerQuote:
			i = s.scanQuote(p, i)
		case modeGap:
			i = s.scanGap(p, i)
		case modeElement:
			i = s.scanElement(p, i)
		case modeBroken:
			i = s.scanBroken(p, i)
		}
	}
	s.blank = s.blankBefore(p, len(p))
	s.offset += len(p)
	s.emit = nil
}

// Close tells that the message has ended and calls emit for what that decides.
func (s *Scanner) Close(emit func(Event)) {
	s.emit = emit
	if s.mode == modeStart || s.mode == modeMarker || s.mode == modeText {
		s.closeText()
	}
	switch s.mode {
	case modeStart, modeText, modeMarker:
	case modeQuote:
		s.closeQuote()
	case modeGap:
		s.closeGap()
	case modeElement:
		s.closeElement()
	case modeInnerQuote:
		s.closeInnerQuote()
	case modeBroken:
		s.closeBroken()
	}
	s.emit = nil
}

// blankBefore reports whether p[i] is the first byte of its line that is no blank.
func (s *Scanner) blankBefore(p []byte, i int) bool {
	for i > 0 && is(p[i-1], classBlank) {
		i--
	}
	if i == 0 {
		return s.blank
	}
	return p[i-1] == '\n'
}

// scanStart skips a byte order mark at the start of the message.
func (s *Scanner) scanStart(p []byte, i int) int {
	if p[i] == byteOrderMark[s.bom] {
		s.bom++
		if s.bom == len(byteOrderMark) {
			s.mode = modeText
		}
		return i + 1
	}
	s.endStart()
	return i
}

// endStart goes on to text. The bytes that were no byte order mark may begin another character.
func (s *Scanner) endStart() {
	s.mode = modeText
	if s.bom > 0 {
		s.cut = append(s.cut, byteOrderMark[:s.bom]...)
		s.line = lineRest
	}
}

// notice tells of something by its code alone; end is the offset just after it.
func (s *Scanner) notice(code Code, end int) {
	s.emit(Event{Kind: EventNotice, Code: code, End: end})
}

// show emits visible text that ends at the given offset, except for an incomplete character.
func (s *Scanner) show(b []byte, end int) {
	if len(s.cut) > 0 {
		b = s.completeCut(b, end-len(b))
	}
	if n := cutRune(b); n > 0 {
		s.cut = append(s.cut, b[len(b)-n:]...)
		b, end = b[:len(b)-n], end-n
	}
	s.emitText(b, end)
}

// completeCut shows the character that an earlier text ended in, as far as b completes it, and
// returns the rest of b.
func (s *Scanner) completeCut(b []byte, offset int) []byte {
	n := 0
	for n < len(b) && !utf8.RuneStart(b[n]) && !utf8.FullRune(s.cut) {
		s.cut = append(s.cut, b[n])
		n++
	}
	if n < len(b) || utf8.FullRune(s.cut) {
		s.flushCut(offset + n)
	}
	return b[n:]
}

// flushCut shows the bytes of a character that will not be completed.
func (s *Scanner) flushCut(end int) {
	s.emitText(s.cut, end)
	s.cut = s.cut[:0]
}

func (s *Scanner) emitText(b []byte, end int) {
	if len(b) > 0 {
		s.emit(Event{Kind: EventText, Text: clean(b), End: end})
	}
}
