package screen_test

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/tui/view"
)

// listing has all that a copy has to leave out or to join.
func listing() []*view.Item {
	gutter := view.Gutter{Text: "12 + "}
	item := &view.Item{
		ID: 1, State: view.State{Text: "ok 12 ms"},
		Blocks: []*view.Block{
			{Text: "one two three four five six", First: view.Gutter{Text: "⏺ "}, Rest: view.Gutter{Text: "  "}},
			{Text: "func f() {\n    g(漢字)\n}", First: gutter, Rest: gutter, Gap: true, Right: view.Gutter{Text: "go"}},
			{Text: "a long line in two ", First: gutter, Rest: gutter},
			{Text: "pieces of it", Join: true, NoWrap: true},
		},
	}
	return []*view.Item{item, plain(2, "the calc/calc.go file. end")}
}

// The frame of listing at 20x12:
//
//	0 ⏺ one two three
//	1   four five six
//	2   ok 12 ms
//	3
//	4 12 + func f() {
//	5 12 +     g(漢字)
//	6 12 + }
//	7 12 + a long line in
//	8 12 + two
//	9 pieces of it
//	10 the calc/calc.go
//	11 file. end
func TestSelectByMouse(t *testing.T) {
	type at struct{ x, y int }
	tests := []struct {
		name     string
		clicks   int
		from, to at
		want     string
	}{
		{"within a row", 1, at{2, 0}, at{4, 0}, "one"},
		{"backwards", 1, at{4, 0}, at{2, 0}, "one"},
		{"a click selects nothing", 1, at{4, 0}, at{4, 0}, ""},
		{"wrapped rows are joined", 1, at{10, 0}, at{10, 1}, "three four five"},
		{"from beside the text", 1, at{0, 0}, at{4, 0}, "one"},
		{"to behind it", 1, at{2, 1}, at{19, 1}, "four five six"},
		{"code is copied as it is", 1, at{0, 4}, at{19, 6}, "func f() {\n    g(漢字)\n}"},
		{"half a wide character is all of it", 1, at{12, 5}, at{13, 5}, "漢字"},
		{"over a gap", 1, at{12, 1}, at{8, 4}, "six\n\nfunc"},
		{"blocks that belong together", 1, at{5, 8}, at{5, 9}, "two pieces"},
		{"into the next item", 1, at{0, 9}, at{2, 10}, "pieces of it\nthe"},
		{"a word", 2, at{8, 0}, at{8, 0}, "two"},
		{"words", 2, at{8, 0}, at{3, 1}, "two three four"},
		{"words backwards", 2, at{3, 1}, at{8, 0}, "two three four"},
		{"a path", 2, at{9, 10}, at{9, 10}, "calc/calc.go"},
		{"a word without its full stop", 2, at{1, 11}, at{1, 11}, "file"},
		{"what is no word", 2, at{10, 5}, at{10, 5}, "("},
		{"a line", 3, at{3, 1}, at{3, 1}, "one two three four five six"},
		{"a line of code", 3, at{11, 5}, at{11, 5}, "    g(漢字)"},
		{"a line in two blocks", 3, at{2, 9}, at{2, 9}, "a long line in two pieces of it"},
		{"the same from its first half", 3, at{7, 7}, at{7, 7}, "a long line in two pieces of it"},
		{"below everything", 1, at{2, 11}, at{2, 15}, "le. end"},
		{"above everything", 1, at{4, 0}, at{9, -3}, "one"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t, 20, 12)
			f.Put(listing())
			f.draw()
			for n := range tt.clicks {
				f.act(tview.MouseLeftDown, tt.from.x, tt.from.y)
				if n < tt.clicks-1 {
					f.act(tview.MouseLeftUp, tt.from.x, tt.from.y)
				}
			}
			f.act(tview.MouseMove, tt.to.x, tt.to.y)
			f.act(tview.MouseLeftUp, tt.to.x, tt.to.y)
			got, ok := f.Selection()
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v\n%s", got, ok, strings.Join(f.draw(), "\n"))
			}
		})
	}
}

