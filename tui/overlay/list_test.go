package overlay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/overlay"
	"eidolon/tui/screen"
	"eidolon/tui/view"
)

// commands is the list of slash commands with its two headings.
func commands(o overlay.ListOptions) *overlay.List {
	o.Rows, o.Headings, o.Match = 5, 2, overlay.Prefix
	l := overlay.NewList(overlay.Palette, o)
	for i, name := range []string{"/clear", "/compact", "/effort", "/help", "/memory", "/model", "/new"} {
		l.AddRows(overlay.Row{Value: name, Text: name, Note: fmt.Sprintf("what command %d does", i), Group: "run"})
	}
	for _, name := range []string{"/agent-placeholder", "/file-placeholder", "/review"} {
		l.AddRows(overlay.Row{Value: name, Text: name, Group: "insert"})
	}
	return l
}

// files is the file picker with a preview.
func files(o overlay.ListOptions) *overlay.List {
	o.Filter, o.Match, o.Preview = true, overlay.Contains, true
	l := overlay.NewList(overlay.Picker, o)
	for i := range 60 {
		l.AddRows(overlay.Row{Value: fmt.Sprint(i), Text: fmt.Sprintf("internal/part%02d/file_%d.go", i, i*i), Note: fmt.Sprintf("%d KB", i)})
	}
	return l
}

// Covers: E57, E58
func TestPalette(t *testing.T) {
	l := commands(overlay.ListOptions{})
	golden(t, "palette", l)
	golden(t, "palette-ascii", l)
	for range 6 {
		press(t, l, "down")
	}
	golden(t, "palette-scrolled", l)
	l.SetFilter("/m")
	golden(t, "palette-filtered", l)
	golden(t, "palette-beside", commands(overlay.ListOptions{Beside: true}))
}

// At most five entries are in sight, the selected one among them, under the headings they belong to.
// Covers: E57, E58
func TestPaletteWindow(t *testing.T) {
	l := commands(overlay.ListOptions{})
	s := newStage(t)
	for i := range 12 {
		rows := s.text(s.draw(l, 100, 30))
		entries, heading := 0, ""
		for _, row := range rows[1:] {
			switch {
			case row == "run" || row == "insert":
				heading = row
			case row != "":
				entries++
			}
			if strings.HasPrefix(row, "❯") {
				want := "run"
				if i >= 7 {
					want = "insert"
				}
				if heading != want {
					t.Errorf("after %d steps %q stands under %q", i, row, heading)
				}
			}
		}
		if entries != 5 {
			t.Errorf("after %d steps %d entries are in sight:\n%s", i, entries, strings.Join(rows, "\n"))
		}
		press(t, l, "down")
	}
}

// Covers: E59
func TestPicker(t *testing.T) {
	l := files(overlay.ListOptions{})
	l.SetPreview("0", []*view.Block{{Text: "package part00"}, {Text: "// a file that is shown beside its name, wrapped when it is long", Gap: true}})
	golden(t, "picker", l)
	typeText(t, l, "t1")
	l.SetLoading(true)
	l.SetNotice("only the first 10000 are shown")
	golden(t, "picker-filtered", l)
	typeText(t, l, "nothing")
	golden(t, "picker-empty", l)
}

func TestModels(t *testing.T) {
	l := overlay.NewList(overlay.Models, overlay.ListOptions{Rows: 6, Filter: true, Match: overlay.Contains})
	l.AddRows(
		overlay.Row{Value: "a", Text: "opus", Note: "anthropic 200k", Off: "no key in ANTHROPIC_API_KEY"},
		overlay.Row{Value: "b", Text: "local", Note: "openai 32k"},
		overlay.Row{Value: "c", Text: "a model with a name that is long enough to be cut on small screens", Note: "openai 128k"},
	)
	golden(t, "models", l)
}

// Hostile names are shown as what they are, and stay in their row.
func TestHostileRows(t *testing.T) {
	l := overlay.NewList(overlay.Sessions, overlay.ListOptions{Title: "\x1b]0;owned\a[red]", Rows: 6, Filter: true})
	l.AddRows(
		overlay.Row{Value: "1", Text: "\x1b[2J\x1b[31mred\nsecond line", Note: "\a\b\r"},
		overlay.Row{Value: "2", Text: "[red]tags[-] [\"region\"]", Note: "[::b]"},
		overlay.Row{Value: "3", Text: "safe\u202etxt.exe", Note: "\u200b\u2066"},
		overlay.Row{Value: "4", Text: strings.Repeat("漢字", 5000), Note: strings.Repeat("né", 5000)},
		overlay.Row{Value: "5", Text: "👨‍👩‍👧 e\u0301 ❤️ \xff\xfe", Note: "🇩🇪"},
		overlay.Row{Value: "6", Text: "", Note: "no name", Group: "\x1b[0m" + strings.Repeat("g", 10<<10)},
	)
	golden(t, "hostile", l)
}

