package xnl

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// This file holds the part of the machine that reads names, strings and numbers.

// purpose says what a name or string is read for.
type purpose uint8

const (
	forTag purpose = iota
	forHeadOrKey
	forKey
	forID
	forValue
)

func (m *machine) beginName(why purpose, i int) int {
	m.purpose, m.tokAt = why, m.offset+i
	m.dotAt, m.dotted = -1, false
	m.lex = lexName
	return i
}

// name reads a name, with dots where they are allowed.
func (m *machine) name(p []byte, i int) int {
	start := i
	for i < len(p) {
		if m.dotted {
			if !is(p[i], classStart) {
				return m.fail(UnexpectedToken, i, "expected a name after the dot")
			}
			m.dotted = false
		}
		for i < len(p) && is(p[i], className) {
			i++
		}
		switch {
		case i == len(p):
		case p[i] != '.' || m.purpose == forKey:
			m.endName(m.whole(p[start:i]))
			return i
		case m.dotAt < 0 && m.purpose == forValue && isKeyword(m.tok, p[start:i]):
			return m.fail(InvalidLiteral, i, "a dot cannot follow true, false or null")
		default:
			if m.dotAt < 0 {
				m.dotAt = m.offset + i
			}
			m.dotted = true
			i++
		}
	}
	m.tok = append(m.tok, p[start:]...)
	return i
}

// isKeyword reports whether the two parts of a word together are a keyword.
func isKeyword(a, b []byte) bool {
	if len(a)+len(b) > len("false") {
		return false
	}
	var buf [5]byte
	switch string(append(append(buf[:0], a...), b...)) {
	case "true", "false", "null":
		return true
	}
	return false
}

func (m *machine) endName(name []byte) {
	m.lex = lexNone
	f := m.top()
	switch m.purpose {
	case forTag:
		f.elem.Tag = m.strings.name(name)
		m.state = inHead
	case forHeadOrKey:
		f.key, f.keyAt = m.strings.name(name), m.tokAt
		m.state = inHeadOrKey
	case forKey:
		f.key, f.keyAt = m.strings.name(name), m.tokAt
		m.state = inAfterKey
	case forID:
		f.elem.ID = m.strings.text(name)
		f.phase = afterMeta
		m.state = inHead
	case forValue:
		m.put(m.wordOrKeyword(name))
	}
}

func (m *machine) wordOrKeyword(name []byte) Node {
	switch string(name) {
	case "true":
		return Bool(true)
	case "false":
		return Bool(false)
	case "null":
		return Null{}
	}
	return Word(m.strings.text(name))
}

func (m *machine) beginString(why purpose, quote byte, i int) int {
	m.purpose, m.quote, m.high, m.tokAt = why, quote, 0, m.offset+i
	m.lex = lexString
	return i + 1
}

// str reads a string up to its quote. Escapes that are complete in p are read on the way.
func (m *machine) str(p []byte, i int) int {
	quote := m.quote
	for i < len(p) {
		if m.high != 0 && p[i] != '\\' {
			m.lone()
		}
		start := i
		for i < len(p) && p[i] != quote && p[i] != '\\' {
			i++
		}
		if i < len(p) && p[i] == quote {
			m.endString(m.whole(p[start:i]))
			return i + 1
		}
		m.tok = append(m.tok, p[start:i]...)
		if i == len(p) {
			return i
		}
		m.lex = lexEscape
		i++
		if i < len(p) {
			i = m.escape(p, i)
		}
		if m.lex != lexString {
			return i
		}
	}
	return i
}

func (m *machine) endString(b []byte) {
	m.lex = lexNone
	b = clean(b)
	if m.purpose == forKey {
		f := m.top()
		f.key, f.keyAt = m.strings.name(b), m.tokAt
		m.state = inAfterKey
		return
	}
	m.put(String(m.strings.text(b)))
}

// escape reads the byte after a backslash.
func (m *machine) escape(p []byte, i int) int {
	c := p[i]
	if c == 'u' {
		m.hex, m.hexN, m.hexAt = 0, 0, m.offset+i+1
		m.lex = lexHex
		return i + 1
	}
	if m.high != 0 {
		m.lone()
	}
	m.tok = append(m.tok, unescape(c))
	m.lex = lexString
	return i + 1
}