// Everything that is in sight, selected, is the text again, at any width.
func TestSelectAll(t *testing.T) {
	want := "one two three four five six\n\nfunc f() {\n    g(漢字)\n}\na long line in two pieces of it\nthe calc/calc.go file. end"
	for w := 8; w < 120; w++ {
		f := newFixture(t, w, 50)
		f.Put(listing())
		f.draw()
		f.act(tview.MouseLeftDown, 0, 0)
		f.act(tview.MouseMove, w-1, 49)
		if got, _ := f.Selection(); got != want {
			t.Fatalf("at %d: %q", w, got)
		}
	}
}

// While the button is held beyond the edge, the history scrolls when it is told to, and the selection
// grows.
func TestSelectBeyondTheEdge(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.Put(numbered(9))
	f.draw()
	f.act(tview.MouseLeftDown, 5, 1)
	if f.NeedsScroll() {
		t.Error("scrolls before anything is selected")
	}
	f.act(tview.MouseMove, 0, -2)
	for range 2 {
		if !f.NeedsScroll() {
			t.Fatal("does not scroll")
		}
		f.ScrollDrag()
	}
	f.want(t, "line 3", "line 4", "line 5")
	if got, _ := f.Selection(); got != "line 3\nline 4\nline 5\nline 6\nline 7\nline 8" {
		t.Errorf("selected %q", got)
	}
	f.act(tview.MouseMove, 19, 5)
	f.ScrollDrag()
	f.ScrollDrag()
	if got, _ := f.Selection(); got != "8\nline 9" {
		t.Errorf("selected %q", got)
	}
	f.act(tview.MouseLeftUp, 19, 5)
	if f.NeedsScroll() {
		t.Error("scrolls without the mouse")
	}
	f.ScrollDrag()
	f.act(tview.MouseLeftDown, 3, 1)
	f.act(tview.MouseLeftUp, 3, 1)
	if f.HasSelection() {
		t.Error("a click keeps the selection")
	}
}

// The mouse belongs to the history from press to release, and only then.
func TestMouseIsHeld(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.Put(numbered(3))
	f.draw()
	handle := func(a tview.MouseAction, x int) tview.Primitive {
		_, held := f.MouseHandler()(a, tcell.NewEventMouse(x, around, tcell.ButtonPrimary, 0), func(tview.Primitive) {
			t.Error("takes the focus")
		})
		return held
	}
	if handle(tview.MouseMove, around) != nil || handle(tview.MouseLeftDown, around) == nil || handle(tview.MouseMove, 1000) == nil {
		t.Error("does not hold the mouse")
	}
	if handle(tview.MouseLeftUp, 1000) != nil || handle(tview.MouseMove, around+3) != nil {
		t.Error("keeps the mouse")
	}
}

// A selection lives as long as its text: growth keeps it, another text in its place does not.
func TestSelectionAndNewVersions(t *testing.T) {
	tests := []struct {
		name string
		item *view.Item
		keep bool
	}{
		{"text goes on", plain(2, "line 2 and on"), true},
		{"text is replaced", plain(2, "another"), false},
		{"another item is replaced", plain(3, "another"), true},
		{"an item comes", plain(8, "new"), true},
		{"an older one comes", plain(0, "new"), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t, 20, 5)
			f.Put(numbered(3))
			f.draw()
			f.act(tview.MouseLeftDown, 0, 0)
			f.act(tview.MouseMove, 3, 1)
			f.Put([]*view.Item{tt.item})
			f.draw()
			if got, ok := f.Selection(); ok != tt.keep || ok && got != "line 1\nline" {
				t.Errorf("selected %q, %v", got, ok)
			}
		})
	}
}

// Text that is replaced while the button is held, before anything is selected, is not selected.
func TestPressAndNewVersion(t *testing.T) {
	f := newFixture(t, 20, 5)
	f.Put(numbered(3))
	f.draw()
	f.act(tview.MouseLeftDown, 4, 1)
	f.Put([]*view.Item{plain(2, "漢字漢字")})
	f.act(tview.MouseMove, 6, 2)
	if got, ok := f.Selection(); ok {
		t.Errorf("selected %q", got)
	}
}
