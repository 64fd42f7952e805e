package overlay_test

import (
	"testing"

	"eidolon/tui/overlay"
	"eidolon/tui/screen"
)

// Every overlay has the bottom of the screen that its kind stands for, on a usual screen and on a small
// one.
// Covers: R80, R81
func TestBottoms(t *testing.T) {
	attached := map[overlay.ID]bool{
		overlay.Palette: true, overlay.Files: true, overlay.Agents: true, overlay.History: true,
		overlay.Question: true, overlay.Search: true,
	}
	for _, id := range overlay.All() {
		for _, size := range [][2]int{{100, 30}, {40, 10}} {
			a := screen.Layout(size[0], size[1], screen.LayoutState{
				Panel: id.Kind(), PanelRows: 5, Prompt: 3, Queue: 1, Todo: true,
			})
			if a.Status.H != 1 || a.Panel.H < 1 {
				t.Errorf("%s at %v: status %d, panel %d", id, size, a.Status.H, a.Panel.H)
			}
			bottom := a.Panel.H + a.Status.H
			if attached[id] {
				if a.Prompt.H < 1 || a.Panel.H != 5 {
					t.Errorf("%s at %v has no prompt below its %d rows", id, size, a.Panel.H)
				}
				bottom += a.Prompt.H
			} else if a.Prompt.H != 0 || a.Queue.H != 0 || a.Todo.H != 0 {
				t.Errorf("%s at %v stands over a prompt of %d rows", id, size, a.Prompt.H)
			}
			if top := a.Panel.Y; top+bottom != size[1] {
				t.Errorf("%s at %v: the bottom begins at %d and has %d rows", id, size, top, bottom)
			}
			if small := size[1] == 10; small && id.Kind() == screen.Modal && a.Panel.H != 9 {
				t.Errorf("%s at %v has %d rows", id, size, a.Panel.H)
			}
		}
		if id.String() == "" {
			t.Errorf("overlay %d has no title", id)
		}
	}
}
