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
	if node, err := xnl.FromJSON(ev.Input); err == nil {
		if fields, ok := node.(*xnl.Map); ok {
			if blocks, err := inputBlocks(fields); err == nil {
				return blocks
			}
		}
	}
	return codeBlocks(string(ev.Input))
}

// inputBlocks gives an input in full: first its short values, then the texts of many lines, such as a task
// or a plan, as they would be read. A name stands before such a text when there is more than it.
func inputBlocks(fields *xnl.Map) ([]*Block, error) {
	short := xnl.NewMap()
	var texts []*Block
	for name, value := range fields.All() {
		text, ok := value.(xnl.String)
		only := fields.Len() == 1
		switch {
		case !ok || !only && !strings.Contains(strings.TrimRight(string(text), "\n"), "\n"):
			short.Set(name, value)
		case only:
			return codeBlocks(string(text)), nil
		default:
			texts = append(append(texts, dimText(clean.Exact(oneLine(name))+":")), codeBlocks(string(text))...)
		}
	}
	if short.Len() == 0 && texts != nil {
		return texts, nil
	}
	line, err := xnl.Format(short, xnl.Layout{Pretty: true})
	return append(codeBlocks(string(line)), texts...), err
}

func codeBlocks(text string) []*Block {
	b := styledText(strings.TrimRight(expand(clean.Exact(text)), "\n"), Style{Role: theme.Code})
	b.Fill = theme.Code
	return split(b)
}
