package xnl

import (
	"errors"
	"strconv"
	"strings"
)

// toolCallTag is the tag of the elements that are calls. Their text bodies are read by the raw rule.
const toolCallTag = "tool_call"

// Keys of metadata that do not become arguments.
const (
	metaID   = "id"
	metaName = "name"
	metaLang = "lang"
	metaMain = "main"
)

// langJavaScript is the one value of metaLang that is known.
const langJavaScript = "javascript"

// callError is why a complete element is no valid call.
type callError struct {
	code   Code
	offset int // in the message
	msg    string
}

// call is a call that has been read.
type call struct {
	name    string
	args    *Map
	notices []Code
}

// textOf returns the text of a value that may stand for a name or an id, or "".
func textOf(m *Map, key string) string {
	switch n, _ := m.Get(key); n := n.(type) {
	case String:
		return string(n)
	case Word:
		return string(n)
	case Int:
		if n.Raw != "" {
			return n.Raw
		}
		return strconv.FormatInt(n.Value, 10)
	case Float:
		return n.Raw
	}
	return ""
}

// callName returns the tool that the head of a call names, or "".
func callName(e *Element) string {
	if e.Head != "" {
		return e.Head
	}
	return textOf(e.Meta, metaName)
}

// isNative reports whether a call has the native form, in which the element holds the arguments.
func isNative(e *Element) bool {
	_, lang := e.Meta.Get(metaLang)
	return !lang && callName(e) != ""
}

// bodyBegins handles the opener of the text body of an element in a block; end is the offset just
// after it. The body of a native call is shown from here on.
func (s *Scanner) bodyBegins(end int) {
	e := s.machine.stack[0].elem
	if e.Tag != toolCallTag || !isNative(e) {
		return
	}
	s.preview, s.bodyAt, s.shown = true, end, 0
	s.identify(e, end)
	head := *e
	head.Text = nil
	c, _ := readNative(&head, s.opts.MainParam) // what is wrong with it is told with the whole call
	s.emit(Event{
		Kind: EventCallBegin, ID: s.id.id, Name: callName(e), Args: c.args,
		Block: s.block, Start: s.start, End: end,
	})
}

// finish handles a complete element of a block.
func (s *Scanner) finish(e *Element, end int) {
	if e.Tag != toolCallTag {
		s.emit(Event{Kind: EventNotice, Code: IgnoredElement, Block: s.block, Start: s.start, End: end})
		return
	}
	s.identify(e, end)
	c, err := s.readCall(e)
	if err != nil {
		s.emit(Event{
			Kind: EventCallError, ID: s.id.id, Code: err.code, Offset: err.offset, Msg: err.msg,
			Block: s.block, Start: s.start, End: end,
		})
		return
	}
	for _, code := range c.notices {
		s.callNotice(code, end)
	}
	code := s.calls.add(s.id, c)
	if code != "" {
		s.callNotice(code, end)
	}
	if code == DuplicateCall {
		return
	}
	s.emit(Event{
		Kind: EventCall, ID: s.id.id, Name: c.name, Args: c.args,
		Block: s.block, Start: s.start, End: end,
	})
}

// callNotice tells of something about the present call.
func (s *Scanner) callNotice(code Code, end int) {
	s.emit(Event{Kind: EventNotice, Code: code, ID: s.id.id, Block: s.block, Start: s.start, End: end})
}

// identify gives the present call its id, once.
func (s *Scanner) identify(e *Element, end int) {
	if s.id.id != "" {
		return
	}
	key := e.ID
	if key == "" {
		key = textOf(e.Meta, metaID)
	}
	var code Code
	s.id, code = s.calls.identify(key)
	if code != "" {
		s.callNotice(code, end)
	}
}

// readCall reads the name and the arguments of a call.
func (s *Scanner) readCall(e *Element) (call, *callError) {
	if isNative(e) {
		return readNative(e, s.opts.MainParam)
	}
	lang, given := e.Meta.Get(metaLang)
	switch {
	case given && textOf(e.Meta, metaLang) != langJavaScript:
		return call{}, &callError{UnsupportedLang, e.Offset, "lang can only be javascript, not " + describe(lang)}
	case e.Text == nil:
		return call{}, &callError{BadCall, e.Offset, "the call has neither a tool name nor a text body"}
	}
	return readScript(e, s.machine.allBody[leadingBreak(s.machine.allBody):])
}

