package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/screen"
)

// bands names the areas from top to bottom with their rows.
func bands(a screen.Areas) string {
	var all []string
	for _, band := range named(a) {
		if band.area.H > 0 {
			all = append(all, fmt.Sprintf("%s %d", band.name, band.area.H))
		}
	}
	if a.TooSmall {
		all = append(all, "too small")
	}
	if a.Border {
		all = append(all, "border")
	}
	return strings.Join(all, ", ")
}

type band struct {
	name string
	area screen.Area
}

func named(a screen.Areas) []band {
	return []band{
		{"history", a.History},
		{"new", a.NewLines},
		{"queue", a.Queue},
		{"todo", a.Todo},
		{"panel", a.Panel},
		{"prompt", a.Prompt},
		{"status", a.Status},
	}
}

func TestLayout(t *testing.T) {
	quiet := screen.LayoutState{Prompt: 3}
	busy := screen.LayoutState{Prompt: 5, Queue: 4, Todo: true, NewLines: true}
	menu := screen.LayoutState{Prompt: 3, Panel: screen.Attached, PanelRows: 8}
	box := screen.LayoutState{Prompt: 3, Panel: screen.Modal, PanelRows: 12, Queue: 2, Todo: true, NewLines: true}
	tests := []struct {
		name          string
		width, height int
		state         screen.LayoutState
		want          string
	}{
		{"usual", 100, 30, quiet, "history 26, prompt 3, status 1, border"},
		{"everything at once", 100, 30, busy, "history 18, new 1, queue 4, todo 1, prompt 5, status 1, border"},
		{"a menu keeps the prompt", 100, 30, menu, "history 18, panel 8, prompt 3, status 1, border"},
		{"a box takes its place", 100, 30, box, "history 16, new 1, panel 12, status 1"},
		{"a long prompt stops growing", 100, 30, screen.LayoutState{Prompt: 99}, "history 19, prompt 10, status 1, border"},
		{"a huge box leaves some history", 100, 30, screen.LayoutState{Panel: screen.Modal, PanelRows: 999}, "history 7, panel 22, status 1"},
		{"a huge menu leaves a little", 100, 30, screen.LayoutState{Prompt: 3, Panel: screen.Attached, PanelRows: 99}, "history 3, panel 23, prompt 3, status 1, border"},
		{"classic", 80, 24, busy, "history 12, new 1, queue 4, todo 1, prompt 5, status 1, border"},

		{"small", 40, 10, screen.LayoutState{Prompt: 1}, "history 8, prompt 1, status 1"},
		{"small and busy", 40, 10, busy, "history 5, new 1, queue 1, prompt 2, status 1"},
		{"small with a menu", 40, 10, menu, "panel 7, prompt 2, status 1"},
		{"small with a box", 40, 10, box, "panel 9, status 1"},
		{"smallest", 20, 5, quiet, "history 3, prompt 1, status 1"},
		{"smallest with a menu", 20, 5, menu, "panel 3, prompt 1, status 1"},
		{"smallest with a box", 20, 5, box, "panel 4, status 1"},
		{"wide and low has no border", 200, 8, quiet, "history 6, prompt 1, status 1"},
		{"narrow and high", 59, 50, screen.LayoutState{Prompt: 4}, "history 45, prompt 4, status 1"},

		{"too narrow", 19, 50, busy, "history 50, too small"},
		{"too low", 100, 4, busy, "history 4, too small"},
		{"nothing", 0, 0, busy, "too small"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, bands(screen.Layout(tt.width, tt.height, tt.state))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever the state, the areas cover the screen and stand below each other in one order.
func TestLayoutCovers(t *testing.T) {
	for _, size := range [][2]int{{100, 30}, {80, 24}, {40, 10}, {20, 5}, {200, 50}, {300, 100}, {60, 12}, {60, 13}, {59, 13}, {19, 4}, {1, 1}} {
		for _, kind := range []screen.Kind{screen.NoPanel, screen.Attached, screen.Modal} {
			for _, rows := range []int{-1, 0, 1, 5, 20, 1000} {
				for bits := range 8 {
					s := screen.LayoutState{
						Panel: kind, PanelRows: rows, Prompt: rows, Queue: rows,
						Todo: bits&1 != 0, NewLines: bits&2 != 0,
					}
					if bits&4 != 0 {
						s.Prompt, s.Queue = 3, 2
					}
					covers(t, size[0], size[1], s)
				}
			}
		}
	}
}

func covers(t *testing.T, width, height int, s screen.LayoutState) {
	t.Helper()
	a := screen.Layout(width, height, s)
	y := 0
	for _, b := range named(a) {
		if b.area.H == 0 {
			continue
		}
		if b.area.H < 0 || b.area != (screen.Area{X: 0, Y: y, W: width, H: b.area.H}) {
			t.Fatalf("%dx%d %+v: %s is at %+v, not at row %d", width, height, s, b.name, b.area, y)
		}
		y += b.area.H
	}
	if y != height {
		t.Fatalf("%dx%d %+v: %d rows are covered: %s", width, height, s, y, bands(a))
	}
	if !a.TooSmall && (a.Status.H != 1 || s.Panel != screen.Modal && a.Prompt.H < 1 || s.Panel == screen.Modal && a.Prompt.H > 0) {
		t.Fatalf("%dx%d %+v: %s", width, height, s, bands(a))
	}
}

// The bottom keeps its height while text arrives: nothing that a stream changes is in the state.
// Covers: R85
func TestLayoutIsStill(t *testing.T) {
	s := screen.LayoutState{Prompt: 3, Panel: screen.Attached, PanelRows: 6}
	before := screen.Layout(100, 30, s)
	if after := screen.Layout(100, 30, s); after != before {
		t.Errorf("%+v became %+v", before, after)
	}
	s.NewLines = true // the only thing that arriving text can bring, when the history is scrolled up
	after := screen.Layout(100, 30, s)
	if after.Panel != before.Panel || after.Prompt != before.Prompt || after.Status != before.Status {
		t.Errorf("%s became %s", bands(before), bands(after))
	}
}
