package conformance

import (
	"errors"
	"strconv"

	"eidolon/xnl"
)

// object is a JSON object under construction, in order.
type object struct{ b []byte }

func (o *object) raw(key string, value []byte) {
	sep := byte(',')
	if len(o.b) == 0 {
		sep = '{'
	}
	o.b = append(o.b, sep)
	o.b = append(append(append(o.b, quote(key)...), ':'), value...)
}

func (o *object) str(key, value string) { o.raw(key, quote(value)) }

func (o *object) bytes() []byte { return append(o.b, '}') }

// quote returns s as a JSON string.
func quote(s string) []byte {
	b, _ := xnl.ToJSON(xnl.String(s)) // a string always has a JSON form
	return b
}

// list returns a JSON array of n items.
func list(n int, item func(int) []byte) []byte {
	b := []byte{'['}
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, item(i)...)
	}
	return append(b, ']')
}

// Tree returns a document as JSON: {"nodes":[...]} and, if there are any, "warnings":[...].
func Tree(doc xnl.Doc) []byte {
	var o object
	o.raw("nodes", list(len(doc.Nodes), func(i int) []byte { return node(doc.Nodes[i]) }))
	if len(doc.Warnings) > 0 {
		o.raw("warnings", list(len(doc.Warnings), func(i int) []byte { return warning(doc.Warnings[i]) }))
	}
	return o.bytes()
}

func warning(w xnl.Warning) []byte {
	var o object
	o.str("code", string(w.Code))
	o.str("name", w.Name)
	return o.bytes()
}

func node(n xnl.Node) []byte {
	var o object
	switch n := n.(type) {
	case *xnl.Element:
		return element(n)
	case *xnl.Map:
		o.str("t", "obj")
		o.raw("v", pairs(n))
	case xnl.Array:
		o.str("t", "arr")
		o.raw("v", list(len(n), func(i int) []byte { return node(n[i]) }))
	case xnl.String:
		o.str("t", "str")
		o.str("v", string(n))
	case xnl.Word:
		o.str("t", "word")
		o.str("v", string(n))
	case xnl.Int:
		o.str("t", "int")
		o.str("v", strconv.FormatInt(n.Value, 10))
		if n.Raw != "" {
			o.str("raw", n.Raw)
		}
	case xnl.Float:
		o.str("t", "float")
		number, _ := xnl.ToJSON(n) // a parsed number is finite
		o.raw("v", number)
		o.str("raw", n.Raw)
	case xnl.Bool:
		o.str("t", "bool")
		o.raw("v", strconv.AppendBool(nil, bool(n)))
	case xnl.Null:
		o.str("t", "null")
	}
	return o.bytes()
}

func element(e *xnl.Element) []byte {
	var o object
	if e.Text != nil {
		o.str("t", "text")
	} else {
		o.str("t", "data")
	}
	o.str("tag", e.Tag)
	if e.Head != "" {
		o.str("word", e.Head)
	}
	if e.ID != "" {
		o.str("id", e.ID)
	}
	o.raw("meta", pairs(e.Meta))
	if e.Attrs != nil {
		o.raw("attrs", pairs(e.Attrs))
	}
	if e.Body != nil {
		o.raw("body", list(len(e.Body), func(i int) []byte { return node(e.Body[i]) }))
	}
	if e.Ext != nil {
		o.raw("ext", list(len(e.Ext), func(i int) []byte { return pair(e.Ext[i].Tag, e.Ext[i]) }))
	}
	if e.Text != nil {
		text(&o, e.Text)
	}
	return o.bytes()
}

func text(o *object, t *xnl.Text) {
	o.str("open", string(rune(t.Sigil)))
	if t.Marker != "" {
		o.str("marker", t.Marker)
	}
	if t.Raw {
		o.raw("raw", []byte("true"))
	}
	o.str("text", t.Value)
}

func pairs(m *xnl.Map) []byte {
	all := make([][]byte, 0, m.Len())
	for key, value := range m.All() {
		all = append(all, pair(key, value))
	}
	return list(len(all), func(i int) []byte { return all[i] })
}

func pair(key string, value xnl.Node) []byte {
	b := append([]byte{'['}, quote(key)...)
	b = append(append(b, ','), node(value)...)
	return append(b, ']')
}

// Error returns an error of package xnl as JSON: {"code","message","offset","line","column"}. Of
// any other error it gives the message.
func Error(err error) []byte {
	var o object
	var syntax *xnl.SyntaxError
	if !errors.As(err, &syntax) {
		o.str("message", err.Error())
		return o.bytes()
	}
	o.str("code", string(syntax.Code))
	o.str("message", syntax.Error())
	o.raw("offset", strconv.AppendInt(nil, int64(syntax.Offset), 10))
	o.raw("line", strconv.AppendInt(nil, int64(syntax.Line), 10))
	o.raw("column", strconv.AppendInt(nil, int64(syntax.Column), 10))
	return o.bytes()
}

// eventName returns the word for a kind of event.
func eventName(k xnl.Kind) string {
	return [...]string{
		xnl.EventText: "text", xnl.EventQuote: "quote", xnl.EventBlockBegin: "block_begin",
		xnl.EventCallBegin: "call_begin", xnl.EventBody: "body", xnl.EventCall: "call",
		xnl.EventCallError: "call_error", xnl.EventBlockEnd: "block_end",
		xnl.EventBlockUnclosed: "block_unclosed", xnl.EventNotice: "notice",
	}[k]
}

// event returns an event as JSON.
func event(e xnl.Event) []byte {
	var o object
	o.str("e", eventName(e.Kind))
	switch e.Kind {
	case xnl.EventText, xnl.EventQuote, xnl.EventBody:
		o.str("s", string(e.Text))
	case xnl.EventCallBegin, xnl.EventCall:
		o.str("id", e.ID)
		o.str("name", e.Name)
		if e.Kind == xnl.EventCall {
			args, _ := e.Args.MarshalJSON() // arguments are plain data
			o.raw("args", args)
		}
	case xnl.EventCallError:
		if e.ID != "" {
			o.str("id", e.ID)
		}
		o.str("code", string(e.Code))
		o.raw("offset", strconv.AppendInt(nil, int64(e.Offset), 10))
	case xnl.EventBlockEnd:
		o.raw("calls", stringList(e.Calls))
	case xnl.EventBlockUnclosed:
		o.raw("cancelled", stringList(e.Calls))
	case xnl.EventNotice:
		o.str("code", string(e.Code))
	case xnl.EventBlockBegin:
	}
	return o.bytes()
}

func stringList(s []string) []byte {
	return list(len(s), func(i int) []byte { return quote(s[i]) })
}
