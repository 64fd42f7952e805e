package view

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

// walker makes blocks of a tree of Markdown.
type walker struct {
	look   *look
	source []byte
	blocks []*Block
	codes  []code

	begun  bool // there is a block before the next one
	gap    bool // an empty row comes before the next block
	levels []level
	quotes int
}

// level is a container that the walker is in: a list item or a quote.
type level struct {
	first, rest string // what stands before its first row and before the others
	role        theme.Role
	used        bool // the first row is there
}

// maxLevels is how many containers show. Deeper ones look like the last of them.
const maxLevels = 12

// unit adds a block of the top level.
func (w *walker) unit(u unit) {
	for _, n := range u.nodes {
		w.gap = w.begun
		w.node(n)
	}
}

// emit adds a block with the gutters of all containers.
func (w *walker) emit(b *Block) {
	first, rest, role := "", "", theme.Dim
	for i := range w.levels {
		l := &w.levels[i]
		if i >= maxLevels {
			l.used = true
			continue
		}
		if l.used {
			first += l.rest
		} else {
			first += l.first
		}
		l.used = true
		rest += l.rest
		role = l.role
	}
	if b.First.Text == "" && b.Rest.Text == "" {
		b.First.Role, b.Rest.Role = role, role
	}
	b.First.Text, b.Rest.Text = first+b.First.Text, rest+b.Rest.Text
	b.Gap = w.gap
	w.gap, w.begun = false, true
	w.blocks = append(w.blocks, split(b)...)
}

// node adds a block of any kind.
func (w *walker) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n)
	case *ast.FencedCodeBlock:
		w.code(n, language(n.Language(w.source)))
	case *ast.CodeBlock:
		w.code(n, "")
	case *ast.HTMLBlock:
		w.html(n)
	case *ast.ThematicBreak:
		b := dimText(strings.Repeat(w.look.rule, 24))
		b.NoWrap = true
		w.emit(b)
	case *ast.Blockquote:
		w.quotes++
		w.inside(level{first: w.look.quote, rest: w.look.quote, role: theme.Quote}, n, true)
		w.quotes--
	case *ast.List:
		w.list(n)
	case *east.Table:
		w.table(n)
	case *ast.LinkReferenceDefinition:
		// It is seen where it is used.
	default: // paragraphs, and blocks of tight list items
		w.emit(w.inline(n, w.base()))
	}
}

// base is the style of running text.
func (w *walker) base() Style {
	if w.quotes > 0 {
		return Style{Role: theme.Quote}
	}
	return Style{}
}

// inside walks what is in a container.
func (w *walker) inside(l level, n ast.Node, gaps bool) {
	w.levels = append(w.levels, l)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c != n.FirstChild() {
			w.gap = gaps
		}
		w.node(c)
	}
	if !w.levels[len(w.levels)-1].used { // nothing is in it
		w.emit(&Block{})
	}
	w.levels = w.levels[:len(w.levels)-1]
}

func (w *walker) heading(n *ast.Heading) {
	b := w.inline(n, Style{Role: theme.Heading})
	b.First = Gutter{strings.Repeat("#", n.Level) + " ", theme.Heading}
	b.Rest = Gutter{Text: strings.Repeat(" ", n.Level+1)}
	w.emit(b)
}

func (w *walker) list(n *ast.List) {
	number, widest := n.Start, 0
	if n.IsOrdered() {
		widest = len(strconv.Itoa(number+n.ChildCount()-1)) + 2
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c != n.FirstChild() {
			w.gap = !n.IsTight
		}
		mark := w.look.bullet
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + string(n.Marker) + " "
			mark = strings.Repeat(" ", max(widest-len(mark), 0)) + mark
			number++
		}
		w.inside(level{first: mark, rest: strings.Repeat(" ", width.Of(mark)), role: theme.Dim}, c, !n.IsTight)
	}
}

// code adds a code block, in pieces when it is long.
func (w *walker) code(n ast.Node, lang string) {
	text := codeText{lang: lang}
	lines := n.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		text.line(asWritten(line.Value(w.source)))
	}
	text.end()
	gap, first := w.gap, len(w.blocks)
	for i, b := range text.blocks {
		w.gap = gap && i == 0
		w.emit(b)
	}
	if lang != "" {
		w.codes = append(w.codes, code{first, len(w.blocks) - first, lang})
	}
}

// html adds HTML as the text that it is.
func (w *walker) html(n *ast.HTMLBlock) {
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		b.WriteString(asWritten(line.Value(w.source)))
	}
	if n.HasClosure() {
		b.WriteString(asWritten(n.ClosureLine.Value(w.source)))
	}
	w.emit(styledText(strings.TrimRight(plain(b.String()), "\n"), w.base()))
}
