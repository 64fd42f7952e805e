package overlay_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/keys"
	"eidolon/tui/overlay"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

var update = flag.Bool("update", false, "write the frames that are drawn into testdata")

// letters stand for the roles in the second half of a golden frame.
var letters = [theme.Roles]byte{
	theme.Text: '.', theme.Dim: 'd', theme.Mention: 'm', theme.Heading: 'h', theme.Tool: 't', theme.Input: 'i',
	theme.Warn: 'w', theme.Error: 'e', theme.Added: '+', theme.Removed: '-', theme.Hunk: '@', theme.Code: 'c',
	theme.Border: 'b', theme.Title: 'T', theme.Prompt: 'p', theme.Selected: 'S', theme.Match: 'M', theme.Current: 'C',
	theme.Thumb: '#', theme.Strong: 's',
}

// roleLooks gives each role a colour of its own, so that a cell tells which role it was drawn in.
type roleLooks struct{}

func (roleLooks) Style(r theme.Role) tcell.Style {
	return tcell.StyleDefault.Foreground(tcell.PaletteColor(int(r)))
}
func (l roleLooks) Over(_, r theme.Role) tcell.Style { return l.Style(r) }
func (roleLooks) Palette(n uint8) tcell.Color        { return tcell.PaletteColor(int(n)) }
func (roleLooks) RGB(r, g, b uint8) tcell.Color {
	return tcell.NewRGBColor(int32(r), int32(g), int32(b))
}

// stage is a screen with the area of one overlay.
type stage struct {
	screen tcell.SimulationScreen
	ascii  bool
}

func newStage(t testing.TB) *stage {
	t.Helper()
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	return &stage{screen: s}
}

// draw draws an overlay where the layout puts it and gives that place.
func (s *stage) draw(o overlay.Overlay, w, h int) screen.Area {
	s.screen.SetSize(w, h)
	s.screen.Fill('~', tcell.StyleDefault)
	s.screen.HideCursor()
	a := screen.Layout(w, h, screen.LayoutState{
		Panel: o.ID().Kind(), PanelRows: o.Height(w, h), Prompt: 3,
	}).Panel
	o.Draw(screen.Canvas{Screen: s.screen, Area: a, Looks: roleLooks{}, ASCII: s.ascii})
	return a
}

// outside gives what was drawn outside of an area, or "".
func (s *stage) outside(a screen.Area) string {
	w, h := s.screen.Size()
	for y := range h {
		for x := range w {
			if text, _, _ := s.screen.Get(x, y); text != "~" && !a.Contains(x, y) {
				return fmt.Sprintf("%q at %d, %d", text, x, y)
			}
		}
	}
	return ""
}

// text gives the rows of an area. A cell that nobody drew is "~".
func (s *stage) text(a screen.Area) []string {
	var rows []string
	for y := a.Y; y < a.Y+a.H; y++ {
		var row strings.Builder
		for x := a.X; x < a.X+a.W; {
			text, _, cells := s.screen.Get(x, y)
			row.WriteString(text)
			x += max(cells, 1)
		}
		rows = append(rows, strings.TrimRight(row.String(), " "))
	}
	return rows
}

// roles gives the rows of an area as the letters of the roles.
func (s *stage) roles(a screen.Area) []string {
	byColor := map[tcell.Color]byte{}
	for r := range theme.Roles {
		fg, _, _ := (roleLooks{}).Style(r).Decompose()
		byColor[fg] = letters[r]
	}
	var rows []string
	for y := a.Y; y < a.Y+a.H; y++ {
		row := make([]byte, a.W)
		for x := range a.W {
			text, style, _ := s.screen.Get(a.X+x, y)
			fg, _, attrs := style.Decompose()
			switch row[x] = byColor[fg]; {
			case attrs&tcell.AttrBold != 0:
				row[x] = 'B'
			case text == " " && row[x] == '.':
				row[x] = ' '
			}
		}
		rows = append(rows, strings.TrimRight(string(row), " "))
	}
	return rows
}

// sizes are those that golden frames are drawn at.
var sizes = [][2]int{{100, 30}, {80, 24}, {40, 10}, {20, 5}}

