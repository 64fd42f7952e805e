package view

import (
	"github.com/yuin/goldmark/parser"

	"eidolon/internal/leaf/lang"
	"eidolon/tui/theme"
)

// look is how items are drawn: the marks that the terminal has, the words, and the reader of Markdown, which is
// made when the first text needs it.
type look struct {
	marks
	lang.Table
	markdown parser.Parser
}

// marks are the characters that stand for something.
type marks struct{ user, tool, under, bullet, quote, rule, dot string }

func newLook(o Options) look {
	if o.ASCII {
		return look{Table: o.Lang, marks: marks{user: "> ", tool: "* ", under: "  | ", bullet: "- ", quote: "| ", rule: "-", dot: " - "}}
	}
	return look{Table: o.Lang, marks: marks{user: "❯ ", tool: "⏺ ", under: "  ⎿ ", bullet: "• ", quote: "│ ", rule: "─", dot: " · "}}
}

// underTool puts blocks below a tool line: a mark before the first row, blanks before the others.
func (l *look) underTool(blocks []*Block) []*Block {
	out := make([]*Block, len(blocks))
	for i, b := range blocks {
		under := *b
		first := "    "
		if i == 0 {
			first = l.under
		}
		under.First = before(first, b.First)
		under.Rest = before("    ", b.Rest)
		if b.Sides != nil {
			sides := *b.Sides
			sides.Left = before("    ", sides.Left)
			under.Sides = &sides
		}
		out[i] = &under
	}
	return out
}

// before puts a text before a gutter.
func before(text string, g Gutter) Gutter {
	if g.Text == "" {
		return Gutter{text, theme.Dim}
	}
	return Gutter{text + g.Text, g.Role}
}
