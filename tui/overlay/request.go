package overlay

import (
	"fmt"

	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// Request is a call that waits for an approval.
type Request struct {
	Tool   string
	Input  string // all of it, as the model wrote it
	Asker  string // who wants it, when that is not the session's own model
	Rule   string // which rule says that it has to be asked for
	Reason string // why, in words
	// Blocks are the change or the command, as the history shows it. They are made of harmless text.
	Blocks []*view.Block
	// Session and Project say what an approval for longer would cover. Without a text it is not offered.
	Session, Project string
}

// shortInput is how many lines an input may have that stands before the reasons.
const shortInput = 8

// blocks gives all that is known of the request, as text to scroll through: what it is, why it is asked
// for, what would change, and the input in full. A short input, such as a command, comes first when there
// is nothing that says more.
func (r Request) blocks() []*view.Block {
	all := fact("tool", r.Tool, theme.Tool)
	input := r.input()
	early := len(input) <= shortInput && len(r.Blocks) == 0
	if early {
		all = append(all, input...)
	}
	because := fact("because", r.Reason, theme.Text)
	if early && len(input) > 0 && len(because) > 0 {
		because[0].Gap = true
	}
	all = append(all, because...)
	for i, b := range r.Blocks {
		if i == 0 && !b.Gap {
			first := *b
			first.Gap = true
			b = &first
		}
		all = append(all, b)
	}
	facts := fact("rule", r.Rule, theme.Text)
	facts = append(facts, fact("asked by", r.Asker, theme.Mention)...)
	facts = append(facts, fact("session", r.Session, theme.Text)...)
	facts = append(facts, fact("project", r.Project, theme.Text)...)
	if len(facts) > 0 && len(r.Blocks) > 0 {
		facts[0].Gap = true
	}
	all = append(all, facts...)
	if !early {
		all = append(all, input...)
	}
	return all
}

// input gives the input, set off from what is before it.
func (r Request) input() []*view.Block {
	if r.Input == "" {
		return nil
	}
	blocks := screen.Plain(r.Input)
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
	blocks := screen.Plain(text)
	for _, b := range blocks {
		b.First, b.Rest = indent, indent
		b.Spans = []view.Span{{Start: 0, End: len(b.Text), Style: view.Style{Role: role}}}
	}
	blocks[0].First = view.Gutter{Text: fmt.Sprintf("%-9s", name), Role: theme.Dim}
	return blocks
}
