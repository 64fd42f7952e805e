package screen_test

import (
	"strings"
	"testing"

	"eidolon/tui/screen"
	"eidolon/tui/view"
)

// steps are keys in short: a letter moves, a capital one moves and selects.
//
//	h l j k  left right down up     w b  words     0 $  line     { }  items     g G  all     u d  pages
//	v W V    by characters, words, lines
func steps(f *fixture, keys string) {
	moves := map[rune]screen.Step{
		'h': screen.Left, 'l': screen.Right, 'j': screen.Down, 'k': screen.Up, 'w': screen.WordRight, 'b': screen.WordLeft,
		'0': screen.LineStart, '$': screen.LineEnd, '{': screen.ItemUp, '}': screen.ItemDown, 'g': screen.ToTop, 'G': screen.ToEnd,
		'u': screen.PageUp, 'd': screen.PageDown,
	}
	for _, key := range keys {
		switch key {
		case 'v':
			f.SelectBy(screen.Cluster)
		case 'W':
			f.SelectBy(screen.Word)
		case 'V':
			f.SelectBy(screen.Line)
		case 'R':
			f.MoveCursor(screen.Right, true)
		case 'L':
			f.MoveCursor(screen.Left, true)
		case 'N':
			f.MoveCursor(screen.WordRight, true)
		case 'D':
			f.MoveCursor(screen.Down, true)
		case 'E':
			f.MoveCursor(screen.LineEnd, true)
		default:
			f.MoveCursor(moves[key], false)
		}
	}
}

// The frame of listing at 20x12 is the one of TestSelectByMouse.
//
// Covers: Y2
func TestSelectByKeys(t *testing.T) {
	tests := []struct{ name, keys, want string }{
		{"characters", "gRRR", "one"},
		{"backwards", "gllllLLL", "ne "},
		{"a word", "gN", "one"},
		{"the next words", "gwNN", " two three"},
		{"down a row that is wrapped", "gD", "one two three "},
		{"down keeps the column", "glllllljvlll", "ive"},
		{"to the end of the line and not of the row", "gE", "one two three four five six"},
		{"by lines", "gjV", "one two three four five six"},
		{"by words", "gllllWw", "two"},
		{"words backwards", "gwwwWb", "three"},
		{"wide characters", "gjjjjwR", "("},
		{"over a wide character", "gjjjjwlR", "漢"},
		{"code by lines", "gjjjVjj", "func f() {\n    g(漢字)\n}"},
		{"over blocks that belong together", "gjjjjjjVj", "a long line in two pieces of it"},
		{"through their border", "gjjjjjj$bbbbvwwww", "two pieces of it"},
		{"items far apart", "gv}w", "one two three four five six\n\nfunc f() {\n    g(漢字)\n}\na long line in two pieces of it\nthe"},
		{"everything", "gvG", "one two three four five six\n\nfunc f() {\n    g(漢字)\n}\na long line in two pieces of it\nthe calc/calc.go file. end"},
		{"a second time ends it", "gvwv", ""},
		{"a move drops it", "gNl", ""},
		{"back to the start of the item", "G{W", "the"},
		{"and of the one above", "G{{W", "one"},
		{"no further up", "guuukkkhhhN", "one"},
		{"no further down", "dddjjjlll}Vk", "the calc/calc.go file. end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range [][2]int{{20, 12}, {20, 3}} { // and where little of it is in sight
				f := newFixture(t, size[0], size[1])
				f.Put(listing())
				f.draw()
				f.BeginSelect()
				steps(f, tt.keys)
				got, ok := f.Selection()
				if got != tt.want || ok != (tt.want != "") {
					t.Errorf("at %v: %q, %v\n%s", size, got, ok, strings.Join(f.draw(), "\n"))
				}
				f.draw()
				if x, y := f.cursor(); x < around || y < around || x >= around+size[0] || y >= around+size[1] {
					t.Errorf("at %v: the cursor is at %d,%d", size, x, y)
				}
			}
		})
	}
}

// Whatever comes, the cursor, the selection and the view stay where they are, and at the end the end is
// followed again.
func TestSelectByKeysWhileTextComes(t *testing.T) {
	f := newFixture(t, 20, 5)
	f.Put(numbered(9))
	f.draw()
	f.BeginSelect()
	steps(f, "kkVk")
	want := strings.Join(f.draw(), "\n")
	x, y := f.cursor()
	f.Put([]*view.Item{plain(9, "line 9 goes on\nand on\nand on\nand on"), plain(10, "new")})
	f.Prepend([]*view.Item{plain(-1, "older")})
	if got := strings.Join(f.draw()[:4], "\n"); !strings.HasPrefix(want, got) {
		t.Errorf("shows %q after %q", got, want)
	}
	steps(f, "l")
	f.draw()
	if got, _ := f.Selection(); got != "line 6\nline 7" {
		t.Errorf("selected %q", got)
	}
	if nx, _ := f.cursor(); nx != x+1 {
		t.Errorf("the cursor went from %d,%d to column %d", x, y, nx)
	}
	f.End()
	end := strings.Join(f.draw()[:3], "\n")
	f.Put([]*view.Item{plain(11, "newer")})
	if got := strings.Join(f.draw()[:3], "\n"); got != end || f.Following() {
		t.Errorf("shows %q after %q", got, end)
	}
	f.EndSelect()
	if f.HasSelection() || !f.Following() || f.Selecting() {
		t.Error("it does not end")
	}
}

// Text that is replaced takes the selection with it, and the cursor stays with what is there.
func TestSelectByKeysAndNewVersions(t *testing.T) {
	f := newFixture(t, 20, 5)
	f.Put(numbered(3))
	f.draw()
	f.BeginSelect()
	steps(f, "v0kE")
	f.Put([]*view.Item{plain(2, "漢字")})
	if got, ok := f.Selection(); ok {
		t.Errorf("selected %q", got)
	}
	f.draw()
	steps(f, "0")
	if got, _ := f.Selection(); got != "漢字" {
		t.Errorf("selected %q", got)
	}
}

// cursor is where the last frame shows the terminal's cursor.
func (f *fixture) cursor() (x, y int) { return f.cells.cursor[0], f.cells.cursor[1] }