// unescape returns what a backslash and c stand for.
func unescape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	}
	return c
}

// unicode reads the four digits of \uXXXX.
func (m *machine) unicode(p []byte, i int) int {
	for ; i < len(p) && m.hexN < 4; i++ {
		d := hexDigit(p[i])
		if d < 0 {
			return m.failAt(InvalidLiteral, m.hexAt, i, "expected four hexadecimal digits after \\u")
		}
		m.hex = m.hex<<4 | d
		m.hexN++
	}
	if m.hexN == 4 {
		m.codeUnit(m.hex)
		m.lex = lexString
	}
	return i
}

// codeUnit appends a UTF-16 code unit, joining it with a high surrogate before it.
func (m *machine) codeUnit(r rune) {
	low := 0xDC00 <= r && r <= 0xDFFF
	if m.high != 0 && low {
		m.tok = utf8.AppendRune(m.tok, (m.high-0xD800)<<10|(r-0xDC00)+0x10000)
		m.high = 0
		return
	}
	if m.high != 0 {
		m.lone()
	}
	if 0xD800 <= r && r < 0xDC00 {
		m.high = r
		return
	}
	m.tok = utf8.AppendRune(m.tok, r) // a lone low surrogate becomes U+FFFD
}

// lone replaces a high surrogate that has no other half.
func (m *machine) lone() {
	m.tok = utf8.AppendRune(m.tok, utf8.RuneError)
	m.high = 0
}

func hexDigit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// numState is how far a number has been read.
type numState uint8

const (
	numStart   numState = iota
	numSign             // '+' or '-'
	numInt              // digits
	numDot              // digits and a dot
	numFrac             // digits after the dot
	numE                // 'e'
	numExpSign          // 'e' and a sign
	numExp              // digits of the exponent
)

func (m *machine) beginNumber(i int) int {
	m.tokAt, m.num = m.offset+i, numStart
	m.lex = lexNumber
	return i
}

// next returns the state after c, and whether c belongs to the number.
func (s numState) next(c byte) (numState, bool) {
	digit := is(c, classDigit)
	switch {
	case digit && s <= numInt:
		return numInt, true
	case digit && s <= numFrac:
		return numFrac, true
	case digit:
		return numExp, true
	case s == numStart:
		return numSign, true
	case s == numInt && c == '.':
		return numDot, true
	case (s == numInt || s == numFrac) && (c == 'e' || c == 'E'):
		return numE, true
	case s == numE && (c == '+' || c == '-'):
		return numExpSign, true
	}
	return s, false
}

func (m *machine) number(p []byte, i int) int {
	start := i
	for ; i < len(p); i++ {
		next, ok := m.num.next(p[i])
		if !ok {
			return m.endNumber(p, start, i)
		}
		m.num = next
	}
	m.tok = append(m.tok, p[start:]...)
	return i
}

// endNumber checks that the number may end before p[i].
func (m *machine) endNumber(p []byte, start, i int) int {
	c := p[i]
	switch {
	case m.num == numSign:
		return m.failAt(InvalidLiteral, m.tokAt, i, "expected a digit after the sign")
	case m.num == numDot || m.num == numE || m.num == numExpSign:
		return m.fail(InvalidLiteral, i, "expected a digit")
	case is(c, className) || c == '.' || c == '+':
		return m.fail(InvalidLiteral, i, "expected white space or a bracket after the number")
	}
	n, ok := numberNode(m.whole(p[start:i]), m.num == numInt)
	if !ok {
		return m.failAt(InvalidLiteral, m.tokAt, i, "the number is too large")
	}
	m.lex = lexNone
	m.put(n)
	return i
}

// numberNode returns the value of a number that is spelled right.
func numberNode(text []byte, integral bool) (Node, bool) {
	if integral {
		if v, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			var buf [20]byte
			raw := ""
			if string(strconv.AppendInt(buf[:0], v, 10)) != string(text) {
				raw = string(text)
			}
			return Int{Value: v, Raw: raw}, true
		}
	}
	raw := string(text)
	v, err := strconv.ParseFloat(raw, 64)
	if err != nil && math.IsInf(v, 0) {
		return nil, false
	}
	return Float{Value: v, Raw: raw}, true
}
