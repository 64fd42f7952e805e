package overlay

import (
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// Request is a call that waits for an approval.
type Request struct {
	Tool    string
	Input   string // all of it, as the model wrote it
	Asker   string // who wants it, when that is not the session's own model
	Rule    string // which rule says that it has to be asked for
	Reason  string // why, in words
	Starts  string // the programs that it would start, when the command does not say so plainly
	Touches string // what a command says that it would create, change or delete
	// Blocks are the change or the command, as the history shows it. They are made of harmless text.
	Blocks []*view.Block
	// Session and Project say what an approval for longer would cover. Without a text it is not offered.
	Session, Project string
	// Wide says what both would cover when the person has them cover more. Without a text that is not
	// offered.
	Wide string
	// Again says that the call ran and is to run again outside the sandbox, so that nobody takes the
	// question for the one that they have answered.
	Again bool
}

// widened is the request when an approval for longer covers more.
func (r Request) widened() Request {
	r.Session, r.Project = r.Wide, r.Wide
	return r
}

// RequestOf is the request for a call that waits for the user.
func RequestOf(asked view.Asked) Request {
	return Request{
		Tool: asked.Name, Input: string(asked.Input), Asker: asked.By, Rule: asked.Rule, Reason: asked.Reason, Starts: asked.Starts, Touches: asked.Touches, Blocks: asked.Preview,
		Session: asked.Covers, Project: asked.Kept, Wide: asked.Wide,
		Again: asked.Rule == event.RuleOutside,
	}
}

// short is how many lines of what is asked about may stand before the reasons.
const short = 8

// blocks gives all that is known of the request, as text to scroll through: what it is, why it is asked
// for, what would change, and the input in full. What is short, such as a command, comes before the
// reasons, so that a small screen shows it without scrolling.
func (r Request) blocks(in lang.Table) []*view.Block {
	input, what := r.input(), apart(r.Blocks)
	early := rows(input) <= short && len(what) == 0
	if early {
		what, input = input, nil
	}
	because := fact(in.T("because"), r.Reason, theme.Text)
	all := fact(in.T("tool"), r.Tool, theme.Tool)
	because = append(because, fact(in.T("starts"), r.Starts, theme.Text)...)
	because = append(because, fact(in.T("writes"), r.Touches, theme.Text)...)
	if rows(what) <= short {
		all = append(append(all, what...), apart(because)...)
	} else {
		all = append(append(all, because...), what...)
	}
	facts := fact(in.T("rule"), r.Rule, theme.Text)
	facts = append(facts, fact(in.T("asked by"), r.Asker, theme.Mention)...)
	facts = append(facts, fact(in.T("session"), r.Session, theme.Text)...)
	facts = append(facts, fact(in.T("project"), r.Project, theme.Text)...)
	if rows(what) > short {
		facts = apart(facts)
	}
	return append(append(all, facts...), input...)
}

// rows is how many lines blocks have, however long these are.
func rows(blocks []*view.Block) int {
	n := 0
	for _, b := range blocks {
		n += 1 + strings.Count(b.Text, "\n")
	}
	return n
}

// apart sets blocks off from what is before them.
func apart(blocks []*view.Block) []*view.Block {
	if len(blocks) == 0 || blocks[0].Gap {
		return blocks
	}
	first := *blocks[0]
	first.Gap = true
	return append([]*view.Block{&first}, blocks[1:]...)
}

// input gives the input, set off from what is before it.
func (r Request) input() []*view.Block {
	if r.Input == "" {
		return nil
	}
	blocks := screen.Exact(r.Input)
	for _, b := range blocks {
		b.Spans = []view.Span{{Start: 0, End: len(b.Text), Style: view.Style{Role: theme.Input}}}
	}
	blocks[0].Gap = true
	return blocks
}

// fact gives a text with its name before it, or nothing without a text.
func fact(name, text string, role theme.Role) []*view.Block {
	if text == "" {
		return nil
	}
	indent := view.Gutter{Text: "         "}
	blocks := screen.Exact(text)
	for _, b := range blocks {
		b.First, b.Rest = indent, indent
		b.Spans = []view.Span{{Start: 0, End: len(b.Text), Style: view.Style{Role: role}}}
	}
	blocks[0].First = view.Gutter{Text: width.Pad(name, 9), Role: theme.Dim}
	return blocks
}
