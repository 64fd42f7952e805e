package view

import (
	"strings"
	"time"
	"unicode/utf8"

	"eidolon/internal/leaf/clean"
	"eidolon/tui/theme"
)

// answer is a text of the model between two calls.
type answer struct {
	text strings.Builder
	over bool
	read marked
}

func newAnswer() *answer { return &answer{} }

// draw implements body.
func (a *answer) draw(l *look) Item {
	text := a.text.String()
	a.read.text, a.read.over = text[:len(text)-partialRune(text, a.over)], a.over
	return Item{Kind: AnswerItem, Blocks: a.read.blocks(l), Open: !a.over, Source: text}
}

// partialRune is how many bytes at the end begin a character that is not whole yet.
func partialRune(s string, over bool) int {
	if over {
		return 0
	}
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if c := s[len(s)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRuneInString(s[len(s)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}

// thought is what the model thinks aloud in one round.
type thought struct {
	text        strings.Builder
	over        bool
	began, last time.Time
	long        growing
}

// reset forgets the text: it was of a request that failed.
func (t *thought) reset() {
	t.text.Reset()
	t.long = growing{}
}

// draw implements body. It shows the last line while it grows, and then how long it took.
func (t *thought) draw(l *look) Item {
	text := t.text.String()
	style := Style{Role: theme.Dim}
	item := Item{Kind: ReasoningItem, Open: !t.over, Source: text}
	if t.over {
		label := l.T("thought")
		if took := t.last.Sub(t.began); took >= time.Second {
			label = l.F("thought for %s", l.seconds(took))
		}
		item.Blocks = []*Block{styledText(label, style)}
	} else {
		item.Blocks = []*Block{styledText(lastLine(text), style)}
		item.State = State{Text: l.T("thinking"), Role: theme.Dim, Since: t.began}
	}
	t.long.style = style
	item.More = append(item.Blocks[:1:1], t.long.blocks(text, t.over)...)
	return item
}

// lastLine gives the end of a text that is worth a line.
func lastLine(text string) string {
	text = strings.TrimRight(text, " \n\t\r")
	text = text[strings.LastIndexByte(text, '\n')+1:]
	if len(text) > 400 {
		cut := len(text) - 400
		for cut < len(text) && !utf8.RuneStart(text[cut]) {
			cut++
		}
		text = "…" + text[cut:]
	}
	return clean.Line(text)
}

// growing makes blocks of plain text that grows. What is final is made once.
type growing struct {
	style Style
	done  int
	final []*Block
	join  bool
}

func (g *growing) blocks(text string, over bool) []*Block {
	for len(text)-g.done > pieceSize {
		n, join := firstPiece(text[g.done:])
		if n == len(text)-g.done && !over {
			break
		}
		g.final = append(g.final, g.block(text[g.done:g.done+n], join))
		g.done, g.join = g.done+n, join
	}
	all := append(make([]*Block, 0, len(g.final)+1), g.final...)
	if rest := text[g.done:]; rest != "" {
		all = append(all, g.block(rest, false))
	}
	return all
}

func (g *growing) block(text string, joins bool) *Block {
	if !joins {
		text = strings.TrimSuffix(text, "\n")
	}
	b := styledText(plain(text), g.style)
	b.Join = g.join
	return b
}
