package prompt_test

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/rivo/tview"

	cellwidth "eidolon/internal/leaf/width"
	"eidolon/tui/keys"
	"eidolon/tui/prompt"
	"eidolon/tui/theme"
)

// stage is an editor in a running application on a screen in memory. The keys go through the table, as
// they do in the chat.
type stage struct {
	app     *tview.Application
	screen  tcell.SimulationScreen
	sent    []string
	handled chan struct{}
}

// play starts an application with an editor at the lower edge of a screen.
func play(t *testing.T, e *prompt.Editor, width, height int) *stage {
	t.Helper()
	s := &stage{app: tview.NewApplication(), screen: tcell.NewSimulationScreen("UTF-8"), handled: make(chan struct{}, 1)}
	s.app.SetScreen(s.screen)
	s.screen.SetSize(width, height)
	s.app.EnableMouse(true).EnablePaste(true).SetRoot(e, false)
	s.app.SetBeforeDrawFunc(func(tcell.Screen) bool {
		rows := min(e.Height(width), height)
		e.SetRect(0, height-rows, width, rows)
		return false
	})
	table, _ := keys.New(nil)
	s.app.SetInputCapture(func(ev *tcell.EventKey) *tcell.EventKey {
		if ev.Key() == tcell.KeyF64 {
			s.handled <- struct{}{}
			return nil
		}
		hit := table.Lookup(ev, keys.Stroke{}, keys.Prompt, keys.Chat, keys.Always)
		switch {
		case hit.State != keys.Bound:
			return ev
		case e.Do(hit.Action):
		case hit.Action == keys.Submit:
			s.sent = append(s.sent, e.Take())
		}
		return nil
	})
	done := make(chan error)
	go func() { done <- s.app.Run() }()
	t.Cleanup(func() {
		s.app.Stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s
}

// keyboard sends keys as a terminal does.
func (s *stage) keyboard(events ...tcell.Event) {
	for _, ev := range events {
		s.app.QueueEvent(ev)
	}
}

func char(r rune) tcell.Event { return tcell.NewEventKey(tcell.KeyRune, r, 0) }

func key(k tcell.Key, mod tcell.ModMask) tcell.Event { return tcell.NewEventKey(k, 0, mod) }

// paste is a paste as the terminal brackets it.
func paste(text string) []tcell.Event {
	all := []tcell.Event{tcell.NewEventPaste(true)}
	for _, r := range text {
		if r == '\n' {
			all = append(all, key(tcell.KeyEnter, 0))
		} else {
			all = append(all, char(r))
		}
	}
	return append(all, tcell.NewEventPaste(false))
}

// look gives the lower rows of the screen, with "█" where the cursor is, once all events were handled.
// Events are handled in their order, but updates may overtake them: the last event tells that it came.
func (s *stage) look(t *testing.T, read func()) string {
	t.Helper()
	s.app.QueueEvent(key(tcell.KeyF64, 0))
	<-s.handled
	var frame string
	s.app.QueueUpdate(func() {
		frame = shot(s.screen)
		if read != nil {
			read()
		}
	})
	return frame
}

// shot gives the rows of a screen that hold something.
func shot(screen tcell.SimulationScreen) string {
	cells, width, height := screen.GetContents()
	cx, cy, visible := screen.GetCursor()
	var rows []string
	for y := range height {
		var row strings.Builder
		wide := 0
		for x := range width {
			c := cells[y*width+x]
			if wide--; wide > 0 { // the right half of what was just read
				continue
			}
			wide = cellwidth.Of(string(c.Runes))
			if visible && x == cx && y == cy {
				row.WriteString("█")
				if string(c.Runes) == " " {
					continue
				}
			}
			row.WriteString(string(c.Runes))
		}
		rows = append(rows, strings.TrimRight(row.String(), " "))
	}
	return strings.Trim(strings.Join(rows, "\n"), "\n")
}

// Covers: E63
func TestTypingOnScreen(t *testing.T) {
	s := play(t, prompt.New(prompt.Options{Palette: palette{}, Placeholder: "[red]Ask"}), 60, 12)
	frame := func(name, want string) {
		t.Helper()
		if d := cmp.Diff(strings.TrimPrefix(want, "\n"), s.look(t, nil)); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
	frame("empty", `
╭──────────────────────────────────────────────────────────╮
│ ❯ █[red]Ask                                               │
╰──────────────────────────────────────────────────────────╯`)
	s.keyboard(char('['), char('r'), char('e'), char('d'), char(']'), char('漢'), key(tcell.KeyEnter, tcell.ModShift), char('b'))
	frame("brackets are no markup, a new line is a row", `
╭──────────────────────────────────────────────────────────╮
│ ❯ [red]漢                                                │
│   b█                                                     │
╰──────────────────────────────────────────────────────────╯`)
	s.keyboard(key(tcell.KeyEnter, 0))
	frame("sent", `
╭──────────────────────────────────────────────────────────╮
│ ❯ █[red]Ask                                               │
╰──────────────────────────────────────────────────────────╯`)
	s.keyboard(paste(strings.Repeat("line\n", 120))...)
	frame("a large paste is folded", `
╭──────────────────────────────────────────────────────────╮
│ ❯ [paste 1: 120 lines]█                                  │
╰──────────────────────────────────────────────────────────╯`)
	s.keyboard(paste("a\nb")...)
	s.keyboard(key(tcell.KeyEnter, 0))
	s.look(t, func() {
		if d := cmp.Diff([]string{"[red]漢\nb", strings.Repeat("line\n", 120) + "a\nb"}, s.sent); d != "" {
			t.Error(d)
		}
	})
}

// The prompt grows to eight rows and then scrolls with the cursor.
func TestGrowing(t *testing.T) {
	e := prompt.New(prompt.Options{Palette: palette{}})
	s := play(t, e, 40, 12)
	for i := range 10 {
		s.keyboard(char(rune('0'+i)), key(tcell.KeyCtrlJ, tcell.ModCtrl))
	}
	want := "3\n4\n5\n6\n7\n8\n9\n█"
	if d := cmp.Diff(want, s.look(t, nil)); d != "" {
		t.Error(d)
	}
	s.keyboard(key(tcell.KeyBackspace, 0), key(tcell.KeyBackspace, 0)) // room is never left unused
	if d := cmp.Diff("2\n3\n4\n5\n6\n7\n8\n█", s.look(t, nil)); d != "" {
		t.Error(d)
	}
	s.keyboard(char('9'), key(tcell.KeyCtrlJ, tcell.ModCtrl))
	for range 10 {
		s.keyboard(key(tcell.KeyUp, 0))
	}
	if d := cmp.Diff("█0\n1\n2\n3\n4\n5\n6\n7", s.look(t, nil)); d != "" {
		t.Error(d)
	}
}

func TestWrapping(t *testing.T) {
	for _, c := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"behind spaces", "one two three|", 9, "one two\nthree█"},
		{"a full row leaves room for the cursor", "12345678|", 9, "12345678█"},
		{"behind a slash", "path/to/file|", 9, "path/to/\nfile█"},
		{"in a long word", "123456789012|", 9, "12345678\n9012█"},
		{"between wide characters", "a漢字漢字漢字|", 9, "a漢字漢\n字漢字█"},
		{"combined characters", "e\u0301e\u0301e\u0301|", 3, "e\u0301e\u0301\ne\u0301█"},
		{"an accent of nothing", "|\u0301", 9, "█◌\u0301"},
		{"what cannot be seen is spelt out", "a\u202Eb\u200B|", 30, "a<U+202E>b<U+200B>█"},
		{"hidden tags as well", "a\U000E0041|", 30, "a<U+E0041>█"},
		{"a tab", "a\tb|", 30, "a    b█"},
		{"cursor between two rows", "12345678|9", 9, "12345678\n█9"},
		{"one cell", "漢a|", 2, "…\na█"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, editor(t, c.text, prompt.Options{}), c.width, 4)
			if d := cmp.Diff(c.want, s.look(t, nil)); d != "" {
				t.Errorf("%q: %s", c.text, d)
			}
		})
	}
}

