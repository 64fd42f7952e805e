package xnl

// This file holds the part of the machine that deals with the structure of elements: head, blocks,
// pairs, and what happens when something is complete.

// tagStart opens the element whose '<' stands at m.angle.
func (m *machine) tagStart(p []byte, i int) int {
	if !is(p[i], classStart) {
		return m.fail(UnexpectedToken, i, "expected a tag after '<'")
	}
	m.push(frame{kind: frameElement, elem: &Element{Offset: m.angle}})
	return m.beginName(forTag, i)
}

// push opens a level. The place beyond the stack may still hold a frame that was closed, which is
// overwritten.
func (m *machine) push(f frame) { m.stack = append(m.stack, f) }

// head handles the first byte of a part of an element's head, before any block.
func (m *machine) head(c byte, i int) int {
	f := m.top()
	switch {
	case is(c, classStart) && f.phase == afterTag:
		return m.beginName(forHeadOrKey, i)
	case is(c, classStart):
		return m.beginName(forKey, i)
	case c == '"' || c == '\'':
		return m.beginString(forKey, c, i)
	case c == '#' && f.phase < afterMeta:
		m.opener = opener{sigil: c}
		m.tokAt = m.offset + i + 1
		m.lex = lexHash
		return i + 1
	}
	return m.blocksOr(c, i, expectedInHead)
}

// blocks handles the first byte after a block.
func (m *machine) blocks(c byte, i int) int {
	return m.blocksOr(c, i, expectedAfterBlock)
}

// blocksOr handles what may come anywhere after the tag: a block, a text opener, the end.
func (m *machine) blocksOr(c byte, i int, expected string) int {
	f := m.top()
	switch c {
	case '{':
		if f.elem.Attrs != nil {
			return m.fail(InvalidContent, i, "a second {} block")
		}
		f.elem.Attrs, f.block, m.state = newMap(), blockAttrs, inPairs
	case '[':
		if f.elem.Body != nil {
			return m.fail(InvalidContent, i, "a second [] block")
		}
		f.elem.Body, f.block, m.state = []Node{}, blockBody, inValues
	case '(':
		if f.elem.Ext != nil {
			return m.fail(InvalidContent, i, "a second () block")
		}
		f.elem.Ext, f.block, m.state = []*Element{}, blockExt, inChildren
	case '#', '?':
		if f.elem.Body != nil || f.elem.Ext != nil {
			return m.fail(InvalidContent, i, "a text body cannot follow a [] or () block")
		}
		m.opener = opener{sigil: c}
		m.lex = lexOpener
	case '>':
		m.endElement()
	default:
		return m.fail(UnexpectedToken, i, expected)
	}
	return i + 1
}

// headOrKey decides what the name before was.
func (m *machine) headOrKey(c byte, i int) int {
	f := m.top()
	if c == '=' || c == ':' && m.opts.Lenient {
		if m.dotAt >= 0 {
			return m.failAt(UnexpectedToken, m.dotAt, i, "a key has no dots")
		}
		m.state = inValue
		return i + 1
	}
	f.elem.Head, f.key = f.key, ""
	f.phase = afterWord
	m.state = inHead
	return i
}

func (m *machine) afterKey(c byte, i int) int {
	if c == '=' || c == ':' && m.opts.Lenient {
		m.state = inValue
		return i + 1
	}
	return m.fail(UnexpectedToken, i, "expected '=' after the key")
}

// pairs handles the first byte of a pair in {}, or the end of it.
func (m *machine) pairs(c byte, i int) int {
	switch {
	case c == '}':
		m.endPairs()
		return i + 1
	case is(c, classStart):
		return m.beginName(forKey, i)
	case c == '"' || c == '\'':
		return m.beginString(forKey, c, i)
	}
	return m.fail(UnexpectedToken, i, "expected a key or '}'")
}

func (m *machine) values(c byte, i int) int {
	if c == ']' {
		m.endValues()
		return i + 1
	}
	return m.value(c, i)
}

// children handles a byte in () that is not '<'.
func (m *machine) children(c byte, i int) int {
	if c != ')' {
		return m.fail(InvalidContent, i, "expected an element or ')'")
	}
	f := m.top()
	f.closeChildren()
	f.block, m.state = blockNone, inBlocks
	return i + 1
}

