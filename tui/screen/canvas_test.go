package screen_test

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// canvasOf is a canvas in the middle of a screen whose other cells hold dots.
func canvasOf(t *testing.T, w, h int) screen.Canvas {
	t.Helper()
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	s.SetSize(w+4, h+2)
	s.Fill('.', tcell.StyleDefault)
	return screen.Canvas{Screen: s, Area: screen.Area{X: 2, Y: 1, W: w, H: h}, Looks: letterLooks{}}
}

// rowsOf gives what is in the canvas, and fails when something is around it.
func rowsOf(t *testing.T, c screen.Canvas) []string {
	t.Helper()
	var rows []string
	w, h := c.Screen.Size()
	for y := range h {
		var row strings.Builder
		for x := 0; x < w; {
			text, _, cells := c.Screen.Get(x, y)
			if c.Area.Contains(x, y) {
				row.WriteString(text)
			} else if text != "." {
				t.Errorf("%q is drawn at %d, %d, outside of %+v", text, x, y, c.Area)
			}
			x += max(cells, 1)
		}
		if y >= c.Area.Y && y < c.Area.Y+c.Area.H {
			rows = append(rows, strings.TrimRight(row.String(), " "))
		}
	}
	return rows
}

// roleAt gives the role that a cell of the canvas was drawn in.
func roleAt(c screen.Canvas, x, y int) theme.Role {
	_, style, _ := c.Screen.Get(c.Area.X+x, c.Area.Y+y)
	for r := range theme.Roles {
		if (letterLooks{}).Style(r) == style {
			return r
		}
	}
	return theme.Roles
}

func TestCanvasText(t *testing.T) {
	tests := []struct {
		name, text string
		x          int
		want       string
		end        int
	}{
		{"fits", "hello", 1, " hello", 6},
		{"is cut", "hello world", 4, "    hello", 9},
		{"wide characters stay whole", "漢字漢字漢", 0, "漢字漢字", 8},
		{"a wide one that does not fit ends the text", "abc漢字", 5, "     abc", 8},
		{"combining marks stay with their letter", "e\u0301a", 0, "e\u0301a", 2},
		{"families stay together", "👨‍👩‍👧x", 0, "👨‍👩‍👧x", 3},
		{"control characters are left out", "a\x1b[31mb\r\n\x00c\u009b", 0, "a[31mbc", 7},
		{"a mark with nothing to stand on is left out", "\u200bab", 0, "ab", 2},
		{"markup of the toolkit is text", "[red]x[-]", 0, "[red]x[-]", 9},
		{"left of the canvas nothing is drawn", "abc", -2, "", -2},
		{"right of it neither", "abc", 30, "", 30},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := canvasOf(t, 9, 1)
			c.Fill(theme.Text)
			end := c.Text(tt.x, 0, theme.Text, tt.text)
			if got := rowsOf(t, c)[0]; got != tt.want || end != tt.end {
				t.Errorf("got %q, %d, want %q, %d", got, end, tt.want, tt.end)
			}
		})
	}
}

func TestCanvasParts(t *testing.T) {
	c := canvasOf(t, 6, 3)
	c.Fill(theme.Text)
	part := c.Part(4, 1, 10, 10)
	if want := (screen.Area{X: 6, Y: 2, W: 2, H: 2}); part.Area != want {
		t.Errorf("the part is %+v, want %+v", part.Area, want)
	}
	part.Text(0, 0, theme.Warn, "abc")
	part.Text(0, 5, theme.Warn, "abc")
	part.Rule(0, 9, 1, theme.Border)
	c.Part(8, 8, 5, 5).Text(0, 0, theme.Warn, "gone")
	if diff := cmp.Diff([]string{"", "    ab", "    ──"}, rowsOf(t, c)); diff != "" {
		t.Error(diff)
	}
	if got := roleAt(c, 4, 1); got != theme.Warn {
		t.Errorf("drawn in role %d", got)
	}
}

