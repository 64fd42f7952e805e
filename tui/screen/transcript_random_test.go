package screen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/rivo/tview"

	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// writer makes histories at random.
type writer struct{ *rand.Rand }

func newWriter(seed uint64) writer { return writer{rand.New(rand.NewPCG(seed, 7))} }

func (w writer) one(in int) bool { return w.IntN(in) == 0 }

func (w writer) text(words int) string {
	pieces := []string{
		"word", "a", " ", " ", " ", "   ", "\n", "\n\n", "--all", "/usr/local", "x-y", "漢字", "e\u0301", "👨‍👩‍👧", "🇩🇪", "❤️", "ö",
		"supercalifragilistic", "🙂", "\u200b", "¯\\_(ツ)_/¯", "\u0301", "<U+202E>", ".",
	}
	var s strings.Builder
	for range w.IntN(words + 1) {
		s.WriteString(pieces[w.IntN(len(pieces))])
	}
	return s.String()
}

func (w writer) gutter() view.Gutter {
	return view.Gutter{Text: []string{"", "", "⏺ ", "  ", "漢 ", " 123 + ", strings.Repeat("│ ", 30)}[w.IntN(7)], Role: w.role()}
}

func (w writer) role() theme.Role { return theme.Role(w.IntN(int(theme.Roles))) }

func (w writer) block() *view.Block {
	b := &view.Block{Text: w.text(30), First: w.gutter(), Rest: w.gutter(), NoWrap: w.one(6), Gap: w.one(2), Join: w.one(5)}
	if w.one(3) {
		b.Right = w.gutter()
	}
	if w.one(3) {
		b.Fill = w.role()
	}
	for at := 0; at < len(b.Text); {
		end := at + 1 + w.IntN(8) // wherever it falls
		if w.one(2) {
			b.Spans = append(b.Spans, view.Span{Start: at, End: end, Style: view.Style{
				Role: w.role(), Attr: view.Attr(w.IntN(64)), FG: view.Color(w.IntN(257)), BG: view.RGB(1, 2, 3), Link: "https://example.org/",
			}})
		}
		at = end
	}
	return b
}

func (w writer) blocks() []*view.Block {
	var all []*view.Block
	for range w.IntN(5) {
		all = append(all, w.block())
	}
	if w.one(3) {
		all = append(all, w.change()...)
	}
	return all
}

// change is a run of lines that are gone and of others that came, as in a difference.
func (w writer) change() []*view.Block {
	gone, come := w.IntN(4), w.IntN(4)
	all := []*view.Block{{Text: w.text(3)}}
	for i := range gone + come {
		b := w.block()
		b.Sides = &view.Sides{Line: i, Column: view.Before, Left: w.gutter(), Right: w.gutter()}
		if i >= gone {
			b.Sides.Column = view.After
		}
		if n := min(gone, come); i < n {
			b.Sides.Beside = gone
		} else if i >= gone && i < gone+n {
			b.Sides.Beside = -gone
		}
		b.Gap, b.NoWrap = false, false
		all = append(all, b)
	}
	last := w.block()
	last.Gap, last.Sides = false, &view.Sides{Left: w.gutter(), Right: w.gutter()}
	return append(all, last)[:1+w.IntN(gone+come+2)]
}

func (w writer) item(id int) *view.Item {
	item := &view.Item{ID: id, Blocks: w.blocks()}
	if w.one(3) {
		item.More = w.blocks()
	}
	if w.one(3) {
		item.State = view.State{Text: []string{"ok", "running", "refused by guard"}[w.IntN(3)], Role: w.role()}
		if w.one(2) {
			item.State.Since = midday.Add(-time.Duration(w.IntN(9000)) * time.Second)
		}
	}
	return item
}

// newer is another version of an item: text was added, as a rule.
func (w writer) newer(old *view.Item) *view.Item {
	item := *old
	switch n := len(item.Blocks); {
	case w.one(5):
		return w.item(old.ID)
	case n > 0 && !w.one(4):
		last := *item.Blocks[n-1]
		last.Text += w.text(4)
		item.Blocks = append(slices.Clone(item.Blocks[:n-1]), &last)
	case w.one(3):
		item.State = view.State{Text: "ok 12 ms", Role: theme.OK}
	default:
		item.Blocks = append(slices.Clone(item.Blocks), w.block())
	}
	return &item
}

// pages are all frames of a history, from the first to the last.
func (f *fixture) pages() []string {
	f.Home()
	var all []string
	for n := 0; ; n++ {
		all = append(all, strings.Join(f.draw(), "\n"), strings.Join(f.styles(), "\n"))
		if f.Following() || n > 2000 {
			return all
		}
		if f.ScrollBy(f.cells.h); len(all) > 2 && all[len(all)-2] == strings.Join(f.draw(), "\n") && f.Following() {
			return all
		}
	}
}

