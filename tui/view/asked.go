package view

import (
	"encoding/json"
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/tui/theme"
	"eidolon/xnl"
)

// onAsked puts a question before the user. One that was answered may come again with its batch.
func (m *Model) onAsked(ev event.Asked) {
	en := m.turn.calls[ev.Call]
	if en == nil || slices.ContainsFunc(m.asked, func(a *Asked) bool { return a.Call == ev.Call }) {
		return
	}
	if c := en.body.(*call); c.result != nil || c.decision != nil {
		return
	}
	m.asked = append(slices.Clip(m.asked), &Asked{
		Call: ev.Call, Name: oneLine(ev.Name), Input: ev.Input, Line: inputLine(ev.Input, nil), Rule: oneLine(ev.Rule),
		Reason: oneLine(ev.Reason), By: ev.By, Covers: oneLine(ev.Covers), Preview: preview(ev),
	})
	m.change(ev.Call, func(c *call) { c.asked = true })
}

// settle takes a question away.
func (m *Model) settle(key string) {
	m.asked = slices.DeleteFunc(slices.Clone(m.asked), func(a *Asked) bool { return a.Call == key })
	m.change(key, func(c *call) { c.asked = false })
}

// preview is what the user is asked about, whole: the change to a file, the command, or the input.
func preview(ev event.Asked) []*Block {
	if ev.Preview != "" {
		return diffBlocks(ev.Preview)
	}
	var in struct{ Command string }
	if json.Unmarshal(ev.Input, &in) == nil && in.Command != "" {
		return codeBlocks(in.Command)
	}
	node, err := xnl.FromJSON(ev.Input)
	if err != nil {
		return codeBlocks(string(ev.Input))
	}
	text, err := xnl.Format(node, xnl.Layout{Pretty: true})
	if err != nil {
		return codeBlocks(string(ev.Input))
	}
	return codeBlocks(string(text))
}

func codeBlocks(text string) []*Block {
	b := styledText(strings.TrimRight(plain(text), "\n"), Style{Role: theme.Code})
	b.Fill = theme.Code
	return split(b)
}
