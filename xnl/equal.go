package xnl

import (
	"slices"
)

// Equal reports whether two trees mean the same. Places in the source, the spelling of numbers and
// the layout of text bodies (raw opener, sigil and marker of a new node) do not count, and a Float
// equals an Int of the same value, because an integral Float prints without a dot. The order of
// pairs and children counts.
func Equal(a, b Node) bool { return comparison{ordered: true}.nodes(a, b) }

// comparison compares trees. Arguments of tool calls are compared unordered.
type comparison struct{ ordered bool }

func (q comparison) nodes(a, b Node) bool {
	switch a := a.(type) {
	case *Element:
		b, ok := b.(*Element)
		return ok && q.elements(a, b)
	case *Map:
		b, ok := b.(*Map)
		return ok && q.maps(a, b)
	case Array:
		b, ok := b.(Array)
		return ok && slices.EqualFunc(a, b, q.nodes)
	case Int:
		switch b := b.(type) {
		case Int:
			return a.Value == b.Value
		case Float:
			return float64(a.Value) == b.Value
		}
		return false
	case Float:
		if b, ok := b.(Float); ok {
			return a.Value == b.Value
		}
		if b, ok := b.(Int); ok {
			return a.Value == float64(b.Value)
		}
		return false
	case String, Word, Bool, Null:
		return a == b
	}
	return a == nil && b == nil
}

func (q comparison) maps(a, b *Map) bool {
	if a.Len() != b.Len() {
		return false
	}
	if a.Len() == 0 {
		return true
	}
	if q.ordered {
		return slices.EqualFunc(a.entries, b.entries, func(x, y Entry) bool {
			return x.Key == y.Key && q.nodes(x.Value, y.Value)
		})
	}
	for key, x := range a.All() {
		y, ok := b.Get(key)
		if !ok || !q.nodes(x, y) {
			return false
		}
	}
	return true
}

func (q comparison) elements(a, b *Element) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Tag == b.Tag && a.Head == b.Head && a.ID == b.ID && q.maps(a.Meta, b.Meta) &&
		(a.Attrs == nil) == (b.Attrs == nil) && q.maps(a.Attrs, b.Attrs) &&
		(a.Body == nil) == (b.Body == nil) && slices.EqualFunc(a.Body, b.Body, q.nodes) &&
		(a.Ext == nil) == (b.Ext == nil) && slices.EqualFunc(a.Ext, b.Ext, q.elements) &&
		textEqual(a.Text, b.Text)
}

func textEqual(a, b *Text) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Sigil != 0 && b.Sigil != 0 && a.Sigil != b.Sigil {
		return false
	}
	return a.Value == b.Value
}
