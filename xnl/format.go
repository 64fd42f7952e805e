package xnl

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Layout says how Format spreads a tree over lines. The zero value puts it on one line.
type Layout struct {
	// Pretty puts every entry of a non-empty block or literal on its own line.
	Pretty bool
	// Indent is the number of spaces for each level, 2 when it is 0.
	Indent int
}

// Format prints one node. Reading the result gives an equal tree (see Equal). It fails, with an
// error that wraps ErrUnprintable, on what has no spelling: NaN, infinities, tags and words that
// are not names, a nil node, nesting deeper than can be read back.
func Format(n Node, layout Layout) ([]byte, error) {
	p := newPrinter(nil, layout)
	p.node(n)
	return p.dst, p.err
}

// FormatDoc prints the elements of a document, one after the other; when pretty, joined by a line
// break.
func FormatDoc(nodes []*Element, layout Layout) ([]byte, error) {
	p := newPrinter(nil, layout)
	for i, e := range nodes {
		if i > 0 && p.pretty {
			p.dst = append(p.dst, '\n')
		}
		p.element(e, false)
	}
	return p.dst, p.err
}

// printer appends to dst. After an error it may go on, but the result is of no use.
type printer struct {
	dst    []byte
	pretty bool
	indent int
	level  int // of the line being printed, in steps of indent
	depth  int // open elements and literals
	err    error
}

func newPrinter(dst []byte, layout Layout) *printer {
	if layout.Indent <= 0 {
		layout.Indent = 2
	}
	return &printer{dst: dst, pretty: layout.Pretty, indent: layout.Indent}
}

func (p *printer) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%w: %s", ErrUnprintable, fmt.Sprintf(format, args...))
	}
}

func (p *printer) str(s string) { p.dst = append(p.dst, s...) }

// enter opens a level and reports whether the reader would still take it.
func (p *printer) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail("nested more than %d deep", maxDepth)
		return false
	}
	return p.err == nil
}

func (p *printer) node(n Node) {
	switch n := n.(type) {
	case *Element:
		p.element(n, false)
	case *Map:
		if p.enter() {
			p.pairs(n)
		}
		p.depth--
	case Array:
		if p.enter() {
			p.block('[', ']', len(n), false, func(i int) { p.node(n[i]) })
		}
		p.depth--
	default:
		p.scalar(n)
	}
}

func (p *printer) scalar(n Node) {
	switch n := n.(type) {
	case String:
		p.dst = appendQuoted(p.dst, string(n))
	case Word:
		if !isDotted(string(n)) || beginsWithKeyword(string(n)) {
			p.fail("%q is not a word", string(n))
		}
		p.str(string(n))
	case Int:
		p.dst = strconv.AppendInt(p.dst, n.Value, 10)
	case Float:
		if math.IsNaN(n.Value) || math.IsInf(n.Value, 0) {
			p.fail("the number %v", n.Value)
			return
		}
		p.dst = appendFloat(p.dst, n.Value)
	case Bool:
		p.dst = strconv.AppendBool(p.dst, bool(n))
	case Null:
		p.str("null")
	default:
		p.fail("a node of type %T", n)
	}
}

// beginsWithKeyword reports whether the reader would take the first part of a dotted word for a
// keyword.
func beginsWithKeyword(word string) bool {
	first, _, _ := strings.Cut(word, ".")
	return isKeyword([]byte(first), nil)
}

// element prints an element. rawPlace tells that the reader takes its body by the raw rule because
// of where it stands.
func (p *printer) element(e *Element, rawPlace bool) {
	if e == nil {
		p.fail("a nil element")
		return
	}
	if p.enter() {
		p.head(e)
		p.blocks(e)
		if e.Text != nil {
			p.text(e, rawPlace || e.Tag == toolCallTag)
		} else {
			if e.ID != "" && isKey(e.ID) && p.endsInHead(e) {
				p.str(" ") // "#id>" would open a text body
			}
			p.str(">")
		}
	}
	p.depth--
}

// endsInHead reports whether nothing follows the id of e.
func (p *printer) endsInHead(e *Element) bool {
	return e.Meta.Len() == 0 && e.Attrs == nil && e.Body == nil && e.Ext == nil
}

func (p *printer) head(e *Element) {
	p.str("<")
	p.name("tag", e.Tag)
	if e.Head != "" {
		p.str(" ")
		p.name("head word", e.Head)
	}
	if e.ID != "" {
		p.str(" #")
		p.name("id", e.ID)
	}
	pretty := p.pretty
	p.pretty = false
	for key, value := range e.Meta.All() {
		p.str(" ")
		p.key(key)
		p.str("=")
		p.node(value)
	}
	p.pretty = pretty
}

func (p *printer) name(what, s string) {
	if !isDotted(s) {
		p.fail("the %s %q is not a name", what, s)
	}
	p.str(s)
}

