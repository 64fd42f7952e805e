package view

import (
	"encoding/json"
	"slices"
	"strings"

	"eidolon/tui/theme"
	"eidolon/xnl"
)

const (
	inputShown = 140 // characters of a call's input
	shownLines = 5   // lines of its output
	diffShown  = 20  // lines of a change
	liveShown  = 8   // lines of a text that is being written
)

// card is what stands below a tool line, and how the line differs from the usual.
type card struct {
	hide   []string // fields of the input that the line leaves out: they are below it
	about  string   // what the line says in their place, or ""
	folded []*Block
	more   []*Block // when unfolded; nil for the same
	state  State    // instead of the usual one, if it has a text
	source string   // what is copied
}

// looks are the looks of tools, by their names without the namespace.
var looks = map[string]func(c *call, o *outcome, l *look) card{
	"bash":       bashCard,
	"read_file":  readCard,
	"write_file": changeCard,
	"edit":       changeCard,
	"edit_text":  changeCard,
	"move_file":  quietCard,

	"apply_patch": patchCard,
	"tool_help":   helpCard,

	"ls":         lsCard,
	"glob":       globCard,
	"grep":       grepCard,
	"todo_write": todoCard,

	"exit_plan_mode": planCard,
	"thread_search":  searchCard,
	"read_thread":    threadCard,

	"invoke_subagent": subagentCard,
	"fetch_webpage":   pageCard,
	"web_search":      hitsCard,
}

// draw implements body. A call with a result changes no more, and what it was made of is let go.
func (c *call) draw(l *look) Item {
	if c.drawn == nil {
		item := c.item(l)
		if c.result == nil {
			return item
		}
		c.drawn = &item
		c.result.Output, c.input = nil, nil
	}
	return *c.drawn
}

// item makes the item.
func (c *call) item(l *look) Item {
	var o outcome
	if c.result != nil {
		_ = json.Unmarshal(c.result.Output, &o) // what cannot be read is left out
	}
	show := genericCard
	if own, ok := looks[c.name[strings.LastIndexByte(c.name, '.')+1:]]; ok {
		show = own
	}
	k := show(c, &o, l)
	if c.result != nil && !c.result.OK {
		k = c.failed(&o, k, l)
	}
	item := Item{Kind: ToolItem, Call: c.key, State: c.stateWords(&o, l), Open: c.state != callEnded, Source: k.source}
	if k.state.Text != "" && c.result != nil && c.result.OK {
		item.State = k.state
	}
	head := append([]*Block{c.head(k, l)}, c.decided(l)...)
	item.Blocks = append(slices.Clip(head), l.underTool(k.folded)...)
	if k.more != nil {
		item.More = append(slices.Clip(head), l.underTool(k.more)...)
	}
	return item
}

// head is the tool line: mark, name and input.
func (c *call) head(k card, l *look) *Block {
	name := oneLine(c.name)
	if name == "" {
		name = l.T("a call that cannot be read")
	}
	b := &Block{Text: name, Spans: []Span{{0, len(name), Style{Role: theme.Tool}}}}
	b.First, b.Rest = Gutter{l.tool, theme.Tool}, Gutter{"  ", theme.Dim}
	input := k.about
	if input == "" {
		input = inputLine(c.input, k.hide)
	}
	if input != "" {
		b.Text += " " + input
		b.Spans = append(b.Spans, Span{len(name) + 1, len(b.Text), Style{Role: theme.Input}})
	}
	return b
}

// inputLine gives an input as one short line in the notation that the model writes.
func inputLine(input json.RawMessage, hide []string) string {
	if len(input) == 0 || string(input) == "null" {
		return ""
	}
	text := string(input)
	if node, err := xnl.FromJSON(input); err == nil {
		if m, ok := node.(*xnl.Map); ok {
			node = without(m, hide)
		}
		if line, err := xnl.Format(node, xnl.Layout{}); err == nil {
			text = string(line)
		}
	}
	if text == "{}" || text == "{ }" {
		return ""
	}
	return clipGraphemes(oneLine(text[:border(text, 16*inputShown)]), inputShown)
}

// without gives a map without some of its fields, and long texts cut: only the beginning of the line is
// shown.
func without(m *xnl.Map, hide []string) *xnl.Map {
	out := xnl.NewMap()
	for key, value := range m.All() {
		if slices.Contains(hide, key) {
			continue
		}
		if s, ok := value.(xnl.String); ok && len(s) > 4*inputShown {
			value = s[:border(string(s), 4*inputShown)]
		}
		out.Set(key, value)
	}
	return out
}

// failed is the card of a call that failed: what went wrong.
func (c *call) failed(o *outcome, k card, l *look) card {
	if c.decision != nil && c.decision.Verdict == "deny" && c.decision.Reason != "" {
		k.state, k.source = State{}, o.Error.Message
		return k // the line about the decision says why
	}
	text := o.Error.Message
	if text == "" {
		text = o.Error.Code
	}
	folded, more := l.fold(outputBlocks(text, Style{Role: theme.Error}), shownLines)
	return card{hide: k.hide, about: k.about, folded: folded, more: more, source: o.Error.Message}
}
