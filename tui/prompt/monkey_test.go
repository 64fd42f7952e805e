package prompt_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/internal/leaf/width"
	"eidolon/tui/prompt"
)

// fence is a screen that fails the test when something is drawn beside a rectangle.
type fence struct {
	tcell.Screen
	t          *testing.T
	x, y, w, h int
}

func (f *fence) inside(x, y, cells int) {
	f.t.Helper()
	if x < f.x || y < f.y || x+cells > f.x+f.w || y >= f.y+f.h {
		f.t.Fatalf("%d cells at %d,%d are outside of %dx%d at %d,%d", cells, x, y, f.w, f.h, f.x, f.y)
	}
}

func (f *fence) Put(x, y int, s string, style tcell.Style) (string, int) {
	f.inside(x, y, width.Of(s))
	return f.Screen.Put(x, y, s, style)
}

func (f *fence) SetContent(x, y int, r rune, comb []rune, style tcell.Style) {
	f.inside(x, y, width.Of(string(r)))
	f.Screen.SetContent(x, y, r, comb, style)
}

func (f *fence) ShowCursor(x, y int) {
	f.inside(x, y, 1)
	f.Screen.ShowCursor(x, y)
}

// Random keys, pastes and sizes draw nothing beside the rectangle, however small it is, and always show
// the cursor.
func TestMonkey(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	screen := tcell.NewSimulationScreen("UTF-8")
	if err := screen.Init(); err != nil {
		t.Fatal(err)
	}
	screen.SetSize(200, 50)
	chars := []rune("ab /@-漢字e\u0301👨\u200d👩\u202e\t🇩🇪\n")
	e := prompt.New(prompt.Options{Palette: palette{}, History: history("one", "two\nrows"), Placeholder: "漢字漢字"})
	e.Focus(nil)
	for i := range 4_000 {
		switch random.IntN(20) {
		case 0:
			e.Paste(string(chars[random.IntN(len(chars)):]))
		case 1:
			e.Paste(string(make([]byte, 3000)))
		case 2:
			e.SetTitle([]string{"", "[x] a question 漢字", "\x1b"}[random.IntN(3)])
		case 3:
			e.Take()
		case 4:
			mouse(e, random)
		default:
			step(e, byte(random.IntN(256)), "long\nword@file:x", chars)
		}
		f := &fence{screen, t, random.IntN(20), random.IntN(20), random.IntN(100), random.IntN(12)}
		e.SetRect(f.x, f.y, f.w, f.h)
		screen.HideCursor()
		e.Draw(f)
		if i%10 == 0 {
			sound(t, e)
		}
		if _, _, shown := screen.GetCursor(); shown != (f.w > 0 && f.h > 0) {
			t.Fatalf("the cursor is shown: %v, in %dx%d", shown, f.w, f.h)
		}
		if f.w > 0 && (e.Rows(f.w) < 1 || e.Rows(f.w) > 8 || e.Height(f.w) < e.Rows(f.w)) {
			t.Fatalf("%d rows of %d", e.Rows(f.w), e.Height(f.w))
		}
	}
}

// mouse does something with the mouse, perhaps beside the editor.
func mouse(e *prompt.Editor, random *rand.Rand) {
	action := []tview.MouseAction{
		tview.MouseLeftDown, tview.MouseMove, tview.MouseLeftUp, tview.MouseLeftClick, tview.MouseLeftClick,
		tview.MouseScrollDown, tview.MouseScrollUp, tview.MouseRightDown,
	}[random.IntN(8)]
	ev := tcell.NewEventMouse(random.IntN(120)-5, random.IntN(30)-5, tcell.ButtonNone, 0)
	e.MouseHandler()(action, ev, func(tview.Primitive) {})
}

// A text of a megabyte that was unfolded: what a key and a frame cost then.
func BenchmarkLargeText(b *testing.B) {
	screen := tcell.NewSimulationScreen("UTF-8")
	if err := screen.Init(); err != nil {
		b.Fatal(err)
	}
	screen.SetSize(100, 30)
	e := prompt.New(prompt.Options{Palette: palette{}})
	line := "some words of a log, 漢字 too, and more of them up to the end\n"
	for len(line) < 1<<20 {
		line += line
	}
	e.SetText(line)
	e.SetRect(0, 0, 100, e.Height(100))
	e.Focus(nil)
	key := tcell.NewEventKey(tcell.KeyRune, 'x', 0)
	b.Run("key", func(b *testing.B) {
		for b.Loop() {
			e.Handle(key)
			e.Height(100)
			e.Token()
			e.Draw(screen)
		}
	})
}

func BenchmarkPaste(b *testing.B) {
	line := "some words of a log, 漢字 too, and more of them up to the end\r\n"
	for len(line) < 1<<20 {
		line += line
	}
	for b.Loop() {
		e := prompt.New(prompt.Options{Palette: palette{}})
		e.Paste(line)
	}
}

// A key in a short prompt, with a frame.
func BenchmarkKey(b *testing.B) {
	screen := tcell.NewSimulationScreen("UTF-8")
	if err := screen.Init(); err != nil {
		b.Fatal(err)
	}
	screen.SetSize(200, 50)
	e := prompt.New(prompt.Options{Palette: palette{}})
	e.SetText("fix the failing test in @file:calc/calc.go, please")
	e.SetRect(0, 0, 200, 3)
	e.Focus(nil)
	b.ReportAllocs()
	for b.Loop() {
		e.Draw(screen)
	}
}