func TestListKeys(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want string // what was told, in order
		used bool
	}{
		{"down", []string{"down"}, "move /compact", true},
		{"ctrl+n and ctrl+p", []string{"ctrl+n", "ctrl+n", "ctrl+p"}, "move /compact, move /effort, move /compact", true},
		{"up stays at the first", []string{"up"}, "", true},
		{"page down", []string{"pgdn"}, "move /model", true},
		{"page down stops at the last", []string{"pgdn", "pgdn"}, "move /model, move /review", true},
		{"page up", []string{"pgdn", "pgup"}, "move /model, move /clear", true},
		{"enter", []string{"enter"}, "pick /clear 0", true},
		{"tab", []string{"down", "tab"}, "move /compact, pick /compact 1", true},
		{"escape", []string{"esc"}, "cancel", true},
		{"characters are the prompt's", []string{"x"}, "", false},
		{"so is home", []string{"home"}, "", false},
		{"and backspace", []string{"backspace"}, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var told []string
			l := commands(overlay.ListOptions{
				OnPick:   func(r overlay.Row, how overlay.How) { told = append(told, fmt.Sprintf("pick %s %d", r.Value, how)) },
				OnMove:   func(r overlay.Row) { told = append(told, "move "+r.Value) },
				OnCancel: func() { told = append(told, "cancel") },
			})
			told = nil
			newStage(t).draw(l, 100, 30)
			used := press(t, l, tt.keys...)
			if got := strings.Join(told, ", "); got != tt.want || used != tt.used {
				t.Errorf("told %q and used is %v, want %q and %v", got, used, tt.want, tt.used)
			}
		})
	}
}

// A list above the prompt that found nothing is in nobody's way.
func TestEmptyListLeavesKeys(t *testing.T) {
	cancelled := false
	l := commands(overlay.ListOptions{OnCancel: func() { cancelled = true }})
	l.SetFilter("/nothing")
	for _, key := range []string{"enter", "tab", "up", "down", "x"} {
		if press(t, l, key) {
			t.Errorf("%s is kept from the prompt", key)
		}
	}
	if !press(t, l, "esc") || !cancelled {
		t.Error("it cannot be closed")
	}
}

func TestListFilterLine(t *testing.T) {
	var filters []string
	l := files(overlay.ListOptions{OnFilter: func(f string) { filters = append(filters, f) }})
	typeText(t, l, "pa t")
	press(t, l, "left", "backspace", "ctrl+a", "delete", "ctrl+e", "r", "ctrl+w", "f5")
	l.Paste("art1\nx\x1b")
	want := []string{"p", "pa", "pa ", "pa t", "pat", "at", "atr", "", "art1 x␛"}
	if diff := cmp.Diff(want, filters); diff != "" {
		t.Error(diff)
	}
	press(t, l, "ctrl+u")
	if hits, rows := l.Len(); hits != rows || rows != 60 {
		t.Errorf("%d of %d rows answer an empty filter", hits, rows)
	}
}

// Rows that arrive, and filters that change, do not take the selection from under a person's hands.
// Covers: E59
func TestSelectionIsKept(t *testing.T) {
	selected := func(l *overlay.List) string {
		r, _ := l.Selected()
		return r.Value
	}
	l := overlay.NewList(overlay.Files, overlay.ListOptions{Rows: 5, Match: func(query, text string) (int, []int, bool) {
		_, at, ok := overlay.Contains(query, text)
		return -len(text), at, ok
	}})
	var rows []overlay.Row
	for i := range 300 {
		rows = append(rows, overlay.Row{Value: fmt.Sprint("v", i), Text: strings.Repeat("x", 300-i)})
	}
	l.AddRows(rows[:200]...)
	l.SetFilter("x")
	press(t, l, "down", "down")
	if got := selected(l); got != "v197" {
		t.Fatalf("%s is selected", got)
	}
	l.AddRows(rows[200:]...) // all of them are better
	if got := selected(l); got != "v197" {
		t.Errorf("%s is selected after rows arrived", got)
	}
	l.SetFilter("xx")
	if got := selected(l); got != "v298" {
		t.Errorf("%s is selected after the filter changed", got)
	}
	press(t, l, "down")
	l.SetRows(rows[100:]...)
	if got := selected(l); got != "v297" {
		t.Errorf("%s is selected after rows were exchanged", got)
	}
	l.SetRows(rows[0])
	if got := selected(l); got != "v0" {
		t.Errorf("%s is selected when it was taken away", got)
	}
	l.SetRows()
	if r, ok := l.Selected(); ok {
		t.Errorf("%v is selected of nothing", r)
	}
}

