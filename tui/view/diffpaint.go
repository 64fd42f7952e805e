package view

import (
	"slices"
	"strings"

	"eidolon/tui/theme"
)

// maxDyed is how much of a difference gets colours, in bytes.
const maxDyed = 64 << 10

// dye is the code in a difference: for each hunk what was there before, then what is there now, so that a
// comment or a text over several lines has its colours on either side.
type dye struct {
	code Wanted
	from []int // where each line of the difference begins in the code, or -1
}

// dyeOf takes the code out of a difference. It says no when there would be no colours.
func dyeOf(text string) (dye, bool) {
	if text == "" || len(text) > maxDyed {
		return dye{}, false
	}
	files := readDiff(text)
	d, lines := dye{}, 0
	for _, f := range files {
		if lang := Language(f.name); d.code.Lang == "" {
			d.code.Lang = lang
		}
		lines += len(f.changes)
	}
	if d.code.Lang == "" || lines > maxDiff {
		return dye{}, false
	}
	var code strings.Builder
	for _, f := range files {
		if Language(f.name) != d.code.Lang { // colours are for one language at a time
			d.from = append(d.from, slices.Repeat([]int{-1}, len(f.changes))...)
			continue
		}
		d.add(&code, f)
	}
	d.code.Text = code.String()
	return d, true
}

// add adds the code of one file.
func (d *dye) add(code *strings.Builder, f fileDiff) {
	from := make([]int, len(f.changes))
	for i := 0; i < len(f.changes); {
		end := i
		for end < len(f.changes) && f.changes[end].op != 0 {
			end++
		}
		for _, side := range []byte{'-', '+'} {
			for j := i; j < end; j++ {
				if op := f.changes[j].op; op == side || op == ' ' {
					from[j] = code.Len()
					code.WriteString(f.changes[j].text)
					code.WriteByte('\n')
				}
			}
			d.code.Cuts = append(d.code.Cuts, code.Len())
		}
		if i = end; i < len(f.changes) {
			from[i] = -1
			i++
		}
	}
	d.from = append(d.from, from...)
}

// wantDiff asks for the colours of a change once it is there.
func (p *palette) wantDiff(en *entry, c *call) {
	if c.dyed || c.drawn == nil || c.result == nil {
		return
	}
	c.dyed = true
	if d, ok := dyeOf(c.result.Diff); ok {
		p.ask(d.code, target{en, func(spans []Span) {
			painted := *c.drawn
			painted.Blocks, painted.More = d.paint(painted.Blocks, spans), d.paint(painted.More, spans)
			c.drawn = &painted
		}})
	}
}

// wantPreview asks for the colours of the change that a question is about. With them the question comes
// again.
func (m *Model) wantPreview(call, text string) {
	d, ok := dyeOf(text)
	if !ok {
		return
	}
	m.paint.ask(d.code, target{m.turn.calls[call], func(spans []Span) {
		for i, a := range m.asked {
			if a.Call == call {
				painted := *a
				painted.Preview = d.paint(a.Preview, spans)
				m.asked = slices.Clone(m.asked)
				m.asked[i] = &painted
			}
		}
	}})
}

// paint gives the blocks of a difference with colours. Those of other things stay as they are.
func (d *dye) paint(blocks []*Block, spans []Span) []*Block {
	if len(spans) == 0 {
		return blocks
	}
	out := slices.Clone(blocks)
	for i, b := range blocks {
		if b.Sides == nil || b.Sides.Line >= len(d.from) || d.from[b.Sides.Line] < 0 {
			continue
		}
		painted := *b
		painted.Spans = under(b, spans, d.from[b.Sides.Line])
		out[i] = &painted
	}
	return out
}

// markBytes is the mark of a line and the blank behind it.
const markBytes = 2

// under puts the colours of code that begins at an offset under the tint of its line. Words that changed
// keep their looks.
func under(b *Block, code []Span, from int) []Span {
	var spans, words []Span
	for _, s := range b.Spans {
		if s.Style.Role == theme.AddedWord || s.Style.Role == theme.RemovedWord {
			words = append(words, s)
		}
	}
	add := func(start, end int, role theme.Role) {
		if role == theme.Code {
			role = b.Fill
		}
		for _, w := range words {
			if w.Start < end && w.End > start {
				spans = appendSpan(spans, start, w.Start, Style{Role: role})
				start = max(start, w.End)
			}
		}
		if role != theme.Text {
			spans = appendSpan(spans, start, end, Style{Role: role})
		}
	}
	add(0, min(markBytes, len(b.Text)), b.Fill)
	first, _ := slices.BinarySearchFunc(code, from, func(s Span, at int) int { return s.End - at - 1 })
	for _, s := range code[first:] {
		start, end := s.Start-from+markBytes, min(s.End-from+markBytes, len(b.Text))
		if start >= len(b.Text) {
			break
		}
		add(max(start, markBytes), end, s.Style.Role)
	}
	spans = append(spans, words...)
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	joined := spans[:0]
	for _, s := range spans {
		if last := len(joined) - 1; last >= 0 && joined[last].End == s.Start && joined[last].Style == s.Style {
			joined[last].End = s.End
			continue
		}
		joined = append(joined, s)
	}
	return joined
}
