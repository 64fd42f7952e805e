package view

import (
	"strings"

	"eidolon/internal/leaf/lang"
)

// Lines gives an item as plain lines for a terminal that cannot do more: a label, gutters included,
// no colours. What an item holds when it is unfolded is left out.
func Lines(item *Item, in lang.Table) []string {
	var lines []string
	for i, b := range item.Blocks {
		if b.Gap && len(lines) > 0 {
			lines = append(lines, "")
		}
		first := b.First.Text
		if i == 0 {
			first = label(item.Kind, first, in)
		}
		for j, text := range strings.Split(addressed(b), "\n") {
			gutter := b.Rest.Text
			if j == 0 {
				gutter = first
			}
			lines = append(lines, strings.TrimRight(gutter+text, " "))
		}
	}
	if len(lines) > 0 && item.State.Text != "" {
		lines[0] += ": " + item.State.Text
	}
	return lines
}

// label begins an item. It takes the place of the mark that the screen has.
func label(kind Kind, gutter string, in lang.Table) string {
	switch kind {
	case UserItem:
		return in.T("you: ")
	case AnswerItem:
		return in.T("assistant: ") + gutter
	case ReasoningItem:
		return in.T("reasoning: ")
	case ToolItem:
		return in.T("tool: ")
	case NoticeItem:
		return in.T("notice: ")
	case ErrorItem: // its text says it
	case TurnItem:
		return in.T("turn: ")
	}
	return ""
}

// addressed is the text of a block with the addresses of its links behind them.
func addressed(b *Block) string {
	var out strings.Builder
	at := 0
	for i, s := range b.Spans {
		last := i+1 == len(b.Spans) || b.Spans[i+1].Style.Link != s.Style.Link || b.Spans[i+1].Start != s.End
		if s.Style.Link == "" || !last {
			continue
		}
		start := s.Start
		for j := i; j > 0 && b.Spans[j-1].Style.Link == s.Style.Link && b.Spans[j-1].End == b.Spans[j].Start; j-- {
			start = b.Spans[j-1].Start
		}
		out.WriteString(b.Text[at:s.End])
		at = s.End
		if text := b.Text[start:s.End]; !strings.Contains(s.Style.Link, text) {
			out.WriteString(" (" + s.Style.Link + ")")
		}
	}
	out.WriteString(b.Text[at:])
	return out.String()
}