// A question stands in the frame, or above the text where there is no frame.
func TestTitle(t *testing.T) {
	e := prompt.New(prompt.Options{Palette: palette{}, ASCII: true})
	e.SetTitle("Which [branch]?\n\x1b")
	e.Paste("main")
	wide := play(t, e, 60, 6).look(t, nil)
	if d := cmp.Diff("+- Which [branch]? ␛ --------------------------------------+\n| > main█                                                  |\n+----------------------------------------------------------+", wide); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff("Which [branch]? ␛\nmain█", play(t, e, 40, 6).look(t, nil)); d != "" {
		t.Error(d)
	}
}

// Tokens, folded pastes and the selection are coloured; addresses and people are not.
func TestColours(t *testing.T) {
	e := editor(t, "/go @file:a me@b.c @ann @d/e @!ls|", prompt.Options{})
	do(t, e, "select.left")
	s := play(t, e, 80, 4)
	var roles strings.Builder
	text := s.look(t, func() {
		cells, width, _ := s.screen.GetContents()
		for x := 4; x < width-4; x++ {
			fg, _, _ := cells[2*width+x].Style.Decompose()
			switch fg {
			case tcell.PaletteColor(int(theme.Mention)):
				roles.WriteString("m")
			case tcell.PaletteColor(int(theme.Selection)):
				roles.WriteString("s")
			default:
				roles.WriteString(".")
			}
		}
	})
	if want := "mmm.mmmmmmm.............mmmm.mmms"; strings.TrimRight(roles.String(), ".") != want {
		t.Errorf("%s\n    %s", text, roles.String())
	}
}

