package view

import (
	"fmt"
	"strings"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/leaf/width"
	"eidolon/tui/theme"
)

// pieceSize is how long the text of a block may be, in bytes, before it is split.
const pieceSize = 4 << 10

// plain makes text of the world harmless for a block: no control characters but line feeds, tabs as
// spaces, overlong lines cut.
func plain(s string) string {
	return cutLines(expand(clean.Text(strings.ReplaceAll(s, "\r\n", "\n"))))
}

// prose makes text that people read harmless. Unlike in names and commands, the joiner inside a picture
// made of several may stay: it hides nothing.
func prose(s string) string {
	if !strings.Contains(s, joiner) {
		return clean.Text(s)
	}
	var b strings.Builder
	for s != "" {
		var cluster string
		cluster, _, s = width.Next(s)
		if !picture(cluster) {
			cluster = clean.Text(cluster)
		}
		b.WriteString(cluster)
	}
	return b.String()
}

const joiner = "\u200D"

// picture says that a cluster is made of pictures alone, joined.
func picture(cluster string) bool {
	if strings.HasPrefix(cluster, joiner) || strings.HasSuffix(cluster, joiner) || len(cluster) > 64 {
		return false
	}
	for _, r := range cluster {
		symbol := r >= 0x2190 && r <= 0x2BFF || r >= 0x1F000 && r <= 0x1FAFF
		if !symbol && r != 0x200D && r != 0xFE0F {
			return false
		}
	}
	return true
}

// expand turns tabs into spaces.
func expand(s string) string {
	if strings.IndexByte(s, '\t') < 0 {
		return s
	}
	var b strings.Builder
	column := 0
	for s != "" {
		i := strings.IndexAny(s, "\t\n")
		if i < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		column += width.Of(s[:i])
		if s[i] == '\n' {
			b.WriteByte('\n')
			column = 0
		} else {
			n := tabCells - column%tabCells
			b.WriteString("    "[:n])
			column += n
		}
		s = s[i+1:]
	}
	return b.String()
}

// cutLines ends lines that are longer than anybody reads with a note.
func cutLines(s string) string {
	if len(s) <= maxLine {
		return s
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		text, end := strings.CutSuffix(line, "\n")
		if len(text) > maxLine {
			head := text[:border(text, maxLine)]
			text = head + cutNote(len(text)-len(head))
		}
		b.WriteString(text)
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func cutNote(n int) string { return fmt.Sprintf("… +%s bytes", figure.Count(int64(n))) }

// border gives the last border of characters in s at or before n.
func border(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return n
}

// firstPiece gives how much of a text the next block takes: whole lines, unless one line alone is too
// long. Join says that the rest goes on in the middle of a line.
func firstPiece(s string) (n int, join bool) {
	if len(s) <= pieceSize {
		return len(s), false
	}
	if i := strings.LastIndexByte(s[:pieceSize], '\n'); i >= 0 {
		return i + 1, false
	}
	if i := strings.IndexByte(s, '\n'); i >= 0 && i < 2*pieceSize {
		return i + 1, false
	}
	if i := strings.LastIndexByte(s[:pieceSize], ' '); i > pieceSize/2 {
		return i + 1, true
	}
	return border(s, pieceSize), true
}

// split gives a long block as several. The gutters of the first row are on the first one only.
func split(b *Block) []*Block {
	if len(b.Text) <= pieceSize {
		return []*Block{b}
	}
	var all []*Block
	text, spans, at, join := b.Text, b.Spans, 0, false
	for text != "" {
		n, joins := firstPiece(text)
		piece := *b
		piece.Text = text[:n]
		if !joins {
			piece.Text = strings.TrimSuffix(piece.Text, "\n")
		}
		piece.Spans, spans = take(spans, at, at+len(piece.Text), at+n)
		piece.Join = b.Join && at == 0 || join
		if at > 0 {
			piece.First, piece.Gap, piece.Right = b.Rest, false, Gutter{}
		}
		all = append(all, &piece)
		text, at, join = text[n:], at+n, joins
	}
	return all
}

// take gives the spans between two offsets, counted from the first one, and those behind next.
func take(spans []Span, from, to, next int) (in, rest []Span) {
	i := 0
	for ; i < len(spans) && spans[i].Start < to; i++ {
		s := Span{max(spans[i].Start, from) - from, min(spans[i].End, to) - from, spans[i].Style}
		if s.End > s.Start {
			in = append(in, s)
		}
	}
	for i > 0 && spans[i-1].End > next {
		i--
	}
	for i < len(spans) && spans[i].End <= next {
		i++
	}
	return in, spans[i:]
}

// styledText gives a block's text all in one style.
func styledText(text string, style Style) *Block {
	b := &Block{Text: text}
	if text != "" && style != (Style{}) {
		b.Spans = []Span{{0, len(text), style}}
	}
	return b
}

// dimText is a note beside what matters.
func dimText(text string) *Block { return styledText(text, Style{Role: theme.Dim}) }

// clipGraphemes cuts s to so many characters as a reader counts them.
func clipGraphemes(s string, limit int) string {
	rest := s
	for n := 0; rest != ""; n++ {
		if n == limit {
			return s[:len(s)-len(rest)] + "…"
		}
		_, _, rest = width.Next(rest)
	}
	return s
}

// oneLine makes text of the world one harmless line.
func oneLine(s string) string { return clean.Line(s) }