// A row that cannot be picked can be looked at, and Enter does nothing with it.
func TestDisabledRows(t *testing.T) {
	picked := ""
	l := overlay.NewList(overlay.Models, overlay.ListOptions{OnPick: func(r overlay.Row, _ overlay.How) { picked = r.Value }})
	l.AddRows(overlay.Row{Value: "off", Text: "off", Off: "no key"}, overlay.Row{Value: "on", Text: "on"})
	if r, _ := l.Selected(); r.Value != "on" {
		t.Errorf("%q is selected first", r.Value)
	}
	press(t, l, "up", "enter")
	if picked != "" {
		t.Errorf("%q was picked", picked)
	}
	press(t, l, "down", "enter")
	if picked != "on" {
		t.Errorf("%q was picked", picked)
	}
}

func TestListMouse(t *testing.T) {
	var told []string
	l := commands(overlay.ListOptions{
		OnPick: func(r overlay.Row, _ overlay.How) { told = append(told, "pick "+r.Value) },
		OnMove: func(r overlay.Row) { told = append(told, "move "+r.Value) },
	})
	told = nil
	newStage(t).draw(l, 100, 30)
	for _, m := range []overlay.Mouse{
		{X: 3, Y: 4, Act: overlay.Click}, // the third entry, below the edge and a heading
		{X: 3, Y: 4, Act: overlay.Click},
		{X: 3, Y: 1, Act: overlay.Click}, // the heading
		{X: 3, Y: 99, Act: overlay.Click},
		{X: 3, Y: 3, Act: overlay.DoubleClick},
		{X: 3, Y: 3, Act: overlay.WheelUp},
		{X: 3, Y: 3, Act: overlay.WheelDown},
	} {
		if !l.HandleMouse(m) {
			t.Errorf("%+v goes through the list", m)
		}
	}
	want := []string{"move /effort", "pick /effort", "move /compact", "pick /compact", "move /clear", "move /compact"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

// A preview that comes late, for a row that is not selected any more, is not shown.
func TestLatePreview(t *testing.T) {
	l := files(overlay.ListOptions{})
	press(t, l, "down")
	l.SetPreview("0", []*view.Block{{Text: "LATE"}})
	s := newStage(t)
	if got := strings.Join(s.text(s.draw(l, 120, 30)), "\n"); strings.Contains(got, "LATE") {
		t.Error(got)
	}
	l.SetPreview("1", []*view.Block{{Text: "IN TIME"}})
	if got := strings.Join(s.text(s.draw(l, 120, 30)), "\n"); !strings.Contains(got, "IN TIME") {
		t.Error(got)
	}
}

// Nothing that a stream or a filter does changes how high a list is.
// Covers: R85
func TestListHeightIsStill(t *testing.T) {
	l := overlay.NewList(overlay.Files, overlay.ListOptions{Rows: 5, Headings: 1, Match: overlay.Prefix})
	want := l.Height(100, 30)
	for _, change := range []func(){
		func() { l.SetLoading(true) },
		func() { l.AddRows(overlay.Row{Value: "a", Text: "a", Group: "g"}) },
		func() { l.AddRows(overlay.Row{Value: "b", Text: "b", Group: "h"}, overlay.Row{Value: "c", Text: "c"}) },
		func() { l.SetFilter("b") },
		func() { l.SetNotice("slow") },
		func() { l.SetRows() },
	} {
		change()
		if got := l.Height(100, 30); got != want {
			t.Errorf("%d rows, want %d", got, want)
		}
	}
	if id := l.ID(); id.Kind() != screen.Attached || l.Title() != "files" {
		t.Errorf("%v %q", id, l.Title())
	}
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		name        string
		match       overlay.Match
		query, text string
		at          []int
		ok          bool
	}{
		{"prefix", overlay.Prefix, "/Mo", "/model", []int{0, 1, 2}, true},
		{"not a prefix", overlay.Prefix, "mo", "/model", nil, false},
		{"contained", overlay.Contains, "DEL", "/model", []int{3, 4, 5}, true},
		{"wide characters", overlay.Contains, "字é", "漢字é", []int{3, 6}, true},
		{"not contained", overlay.Contains, "x", "漢字", nil, false},
		{"longer than the text", overlay.Contains, "abc", "ab", nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, at, ok := tt.match(tt.query, tt.text)
			if diff := cmp.Diff(tt.at, at); ok != tt.ok || diff != "" {
				t.Errorf("%v %s", ok, diff)
			}
		})
	}
}