// However a history came about, it looks as if it had been put in one piece.
func TestAnyWayIsTheSame(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWriter(seed)
			width, height := 10+w.IntN(200), 3+w.IntN(20)
			f := newFixture(t, width, height)
			var items []*view.Item
			next, first := 1, 0
			for range 150 {
				switch {
				case len(items) == 0 || w.one(4):
					items = append(items, w.item(next))
					next++
					f.Put(items[len(items)-1:])
				case w.one(30):
					older := []*view.Item{w.item(first - 1), w.item(first)}
					first -= 2
					items = append(slices.Clone(older), items...)
					f.Prepend(older)
				case w.one(3):
					f.ScrollBy(w.IntN(40) - 20)
				case w.one(10):
					f.resize(10+w.IntN(200), height)
				default:
					i := max(0, len(items)-1-w.IntN(3))
					items[i] = w.newer(items[i])
					f.Put(items[i : i+1])
				}
				if w.one(2) {
					f.draw()
				}
			}
			f.resize(width, height)
			fresh := newFixture(t, width, height)
			fresh.Put(items)
			if diff := cmp.Diff(fresh.draw(), drawHistory(f, f.End)); diff != "" {
				t.Errorf("at the end: %s", diff)
			}
			if diff := cmp.Diff(fresh.pages(), f.pages()); diff != "" {
				t.Errorf("page by page: %s", diff)
			}
			f.Tables() // looks at its own accounts
		})
	}
}

func drawHistory(f *fixture, first func()) []string {
	first()
	return f.draw()
}

// Whatever is done, nothing is drawn outside of the history, and nothing breaks.
// Covers: Y1
func TestAnything(t *testing.T) {
	for seed := range uint64(10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWriter(seed + 1000)
			f := newFixture(t, 1+w.IntN(240), 1+w.IntN(30))
			next, first := 1, 0
			var items []*view.Item
			for range 300 {
				switch w.IntN(19) {
				case 0, 1:
					items = append(items, w.item(next))
					next++
					f.Put(items[len(items)-1:])
				case 2, 3, 4:
					if len(items) > 0 {
						i := w.IntN(len(items))
						items[i] = w.newer(items[i])
						f.Put(items[i : i+1])
					}
				case 5:
					if w.one(4) {
						first--
						f.Prepend([]*view.Item{w.item(first)})
					}
				case 6:
					f.resize(1+w.IntN(240), 1+w.IntN(30))
				case 7:
					f.ScrollBy(w.IntN(60) - 30)
				case 8:
					[]func(){f.Home, f.End, f.ToggleLatest, f.ToggleAll, f.Unmark, f.ClearSelection}[w.IntN(6)]()
				case 9:
					f.Fold(w.IntN(next + 1))
				case 10:
					f.Mark(w.IntN(2)*2 - 1)
				case 11, 12, 13:
					f.mouse(w)
				case 14:
					checkHits(t, f.Find([]string{"a", "word", "漢", "zzz", "", " "}[w.IntN(6)]))
				case 15:
					checkHits(t, f.FindNext(w.IntN(2)*2-1))
				case 17, 18:
					f.keys(w)
				case 16:
					if w.one(10) {
						f.Reset()
						items = nil
					} else if w.one(4) {
						f.ClearFind()
					}
				}
				f.now = f.now.Add(time.Second)
				f.draw()
				if s, ok := f.Selection(); ok != f.HasSelection() || !ok && s != "" || strings.ToValidUTF8(s, "") != s {
					t.Fatalf("selection %q, %v", s, ok)
				}
				if f.Following() && f.Below() != 0 {
					t.Fatalf("follows the end with %d lines below", f.Below())
				}
			}
			f.Tables()
		})
	}
}

// mouse does something with the mouse.
func (f *fixture) mouse(w writer) {
	x, y := w.IntN(f.cells.w+2*around), w.IntN(f.cells.h+2*around)
	for range w.IntN(5) {
		e := tcell.NewEventMouse(x, y, tcell.ButtonPrimary, tcell.ModNone)
		action := []tview.MouseAction{tview.MouseLeftDown, tview.MouseMove, tview.MouseMove, tview.MouseLeftUp, tview.MouseScrollUp, tview.MouseScrollDown}[w.IntN(6)]
		f.MouseHandler()(action, e, func(tview.Primitive) {})
		if f.NeedsScroll() {
			f.ScrollDrag()
		}
		if w.one(2) {
			x, y = w.IntN(f.cells.w+2*around), w.IntN(f.cells.h+2*around)
		}
	}
}

// keys selects something by keys.
func (f *fixture) keys(w writer) {
	if w.one(3) {
		f.BeginSelect()
	}
	for range w.IntN(20) {
		f.MoveCursor(screen.Step(w.IntN(int(screen.ToEnd)+1)), w.one(2))
		if w.one(10) {
			f.SelectBy(screen.Unit(w.IntN(3)))
		}
	}
	if w.one(6) {
		f.EndSelect()
	}
}

func checkHits(t *testing.T, h screen.Hits) {
	t.Helper()
	if h.Current > h.Count || h.Current < 0 || h.Count < 0 || !h.Done {
		t.Errorf("%+v", h)
	}
}
