package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// Bounds of what is read. A file that a person wrote stays far below them; one that was made to hurt
// does not get past them.
const (
	// MaxBytes is the size of the largest document that is read.
	MaxBytes = 1 << 20

	maxDepth      = 64
	maxAliasNodes = 10_000 // values made by following aliases, in one document
	maxProblems   = 100
)

// Parse reads one YAML or JSON document. An empty document is a node of kind Null. The name appears
// in problems and in [Node.Source]. The error is an [*Error].
func Parse(name string, data []byte) (*Node, error) {
	if len(data) > MaxBytes {
		return nil, asError([]Problem{{File: name, Message: fmt.Sprintf(
			"is larger than %d KiB, so it is not read", MaxBytes>>10)}})
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	return convert(name, easeJSON(data))
}

// convert runs the library over data and copies its tree. The library has been archived, so a panic
// inside of it on some input stays unfixed: it becomes a problem like any other.
func convert(name string, data []byte) (root *Node, err error) {
	defer func() {
		if recover() != nil {
			root, err = nil, asError([]Problem{{File: name, Message: "is not valid YAML or JSON"}})
		}
	}()
	var doc, rest yaml.Node
	lines := &lineReader{data: data}
	decoder := yaml.NewDecoder(lines)
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return &Node{Source: name}, nil
	case err != nil:
		return nil, asError([]Problem{syntaxProblem(name, err, lines.count)})
	}
	switch err := decoder.Decode(&rest); {
	case err == nil:
		return nil, asError([]Problem{{
			File: name, Line: rest.Line,
			Message: `a second document begins here (a line "---"); only one is allowed`,
		}})
	case !errors.Is(err, io.EOF):
		return nil, asError([]Problem{syntaxProblem(name, err, lines.count)})
	}
	c := converter{file: name}
	root = c.node(&doc, 0)
	if err := asError(c.problems); err != nil {
		return nil, err
	}
	return root, nil
}

// converter copies the library's tree into Nodes: it resolves aliases and merge keys, and finds
// duplicate keys, which the library's tree form lets pass.
type converter struct {
	file       string
	problems   []Problem
	inAlias    int // aliases being followed at the moment
	aliasNodes int // nodes made while following aliases
}

func (c *converter) report(y *yaml.Node, format string, args ...any) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, Problem{File: c.file, Line: y.Line, Message: fmt.Sprintf(format, args...)})
	}
}

func (c *converter) node(y *yaml.Node, depth int) *Node {
	n := &Node{Source: c.file, Line: y.Line}
	if depth > maxDepth {
		c.report(y, "nested deeper than %d levels", maxDepth)
		return n
	}
	if c.inAlias > 0 {
		c.aliasNodes++
	}
	if c.aliasNodes > maxAliasNodes {
		if c.aliasNodes == maxAliasNodes+1 {
			c.report(y, "the aliases (*name) stand for more than %d values", maxAliasNodes)
		}
		return n
	}
	switch y.Kind {
	case yaml.DocumentNode:
		return c.node(y.Content[0], depth)
	case yaml.AliasNode:
		c.inAlias++
		n = c.node(y.Alias, depth+1)
		c.inAlias--
	case yaml.SequenceNode:
		c.checkTag(y, "!!seq")
		n.Kind = List
		for _, item := range y.Content {
			n.Items = append(n.Items, c.node(item, depth+1))
		}
	case yaml.MappingNode:
		c.checkTag(y, "!!map")
		c.mapping(n, y, depth)
	case yaml.ScalarNode:
		c.scalar(n, y)
	}
	return n
}

func (c *converter) checkTag(y *yaml.Node, want string) {
	if tag := y.ShortTag(); tag != want {
		c.report(y, "the tag %s is not supported", quote(tag))
	}
}

func (c *converter) scalar(n *Node, y *yaml.Node) {
	switch tag := y.ShortTag(); tag {
	case "!!null":
		return
	case "!!int", "!!float", "!!bool":
		n.Type = strings.TrimPrefix(tag, "!!")
	case "!!str", "!!timestamp", "!!merge":
		n.Type = "str"
	default:
		c.report(y, "the tag %s is not supported", quote(tag))
	}
	n.Kind, n.Text = Scalar, y.Value
}

func (c *converter) mapping(n *Node, y *yaml.Node, depth int) {
	n.Kind = Map
	first := map[string]int{} // line of each key
	var merged []*yaml.Node
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode || key.ShortTag() == "!!null":
			c.report(y.Content[i], "a key must be a word or a quoted text")
			continue
		case key.ShortTag() == "!!merge":
			merged = append(merged, value)
			continue
		}
		if line, twice := first[key.Value]; twice {
			c.report(y.Content[i], "the key %s is given twice, first in line %d", quote(key.Value), line)
			continue
		}
		first[key.Value] = y.Content[i].Line
		field := &Field{Key: key.Value, Line: y.Content[i].Line, Value: c.node(value, depth+1)}
		n.Fields = append(n.Fields, field)
	}
	for _, value := range merged {
		c.merge(n, first, c.node(value, depth+1))
	}
}

// merge adds what a "<<" key brings; keys that are there already win.
func (c *converter) merge(n *Node, have map[string]int, from *Node) {
	switch from.Kind {
	case Map:
		for _, f := range from.Fields {
			if _, ok := have[f.Key]; !ok {
				have[f.Key] = f.Line
				n.Fields = append(n.Fields, f)
			}
		}
	case List:
		for _, item := range from.Items {
			if item.Kind == List { // lists inside would be a second meaning of "<<"
				item = &Node{Kind: Scalar, Source: item.Source, Line: item.Line}
			}
			c.merge(n, have, item)
		}
	case Null, Scalar:
		c.report(&yaml.Node{Line: from.Line}, `the value of "<<" must be an alias of a group of keys, or a list of them`)
	}
}

// scalarType is what YAML takes a plain text for.
func scalarType(text string) string {
	tag := (&yaml.Node{Kind: yaml.ScalarNode, Value: text}).ShortTag()
	switch tag {
	case "!!int", "!!float", "!!bool":
		return strings.TrimPrefix(tag, "!!")
	}
	return "str"
}
