package view

import (
	"encoding/json"
	"slices"
	"strings"

	"eidolon/internal/leaf/figure"
	"eidolon/tui/theme"
)

// subagentCard shows the work that a subagent was given: on the line what it is, below it the last of what
// the subagent does, then its answer and what that cost. The whole task is there when it is unfolded.
func subagentCard(c *call, o *outcome, l *look) card {
	var in struct{ Prompt string }
	_ = json.Unmarshal(c.input, &in) // the line shows what there is
	task := strings.TrimSpace(in.Prompt)
	if c.result == nil {
		return withTask(runningCard(c, l), c, task)
	}
	answer := strings.TrimSpace(o.text("text"))
	k := withTask(l.textCard(answer), c, task)
	whole := k.more
	if whole == nil {
		whole = k.folded
	}
	if spent := l.subagentSpent(o); spent != nil {
		k.folded, whole = append(slices.Clip(k.folded), spent), append(slices.Clip(whole), spent)
	}
	if task != "" {
		if len(whole) > 0 {
			first := *whole[0]
			first.Gap = true
			whole = append([]*Block{&first}, whole[1:]...)
		}
		k.more = append(split(styledText(plain(task), Style{Role: theme.Dim})), whole...)
	}
	return k
}

// withTask puts the beginning of a task into the line of its call, behind the rest of the input.
func withTask(k card, c *call, task string) card {
	k.hide = []string{"prompt"}
	begin := strings.Join(strings.Fields(task[:border(task, 4*inputShown)]), " ")
	k.about = strings.TrimSpace(inputLine(c.input, k.hide) + " " + clipGraphemes(oneLine(begin), inputShown))
	return k
}

// subagentSpent says which session did the work, and what that cost.
func (l *look) subagentSpent(o *outcome) *Block {
	calls, known := o.number("calls")
	if !known {
		return nil
	}
	var tokens struct {
		Input, Output int64
		Cost          *float64
	}
	_ = json.Unmarshal(o.Data["tokens"], &tokens) // what is missing is zero
	parts := []string{l.N(calls, "1 call", "%d calls"), l.F("%s tokens", figure.Count(tokens.Input+tokens.Output))}
	if tokens.Cost != nil {
		parts = append(parts, l.F("cost %.4f", *tokens.Cost))
	}
	if id := o.text("session"); id != "" {
		parts = append(parts, l.F("session %s", shortID(id)))
	}
	return dimText(strings.Join(parts, l.dot))
}
