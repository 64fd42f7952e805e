package yamldoc

import (
	"fmt"
	"slices"
)

// Kind is the form of a node.
type Kind int

// The forms of a node.
const (
	Null Kind = iota // nothing after the colon, null or ~
	Scalar
	List
	Map
)

// Node is a value with the place it was written at. Aliases and merge keys are resolved, so a tree
// has no sharing and may be changed in place.
type Node struct {
	Kind   Kind
	Text   string   // of a Scalar: as written, with quotes and escapes resolved
	Type   string   // of a Scalar: "str", "int", "float" or "bool", as YAML takes it
	Items  []*Node  // of a List
	Fields []*Field // of a Map, in the order of the file; keys are unique
	Source string   // the file, or where else the value comes from
	Line   int      // 1-based, or 0 when Source has no lines
}

// Field is one entry of a map.
type Field struct {
	Key   string
	Line  int // of the key
	Value *Node
}

// NewScalar makes a text node that does not come from a file.
func NewScalar(source, text string) *Node {
	return &Node{Kind: Scalar, Type: scalarType(text), Text: text, Source: source}
}

// NewMap makes an empty map that does not come from a file.
func NewMap(source string) *Node { return &Node{Kind: Map, Source: source} }

// Where names the place of the node: "file:line", or the source alone.
func (n *Node) Where() string {
	if n.Line == 0 {
		return n.Source
	}
	return fmt.Sprintf("%s:%d", n.Source, n.Line)
}

// Problem makes a problem at the place of the node.
func (n *Node) Problem(format string, args ...any) Problem {
	return Problem{File: n.Source, Line: n.Line, Message: fmt.Sprintf(format, args...)}
}

// Field gives the entry of a key, or nil. A nil node has no entries.
func (n *Node) Field(key string) *Field {
	if n == nil || n.Kind != Map {
		return nil
	}
	for _, f := range n.Fields {
		if f.Key == key {
			return f
		}
	}
	return nil
}

// Get follows keys from map to map and gives the node at the end, or nil.
func (n *Node) Get(keys ...string) *Node {
	for _, key := range keys {
		f := n.Field(key)
		if f == nil {
			return nil
		}
		n = f.Value
	}
	return n
}

// Set puts value under the path of keys. Maps on the way are made where they are missing or empty;
// it reports false, and changes nothing, when something else stands in the way.
func (n *Node) Set(value *Node, keys ...string) bool {
	if n.Kind == Null {
		n.Kind = Map
	}
	if n.Kind != Map {
		return false
	}
	key, rest := keys[0], keys[1:] //nolint:gosec // a path has at least one key
	f := n.Field(key)
	if f == nil {
		f = &Field{Key: key, Line: value.Line, Value: &Node{Kind: Map, Source: value.Source, Line: value.Line}}
		n.Fields = append(n.Fields, f)
	}
	if len(rest) > 0 {
		return f.Value.Set(value, rest...)
	}
	f.Value = value
	return true
}

// Delete removes a key.
func (n *Node) Delete(key string) {
	n.Fields = slices.DeleteFunc(n.Fields, func(f *Field) bool { return f.Key == key })
}

// IsSet reports whether the node holds something. A nil node does not.
func (n *Node) IsSet() bool { return n != nil && n.Kind != Null }

// describe names what stands where something else was expected.
func (n *Node) describe() string {
	switch n.Kind {
	case Null:
		return "nothing"
	case List:
		return "a list"
	case Map:
		return "a group of keys"
	case Scalar:
		return quote(n.Text)
	}
	return "something else"
}
