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

// target is a run of blocks of an answer.
type target struct {
	en           *entry
	first, count int
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
		p.next++
		p.fresh = append(p.fresh, Wanted{ID: p.next, Lang: c.lang, Text: text})
		p.targets[p.next] = target{en, c.first, c.count}
	}
	a.read.codes = nil
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
	blocks := t.en.body.(*answer).read.final[t.first : t.first+t.count]
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
