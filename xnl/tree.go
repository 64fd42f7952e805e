package xnl

import (
	"iter"
	"slices"
)

// Node is a value in a tree. The family is closed: *Element, *Map (object), Array, String, Word,
// Int, Float, Bool, Null.
type Node interface{ node() }

// Element is a tagged node. A data element has Text nil; a text element has Text set and neither
// Body nor Ext. For Attrs, Body and Ext, nil means that the block is absent.
type Element struct {
	Tag    string
	Head   string     // head word, such as the tool name; empty when absent
	ID     string     // the id written as #id; empty when absent
	Meta   *Map       // pairs before the blocks; nil when there are none
	Attrs  *Map       // the {} block
	Body   []Node     // the [] block
	Ext    []*Element // the () block; tags are unique
	Text   *Text      // the text body
	Offset int        // of the '<', in bytes from the start of the input
}

// Text is the body of a text element.
type Text struct {
	// Value is the text as the element means it: the plain or the raw rule applied.
	Value string
	// Verbatim is the body by the raw rule, whatever the element asked for. Only parsing sets it.
	Verbatim string
	// Sigil is '#' or '?'; 0 in a new node lets Format choose sigil and marker.
	Sigil  byte
	Marker string
	// Raw tells that the opener carried '!'.
	Raw bool
	// Offset is where Verbatim begins in the input.
	Offset int
}

// The scalars and the array literal.
type (
	// Array is an array literal.
	Array []Node
	// String is a quoted string.
	String string
	// Word is a bare dotted name that stands as a value. It is not a String.
	Word string
	// Bool is true or false.
	Bool bool
	// Null is null.
	Null struct{}
	// Int is a number without dot and exponent that fits 64 bits.
	Int struct {
		Value int64
		Raw   string // the spelling in the source, empty when it is the plain decimal
	}
	// Float is any other number. NaN and infinities cannot be read or printed.
	Float struct {
		Value float64
		Raw   string // the spelling in the source, empty in a new node
	}
)

func (*Element) node() {}
func (*Map) node()     {}
func (Array) node()    {}
func (String) node()   {}
func (Word) node()     {}
func (Bool) node()     {}
func (Null) node()     {}
func (Int) node()      {}
func (Float) node()    {}

// Child returns the element with the given tag in the () block, or nil.
func (e *Element) Child(tag string) *Element {
	for _, c := range e.Ext {
		if c.Tag == tag {
			return c
		}
	}
	return nil
}

// Entry is one pair of a Map.
type Entry struct {
	Key   string
	Value Node
}

// Map holds pairs in source order, each key once. A nil Map reads as empty; the zero Map is ready
// to use.
type Map struct {
	entries []Entry
	// index is nil while the map is so small that looking through entries is faster.
	index map[string]int
}

// smallMap is the size up to which a Map does without an index.
const smallMap = 12

// NewMap returns a map of the given entries; of two with one key the last value counts.
func NewMap(entries ...Entry) *Map {
	m := &Map{}
	for _, e := range entries {
		m.Set(e.Key, e.Value)
	}
	return m
}

// newMap returns an empty map with room for a few pairs, in one allocation of a round size.
func newMap() *Map {
	b := new(struct {
		m    Map
		room [3]Entry
	})
	b.m.entries = b.room[:0]
	return &b.m
}

// Len returns the number of pairs.
func (m *Map) Len() int {
	if m == nil {
		return 0
	}
	return len(m.entries)
}

// Get returns the value of a key.
func (m *Map) Get(key string) (Node, bool) {
	i := m.find(key)
	if i < 0 {
		return nil, false
	}
	return m.entries[i].Value, true
}

// Set gives a key its value and reports whether the key was there before. A known key keeps its
// place.
func (m *Map) Set(key string, value Node) (replaced bool) {
	if i := m.find(key); i >= 0 {
		m.entries[i].Value = value
		return true
	}
	m.entries = append(m.entries, Entry{key, value})
	if m.index != nil {
		m.index[key] = len(m.entries) - 1
	} else if len(m.entries) > smallMap {
		m.reindex()
	}
	return false
}

// All iterates over the pairs in order.
func (m *Map) All() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) {
		if m == nil {
			return
		}
		for _, e := range m.entries {
			if !yield(e.Key, e.Value) {
				return
			}
		}
	}
}

func (m *Map) find(key string) int {
	if m == nil {
		return -1
	}
	if m.index != nil {
		if i, ok := m.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range m.entries {
		if m.entries[i].Key == key {
			return i
		}
	}
	return -1
}

func (m *Map) reindex() {
	m.index = make(map[string]int, 2*len(m.entries))
	for i := range m.entries {
		m.index[m.entries[i].Key] = i
	}
}

// dropNil removes the pairs that have no value, all at once so that the cost stays linear.
func (m *Map) dropNil() {
	m.entries = slices.DeleteFunc(m.entries, func(e Entry) bool { return e.Value == nil })
	if m.index != nil {
		m.reindex()
	}
}
