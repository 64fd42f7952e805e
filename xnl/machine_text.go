package xnl

import "bytes"

// This file holds the part of the machine that reads text bodies and their openers.

// opener is a text opener being read: sigil, then perhaps '!', then perhaps a marker, then '>'.
type opener struct {
	sigil byte
	raw   bool
	size  int // bytes of the marker so far
}

// take reports whether c may continue the opener, and takes it.
func (o *opener) take(c byte) bool {
	switch {
	case c == '!' && !o.raw && o.size == 0:
		o.raw = true
	case is(c, classMarker), o.size > 0 && is(c, className):
		o.size++
	default:
		return false
	}
	return true
}

// textOpener reads an opener where nothing else can stand.
func (m *machine) textOpener(p []byte, i int) int {
	for ; i < len(p); i++ {
		switch c := p[i]; {
		case m.opener.take(c):
			if c != '!' {
				m.tok = append(m.tok, c)
			}
		case c == '>':
			return m.openText(i)
		default:
			return m.fail(UnexpectedToken, i, "expected a marker or '>' to open the text body")
		}
	}
	return i
}

// hash reads what follows a '#' directly after the tag or the head word. If it has the form of an
// opener it is one; else it has to be an id. The two are told apart at the first byte that cannot
// belong to an opener, and an error is reported at the byte after '#', where the id should begin.
func (m *machine) hash(p []byte, i int) int {
	for ; i < len(p); i++ {
		c := p[i]
		if m.opener.take(c) {
			if c != '!' {
				m.tok = append(m.tok, c)
			}
			continue
		}
		id := !m.opener.raw && m.opener.size > 0 && is(m.tok[0], classStart)
		switch {
		case c == '>' && !(id && m.opts.HashIsID):
			return m.openText(i)
		case !id:
			return m.failAt(UnexpectedToken, m.tokAt, i, "expected an id, or a text opener that ends in '>'")
		}
		m.purpose, m.dotAt, m.dotted = forID, -1, false
		m.lex = lexName
		return i
	}
	return i
}

// openText begins the text body after the '>' at p[i].
func (m *machine) openText(i int) int {
	f := m.top()
	at := m.offset + i + 1
	marker := m.strings.name(m.whole(nil))
	f.elem.Text = &Text{Sigil: m.opener.sigil, Marker: marker, Raw: m.opener.raw, Offset: at}
	m.closer = newCloser(m.opener.sigil, marker)
	m.lex = lexBody
	if m.notify && len(m.stack) == 1 {
		m.signal = sigOpened
	}
	return i + 1
}

// body reads a text body up to and including its closer.
func (m *machine) body(p []byte, i int) int {
	start := i
	for i < len(p) {
		if m.closer.phase == closerNone {
			n := bytes.IndexByte(p[i:], '<')
			if n < 0 {
				i = len(p)
				break
			}
			i += n
		}
		i++
		if m.closer.step(p[i-1], m.offset+i-1) {
			all := m.whole(p[start:i])
			m.endText(all[:len(all)-m.closer.len()])
			return i
		}
	}
	m.tok = append(m.tok, p[start:]...)
	return i
}

// openBody returns the open text body as far as it is certain that it is not the closer.
func (m *machine) openBody() []byte { return m.tok[:len(m.tok)-m.closer.held()] }

// endText stores a complete body and closes its element.
func (m *machine) endText(body []byte) {
	m.lex = lexNone
	t := m.top().elem.Text
	n := leadingBreak(body)
	m.allBody = body
	t.Offset += n
	t.Verbatim = string(clean(body[n:]))
	switch {
	case t.Raw || m.rawByPlace():
		t.Value = t.Verbatim
	case n == 0:
		t.Value = plainText(t.Verbatim)
	default:
		t.Value = plainText(string(clean(body)))
	}
	m.endElement()
}

// rawByPlace reports whether the open element's body is read by the raw rule whatever its opener
// says: the body of a tool call, and of its text children.
func (m *machine) rawByPlace() bool {
	n := len(m.stack)
	if m.stack[n-1].elem.Tag == toolCallTag {
		return true
	}
	if n < 2 {
		return false
	}
	f := m.stack[n-2]
	return f.kind == frameElement && f.block == blockExt && f.elem.Tag == toolCallTag
}

// unclosedBody tells what is wrong with a body that the end of the input cut off.
func (m *machine) unclosedBody() (Code, int, string) {
	c := &m.closer
	switch {
	case c.mismatch >= 0:
		return MismatchedTag, c.mismatch, "expected the closer " + c.spelled() + ", found one with another marker"
	case c.broken >= 0:
		return UnexpectedToken, c.broken, "expected '>' directly after the marker of the closer"
	}
	start := m.top().elem.Text.Offset
	return MismatchedTag, start, "expected the closer " + c.spelled() + " of the text body that begins here"
}

type closerPhase uint8

const (
	closerNone  closerPhase = iota
	closerAngle             // '<'
	closerSlash             // '</'
	closerName              // '</', the sigil, and the marker so far
)

// closer looks for the end of a text body one byte at a time. '<' stands only at the beginning of a
// closer, so after a mismatch no byte has to be looked at again.
type closer struct {
	sigil    byte
	marker   string
	phase    closerPhase
	size     int  // bytes of the marker seen
	same     bool // and they are those of our marker
	at       int  // offset of the '<'
	mismatch int  // offset of the first closer with another marker, -1 when none
	broken   int  // offset of the first closer without its '>', -1 when none
}

func newCloser(sigil byte, marker string) closer {
	return closer{sigil: sigil, marker: marker, mismatch: -1, broken: -1}
}

func (c *closer) len() int { return len("</#>") + len(c.marker) }

func (c *closer) spelled() string { return closerText(c.sigil, c.marker) }

func closerText(sigil byte, marker string) string {
	return "</" + string(rune(sigil)) + marker + ">"
}

// held returns how many of the last bytes may turn out to be the beginning of the closer.
func (c *closer) held() int {
	switch {
	case c.phase == closerName && c.same:
		return len("</#") + c.size
	case c.phase == closerName:
		return 0
	}
	return int(c.phase) // '<' or '</'
}

// step takes the byte at the given offset and reports whether it completes the closer.
func (c *closer) step(b byte, offset int) bool {
	switch {
	case c.phase == closerAngle && b == '/':
		c.phase = closerSlash
		return false
	case c.phase == closerSlash && b == c.sigil:
		c.phase, c.size, c.same = closerName, 0, true
		return false
	case c.phase == closerName:
		if is(b, className) && (c.size > 0 || b != '-') {
			c.same = c.same && c.size < len(c.marker) && c.marker[c.size] == b
			c.size++
			return false
		}
		if b == '>' && c.same && c.size == len(c.marker) {
			return true
		}
		c.note(b)
	}
	c.phase = closerNone
	if b == '<' {
		c.phase, c.at = closerAngle, offset
	}
	return false
}

// note remembers a closer that is not ours, for the error if ours never comes.
func (c *closer) note(b byte) {
	switch {
	case b == '>' && c.mismatch < 0:
		c.mismatch = c.at
	case b != '>' && c.broken < 0:
		c.broken = c.at
	}
}
