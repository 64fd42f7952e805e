package queue

import (
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/tui/keys"
	"eidolon/tui/theme"
)

// The panel shows so many prompts, each cut to so many characters.
const (
	shownPrompts    = 3
	summaryClusters = 30
)

// Summary gives a prompt in one line of at most 30 characters, the last of them "…" when there is more.
func Summary(text string) string {
	rest := strings.Join(strings.Fields(text), " ")
	var all, cut strings.Builder
	for n := 0; rest != ""; n++ {
		if n == summaryClusters {
			return cut.String() + "…"
		}
		var cluster string
		cluster, _, rest = width.Next(rest)
		all.WriteString(harmless(cluster))
		if n < summaryClusters-1 {
			cut.WriteString(harmless(cluster))
		}
	}
	return all.String()
}

// harmless gives a cluster as it can be shown. A joiner within a picture is a part of it.
func harmless(cluster string) string {
	const joiner = "\u200D"
	if parts := strings.ReplaceAll(cluster, joiner, ""); parts != "" && clean.Line(parts) == parts {
		return cluster
	}
	return clean.Line(cluster)
}

// Summaries gives the first prompts in short, and how many there are besides.
func (q *Queue) Summaries() (first []string, more int) {
	for _, item := range q.items[:min(len(q.items), shownPrompts)] {
		first = append(first, Summary(item.Text))
	}
	return first, len(q.items) - len(first)
}

// Palette gives roles their look.
type Palette interface {
	Style(theme.Role) tcell.Style
}

// Panel shows a queue: nothing, one row, or one row for each of the first prompts and one for the
// rest.
type Panel struct {
	*tview.Box
	queue    *Queue
	palette  Palette
	heading  string
	question string
	leading  string
}

// NewPanel makes the panel of a queue. The table has the keys that decide about waiting prompts, the
// other one the words.
func NewPanel(q *Queue, p Palette, table *keys.Table, in lang.Table) *Panel {
	question := in.F("cancelled; waiting prompts: %s send next, %s keep, %s drop",
		table.Label(keys.QueueSendNext), table.Label(keys.QueueKeep), table.Label(keys.QueueDrop))
	return &Panel{Box: tview.NewBox(), queue: q, palette: p, heading: in.T("queue") + " ", question: question}
}

// SetLeading has a row go ahead of the queue: the prompt that has left it and is in no history yet. With an
// empty text there is none.
func (p *Panel) SetLeading(text string) { p.leading = text }

// Height gives how many rows the panel wants to have at a width, 0 to 5.
func (p *Panel) Height(width int) int { return len(p.lines(width)) }

// lines gives the rows of the panel.
func (p *Panel) lines(cells int) []string {
	if cells <= 0 {
		return nil
	}
	var lines []string
	if p.leading != "" {
		lines = append(lines, clean.Line(strings.Join(strings.Fields(p.leading), " ")))
	}
	return append(lines, p.queued(cells)...)
}

// queued gives the rows of the prompts that wait.
func (p *Panel) queued(cells int) []string {
	first, more := p.queue.Summaries()
	heading := p.heading
	if len(first) == 0 {
		return nil
	}
	for i := range first {
		first[i] = strconv.Itoa(i+1) + " " + first[i]
	}
	if more > 0 {
		first = append(first, "+"+strconv.Itoa(more))
	}
	if p.queue.Asking() {
		return []string{p.question, heading + strings.Join(first, " · ")}
	}
	if one := heading + strings.Join(first, " · "); width.Of(one) < cells {
		return []string{one}
	}
	indent := strings.Repeat(" ", width.Of(heading))
	for i := range first {
		if i == 0 {
			first[i] = heading + first[i]
		} else {
			first[i] = indent + first[i]
		}
	}
	return first
}

// Draw draws the panel, one column in from the left. It draws cells itself: prompts are no markup.
func (p *Panel) Draw(screen tcell.Screen) {
	x, y, w, h := p.GetRect()
	lines := p.lines(w)
	for row := range h {
		text, role := "", theme.Dim
		if row < len(lines) {
			text = width.Clip(" "+lines[row], w)
			if lines[row] == p.question {
				role = theme.Warn
			}
		}
		style := p.palette.Style(role)
		at := x
		for text != "" {
			cluster, cells, rest := width.Next(text)
			screen.Put(at, y+row, cluster, style)
			at, text = at+cells, rest
		}
		for ; at < x+w; at++ {
			screen.Put(at, y+row, " ", style)
		}
	}
}