func TestBox(t *testing.T) {
	box := screen.Box{Title: "files", Note: "3 of 9", Footer: "Enter choose"}
	tests := []struct {
		name string
		w, h int
		box  screen.Box
		want []string
	}{
		{"wide", 60, 4, box, []string{
			"╭─ files " + strings.Repeat("─", 41) + " 3 of 9 ─╮", "│ x" + strings.Repeat(" ", 56) + "│",
			"│" + strings.Repeat(" ", 58) + "│", "╰─ Enter choose " + strings.Repeat("─", 43) + "╯",
		}},
		{"narrow", 24, 4, box, []string{"─ files ─────── 3 of 9 ─", "x", "", "Enter choose"}},
		{"low", 24, 3, box, []string{"─ files ─────── 3 of 9 ─", "x", ""}},
		{"one row", 24, 1, box, []string{"x"}},
		{"open", 60, 3, screen.Box{Title: "files", Open: true}, []string{"─ files " + strings.Repeat("─", 52), "x", ""}},
		{"the note gives way", 14, 3, screen.Box{Title: "a long title", Note: "12345"}, []string{"─ a long ti… ─", "x", ""}},
		{"a hostile title", 20, 2, screen.Box{Title: "\x1b]0;x\a[red]漢字漢字漢字", Note: "n"}, []string{"─ ]0;x[red]漢字漢… ─", "x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := canvasOf(t, tt.w, tt.h)
			in := tt.box.Draw(c)
			in.Text(0, 0, theme.Text, "x")
			columns, rows := tt.box.Chrome(tt.w, tt.h)
			if w, h := in.Size(); w != tt.w-columns || h != tt.h-rows {
				t.Errorf("inside are %d x %d, the chrome takes %d, %d", w, h, columns, rows)
			}
			if diff := cmp.Diff(tt.want, rowsOf(t, c)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSheet(t *testing.T) {
	blocks := []*view.Block{
		{Text: "one two three four", First: view.Gutter{Text: "- "}, Rest: view.Gutter{Text: "  "}},
		{Text: "a line that is too long", NoWrap: true, Gap: true, Right: view.Gutter{Text: "ok"}},
		{Text: "last", Join: true},
	}
	var s screen.Sheet
	s.Set(blocks)
	c := canvasOf(t, 13, 4)
	draw := func() []string {
		c.Fill(theme.Text)
		s.Draw(c)
		return rowsOf(t, c)
	}
	if diff := cmp.Diff([]string{"- one two   ▐", "  three four▐", "            ▐", "a line …  ok"}, draw()); diff != "" {
		t.Error(diff)
	}
	s.Scroll(99)
	if diff := cmp.Diff([]string{"  three four", "            ▐", "a line …  ok▐", "last        ▐"}, draw()); diff != "" {
		t.Error(diff)
	}
	if got, want := s.Text(), "one two three four\n\na line that is too longlast"; got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
	if n := s.Height(40); n != 4 {
		t.Errorf("%d rows in 40 columns", n)
	}
}

func TestSheetFind(t *testing.T) {
	var s screen.Sheet
	s.Set(screen.Plain(strings.Repeat("nothing\n", 30) + "a Needle and a needle\n" + strings.Repeat("nothing\n", 30) + "NEEDLE"))
	c := canvasOf(t, 30, 6)
	s.Draw(c)
	s.Find("needle")
	at := func() string {
		s.Draw(c)
		current, count := s.Found()
		return strings.Join([]string{string(rune('0' + current)), string(rune('0' + count))}, "/")
	}
	if got := at(); got != "1/3" || !strings.Contains(strings.Join(rowsOf(t, c), "\n"), "a Needle") {
		t.Errorf("at %s: %q", got, rowsOf(t, c))
	}
	s.FindNext(-1)
	if got := at(); got != "3/3" || !strings.Contains(strings.Join(rowsOf(t, c), "\n"), "NEEDLE") {
		t.Errorf("at %s: %q", got, rowsOf(t, c))
	}
	s.FindNext(2)
	if got := at(); got != "2/3" {
		t.Errorf("at %s", got)
	}
	s.Find("")
	if got := at(); got != "0/0" {
		t.Errorf("at %s", got)
	}
}

// The text in view stays in view when the width changes.
func TestSheetResize(t *testing.T) {
	var s screen.Sheet
	s.Set(screen.Plain(strings.Repeat("some words that are wrapped when it is narrow\n", 20) + "HERE\n" + strings.Repeat("more of it\n", 20)))
	s.Draw(canvasOf(t, 60, 5))
	s.Scroll(20)
	for _, w := range []int{60, 12, 30, 7, 60} {
		c := canvasOf(t, w, 5)
		s.Draw(c)
		if got := rowsOf(t, c)[0]; !strings.HasPrefix(got, "HERE") {
			t.Errorf("at %d columns the first row is %q", w, got)
		}
	}
}
