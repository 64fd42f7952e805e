package screen_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/rivo/tview"

	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// numbered is a history of items with a line each, numbered from 1.
func numbered(n int) []*view.Item {
	items := make([]*view.Item, n)
	for i := range items {
		items[i] = plain(i+1, fmt.Sprintf("line %d", i+1))
	}
	return items
}

// rows draws a frame and gives its text, the thumb apart.
func (f *fixture) rows() []string {
	all := f.draw()
	for i, s := range all {
		all[i] = strings.TrimRight(s, " ▐▌|")
	}
	return all
}

func (f *fixture) want(t *testing.T, rows ...string) {
	t.Helper()
	if diff := cmp.Diff(rows, f.rows()); diff != "" {
		t.Error(diff)
	}
}

// Covers: E21
func TestFollowsTheEnd(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.want(t, "", "", "")
	f.Put(numbered(1))
	f.want(t, "line 1", "", "")
	f.Put(numbered(5))
	f.want(t, "line 3", "line 4", "line 5")
	f.Put([]*view.Item{plain(5, "line 5", "and more")})
	f.want(t, "line 4", "line 5", "and more")
	if !f.Following() {
		t.Error("does not follow the end")
	}
}

func TestScroll(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.Put(numbered(9))
	steps := []struct {
		name   string
		do     func()
		first  string
		follow bool
	}{
		{"up a row", func() { f.ScrollBy(-1) }, "line 6", false},
		{"up a page, one row stays", func() { f.PageBy(-1) }, "line 4", false},
		{"home", f.Home, "line 1", false},
		{"further up is nowhere", func() { f.ScrollBy(-5) }, "line 1", false},
		{"down two pages", func() { f.PageBy(2) }, "line 5", false},
		{"down to the end follows it", func() { f.ScrollBy(2) }, "line 7", true},
		{"further down is nowhere", func() { f.ScrollBy(100) }, "line 7", true},
		{"home again", f.Home, "line 1", false},
		{"end", f.End, "line 7", true},
	}
	for _, s := range steps {
		s.do()
		if got := f.rows()[0]; got != s.first || f.Following() != s.follow {
			t.Errorf("%s: %q at the top, following %v", s.name, got, f.Following())
		}
	}
}

// A history that is in sight as a whole has no thumb, and scrolling does not leave its end.
func TestScrollNothing(t *testing.T) {
	f := newFixture(t, 20, 5)
	f.ScrollBy(-1)
	f.Home()
	f.Put(numbered(3))
	f.ScrollBy(-1)
	f.Home()
	f.PageBy(-3)
	if !f.Following() || strings.Contains(strings.Join(f.draw(), ""), "▐") {
		t.Errorf("following %v: %q", f.Following(), f.draw())
	}
}

// Somebody who reads further up is not disturbed by what comes, grows, folds or is found in older
// sessions; and learns how much has come.
func TestReadingIsNotDisturbed(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.Put(numbered(9))
	f.ScrollBy(-4)
	want := []string{"line 3", "line 4", "line 5"}
	f.want(t, want...)

	f.Put([]*view.Item{plain(9, "line 9", "grows", "more"), plain(10, "new")})
	f.want(t, want...)
	if f.Below() != 3 {
		t.Errorf("%d lines below, want 3", f.Below())
	}
	f.Put([]*view.Item{plain(1, "line 1", "grows above")})
	f.want(t, want...)
	if f.Below() != 3 {
		t.Errorf("%d lines below, want still 3", f.Below())
	}
	f.Prepend([]*view.Item{plain(-1, "old"), plain(0, "older")})
	f.want(t, want...)
	f.resize(30, 4)
	f.want(t, append(want, "line 6")...)
	f.End()
	f.want(t, "line 9", "grows", "more", "new")
	if f.Below() != 0 {
		t.Errorf("%d lines below the end", f.Below())
	}
	f.Home()
	f.want(t, "old", "older", "line 1", "grows above")
}

// What was at the top stays there at another width, and is there again at the old one.
func TestResizeKeepsThePlace(t *testing.T) {
	f := newFixture(t, 40, 3)
	f.Put([]*view.Item{plain(1, strings.Repeat("one two three four five six seven ", 20)), plain(2, "end")})
	f.ScrollBy(-5)
	before := f.rows()
	words := strings.Fields(before[0])
	f.resize(13, 3)
	if got := f.rows()[0]; !strings.Contains(strings.Join(words, " "), strings.Fields(got)[0]) {
		t.Errorf("%q is at the top, was %q", got, before[0])
	}
	f.resize(200, 7)
	f.draw()
	f.resize(40, 3)
	f.want(t, before...)
}

func TestFold(t *testing.T) {
	long := func(id int) *view.Item {
		item := plain(id, "short")
		item.More = plain(id, "long", "long", "long").Blocks
		return item
	}
	f := newFixture(t, 20, 9)
	f.Put([]*view.Item{long(1), plain(2, "between"), long(3)})
	f.want(t, "short", "between", "short", "", "", "", "", "", "")
	f.ToggleLatest()
	f.want(t, "short", "between", "long", "long", "long", "", "", "", "")
	f.Fold(3)
	f.Fold(1)
	f.Fold(2) // cannot be folded
	f.Fold(7) // is unknown
	f.want(t, "long", "long", "long", "between", "short", "", "", "", "")
	f.ToggleAll()
	f.Put([]*view.Item{long(4)})
	f.want(t, "long", "long", "between", "long", "long", "long", "long", "long", "long")
	f.ToggleAll()
	f.want(t, "short", "between", "short", "short", "", "", "", "", "")
	f.Mark(-1)
	f.Mark(-1)
	f.Mark(-1)
	f.Mark(-1)
	f.ToggleLatest()
	f.want(t, "long", "long", "long", "between", "short", "short", "", "", "")
}