// A click places the cursor, drawing selects, two clicks take a word.
func TestMouse(t *testing.T) {
	e := editor(t, "one two three\n漢字|", prompt.Options{})
	s := play(t, e, 40, 4)
	mouse := func(x, y int, b tcell.ButtonMask) tcell.Event { return tcell.NewEventMouse(x, y, b, 0) }
	for _, c := range []struct {
		name      string
		events    []tcell.Event
		selection string
		after     string
	}{
		{"a click", []tcell.Event{mouse(4, 2, tcell.Button1), mouse(4, 2, 0)}, "", "one |two three\n漢字"},
		{"behind the end of a row", []tcell.Event{mouse(30, 3, tcell.Button1), mouse(30, 3, 0)}, "", "one two three\n漢字|"},
		{"the right half of a wide character", []tcell.Event{mouse(1, 3, tcell.Button1), mouse(1, 3, 0)}, "", "one two three\n漢|字"},
		{
			"drawing",
			[]tcell.Event{mouse(4, 2, tcell.Button1), mouse(5, 2, tcell.Button1), mouse(2, 3, tcell.Button1), mouse(2, 3, 0)},
			"two three\n漢", "one two three\n漢|字",
		},
		{
			"two clicks",
			[]tcell.Event{mouse(5, 2, tcell.Button1), mouse(5, 2, 0), mouse(5, 2, tcell.Button1), mouse(5, 2, 0)},
			"two", "one two| three\n漢字",
		},
		{"outside", []tcell.Event{mouse(5, 0, tcell.Button1), mouse(5, 0, 0)}, "two", "one two| three\n漢字"},
	} {
		s.keyboard(c.events...)
		s.look(t, func() {
			if got := marked(t, e); got != c.after || e.Selection() != c.selection {
				t.Errorf("%s: %q, selected %q", c.name, got, e.Selection())
			}
		})
	}
}
