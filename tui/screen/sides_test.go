package screen_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/tview"

	"eidolon/actors/event"
	"eidolon/internal/leaf/diff"
	"eidolon/tui/screen"
	"eidolon/tui/view"
)

const before = `package calc

import "fmt"

// Add adds. It has
// been wrong since it was written.
func Add(a, b int) int {
	return a - b
}

func old() {
	fmt.Println("gone")
	fmt.Println("gone too, and it says so in a line that is far too long for a column of its own, so that it is wrapped there")
}

func rest() string { return "漢字" }
`

const after = `package calc

// Add adds.
func Add(a, b int) int {
	return a + b
}

func fresh() {
	fmt.Println("one")
	fmt.Println("two, and 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字 in a line that is wrapped as well")
	fmt.Println("three")
	fmt.Println("four")
}

func rest() string { return "漢字" }
`

// edited gives the history of one call that changed a file, unfolded or not, with colours.
func edited(from, to string) []*view.Item {
	m := view.New(view.Options{})
	at := func(seq int64, ev event.Event) event.Envelope {
		return event.Envelope{Seq: seq, Turn: 1, Round: 1, Time: midday, Event: ev}
	}
	m.Apply([]event.Envelope{
		at(0, event.Message{Role: event.RoleUser, Text: "do"}),
		at(1, event.ToolUse{Call: "c", Name: "SysBuiltIn.edit_text", Input: json.RawMessage(`{"path":"calc.go"}`)}),
		at(2, event.ToolResult{Call: "c", OK: true, Output: json.RawMessage(`{"ok":true}`), Diff: diff.Unified("calc.go", []byte(from), []byte(to))}),
	})
	f := m.Frame()
	items := f.Items
	for _, w := range f.Wanted {
		m.Coloured(w.ID, new(view.Painter).Colour(context.Background(), w))
		items = append(items[:1:1], m.Frame().Items...)
	}
	return items
}

// Covers: E38
func TestDifferences(t *testing.T) {
	for _, size := range [][2]int{{200, 50}, {100, 30}} {
		f := newFixture(t, size[0], size[1])
		f.Put(edited(before, after))
		f.golden(t, fmt.Sprintf("diff-folded-%dx%d", size[0], size[1]))
		f.ToggleAll()
		f.golden(t, fmt.Sprintf("diff-%dx%d", size[0], size[1]))
	}
}

// A file that is new has the whole width.
//
// Covers: E38
func TestNewFilesHaveTheWholeWidth(t *testing.T) {
	f := newFixture(t, 200, 50)
	f.Put(edited("", after))
	f.golden(t, "diff-new-200x50")
}

// The same in a box: what is asked for is read in full.
//
// Covers: E38
func TestDifferencesInBoxes(t *testing.T) {
	items := edited(before, after)
	blocks := items[len(items)-1].More
	for _, w := range []int{200 - 4, 160 - 4, 159 - 4} {
		f := newFixture(t, w, 40)
		var s screen.Sheet
		s.Set(blocks)
		if got := s.Height(w); got > 40 {
			t.Fatalf("%d rows", got)
		}
		f.cells.Screen.Clear()
		s.Draw(screen.Canvas{Screen: f.cells, Area: screen.Area{X: around, Y: around, W: w, H: 40}, Looks: letterLooks{}})
		var shown []string
		for y := range 40 {
			var row strings.Builder
			for x := 0; x < w; {
				text, _, cells := f.cells.Get(around+x, around+y)
				row.WriteString(text)
				x += max(cells, 1)
			}
			shown = append(shown, strings.TrimRight(row.String(), " "))
		}
		got := strings.TrimRight(strings.Join(shown, "\n"), "\n") + "\n"
		path := filepath.Join("testdata", fmt.Sprintf("diff-box-%d.txt", w+4))
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Error(d)
		}
	}
}

// Each row of two columns can be at the top, also one in which only the longer side goes on.
//
// Covers: E38
func TestScrollThroughDifferences(t *testing.T) {
	tall := newFixture(t, 160, 60)
	tall.Put(edited(before, after))
	tall.ToggleAll()
	all := tall.draw()
	f := newFixture(t, 160, 3)
	f.Put(edited(before, after))
	f.ToggleAll()
	f.Home()
	for n := 0; ; n++ {
		for y, row := range f.draw() {
			row, _, _ = strings.Cut(row, "▐")
			want, _, _ := strings.Cut(all[n+y], "▐")
			if strings.TrimRight(row, " ") != want {
				t.Fatalf("row %d of %d is %q, want %q", y, n, row, want)
			}
		}
		if f.ScrollBy(1); f.Following() {
			break
		}
	}
}

// However a difference stands, it is the same text, and each column can be selected by itself.
//
// Covers: Y2
func TestSelectInDifferences(t *testing.T) {
	var whole string
	for _, w := range []int{80, 159, 160, 171, 200, 300} {
		f := newFixture(t, w, 60)
		f.Put(edited(before, after))
		f.ToggleAll()
		f.draw()
		f.BeginSelect()
		steps(f, "gvG")
		got, _ := f.Selection()
		if whole == "" {
			whole = got
		}
		if got != whole {
			t.Errorf("at %d: %s", w, cmp.Diff(whole, got))
		}
	}
	f := newFixture(t, 200, 60)
	f.Put(edited(before, after))
	f.ToggleAll()
	at := func(text string) (x, y int) {
		for y, row := range f.draw() {
			if before, _, ok := strings.Cut(row, text); ok {
				return len([]rune(before)), y
			}
		}
		t.Fatalf("no %q in:\n%s", text, strings.Join(f.draw(), "\n"))
		return 0, 0
	}
	x, y := at("+ func fresh")
	_, below := at("three")
	f.act(tview.MouseLeftDown, x, y)
	f.act(tview.MouseMove, f.cells.w-4, below)
	f.act(tview.MouseLeftUp, f.cells.w-4, below)
	if got, _ := f.Selection(); !strings.HasPrefix(got, "+ func fresh() {\n+     fmt.Println(\"one\")\n+     fmt.Println(\"two") || strings.Contains(got, "gone") {
		t.Errorf("selected %q", got)
	}
	f.BeginSelect()
	steps(f, "gvv")
	x, y = at("- func old")
	f.act(tview.MouseLeftDown, x, y)
	f.act(tview.MouseLeftUp, x, y)
	steps(f, "Vj")
	if got, _ := f.Selection(); got != "- func old() {\n-     fmt.Println(\"gone\")" {
		t.Errorf("selected %q", got)
	}
}

// BenchmarkDiffFrame draws one screen after the other of a difference of 2,000 lines in two columns.
func BenchmarkDiffFrame(b *testing.B) {
	var from, to strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&from, "	fmt.Println(\"line %d\", before, %d)\n", i, i)
		fmt.Fprintf(&to, "	fmt.Println(\"line %d\", after, %d)\n", i, i+1)
	}
	f := newBench(b)
	f.Put(edited(from.String(), to.String()))
	f.ToggleAll()
	f.Home()
	quantiles(b, func(n int) {
		if f.PageBy(1); f.Following() {
			f.Home()
		}
		f.frame()
	})
}