func (p *printer) blocks(e *Element) {
	if e.Text != nil && (e.Body != nil || e.Ext != nil) {
		p.fail("the text element %q has a [] or () block", e.Tag)
	}
	if e.Attrs != nil {
		p.str(" ")
		p.pairs(e.Attrs)
	}
	if e.Body != nil {
		p.str(" ")
		p.block('[', ']', len(e.Body), true, func(i int) { p.node(e.Body[i]) })
	}
	if e.Ext == nil {
		return
	}
	raw := e.Tag == toolCallTag
	seen := make(map[string]bool, len(e.Ext))
	p.str(" ")
	p.block('(', ')', len(e.Ext), true, func(i int) {
		p.element(e.Ext[i], raw)
		if c := e.Ext[i]; c != nil {
			if seen[c.Tag] {
				p.fail("the tag %q stands twice in one () block", c.Tag)
			}
			seen[c.Tag] = true
		}
	})
}

func (p *printer) pairs(m *Map) {
	p.block('{', '}', m.Len(), true, func(i int) {
		p.key(m.entries[i].Key)
		p.str(" = ")
		p.node(m.entries[i].Value)
	})
}

func (p *printer) key(s string) {
	if isKey(s) {
		p.str(s)
	} else {
		p.dst = appendQuoted(p.dst, s)
	}
}

// block prints n entries between brackets. On one line, a padded block has blanks inside them.
func (p *printer) block(open, end byte, n int, padded bool, entry func(int)) {
	p.dst = append(p.dst, open)
	p.level++
	for i := range n {
		switch {
		case p.pretty:
			p.line()
		case padded || i > 0:
			p.dst = append(p.dst, ' ')
		}
		entry(i)
	}
	p.level--
	switch {
	case n > 0 && p.pretty:
		p.line()
	case n > 0 && padded:
		p.dst = append(p.dst, ' ')
	}
	p.dst = append(p.dst, end)
}

func (p *printer) line() {
	const blanks = "                                "
	p.str("\n")
	n := p.level * p.indent
	for ; n > len(blanks); n -= len(blanks) {
		p.str(blanks)
	}
	p.str(blanks[:n])
}

// text prints the text body of e. It is written as it is; when the plain rule, or the raw rule
// where that one is in force, would change it, a raw opener and one line break protect it.
func (p *printer) text(e *Element, rawPlace bool) {
	t := e.Text
	value := string(clean([]byte(t.Value)))
	sigil, marker := p.marker(t, value)
	p.dst = append(p.dst, ' ', sigil)
	protect := plainText(value) != value || rawPlace && leadingBreak(value) > 0
	if protect {
		p.str("!")
	}
	p.str(marker)
	p.str(">")
	if protect {
		p.str("\n")
	}
	p.str(value)
	p.str(closerText(sigil, marker))
}

// marker returns the sigil and marker of a text node, chosen anew when the node has none or when
// its closer has come to stand in the text.
func (p *printer) marker(t *Text, value string) (sigil byte, marker string) {
	sigil, marker = t.Sigil, t.Marker
	switch {
	case sigil == 0:
		sigil = '#'
	case sigil != '#' && sigil != '?' || !isMarker(marker):
		p.fail("the text opener %q", string(rune(sigil))+marker)
	case !strings.Contains(value, closerText(sigil, marker)):
		return sigil, marker
	}
	taken := markersIn(value, sigil)
	marker = "m"
	for n := 1; taken[marker]; n++ {
		marker = "m_" + strconv.Itoa(n)
	}
	return sigil, marker
}

// markersIn returns the markers of all closers in value that start with 'm', in one pass.
func markersIn(value string, sigil byte) map[string]bool {
	taken := make(map[string]bool)
	prefix := "</" + string(rune(sigil)) + "m"
	for {
		i := strings.Index(value, prefix)
		if i < 0 {
			return taken
		}
		value = value[i+len(prefix)-1:]
		n := 0
		for n < len(value) && is(value[n], className) {
			n++
		}
		if n < len(value) && value[n] == '>' {
			taken[value[:n]] = true
		}
		value = value[n:]
	}
}

// appendQuoted appends s as a string literal. Bytes that are not UTF-8 become U+FFFD, which is what
// the reader would make of them.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscaped(dst, c)
		i++
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// appendEscaped appends a byte that cannot stand in a string as it is.
func appendEscaped(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, `\n`...)
	case '\t':
		return append(dst, `\t`...)
	case '\r':
		return append(dst, `\r`...)
	}
	if c >= utf8.RuneSelf {
		return utf8.AppendRune(dst, utf8.RuneError)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// appendFloat appends the shortest decimal that reads back as f, in the style of ECMAScript, which
// is also that of JSON: an exponent only below 1e-6 and from 1e21 on.
func appendFloat(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	if abs == 0 {
		return append(dst, '0')
	}
	if abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' { // e-07
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}