// value handles the first byte of a value that is not an element.
func (m *machine) value(c byte, i int) int {
	switch {
	case c == '"' || c == '\'':
		return m.beginString(forValue, c, i)
	case c == '{' || c == '[':
		if len(m.stack) >= maxDepth {
			return m.fail(LimitExceeded, i, tooDeep)
		}
		if c == '{' {
			m.push(frame{kind: frameObject, object: newMap()})
			m.state = inPairs
		} else {
			m.push(frame{kind: frameArray, array: []Node{}})
			m.state = inValues
		}
		return i + 1
	case is(c, classStart):
		return m.beginName(forValue, i)
	case is(c, classDigit) || c == '+' || c == '-':
		return m.beginNumber(i)
	}
	return m.fail(InvalidLiteral, i, "expected a value")
}

// endPairs closes a {} block or an object literal.
func (m *machine) endPairs() {
	f := m.top()
	if f.kind == frameElement {
		f.block, m.state = blockNone, inBlocks
		return
	}
	object := f.object
	m.pop()
	m.put(object)
}

// endValues closes a [] block or an array literal.
func (m *machine) endValues() {
	f := m.top()
	if f.kind == frameElement {
		f.block, m.state = blockNone, inBlocks
		return
	}
	array := f.array
	m.pop()
	m.put(Array(array))
}

// endElement hands a complete element to what it stands in.
func (m *machine) endElement() {
	elem := m.top().elem
	m.pop()
	if len(m.stack) == 0 {
		m.done, m.signal, m.state = elem, sigDone, inRoot
		m.roots++
		return
	}
	if f := m.top(); f.kind == frameElement && f.block == blockExt {
		if f.addChild(elem) {
			m.warn(DuplicateChild, elem.Tag, elem.Offset)
		}
		m.state = inChildren
		return
	}
	m.put(elem)
}

func (m *machine) pop() { m.stack = m.stack[:len(m.stack)-1] }

// put stores a complete value where the frame on top wants it.
func (m *machine) put(n Node) {
	f := m.top()
	switch {
	case f.kind == frameArray:
		f.array = appendNode(f.array, n)
		m.state = inValues
	case f.kind == frameObject:
		m.set(f.object, n)
		m.state = inPairs
	case f.block == blockAttrs:
		m.set(f.elem.Attrs, n)
		m.state = inPairs
	case f.block == blockBody:
		f.elem.Body = appendNode(f.elem.Body, n)
		m.state = inValues
	default:
		if f.elem.Meta == nil {
			f.elem.Meta = newMap()
		}
		m.set(f.elem.Meta, n)
		f.phase = afterMeta
		m.state = inHead
	}
}

// appendNode is append with room for a few values from the start.
func appendNode(to []Node, n Node) []Node {
	if cap(to) == 0 {
		to = make([]Node, 0, 4)
	}
	return append(to, n)
}

// set gives the key read last its value.
func (m *machine) set(to *Map, n Node) {
	f := m.top()
	if to.Set(f.key, n) {
		m.warn(DuplicateKey, f.key, f.keyAt)
	}
}

func (m *machine) warn(code Code, name string, offset int) {
	m.warnings = append(m.warnings, Warning{Code: code, Name: name, Offset: offset})
}

// addChild appends a child to the () block and reports whether it replaced one with the same tag.
// The place of the replaced one is emptied and closed up at the end of the block, so that many
// replacements stay cheap.
func (f *frame) addChild(e *Element) (replaced bool) {
	if i := f.childIndex(e.Tag); i >= 0 {
		f.elem.Ext[i] = nil
		f.holes, replaced = true, true
	}
	f.elem.Ext = append(f.elem.Ext, e)
	if f.tags != nil {
		f.tags[e.Tag] = len(f.elem.Ext) - 1
	}
	return replaced
}

func (f *frame) childIndex(tag string) int {
	if f.tags == nil && len(f.elem.Ext) < smallMap {
		for i, c := range f.elem.Ext {
			if c != nil && c.Tag == tag {
				return i
			}
		}
		return -1
	}
	if f.tags == nil {
		f.tags = make(map[string]int)
		for i, c := range f.elem.Ext {
			if c != nil {
				f.tags[c.Tag] = i
			}
		}
	}
	if i, ok := f.tags[tag]; ok {
		return i
	}
	return -1
}

func (f *frame) closeChildren() {
	if !f.holes {
		return
	}
	kept := f.elem.Ext[:0]
	for _, c := range f.elem.Ext {
		if c != nil {
			kept = append(kept, c)
		}
	}
	clear(f.elem.Ext[len(kept):])
	f.elem.Ext = kept
}
