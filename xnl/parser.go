package xnl

import "bytes"

// maxDepth is how many elements, object literals and array literals may be open at once.
const maxDepth = 1000

// Options choose a dialect. The zero value is the one for files.
type Options struct {
	// Lenient takes commas between pairs, values and children as white space and ':' for '='. It
	// is meant for what a model writes.
	Lenient bool
	// HashIsID reads <a #b> as an element with the id b and not as the opener of a text body with
	// the marker b, for files that other programs wrote.
	HashIsID bool
}

// Doc is a parsed document.
type Doc struct {
	Nodes    []*Element
	Warnings []Warning
}

const byteOrderMark = "\xef\xbb\xbf"

// Parse reads a document: any number of elements with white space and comments between them. On
// failure it returns a *SyntaxError and the elements before it. The tree shares no memory with src.
func Parse(src []byte, opts Options) (Doc, error) {
	m := machine{opts: opts}
	return parse(&m, src)
}

// ParseOne reads a document of exactly one element.
func ParseOne(src []byte, opts Options) (*Element, []Warning, error) {
	m := machine{opts: opts, single: true}
	doc, err := parse(&m, src)
	if err != nil {
		return nil, doc.Warnings, err
	}
	return doc.Nodes[0], doc.Warnings, nil
}

func parse(m *machine, src []byte) (Doc, error) {
	rest := bytes.TrimPrefix(src, []byte(byteOrderMark))
	m.offset = len(src) - len(rest)
	nodes, err := m.drain(rest, nil)
	if err == nil {
		err = m.close()
	}
	doc := Doc{Nodes: nodes, Warnings: m.warnings}
	if err != nil {
		return doc, err.locate(src)
	}
	return doc, nil
}

// drain feeds all of p and appends the elements it completes to nodes.
func (m *machine) drain(p []byte, nodes []*Element) ([]*Element, *SyntaxError) {
	for len(p) > 0 {
		n, sig := m.feed(p)
		p = p[n:]
		switch sig {
		case sigDone:
			nodes = append(nodes, m.done)
		case sigFailed:
			return nodes, m.err
		case sigMore, sigOpened:
		}
	}
	return nodes, nil
}
