package screen_test

import (
	"strings"
	"testing"

	"github.com/rivo/tview"
)

// thumb draws a frame and says which rows have the thumb.
func (f *fixture) thumb() string {
	var s strings.Builder
	for _, row := range f.draw() {
		if strings.HasSuffix(row, "▐") {
			s.WriteByte('#')
		} else {
			s.WriteByte('.')
		}
	}
	return s.String()
}

func TestThumb(t *testing.T) {
	f := newFixture(t, 20, 8)
	f.Put(numbered(8))
	if got := f.thumb(); got != "........" {
		t.Errorf("everything is in sight: %q", got)
	}
	f.Put(numbered(32))
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"end", func() {}, "......##"},
		{"a row above the end", func() { f.ScrollBy(-1) }, "......#."},
		{"home", f.Home, "##......"},
		{"a row below", func() { f.ScrollBy(1) }, ".#......"},
		{"the middle", func() { f.ScrollBy(11) }, "...##..."},
	}
	for _, s := range steps {
		s.do()
		if got := f.thumb(); got != s.want {
			t.Errorf("%s: %q, want %q", s.name, got, s.want)
		}
	}
	for _, h := range []int{1, 2} {
		for _, first := range []func(){f.Home, f.End, func() { f.ScrollBy(-9) }} {
			f.resize(20, h)
			first()
			if got := f.thumb(); strings.Count(got, "#") != 1 {
				t.Errorf("of %d rows: %q", h, got)
			}
		}
	}
}

// The thumb can be dragged, and is where the mouse is.
func TestThumbByMouse(t *testing.T) {
	f := newFixture(t, 20, 10)
	f.Put(numbered(1000))
	f.draw()
	f.act(tview.MouseLeftDown, 19, 5)
	if got := f.rows()[0]; !strings.HasPrefix(got, "line 50") || f.thumb()[5] != '#' {
		t.Errorf("%q at the top, thumb %q", got, f.thumb())
	}
	f.act(tview.MouseMove, 3, 2)
	if got := f.thumb(); got[2] != '#' {
		t.Errorf("thumb %q", got)
	}
	f.act(tview.MouseMove, 3, -4)
	if got := f.rows()[0]; got != "line 1" {
		t.Errorf("%q at the top", got)
	}
	f.act(tview.MouseMove, 19, 9)
	if !f.Following() || f.HasSelection() {
		t.Error("does not follow the end, or has selected something")
	}
	f.act(tview.MouseLeftUp, 19, 9)
	f.act(tview.MouseMove, 19, 2)
	if !f.Following() {
		t.Error("the thumb moves without the mouse")
	}
}