// golden compares an overlay at all sizes with the frames in testdata.
func golden(t *testing.T, name string, o overlay.Overlay) {
	t.Helper()
	var out strings.Builder
	s := newStage(t)
	s.ascii = strings.HasSuffix(name, "-ascii")
	for _, size := range sizes {
		a := s.draw(o, size[0], size[1])
		if where := s.outside(a); where != "" {
			t.Errorf("%v: drawn outside: %s", size, where)
		}
		x, y, shown := s.screen.GetCursor()
		fmt.Fprintf(&out, "== %dx%d: %d rows", size[0], size[1], a.H)
		if shown {
			fmt.Fprintf(&out, ", cursor at %d, %d", x-a.X, y-a.Y)
		}
		fmt.Fprintf(&out, "\n%s\n--\n%s\n", strings.Join(s.text(a), "\n"), strings.Join(s.roles(a), "\n"))
	}
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Error(diff)
	}
}

// events are keys by the names that tests use. Every other name is a character.
var events = map[string]*tcell.EventKey{
	"up": tcell.NewEventKey(tcell.KeyUp, 0, 0), "down": tcell.NewEventKey(tcell.KeyDown, 0, 0),
	"left": tcell.NewEventKey(tcell.KeyLeft, 0, 0), "right": tcell.NewEventKey(tcell.KeyRight, 0, 0),
	"pgup": tcell.NewEventKey(tcell.KeyPgUp, 0, 0), "pgdn": tcell.NewEventKey(tcell.KeyPgDn, 0, 0),
	"home": tcell.NewEventKey(tcell.KeyHome, 0, 0), "end": tcell.NewEventKey(tcell.KeyEnd, 0, 0),
	"enter": tcell.NewEventKey(tcell.KeyEnter, 0, 0), "tab": tcell.NewEventKey(tcell.KeyTab, 0, 0),
	"esc": tcell.NewEventKey(tcell.KeyEscape, 0, 0), "backspace": tcell.NewEventKey(tcell.KeyBackspace2, 0, 0),
	"delete": tcell.NewEventKey(tcell.KeyDelete, 0, 0),
	"ctrl+a": tcell.NewEventKey(tcell.KeyCtrlA, 1, tcell.ModCtrl), "ctrl+e": tcell.NewEventKey(tcell.KeyCtrlE, 5, tcell.ModCtrl),
	"ctrl+k": tcell.NewEventKey(tcell.KeyCtrlK, 11, tcell.ModCtrl), "ctrl+n": tcell.NewEventKey(tcell.KeyCtrlN, 14, tcell.ModCtrl),
	"ctrl+p": tcell.NewEventKey(tcell.KeyCtrlP, 16, tcell.ModCtrl), "ctrl+u": tcell.NewEventKey(tcell.KeyCtrlU, 21, tcell.ModCtrl),
	"ctrl+w": tcell.NewEventKey(tcell.KeyCtrlW, 23, tcell.ModCtrl), "ctrl+x": tcell.NewEventKey(tcell.KeyCtrlX, 24, tcell.ModCtrl),
	"alt+b": tcell.NewEventKey(tcell.KeyRune, 'b', tcell.ModAlt), "alt+d": tcell.NewEventKey(tcell.KeyRune, 'd', tcell.ModAlt),
	"alt+f": tcell.NewEventKey(tcell.KeyRune, 'f', tcell.ModAlt), "f5": tcell.NewEventKey(tcell.KeyF5, 0, 0),
}

// press sends keys to an overlay as the chat does, and says whether it had a use for the last of them.
func press(t *testing.T, o overlay.Overlay, names ...string) bool {
	t.Helper()
	used := false
	for _, name := range names {
		ev, ok := events[name]
		if !ok {
			r := []rune(name)
			if len(r) != 1 {
				t.Fatalf("there is no key %q", name)
			}
			ev = tcell.NewEventKey(tcell.KeyRune, r[0], 0)
		}
		used = o.HandleKey(ev, table.Lookup(ev, keys.Stroke{}, o.Contexts()...).Action)
	}
	return used
}

// typeText presses a key for each character.
func typeText(t *testing.T, o overlay.Overlay, text string) {
	t.Helper()
	for _, r := range text {
		press(t, o, string(r))
	}
}

var table, _ = keys.New(nil)
