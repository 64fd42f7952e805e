package view

import (
	"fmt"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/theme"
)

// prompt is what the user said.
type prompt struct{ text string }

// promptLines is how many lines of a prompt are in sight while it is folded.
const promptLines = 20

// draw implements body.
func (p *prompt) draw(l *look) Item {
	b := &Block{Text: strings.TrimRight(plain(p.text), "\n")}
	b.First, b.Rest = Gutter{l.user, theme.Prompt}, Gutter{strings.Repeat(" ", 2), theme.Dim}
	at := 0
	for _, m := range mentions(b.Text) {
		b.Spans = appendSpan(b.Spans, at, m[0], Style{Role: theme.User})
		b.Spans = appendSpan(b.Spans, m[0], m[1], Style{Role: theme.Mention})
		at = m[1]
	}
	b.Spans = appendSpan(b.Spans, at, len(b.Text), Style{Role: theme.User})
	item := Item{Kind: UserItem, Source: p.text}
	item.Blocks, item.More = l.fold(split(b), promptLines) // files that go along are part of it
	return item
}

func appendSpan(spans []Span, start, end int, style Style) []Span {
	if start < end {
		spans = append(spans, Span{start, end, style})
	}
	return spans
}

// mentions finds the tokens of a prompt that are more than words: a command at its start, and what
// begins with "@".
func mentions(text string) [][2]int {
	var found [][2]int
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && text[end] != ' ' && text[end] != '\n' {
			end++
		}
		word := text[i:end]
		if i == 0 && len(word) > 1 && word[0] == '/' || i == 0 && strings.HasPrefix(word, "@!") || len(word) > 1 && word[0] == '@' {
			found = append(found, [2]int{i, end})
		}
		i = end + 1
	}
	return found
}

// line is an item of one line: a notice or an error.
type line struct {
	kind Kind
	text string
}

// draw implements body.
func (n *line) draw(l *look) Item {
	style, mark := Style{Role: theme.Dim}, strings.TrimLeft(l.dot, " ")
	if n.kind == ErrorItem {
		style.Role, mark = theme.Error, ""
	}
	b := styledText(strings.TrimRight(plain(strings.ToValidUTF8(n.text, "\uFFFD")), "\n"), style)
	b.First = Gutter{mark, theme.Dim}
	b.Rest = Gutter{strings.Repeat(" ", len([]rune(mark))), theme.Dim}
	return Item{Kind: n.kind, Blocks: split(b), Source: n.text}
}

// turnLine is the end of a turn.
type turnLine struct {
	reason event.EndReason
	took   time.Duration
	spent  Spent
}

// draw implements body.
func (t *turnLine) draw(l *look) Item {
	parts := make([]string, 0, 4)
	if words := endWords(t.reason); words != "" {
		parts = append(parts, l.T(words))
	}
	parts = append(parts, t.spent.words(l)...)
	if t.took > 0 {
		parts = append(parts, l.seconds(t.took))
	}
	text := strings.Join(parts, l.dot)
	b := dimText(text)
	b.First, b.Rest = Gutter{strings.TrimLeft(l.dot, " "), theme.Dim}, Gutter{"  ", theme.Dim}
	return Item{Kind: TurnItem, Blocks: []*Block{b}, Source: text}
}

// endWords says why a turn ended, where that is worth a word.
func endWords(reason event.EndReason) lang.Text {
	switch reason {
	case event.EndMaxTurns:
		return "stopped: it took as many requests as it may"
	case event.EndTimeout:
		return "stopped: its time was over"
	case event.EndError:
		return "ended by an error"
	case event.EndDone, event.EndInterrupted:
	}
	return ""
}

func (s *Spent) add(u event.Usage) {
	s.Requests++
	s.In += u.InputTokens
	s.Out += u.OutputTokens
	s.Cached += u.CachedTokens
	s.Estimated = s.Estimated || u.Estimated
	if u.Cost == nil {
		s.Unpriced = true
		return
	}
	cost := *u.Cost
	if s.Cost != nil {
		cost += *s.Cost
	}
	s.Cost = &cost // a new one: the old one was handed out
}

// addCall adds what a call cost that asked models itself.
func (s *Spent) addCall(r event.ToolResult) {
	before := s.Requests
	s.add(r.Usage())
	s.Requests, s.Unpriced = before+r.Spent.Requests, s.Unpriced || r.Spent.Unpriced
}

// words tells what was used.
func (s *Spent) words(l *look) []string {
	if s.Requests == 0 {
		return nil
	}
	about := ""
	if s.Estimated {
		about = l.T("about ")
	}
	in := about + l.F("%s in", figure.Count(s.In))
	if s.Cached > 0 {
		in = about + l.F("%s in (%s cached)", figure.Count(s.In), figure.Count(s.Cached))
	}
	words := []string{in + l.F(", %s out", figure.Count(s.Out))}
	switch {
	case s.Cost != nil && s.Unpriced:
		words = append(words, l.F("cost %.4f at least", *s.Cost))
	case s.Cost != nil:
		words = append(words, l.F("cost %.4f", *s.Cost))
	}
	return words
}

// seconds gives a time for people: 12 ms, 3.4 s, 12 s, 2 m 5 s.
func (l *look) seconds(d time.Duration) string {
	switch {
	case d < time.Second:
		return l.F("%d ms", d.Milliseconds())
	case d < 10*time.Second:
		return l.F("%s s", strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0"))
	case d < time.Minute:
		return l.F("%d s", int(d.Seconds()))
	case d < time.Hour:
		return l.F("%d m %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return l.F("%d h %d m", int(d.Hours()), int(d.Minutes())%60)
}
