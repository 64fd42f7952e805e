package xnl

import "slices"

// machine is the parser: a push-down automaton over bytes. It is fed pieces of any size and keeps
// everything it needs between them, so what it builds, and where it fails, never depends on how the
// input was cut. It never goes back in the input, so its cost is linear.
//
// Its state has three parts:
//
//   - lex says which token is being read, if any. Comments are tokens here.
//   - state says what may come next, once the token is complete.
//   - stack holds the open elements, objects and arrays. An open block of an element is marked on
//     the element's own frame, since blocks do not count as a level.
//
// Invariants: tok holds the bytes of the open token that came in earlier pieces, and is empty
// between tokens. offset is the place of the first byte of the current piece in the input. Once err
// is set the machine accepts nothing more.
type machine struct {
	opts   Options
	single bool // one element only
	notify bool // stop at the opener of a root element's text body

	lex      lexState
	state    state
	stack    []frame
	offset   int
	signal   signal
	done     *Element // the root element just completed
	roots    int      // root elements completed
	err      *SyntaxError
	warnings []Warning
	strings  stringPool

	angle  int // where the '<' is that lex looks at
	ending commentEnd

	tok     []byte
	tokAt   int      // where the open name, string, number or id began
	purpose purpose  // what the open name or string is for
	dotAt   int      // first dot of the open name, -1 when none
	dotted  bool     // the open name ends in a dot
	quote   byte     // of the open string
	high    rune     // high surrogate waiting for its other half
	hexN    int      // hex digits read of \u
	hex     rune     // their value
	hexAt   int      // where they began
	num     numState // of the open number
	opener  opener   // of a text body, or an id that may turn out to be one
	closer  closer   // looks for the end of the open text body
	allBody []byte   // the text body just completed; aliases tok or the piece
}

// lexState is the token being read.
type lexState uint8

const (
	lexNone    lexState = iota // none; white space may come
	lexAngle                   // '<', which begins a comment or an element
	lexBang                    // '<!'
	lexDash                    // '<!-'
	lexComment                 // '<!--' and what follows
	lexTag                     // the first byte of a tag
	lexName                    // a name, with or without dots
	lexString                  // a string
	lexEscape                  // after its backslash
	lexHex                     // the digits of \uXXXX
	lexNumber                  // a number
	lexHash                    // after '#' that may begin an id or a text opener
	lexOpener                  // after '#' or '?' that can only begin a text opener
	lexBody                    // a text body
)

// state is what may come next.
type state uint8

const (
	inRoot      state = iota // an element, or the end
	inHead                   // the next part of the head, after tag, head word, id or a pair
	inHeadOrKey              // after a name that is the head word unless '=' follows
	inAfterKey               // '='
	inValue                  // the value of a pair
	inBlocks                 // what may follow a block
	inPairs                  // in {}: a key or '}'
	inValues                 // in []: a value or ']'
	inChildren               // in (): an element or ')'
)

// signal is what feed stopped for.
type signal uint8

const (
	sigMore   signal = iota // the piece is used up
	sigDone                 // a root element is complete, see machine.done
	sigOpened               // the text body of a root element begins, with machine.notify
	sigFailed               // see machine.err
)

type frameKind uint8

const (
	frameElement frameKind = iota
	frameObject
	frameArray
)

// phase tells which parts of an element's head may still come.
type phase uint8

const (
	afterTag  phase = iota // head word, id, pairs
	afterWord              // id, pairs
	afterMeta              // pairs
)

type blockKind uint8

const (
	blockNone blockKind = iota
	blockAttrs
	blockBody
	blockExt
)

type frame struct {
	kind   frameKind
	phase  phase
	block  blockKind // the block of the element that is open
	elem   *Element
	object *Map
	array  []Node
	key    string         // of the pair whose value is being read
	keyAt  int            // and where it began
	tags   map[string]int // places in elem.Ext by tag, once there are many
	holes  bool           // elem.Ext has places emptied by a later child
}

// begin prepares for one element whose '<' at the given offset has been read. The next byte to be
// fed is the one after it.
func (m *machine) begin(offset int) {
	const keep = 64 << 10 // do not hold on to the buffer of one huge body
	if cap(m.tok) > keep {
		m.tok = nil
	}
	m.state, m.stack, m.tok = inRoot, m.stack[:0], m.tok[:0]
	m.lex, m.angle, m.offset = lexAngle, offset, offset+1
	m.err, m.done, m.warnings, m.signal = nil, nil, nil, sigMore
}

// feed takes bytes until p is used up or there is something to report, and returns how many it
// took. After a failure that is the place of the byte at which it was detected.
func (m *machine) feed(p []byte) (int, signal) {
	i := 0
	for i < len(p) && m.signal == sigMore {
		i = m.step(p, i)
	}
	m.offset += i
	sig := m.signal
	if sig != sigFailed {
		m.signal = sigMore
	}
	return i, sig
}

// step continues the token being read, or begins the next one, at p[i]. It returns the index of the
// first byte that is not used up.
func (m *machine) step(p []byte, i int) int {
	switch m.lex {
	case lexNone:
		return m.between(p, i)
	case lexAngle, lexBang, lexDash:
		return m.angleByte(p[i], i)
	case lexComment:
		return m.comment(p, i)
	case lexTag:
		return m.tagStart(p, i)
	case lexName:
		return m.name(p, i)
	case lexString:
		return m.str(p, i)
	case lexEscape:
		return m.escape(p, i)
	case lexHex:
		return m.unicode(p, i)
	case lexNumber:
		return m.number(p, i)
	case lexHash:
		return m.hash(p, i)
	case lexOpener:
		return m.textOpener(p, i)
	case lexBody:
		return m.body(p, i)
	}
	return i
}

