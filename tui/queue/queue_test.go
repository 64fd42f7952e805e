package queue_test

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/tui/keys"
	"eidolon/tui/queue"
	"eidolon/tui/theme"
)

func filled(texts ...string) *queue.Queue {
	q := &queue.Queue{}
	for _, text := range texts {
		q.Add(text)
	}
	return q
}

func texts(q *queue.Queue) string {
	var all []string
	for _, item := range q.Items() {
		all = append(all, item.Text)
	}
	return strings.Join(all, " ")
}

// Prompts wait in their order, and the next one goes when the turn has ended.
// Covers: Y4
func TestOrder(t *testing.T) {
	q := filled("a", "b", "c")
	for _, want := range []string{"a", "b", "c", ""} {
		next, ok := q.TurnEnded(false)
		if next.Text != want || ok != (want != "") {
			t.Errorf("next is %q, %v, want %q", next.Text, ok, want)
		}
	}
}

// After a cancelled turn somebody is asked once, and nothing is sent before.
// Covers: Y6
func TestCancelled(t *testing.T) {
	for _, c := range []struct {
		name   string
		choice queue.Choice
		next   string
		rest   string
		then   string // after the next turn that ends well
	}{
		{"send the next", queue.SendNext, "a", "b", "b"},
		{"keep", queue.Keep, "", "a b", "a"},
		{"drop", queue.Drop, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := filled("a", "b")
			if next, ok := q.TurnEnded(true); ok || !q.Asking() {
				t.Fatalf("%q went at once", next.Text)
			}
			next, ok := q.Decide(c.choice)
			if next.Text != c.next || ok != (c.next != "") || texts(q) != c.rest || q.Asking() {
				t.Errorf("next is %q, %q waits", next.Text, texts(q))
			}
			if _, ok := q.Decide(queue.SendNext); ok {
				t.Error("there were two answers")
			}
			if then, _ := q.TurnEnded(false); then.Text != c.then {
				t.Errorf("then %q, want %q", then.Text, c.then)
			}
		})
	}
	q := &queue.Queue{}
	if q.TurnEnded(true); q.Asking() {
		t.Error("asked about nothing")
	}
	q = filled("a")
	q.TurnEnded(true)
	if q.TakeNewest(); q.Asking() {
		t.Error("still asked although nothing waits")
	}
}

func TestChanging(t *testing.T) {
	q := filled("a", "b", "c")
	if item, ok := q.TakeNewest(); !ok || item.Text != "c" || texts(q) != "a b" {
		t.Errorf("took %q of %s", item.Text, texts(q))
	}
	if item, ok := q.Remove(0); !ok || item.Text != "a" {
		t.Errorf("removed %q", item.Text)
	}
	if _, ok := q.Remove(1); ok {
		t.Error("removed what is not there")
	}
	before := q.Items()
	q.Add("d")
	q.Next()
	if d := cmp.Diff([]queue.Item{{ID: 2, Text: "b"}}, before); d != "" {
		t.Error("a list that was handed out changed:", d)
	}
}

func TestSummary(t *testing.T) {
	thirty := strings.Repeat("x", 30)
	for text, want := range map[string]string{
		"":                            "",
		thirty:                        thirty,
		thirty + "x":                  thirty[:29] + "…",
		"two\n\n  rows\tof it":        "two rows of it",
		strings.Repeat("👨‍👩‍👧", 31):   strings.Repeat("👨‍👩‍👧", 29) + "…",
		strings.Repeat("e\u0301", 30): strings.Repeat("e\u0301", 30),
		"a\x1b[31mb":                  "a␛[31mb",
	} {
		if got := queue.Summary(text); got != want {
			t.Errorf("%q in short is %q, want %q", text, got, want)
		}
	}
}

type palette struct{}

func (palette) Style(r theme.Role) tcell.Style {
	return tcell.StyleDefault.Foreground(tcell.PaletteColor(int(r)))
}

// The first three prompts are shown in short and the rest is counted.
// Covers: Y5
func TestPanel(t *testing.T) {
	long := "push the branch and open a request for it"
	for _, c := range []struct {
		name      string
		queue     *queue.Queue
		cancelled bool
		width     int
		want      string
	}{
		{"nothing", filled(), false, 100, ""},
		{"one", filled("run the [red]linter"), false, 60, " queue 1 run the [red]linter"},
		{
			"all in a row", filled("run the linter too", "then commit", long, "x", "y"), false, 100,
			" queue 1 run the linter too · 2 then commit · 3 push the branch and open a re… · +2",
		},
		{
			"a row each", filled("run the linter too", "then commit", long, "x", "y"), false, 60,
			" queue 1 run the linter too\n       2 then commit\n       3 push the branch and open a re…\n       +2",
		},
		{"narrow", filled(long), false, 20, " queue 1 push the b…"},
		{
			"a question", filled("a", "b"), true, 60,
			" cancelled; waiting prompts: s send next, k keep, d drop\n queue 1 a · 2 b",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.cancelled {
				c.queue.TurnEnded(true)
			}
			table, _ := keys.New(nil)
			p := queue.NewPanel(c.queue, palette{}, table, lang.Table{})
			rows := p.Height(c.width)
			if rows > 4 {
				t.Errorf("%d rows", rows)
			}
			if got := draw(t, p, c.width, rows); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// draw gives what a panel shows, and fails when it draws beside its rectangle.
func draw(t *testing.T, p *queue.Panel, cells, rows int) string {
	t.Helper()
	screen := tcell.NewSimulationScreen("UTF-8")
	if err := screen.Init(); err != nil {
		t.Fatal(err)
	}
	screen.SetSize(cells+4, rows+4)
	p.SetRect(2, 2, cells, rows)
	p.Draw(screen)
	screen.Show()
	contents, all, height := screen.GetContents()
	var lines []string
	for y := range height {
		line := ""
		for x := range all {
			text := string(contents[y*all+x].Runes)
			inside := x >= 2 && x+max(width.Of(text), 1) <= cells+2 && y >= 2 && y < rows+2
			if strings.TrimSpace(text) != "" && !inside {
				t.Errorf("%q at %d,%d", text, x, y)
			}
			if inside {
				line += text
			}
		}
		if y >= 2 && y < rows+2 {
			lines = append(lines, strings.TrimRight(line, " "))
		}
	}
	return strings.Join(lines, "\n")
}
