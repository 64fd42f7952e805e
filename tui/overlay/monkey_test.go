package overlay_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"eidolon/tui/overlay"
	"eidolon/tui/screen"
	"eidolon/tui/view"
)

// nasty are texts that a terminal, a toolkit or a careless measure of width could trip over.
var nasty = []string{
	"", "a", "\x1b]0;title\a", "\x1b[2J\x1b[31m", "[red]x[-]", "\u202eabc\u2066", "漢字かな", "👨‍👩‍👧🇩🇪❤️", "e\u0301\u0302\u0303",
	"\x00\x01\r\n\t", "\u009b31m", "\xff\xfe\xc3", "\u200b\u200d\u2060", "a\nb\nc", strings.Repeat("漢", 3000), strings.Repeat("word ", 2000),
	"\u0301", strings.Repeat("\u0301", 300), "a\u00adb", "ﷺ", "\t\t\t",
}

// monkey plays with one overlay.
type monkey struct {
	*rand.Rand
	clock *clock
	list  *overlay.List
	pager *overlay.Pager
}

func (m *monkey) text() string { return nasty[m.IntN(len(nasty))] }

func (m *monkey) rows() []overlay.Row {
	all := make([]overlay.Row, m.IntN(30))
	for i := range all {
		all[i] = overlay.Row{Value: fmt.Sprint(m.IntN(50)), Text: m.text() + m.text(), Note: m.text(), Group: nasty[m.IntN(4)]}
		if m.IntN(5) == 0 {
			all[i].Off = m.text()
		}
	}
	return all
}

func (m *monkey) blocks() []*view.Block {
	var all []*view.Block
	for range m.IntN(8) {
		blocks := screen.Plain(m.text())
		b := blocks[m.IntN(len(blocks))]
		b.First, b.Rest, b.Right = view.Gutter{Text: "  1 + "}, view.Gutter{Text: "    "}, view.Gutter{Text: "ok 漢"}
		b.NoWrap, b.Gap, b.Join = m.IntN(2) == 0, m.IntN(2) == 0, m.IntN(2) == 0
		all = append(all, b)
	}
	return all
}

// overlay makes one of any kind.
func (m *monkey) overlay() overlay.Overlay {
	id := overlay.All()[m.IntN(len(overlay.All()))]
	switch m.IntN(5) {
	case 0:
		m.list = overlay.NewList(id, overlay.ListOptions{
			Title: m.text(), Empty: m.text(), Rows: m.IntN(8), Headings: m.IntN(3), Filter: m.IntN(2) == 0,
			Preview: m.IntN(2) == 0, Beside: m.IntN(2) == 0, Match: []overlay.Match{nil, overlay.Prefix, overlay.Contains}[m.IntN(3)],
		})
		return m.list
	case 1:
		m.pager = overlay.NewPager(id, overlay.PagerOptions{Title: m.text(), Note: m.text(), Rows: m.IntN(8), AtEnd: m.IntN(2) == 0}, m.blocks())
		return m.pager
	case 2:
		return overlay.NewApproval(overlay.Request{
			Tool: m.text(), Input: m.text(), Asker: m.text(), Rule: m.text(), Reason: m.text(), Blocks: m.blocks(),
			Session: m.text(), Project: m.text(),
		}, overlay.ApprovalOptions{Now: m.clock.Now})
	case 3:
		options := make([]overlay.Option, m.IntN(14))
		for i := range options {
			options[i] = overlay.Option{Text: m.text(), Note: m.text()}
		}
		return overlay.NewChoice(id, overlay.ChoiceOptions{Title: m.text(), Text: m.text(), Options: options, Default: m.IntN(20) - 3})
	}
	return overlay.NewInput(id, overlay.InputOptions{Title: m.text(), Label: m.text(), Text: m.text()})
}

// act does something to it.
func (m *monkey) act(t *testing.T, o overlay.Overlay, names []string) {
	switch m.IntN(8) {
	case 0:
		o.Paste(m.text())
	case 1:
		o.HandleMouse(overlay.Mouse{X: m.IntN(140) - 10, Y: m.IntN(60) - 10, Act: overlay.Act(m.IntN(4))})
	case 2:
		press(t, o, string(unicode.ToLower([]rune("yspnex/Nc1309漢\u0301")[m.IntN(15)])))
	case 3:
		m.clock.turn(overlay.Deaf / 2)
	case 4:
		m.load()
	default:
		press(t, o, names[m.IntN(len(names))])
	}
}

// load does what a controller does when something arrives.
func (m *monkey) load() {
	if m.list != nil {
		[]func(){
			func() { m.list.AddRows(m.rows()...) },
			func() { m.list.SetRows(m.rows()...) },
			func() { m.list.SetFilter(m.text()) },
			func() { m.list.SetLoading(m.IntN(2) == 0) },
			func() { m.list.SetNotice(m.text()) },
			func() {
				if r, ok := m.list.Selected(); ok {
					m.list.SetPreview(r.Value, m.blocks())
				}
			},
		}[m.IntN(6)]()
	}
	if m.pager != nil {
		m.pager.Set(m.blocks())
	}
}

// Whatever is pressed and shown at whatever size, nothing panics, nothing is drawn outside of the
// overlay's area, and no cell holds what a terminal would act on.
func TestMonkey(t *testing.T) {
	names := slices.Sorted(maps.Keys(events))
	s := newStage(t)
	for seed := range 15 {
		m := &monkey{Rand: rand.New(rand.NewPCG(1, uint64(seed))), clock: newClock()}
		o := m.overlay()
		for range 30 {
			m.act(t, o, names)
			w, h := 1+m.IntN(130), 1+m.IntN(40)
			if m.IntN(60) == 0 {
				w, h = 300, 100
			}
			s.ascii = m.IntN(2) == 0
			a := s.draw(o, w, h)
			if m.IntN(3) == 0 {
				a = s.drawInto(o, w, h, screen.Area{X: m.IntN(w), Y: m.IntN(h), W: m.IntN(w), H: m.IntN(h)})
			}
			if where := s.outside(a); where != "" {
				t.Fatalf("seed %d, %v, %dx%d, %+v: drawn outside: %s", seed, o.ID(), w, h, a, where)
			}
			if what := s.harmful(); what != "" {
				t.Fatalf("seed %d, %v, %dx%d: %q is in a cell", seed, o.ID(), w, h, what)
			}
			if x, y, shown := s.screen.GetCursor(); shown && !a.Contains(x, y) {
				t.Fatalf("seed %d, %v, %dx%d: the cursor is at %d, %d", seed, o.ID(), w, h, x, y)
			}
		}
	}
}

// drawInto draws an overlay into any area, also one that reaches beyond the screen.
func (s *stage) drawInto(o overlay.Overlay, w, h int, a screen.Area) screen.Area {
	s.screen.Fill('~', tcell.StyleDefault)
	s.screen.HideCursor()
	a.W, a.H = min(a.W, w-a.X), min(a.H, h-a.Y)
	o.Draw(screen.Canvas{Screen: s.screen, Area: a, Looks: roleLooks{}, ASCII: s.ascii})
	return a
}

// harmful gives the text of a cell that no cell may have, or "".
func (s *stage) harmful() string {
	w, h := s.screen.Size()
	for y := range h {
		for x := range w {
			text, _, _ := s.screen.Get(x, y)
			for _, r := range text {
				if unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
					return text
				}
			}
		}
	}
	return ""
}