// Covers: E38
func TestStateTells(t *testing.T) {
	call := func(s view.State) *view.Item {
		item := plain(1, "⏺ bash")
		item.State = s
		return item
	}
	f := newFixture(t, 60, 2)
	tests := []struct {
		state view.State
		wide  string
	}{
		{view.State{Text: "queued"}, "queued"},
		{view.State{Text: "running", Since: midday}, "running 0s"},
		{view.State{Text: "running", Since: midday.Add(-59 * time.Second)}, "running 59s"},
		{view.State{Text: "running", Since: midday.Add(-61 * time.Second)}, "running 1m01s"},
		{view.State{Text: "running", Since: midday.Add(-3 * time.Hour)}, "running 3h00m"},
		{view.State{Text: "running", Since: midday.Add(time.Hour)}, "running 0s"},
		{view.State{Text: "exit 1", Role: theme.Error}, "exit 1"},
	}
	for _, tt := range tests {
		f.resize(60, 2)
		f.Put([]*view.Item{call(tt.state)})
		want := " ⏺ bash" + strings.Repeat(" ", 60-2-7-len(tt.wide)) + tt.wide
		f.want(t, want, "")
		f.resize(30, 2)
		f.want(t, "⏺ bash "+tt.wide, "")
	}
}

// A state never covers the text, and is not lost on a narrow screen.
func TestStateHasRoom(t *testing.T) {
	f := newFixture(t, 62, 4)
	item := plain(1, strings.Repeat("x", 100))
	item.State = view.State{Text: "refused by guard"}
	f.Put([]*view.Item{item})
	f.want(t, " "+strings.Repeat("x", 41)+"  refused by guard", " "+strings.Repeat("x", 59), "", "")
	f.resize(51, 4)
	f.want(t, strings.Repeat("x", 50), strings.Repeat("x", 50), "refused by guard", "")
}

func TestMark(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.Mark(1)
	if _, ok := f.Marked(); ok {
		t.Error("there is nothing to mark")
	}
	f.Put(numbered(6))
	f.draw()
	marked := func(id int, top string, follow bool) {
		t.Helper()
		if item, ok := f.Marked(); !ok || item.ID != id {
			t.Errorf("marked is %v, want %d", item, id)
		}
		if got := f.rows()[0]; got != top || f.Following() != follow {
			t.Errorf("%q at the top, following %v", got, f.Following())
		}
	}
	f.Mark(-1)
	marked(6, "line 4", true)
	for range 3 {
		f.Mark(-1)
	}
	marked(3, "line 3", false)
	f.Put([]*view.Item{plain(3, "line 3, newer")})
	if item, _ := f.Marked(); item.Blocks[0].Text != "line 3, newer" {
		t.Error("the marked item is an old one")
	}
	f.Prepend([]*view.Item{plain(0, "line 0")})
	f.Mark(1)
	marked(4, "line 3, newer", false)
	for range 5 {
		f.Mark(1)
	}
	marked(6, "line 4", false)
	f.Unmark()
	if _, ok := f.Marked(); ok {
		t.Error("still marked")
	}
}

// Only some screens of rows are kept.
func TestForgets(t *testing.T) {
	f := newFixture(t, 80, 50)
	f.Put(numbered(30_000))
	for range 550 {
		f.PageBy(-1)
		f.frame()
	}
	if blocks, _ := f.Tables(); blocks > 400*50+100 {
		t.Errorf("%d blocks are laid out", blocks)
	}
}

func TestKeysAndWheel(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.Put(numbered(20))
	f.draw()
	keys := []struct {
		key tcell.Key
		top string
	}{
		{tcell.KeyUp, "line 17"},
		{tcell.KeyDown, "line 18"},
		{tcell.KeyPgUp, "line 16"},
		{tcell.KeyPgDn, "line 18"},
		{tcell.KeyHome, "line 1"},
		{tcell.KeyEnd, "line 18"},
		{tcell.KeyTab, "line 18"},
	}
	for _, k := range keys {
		f.InputHandler()(tcell.NewEventKey(k.key, 0, tcell.ModNone), func(tview.Primitive) {})
		if got := f.rows()[0]; got != k.top {
			t.Errorf("%v: %q", k.key, got)
		}
	}
	f.act(tview.MouseScrollUp, 5, 1)
	if got := f.rows()[0]; got != "line 15" {
		t.Errorf("the wheel: %q", got)
	}
	if f.act(tview.MouseScrollUp, -1, 1) {
		t.Error("takes the wheel beside it")
	}
}

// act does something with the mouse at a cell of the history.
func (f *fixture) act(action tview.MouseAction, x, y int) bool {
	e := tcell.NewEventMouse(around+x, around+y, tcell.ButtonPrimary, tcell.ModNone)
	consumed, _ := f.MouseHandler()(action, e, func(tview.Primitive) {})
	return consumed
}
