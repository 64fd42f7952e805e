package screen_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

var update = flag.Bool("update", false, "write the frames of the history anew")

// letterLooks makes roles visible in tests: the colour of the text is its role, that behind it the fill.
type letterLooks struct{}

// noon is when the tests happen.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func (letterLooks) Style(r theme.Role) tcell.Style { return letterLooks{}.Over(theme.Text, r) }

func (letterLooks) Over(fill, r theme.Role) tcell.Style {
	if r == theme.Text {
		r = fill
	}
	style := tcell.StyleDefault.Foreground(tcell.PaletteColor(int(r)))
	if fill != theme.Text {
		style = style.Background(tcell.PaletteColor(int(fill)))
	}
	return style
}

func (letterLooks) Palette(n uint8) tcell.Color { return tcell.PaletteColor(int(n)) }
func (letterLooks) RGB(r, g, b uint8) tcell.Color {
	return tcell.NewRGBColor(int32(r), int32(g), int32(b))
}

// A theme says all that the history asks.
var _ screen.Looks = (*theme.Theme)(nil)

// letters of the roles in frames, in their order.
const letters = ".duMHBeclqTiroWE+-AXhkNLnCOgbtpszD#?!FKv"

// midday is when everything in these tests happens.
var midday = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// fixture is a history on a screen that tolerates no cell outside of the history.
type fixture struct {
	*screen.Transcript
	cells *watched
	now   time.Time
}

// newFixture has a screen with a margin of some cells on all sides.
func newFixture(t testing.TB, w, h int) *fixture {
	t.Helper()
	sim := tcell.NewSimulationScreen("UTF-8")
	if err := sim.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sim.Fini)
	f := &fixture{cells: &watched{Screen: sim, t: t}, now: midday}
	f.Transcript = screen.NewTranscript(screen.TranscriptOptions{
		Looks: letterLooks{}, Now: func() time.Time { return f.now },
	})
	f.resize(w, h)
	return f
}

// ascii begins anew with nothing but ASCII.
func (f *fixture) ascii() {
	f.Transcript = screen.NewTranscript(screen.TranscriptOptions{Looks: letterLooks{}, Now: func() time.Time { return f.now }, ASCII: true})
	f.resize(f.cells.w, f.cells.h)
}

const around = 2 // cells of the screen that are not the history's

func (f *fixture) resize(w, h int) {
	f.cells.SetSize(w+2*around, h+2*around)
	f.SetRect(around, around, w, h)
	f.cells.x, f.cells.y, f.cells.w, f.cells.h = around, around, w, h
}

// draw draws a frame and gives its rows, without spaces at their ends.
func (f *fixture) draw() []string {
	f.cells.Screen.Clear()
	f.Draw(f.cells)
	var all []string
	for y := range f.cells.h {
		var row strings.Builder
		for x := 0; x < f.cells.w; {
			s, _, cells := f.cells.Get(f.cells.x+x, f.cells.y+y)
			row.WriteString(s)
			x += max(cells, 1)
		}
		all = append(all, strings.TrimRight(row.String(), " "))
	}
	return all
}

// styles gives a letter for each cell of the last frame: the role of the text, or of the fill where there
// is none. Attributes make it a sign.
func (f *fixture) styles() []string {
	var all []string
	for y := range f.cells.h {
		var row strings.Builder
		for x := range f.cells.w {
			s, style, _ := f.cells.Get(f.cells.x+x, f.cells.y+y)
			fg, bg, attr := style.Decompose()
			switch {
			case attr != 0:
				row.WriteByte('*')
			case s == " " && bg == tcell.ColorDefault, fg == tcell.ColorDefault:
				row.WriteByte(' ')
			case fg.IsRGB() || int(fg-tcell.PaletteColor(0)) >= len(letters):
				row.WriteByte('%')
			default:
				row.WriteByte(letters[fg-tcell.PaletteColor(0)])
			}
		}
		all = append(all, strings.TrimRight(row.String(), " "))
	}
	return all
}

// golden compares the frame and its styles with a file.
func (f *fixture) golden(t *testing.T, name string) {
	t.Helper()
	got := strings.Join(f.draw(), "\n") + "\n" + strings.Repeat("=", f.cells.w) + "\n" + strings.Join(f.styles(), "\n") + "\n"
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

// watched is a screen on which only a rectangle may be written.
type watched struct {
	tcell.Screen
	t          testing.TB
	x, y, w, h int
	cursor     [2]int
}

func (s *watched) ShowCursor(x, y int) {
	s.cursor = [2]int{x, y}
	if x < s.x || x >= s.x+s.w || y < s.y || y >= s.y+s.h {
		s.t.Errorf("the cursor is at %d,%d", x, y)
	}
}

func (s *watched) Put(x, y int, text string, style tcell.Style) (string, int) {
	rest, cells := s.Screen.Put(x, y, text, style)
	if rest != "" {
		s.t.Errorf("%q is more than one cluster", text)
	}
	if x < s.x || y < s.y || x+cells > s.x+s.w || y >= s.y+s.h {
		s.t.Errorf("%q at %d,%d is outside of %d,%d %dx%d", text, x, y, s.x, s.y, s.w, s.h)
	}
	return rest, cells
}

func (s *watched) SetContent(x, y int, r rune, combining []rune, style tcell.Style) {
	s.Put(x, y, string(r)+string(combining), style)
}

func (s *watched) Fill(rune, tcell.Style) { s.t.Error("fills the whole screen") }
func (s *watched) Clear()                 { s.t.Error("clears the whole screen") }

// plain is an item of lines without any style.
func plain(id int, lines ...string) *view.Item {
	return &view.Item{ID: id, Kind: view.AnswerItem, Blocks: []*view.Block{{Text: strings.Join(lines, "\n")}}}
}
