package view

import (
	"strings"

	"eidolon/tui/theme"
)

// maxPainted is how much code is coloured, in bytes. More stays plain.
const maxPainted = 200 << 10

// palette is the code that has no colours yet: what was asked for, and where the colours go.
type palette struct {
	next    int
	fresh   []Wanted
	targets map[int]target
}

// target is who gets the colours.
type target struct {
	en    *entry
	paint func(spans []Span)
}

func newPalette() palette { return palette{targets: map[int]target{}} }

// wanted gives what nobody was asked for yet.
func (p *palette) wanted() []Wanted {
	fresh := p.fresh
	p.fresh = nil
	return fresh
}

// want asks for the colours of the code blocks of an answer that became final.
func (p *palette) want(en *entry, a *answer) {
	for _, c := range a.read.codes {
		text := joined(a.read.final[c.first : c.first+c.count])
		if !Known(c.lang) || len(text) > maxPainted || text == "" {
			continue
		}
		p.ask(Wanted{Lang: c.lang, Text: text}, target{en, func(spans []Span) {
			colourBlocks(a.read.final[c.first:c.first+c.count], spans)
		}})
	}
	a.read.codes = nil
}

// ask has a piece of code coloured.
func (p *palette) ask(w Wanted, t target) {
	p.next++
	w.ID = p.next
	p.fresh = append(p.fresh, w)
	p.targets[w.ID] = t
}

// colourBlocks puts colours into blocks that were one piece of code.
func colourBlocks(blocks []*Block, spans []Span) {
	at := 0
	for i, b := range blocks {
		if i > 0 && !b.Join {
			at++
		}
		painted := *b
		painted.Spans, spans = take(spans, at, at+len(b.Text), at+len(b.Text))
		blocks[i] = &painted
		at += len(b.Text)
	}
}

// joined gives the text of blocks as it was before it was split.
func joined(blocks []*Block) string {
	if len(blocks) == 1 {
		return blocks[0].Text
	}
	var b strings.Builder
	for i, block := range blocks {
		if i > 0 && !block.Join {
			b.WriteByte('\n')
		}
		b.WriteString(block.Text)
	}
	return b.String()
}

// Coloured takes the colours of code that a frame had asked for. They are used once; an id that is not
// known, or not any more, is left out.
func (m *Model) Coloured(id int, spans []Span) {
	t, ok := m.paint.targets[id]
	if !ok {
		return
	}
	delete(m.paint.targets, id)
	t.paint(spans)
	m.touch(t.en)
}

// fill gives text between spans the role of code, so that all of it stands on the same ground.
func fill(spans []Span, length int) []Span {
	out := make([]Span, 0, 2*len(spans)+1)
	at := 0
	for _, s := range spans {
		out = appendSpan(out, at, s.Start, Style{Role: theme.Code})
		out = append(out, s)
		at = s.End
	}
	return appendSpan(out, at, length, Style{Role: theme.Code})
}