// between skips white space and handles the first byte of the next token.
func (m *machine) between(p []byte, i int) int {
	for i < len(p) && is(p[i], classSpace) {
		i++
	}
	if i == len(p) {
		return i
	}
	c := p[i]
	switch {
	case c == '<':
		m.angle = m.offset + i
		m.lex = lexAngle
		return i + 1
	case c == ',' && m.opts.Lenient && m.inList():
		return i + 1
	}
	switch m.state {
	case inRoot:
		return m.fail(UnexpectedToken, i, "expected an element or a comment")
	case inHead:
		return m.head(c, i)
	case inHeadOrKey:
		return m.headOrKey(c, i)
	case inAfterKey:
		return m.afterKey(c, i)
	case inValue:
		return m.value(c, i)
	case inBlocks:
		return m.blocks(c, i)
	case inPairs:
		return m.pairs(c, i)
	case inValues:
		return m.values(c, i)
	case inChildren:
		return m.children(c, i)
	}
	return i
}

// inList reports whether commas may stand here in the lenient dialect.
func (m *machine) inList() bool {
	return m.state == inHead || m.state == inPairs || m.state == inValues || m.state == inChildren
}

// takesElement reports whether an element may begin here.
func (m *machine) takesElement() bool {
	if m.state == inRoot {
		return !m.single || m.roots == 0
	}
	return m.state == inValue || m.state == inValues || m.state == inChildren
}

// angleByte tells a comment from the beginning of an element.
func (m *machine) angleByte(c byte, i int) int {
	switch {
	case m.lex == lexAngle && c == '!':
		m.lex = lexBang
	case m.lex == lexBang && c == '-':
		m.lex = lexDash
	case m.lex == lexDash && c == '-':
		m.lex, m.ending = lexComment, 0
	default:
		return m.noComment(i)
	}
	return i + 1
}

func (m *machine) comment(p []byte, i int) int {
	for ; i < len(p); i++ {
		if m.ending.step(p[i]) {
			m.lex = lexNone
			return i + 1
		}
	}
	return i
}

// commentEnd looks for the end of a comment: it counts a run of '-', up to two.
type commentEnd uint8

// step takes a byte and reports whether it ends the comment.
func (e *commentEnd) step(c byte) bool {
	switch {
	case c == '-':
		*e = min(*e+1, 2)
		return false
	case c == '>' && *e == 2:
		*e = 0
		return true
	}
	*e = 0
	return false
}

// noComment handles a '<' that begins no comment; i is the byte that told. Where an element may
// begin, the '<' is fine and the byte after it has to begin a tag.
func (m *machine) noComment(i int) int {
	if !m.takesElement() {
		return m.failAt(UnexpectedToken, m.angle, i, m.expected())
	}
	if len(m.stack) >= maxDepth {
		return m.failAt(LimitExceeded, m.angle, i, tooDeep)
	}
	if m.lex != lexAngle {
		return m.failAt(UnexpectedToken, m.angle+1, i, "expected a tag after '<'")
	}
	m.lex = lexTag
	return i
}

// Texts of errors that arise in several places.
const (
	tooDeep            = "elements and literals are nested more than 1000 deep"
	expectedInHead     = "expected a pair, a block, a text opener or '>'"
	expectedAfterBlock = "expected a block, a text opener or '>'"
)

// expected says what may come in the present state.
func (m *machine) expected() string {
	switch m.state {
	case inRoot:
		return "expected the end of the input after the one element"
	case inHeadOrKey, inAfterKey:
		return "expected '=' after the key"
	case inPairs:
		return "expected a key or '}'"
	case inHead:
		return expectedInHead
	case inBlocks:
		return expectedAfterBlock
	case inValue, inValues:
		return "expected a value"
	case inChildren:
		return "expected an element or ')'"
	}
	return ""
}

// fail stops the machine at the byte p[i].
func (m *machine) fail(code Code, i int, msg string) int {
	return m.failAt(code, m.offset+i, i, msg)
}

// failAt stops the machine with an error at an offset of the input, detected at p[i].
func (m *machine) failAt(code Code, offset, i int, msg string) int {
	m.err = &SyntaxError{Code: code, Offset: offset, Tag: m.tag(), Msg: msg}
	m.signal = sigFailed
	return i
}

// tag returns the tag of the innermost open element.
func (m *machine) tag() string {
	for _, v := range slices.Backward(m.stack) {
		if v.kind == frameElement {
			return v.elem.Tag
		}
	}
	return ""
}

func (m *machine) top() *frame { return &m.stack[len(m.stack)-1] }

// close tells that the input has ended and returns what is missing, if anything is.
func (m *machine) close() *SyntaxError {
	if m.err != nil {
		return m.err
	}
	switch {
	case m.lex == lexBody:
		code, offset, msg := m.unclosedBody()
		m.failAt(code, offset, 0, msg)
	case m.state != inRoot || m.lex != lexNone:
		m.failAt(UnexpectedEOF, m.offset, 0, "the input ends before the element is complete")
	case m.single && m.roots == 0:
		m.failAt(UnexpectedEOF, m.offset, 0, "expected an element")
	default:
		return nil
	}
	m.err.atEnd = true
	return m.err
}

// whole joins the bytes of a token from earlier pieces with the last part of it. The result is
// valid until the next token begins.
func (m *machine) whole(last []byte) []byte {
	if len(m.tok) == 0 {
		return last
	}
	m.tok = append(m.tok, last...)
	b := m.tok
	m.tok = m.tok[:0]
	return b
}
