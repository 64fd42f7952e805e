package view

import (
	"encoding/json"
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/leaf/clean"
	"eidolon/tui/theme"
	"eidolon/xnl"
)

// onAsked puts a question before the user. One that was answered may come again with its batch.
func (m *Model) onAsked(ev event.Asked) {
	en := m.turn.calls[ev.Call]
	if en == nil || slices.ContainsFunc(m.asked, func(a *Asked) bool { return a.Call == ev.Call }) {
		return
	}
	if c := en.body.(*call); c.result != nil || c.decision != nil && ev.Rule != event.RuleOutside || c.outside != nil {
		return
	}
	kept := ev.Kept
	if kept == "" {
		kept = ev.Covers
	}
	m.asked = append(slices.Clip(m.asked), &Asked{
		Call: ev.Call, Name: oneLine(ev.Name), Input: ev.Input, Line: inputLine(ev.Input, nil), Rule: oneLine(ev.Rule),
		Reason: oneLine(ev.Reason), By: ev.By, Starts: clean.Exact(oneLine(ev.Starts)), Touches: clean.Exact(oneLine(ev.Touches)), Covers: oneLine(ev.Covers), Kept: oneLine(kept), Wide: oneLine(ev.Wide),
		Preview: m.look.preview(ev),
	})
	m.wantPreview(ev.Call, shown(ev.Preview))
	m.change(ev.Call, func(c *call) { c.asked = true })
}

// shown is a difference with nothing invisible in it.
func shown(diff string) string { return clean.Exact(strings.ReplaceAll(diff, "\r\n", "\n")) }

// settle takes a question away.
func (m *Model) settle(key string) {
	m.asked = slices.DeleteFunc(slices.Clone(m.asked), func(a *Asked) bool { return a.Call == key })
	m.change(key, func(c *call) { c.asked = false })
}

// preview is what the user is asked about, whole: the change to a file, the command, or the input. Nothing
// in it is invisible.
func (l *look) preview(ev event.Asked) []*Block {
	if ev.Preview != "" {
		return l.diffBlocks(shown(ev.Preview))
	}
	var in struct{ Command string }
	if json.Unmarshal(ev.Input, &in) == nil && in.Command != "" {
		return codeBlocks(in.Command)
	}
	if text, ok := onlyText(ev.Input); ok {
		return codeBlocks(text)
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

// onlyText gives the text of an input that is a single text and nothing else, such as a plan.
func onlyText(input json.RawMessage) (string, bool) {
	var in map[string]json.RawMessage
	if json.Unmarshal(input, &in) != nil || len(in) != 1 {
		return "", false
	}
	for _, value := range in {
		var text string
		if json.Unmarshal(value, &text) == nil {
			return text, true
		}
	}
	return "", false
}

func codeBlocks(text string) []*Block {
	b := styledText(strings.TrimRight(expand(clean.Exact(text)), "\n"), Style{Role: theme.Code})
	b.Fill = theme.Code
	return split(b)
}
