package view

import (
	"encoding/json"
	"slices"
	"strings"

	"eidolon/tui/theme"
	"eidolon/xnl"
)

// genericCard shows a call of a tool that nothing is known about: its text, or its data as they are.
func genericCard(c *call, o *outcome, l *look) card {
	if c.result == nil {
		return runningCard(c, l)
	}
	if c.result.Diff != "" {
		return changeCard(c, o, l)
	}
	var text strings.Builder
	for _, field := range []string{"content", "stdout", "stderr", "text"} {
		text.WriteString(o.text(field))
	}
	if text.Len() == 0 {
		text.WriteString(dataText(c.result.Output))
	}
	return l.outputCard(text.String())
}

// dataText gives the data of an envelope in lines.
func dataText(envelope json.RawMessage) string {
	var e struct{ Data json.RawMessage }
	if json.Unmarshal(envelope, &e) != nil || len(e.Data) == 0 || string(e.Data) == "null" {
		return ""
	}
	var s string
	if json.Unmarshal(e.Data, &s) == nil {
		return s
	}
	node, err := xnl.FromJSON(e.Data)
	if err != nil {
		return string(e.Data)
	}
	text, err := xnl.Format(node, xnl.Layout{Pretty: true})
	if err != nil {
		return string(e.Data)
	}
	return string(text)
}

// quietCard shows nothing below the line.
func quietCard(*call, *outcome, *look) card { return card{} }

// outputCard shows the first lines of an output.
func (l *look) outputCard(text string) card {
	folded, more := l.fold(outputBlocks(text, Style{}), shownLines)
	return card{folded: folded, more: more, source: text}
}

// textCard shows the first lines of a text as it is written.
func (l *look) textCard(text string) card {
	var blocks []*Block
	if text != "" {
		blocks = split(styledText(strings.TrimSuffix(plain(text), "\n"), Style{}))
	}
	folded, more := l.fold(blocks, shownLines)
	return card{folded: folded, more: more, source: text}
}

// outputBlocks gives the output of a tool as a terminal would show it. Text without a colour of its own
// is in the base style.
func outputBlocks(text string, base Style) []*Block {
	var o output
	o.add(text)
	blocks := styledBlocks(o.all())
	if base != (Style{}) {
		for _, b := range blocks {
			if b.Spans == nil && b.Text != "" {
				b.Spans = []Span{{0, len(b.Text), base}}
			}
		}
	}
	return blocks
}

// styledBlocks joins lines into blocks.
func styledBlocks(lines []styled) []*Block {
	var blocks []*Block
	var text strings.Builder
	var spans []Span
	flush := func() {
		if text.Len() > 0 || len(spans) > 0 {
			blocks = append(blocks, split(&Block{Text: strings.TrimSuffix(text.String(), "\n"), Spans: spans})...)
		}
		text.Reset()
		spans = nil
	}
	for _, l := range lines {
		if text.Len() > 0 && text.Len()+len(l.text) > pieceSize {
			flush()
		}
		for _, s := range l.spans {
			spans = append(spans, Span{s.Start + text.Len(), s.End + text.Len(), s.Style})
		}
		text.WriteString(l.text)
		text.WriteByte('\n')
	}
	flush()
	return blocks
}

// foldedBytes is how much text a folded item shows: lines can be of any length.
const foldedBytes = 2 << 10

// fold gives the first lines of blocks with a note about the others, and all blocks when that differs.
func (l *look) fold(blocks []*Block, limit int) (folded, more []*Block) {
	folded, more = l.foldLines(blocks, limit)
	if short, cut := shorten(folded); cut {
		return append(short, dimText("… (Ctrl+O)")), blocks
	}
	return folded, more
}

// shorten gives blocks up to as much text as a folded item shows, and says whether something is missing.
func shorten(blocks []*Block) (short []*Block, cut bool) {
	left := foldedBytes
	for i, b := range blocks {
		if len(b.Text) <= left {
			left -= len(b.Text)
			continue
		}
		head := *b
		head.Text = strings.ToValidUTF8(b.Text[:left], "")
		head.Spans, _ = take(b.Spans, 0, len(head.Text), len(head.Text))
		return append(slices.Clip(blocks[:i]), &head), true
	}
	return blocks, false
}

func (l *look) foldLines(blocks []*Block, limit int) (folded, more []*Block) {
	left := limit
	for i, b := range blocks {
		n := strings.Count(b.Text, "\n") + 1
		if n <= left {
			left -= n
			continue
		}
		rest := n - left
		if left > 0 {
			head := *b
			at := 0
			for range left {
				at += strings.IndexByte(head.Text[at:], '\n') + 1
			}
			head.Text = head.Text[:at-1]
			head.Spans, _ = take(b.Spans, 0, at-1, at-1)
			folded = append(folded, blocks[:i]...)
			folded = append(folded, &head)
		} else {
			folded = append(folded, blocks[:i]...)
		}
		for _, b := range blocks[i+1:] {
			rest += strings.Count(b.Text, "\n") + 1
		}
		note := l.N(rest, "+1 line (Ctrl+O)", "+%d lines (Ctrl+O)")
		return append(folded, dimText(note)), blocks
	}
	return blocks, nil
}

// noteBlock is a line below a tool line that says in words what came of it.
func noteBlock(text string) *Block { return styledText(oneLine(text), Style{Role: theme.Dim}) }