func describe(n Node) string {
	if b, err := Format(n, Layout{}); err == nil && len(b) < 40 {
		return string(b)
	}
	return "that"
}

// readScript reads a call in the JavaScript form. The body is given in its original bytes, so that
// offsets in it are offsets in the message.
func readScript(e *Element, body []byte) (call, *callError) {
	js, err := ReadJSCall(body)
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		return call{}, &callError{syntax.Code, e.Text.Offset + syntax.Offset, syntax.Msg}
	}
	if name := callName(e); name != "" && name != js.Name {
		return call{}, &callError{NameMismatch, e.Offset, "the head names " + name + ", the body " + js.Name}
	}
	return call{name: js.Name, args: js.Args, notices: js.Notices}, nil
}

// readNative reads a call in the native form.
func readNative(e *Element, mainParam func(string) (string, bool)) (call, *callError) {
	a := arguments{elem: e, args: &Map{}}
	for key, value := range e.Meta.All() {
		switch key {
		case metaID, metaName, metaLang, metaMain:
		default:
			a.add(key, value)
		}
	}
	for key, value := range e.Attrs.All() {
		a.add(key, value)
	}
	if e.Body != nil {
		a.fail(BadArgs, "arguments have names, so a call takes no [] block")
	}
	for _, child := range e.Ext {
		a.add(child.Tag, a.child(child))
	}
	name := callName(e)
	if e.Text != nil {
		param := textOf(e.Meta, metaMain)
		if main, ok := mainParam(name); param == "" && ok {
			param = main
		}
		a.body(name, param)
	}
	return call{name: name, args: a.args}, a.err
}

// arguments collects the arguments of a native call and keeps the first error.
type arguments struct {
	elem *Element
	args *Map
	err  *callError
}

func (a *arguments) fail(code Code, msg string) {
	if a.err == nil {
		a.err = &callError{code, a.elem.Offset, msg}
	}
}

func (a *arguments) add(key string, value Node) {
	value, ok := plainValue(value)
	if !ok {
		a.fail(BadArgs, "the argument "+key+" is or holds an element")
	}
	if a.args.Set(key, value) {
		a.fail(DuplicateParam, "the argument "+key+" is given twice")
	}
}

// body adds the text body as the argument param, which is "" when the tool takes none.
func (a *arguments) body(name, param string) {
	if param == "" {
		a.fail(NoMainParam, name+" takes no text body; name the parameter with main=\"...\" or give it in {}")
		return
	}
	a.add(param, String(a.elem.Text.Value))
}

// child returns what an element in the () block of a call stands for.
func (a *arguments) child(c *Element) Node {
	switch {
	case c.Text != nil:
		text := c.Text.Value
		if chomp, _ := c.Meta.Get("chomp"); chomp == Bool(true) {
			text = strings.TrimSuffix(text, "\n")
			if len(text) < len(c.Text.Value) {
				text = strings.TrimSuffix(text, "\r")
			}
		}
		return String(text)
	case c.Head != "" || c.ID != "" || c.Meta.Len() > 0 || c.Ext != nil:
	case c.Attrs != nil && c.Body == nil:
		return c.Attrs
	case c.Body != nil && c.Attrs == nil:
		return Array(c.Body)
	}
	a.fail(BadArgs, "the child "+c.Tag+" has to be a text, or have only a {} or only a [] block")
	return Null{}
}

// plainValue turns the words in a value into strings, in place, and reports whether it is free of
// elements.
func plainValue(n Node) (Node, bool) {
	switch n := n.(type) {
	case Word:
		return String(n), true
	case *Element:
		return n, false
	case Array:
		for i := range n {
			v, ok := plainValue(n[i])
			if !ok {
				return n, false
			}
			n[i] = v
		}
	case *Map:
		for i := range n.entries {
			v, ok := plainValue(n.entries[i].Value)
			if !ok {
				return n, false
			}
			n.entries[i].Value = v
		}
	}
	return n, true
}
