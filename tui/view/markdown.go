package view

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newMarkdown makes a parser of Markdown with tables, struck text, bare links and tasks.
func newMarkdown() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		)...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
}

// parse reads a piece of Markdown.
func (l *look) parse(source []byte) ast.Node {
	if l.markdown == nil {
		l.markdown = newMarkdown()
	}
	return l.markdown.Parse(text.NewReader(source))
}

// marked is a Markdown text that grows. Blocks that nothing can change any more are made once; only
// the rest is read again when there is more.
//
//	text   |....final....|...open...|
//	                     ^ done     ^ end
//
// A block is final as soon as the first line of the block behind it is complete: then the block was
// closed by that line, whatever follows. A code block between fences is not read again at all, each
// line of it is looked at once (fence.go). A block of more than maxOpen bytes is cut at a line end.
// So the blocks that come out in the end depend on the text and not on its pieces, but for links that
// refer to definitions elsewhere: these are known to the blocks that are read with them.
type marked struct {
	text  string // all of it
	over  bool   // nothing follows
	done  int    // bytes of text that the final blocks are made of
	final []*Block
	codes []code   // closed code blocks in final that have not been offered for colouring yet
	fence *fence   // the text from done on goes on in this code block
	shown []*Block // what was given last
}

// maxOpen is how long a block may be, in bytes, before it is cut.
const maxOpen = 64 << 10

// code is a code block: blocks [first, first+count) of the answer.
type code struct {
	first, count int
	lang         string
}

// blocks gives the text as blocks. Those that are the same as before are the same blocks.
func (m *marked) blocks(l *look) []*Block {
	var open []*Block
	for {
		if m.fence != nil {
			if !m.readFence() {
				open = m.openFence()
				break
			}
			continue
		}
		more := false
		if open, more = m.read(l); !more {
			break
		}
	}
	all := make([]*Block, 0, len(m.final)+len(open))
	all = append(append(all, m.final...), open...)
	for i := len(m.final); i < len(all); i++ {
		if i < len(m.shown) && same(all[i], m.shown[i]) {
			all[i] = m.shown[i]
		}
	}
	m.shown = all
	return all
}

// same says that a block that was read again is what it was: its layout can stay.
func same(a, b *Block) bool {
	return a.Text == b.Text && a.First == b.First && a.Rest == b.Rest && a.NoWrap == b.NoWrap && a.Gap == b.Gap &&
		a.Join == b.Join && a.Right == b.Right && a.Fill == b.Fill && slices.Equal(a.Spans, b.Spans)
}

// read parses what is open. It makes blocks final that are, and gives the others; with more, there is
// more to read behind the ones that became final.
func (m *marked) read(l *look) (open []*Block, more bool) {
	window, full := m.window()
	if window == "" {
		return nil, false
	}
	source := []byte(window)
	tame(source)
	w := &walker{look: l, source: source, begun: len(m.final) > 0}
	units := unitsOf(l.parse(source), source)
	last := lastBegun(units, window, full)
	for _, u := range units[:last] {
		w.unit(u)
	}
	m.keep(w)
	if last < len(units) {
		m.done += units[last].start
		if m.enterFence(w, units[last], source) {
			return nil, true
		}
	}
	if full && last > 0 {
		return nil, true
	}
	for _, u := range units[last:] {
		w.unit(u)
	}
	if !full {
		return w.blocks, false
	}
	// The text ends here, or one block is too long.
	m.keep(w)
	m.done += len(window)
	if last < len(units) {
		m.done -= units[last].start
	}
	return nil, m.done < len(m.text)
}

// window gives what is parsed at once: what is open, if that is not too much. With full it ends where
// a block ends in any case.
func (m *marked) window() (text string, full bool) {
	rest := m.text[m.done:]
	if len(rest) > maxOpen {
		end := border(rest, 2*maxOpen)
		if i := strings.IndexByte(rest[maxOpen:end], '\n'); i >= 0 {
			return rest[:maxOpen+i+1], true
		}
		if len(rest) > 2*maxOpen {
			return rest[:end], true
		}
	}
	return rest, m.over
}

// keep makes blocks final.
func (m *marked) keep(w *walker) {
	for _, c := range w.codes {
		c.first += len(m.final)
		m.codes = append(m.codes, c)
	}
	m.final = append(m.final, w.blocks...)
	w.blocks, w.codes = nil, nil
}

// unit is one or more nodes that came of the same lines of text: the parser makes a table with a
// paragraph before it of what was one paragraph up to its last line.
type unit struct {
	nodes []ast.Node
	start int // of its first line
}

func (u unit) fence() *ast.FencedCodeBlock {
	f, ok := u.nodes[0].(*ast.FencedCodeBlock)
	if !ok || len(u.nodes) > 1 {
		return nil
	}
	return f
}

// unitsOf gives the top-level blocks of a document.
func unitsOf(doc ast.Node, source []byte) []unit {
	var units []unit
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		start := bytes.LastIndexByte(source[:max(n.Pos(), 0)], '\n') + 1
		if last := len(units) - 1; last >= 0 && (start <= units[last].start || oneParagraph(units[last].nodes, source[:start])) {
			units[last].nodes = append(units[last].nodes, n)
			continue
		}
		units = append(units, unit{nodes: []ast.Node{n}, start: start})
	}
	return units
}

// oneParagraph says that the block behind a text may be of the same paragraph as what is before it: no
// blank line is between them.
func oneParagraph(before []ast.Node, text []byte) bool {
	if k := before[len(before)-1].Kind(); k != ast.KindParagraph && k != ast.KindLinkReferenceDefinition {
		return false
	}
	line := bytes.TrimSuffix(text, []byte("\n"))
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	return len(bytes.TrimSpace(line)) > 0
}

// lastBegun gives the last unit whose first line is complete, and 0 if there is none: all before it are
// closed.
func lastBegun(units []unit, window string, full bool) int {
	for i := len(units) - 1; i > 0; i-- {
		if full || strings.IndexByte(window[units[i].start:], '\n') >= 0 {
			return i
		}
	}
	return 0
}
