package screen_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// The history of the benchmarks: a million lines of 80 bytes in items of a hundred.
const (
	benchItems = 10_000
	benchLines = 100
)

// longHistory makes items of so many lines, in blocks of some 4 KB with a highlighted word in each line.
func longHistory(items, lines int) (all []*view.Item, text int) {
	for i := range items {
		item := &view.Item{ID: i + 1, Kind: view.AnswerItem}
		for from := 0; from < lines; from += 50 {
			var s strings.Builder
			var spans []view.Span
			for n := from; n < min(from+50, lines); n++ {
				if n > from {
					s.WriteByte('\n')
				}
				start := s.Len()
				fmt.Fprintf(&s, "%8d %5d  the quick brown fox jumps over the lazy dog, and then it does it again", i, n)
				if n%10 == 0 {
					spans = append(spans, view.Span{Start: start + 20, End: start + 25, Style: view.Style{Role: theme.Keyword}})
				}
			}
			b := &view.Block{Text: s.String(), Spans: spans, Gap: from == 0}
			text += len(b.Text)
			item.Blocks = append(item.Blocks, b)
		}
		all = append(all, item)
	}
	return all, text
}

// newBench is a history on the whole of a large screen.
func newBench(tb testing.TB) *fixture {
	tb.Helper()
	f := newFixture(tb, 200, 50)
	f.cells.SetSize(200, 50)
	f.SetRect(0, 0, 200, 50)
	return f
}

func (f *fixture) frame() {
	f.cells.Screen.Clear()
	f.Draw(f.cells.Screen)
}

// quantiles runs something often, and reports how long it took in milliseconds.
func quantiles(b *testing.B, do func(n int)) {
	b.Helper()
	times := make([]time.Duration, 0, b.N)
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		start := time.Now()
		do(n)
		times = append(times, time.Since(start))
	}
	b.StopTimer()
	slices.Sort(times)
	for _, q := range []int{50, 95, 99} {
		b.ReportMetric(float64(times[(len(times)-1)*q/100])/1e6, fmt.Sprintf("p%d-ms", q))
	}
}

// stream makes ever longer versions of an item, in blocks of 4 KB.
type stream struct{ item *view.Item }

func (s *stream) grow(text string) *view.Item {
	blocks := slices.Clone(s.item.Blocks)
	last := len(blocks) - 1
	if last < 0 || len(blocks[last].Text) > 4000 && strings.HasPrefix(text, "\n") {
		blocks = append(blocks, &view.Block{Text: strings.TrimPrefix(text, "\n")})
	} else {
		b := *blocks[last]
		b.Text += text
		blocks[last] = &b
	}
	item := *s.item
	item.Blocks = blocks
	s.item = &item
	return s.item
}

// delta is what a model says at once, with a new line now and then.
func delta(n int) string {
	if n%12 == 0 {
		return "\nand "
	}
	return []string{"some ", "more words ", "of it, ", "漢字 ", "in `code` "}[n%5]
}

// The promises: a frame while an answer streams under 3 ms, all others under 5, 19 of 20 times.
func BenchmarkTranscript(b *testing.B) {
	items, _ := longHistory(benchItems, benchLines)
	begin := func(b *testing.B) *fixture {
		f := newBench(b)
		f.Put(items)
		f.frame()
		return f
	}
	b.Run("stream", func(b *testing.B) {
		f := begin(b)
		s := stream{item: &view.Item{ID: benchItems + 1}}
		quantiles(b, func(n int) {
			f.Put([]*view.Item{s.grow(delta(n) + delta(n+1) + delta(n+2))})
			f.frame()
		})
	})
	b.Run("resize", func(b *testing.B) {
		f := begin(b)
		f.ScrollBy(-1000)
		quantiles(b, func(n int) {
			f.SetRect(0, 0, 100+n%100, 50)
			f.frame()
		})
	})
	b.Run("pageup", func(b *testing.B) {
		f := begin(b)
		quantiles(b, func(int) {
			f.PageBy(-1)
			f.frame()
		})
	})
	b.Run("home", func(b *testing.B) {
		f := begin(b)
		quantiles(b, func(int) {
			f.Home()
			f.frame()
			f.End()
		})
	})
	b.Run("end", func(b *testing.B) {
		f := begin(b)
		quantiles(b, func(int) {
			f.End()
			f.frame()
			f.Home()
		})
	})
	b.Run("find", func(b *testing.B) {
		f := begin(b)
		done := true
		quantiles(b, func(int) {
			if done {
				done = f.Find("lazy dog, and then it sleeps").Done
			} else {
				done = f.FindMore().Done
			}
		})
	})
	b.Run("still", func(b *testing.B) {
		f := begin(b)
		quantiles(b, func(int) { f.frame() })
	})
	b.Run("clear", func(b *testing.B) { // what of a frame is not ours
		f := begin(b)
		quantiles(b, func(int) { f.cells.Screen.Clear() })
	})
}

// A long answer in 20,000 pieces, with a frame for every 20.
func BenchmarkTranscriptDeltas(b *testing.B) {
	for range b.N {
		f := newBench(b)
		s := stream{item: &view.Item{ID: 1}}
		for n := range 20_000 {
			f.Put([]*view.Item{s.grow(strings.Repeat(delta(n), 6))})
			if n%20 == 0 {
				f.frame()
			}
		}
	}
}

// A frame that shows what the one before did allocates next to nothing.
func TestFrameAllocates(t *testing.T) {
	f := newBench(t)
	f.Put(numbered(1000))
	f.frame()
	cells := discard{f.cells.Screen}
	if n := testing.AllocsPerRun(20, func() { f.Draw(cells) }); n > 5 {
		t.Errorf("%v allocations", n)
	}
}

// discard is a screen that costs nothing.
type discard struct{ tcell.Screen }

func (discard) Put(int, int, string, tcell.Style) (string, int) { return "", 1 }

// Everything together takes less than two bytes for each byte of text.
func TestMemory(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	f := newBench(t)
	items, text := longHistory(2000, benchLines)
	f.Put(items)
	for range 300 {
		f.PageBy(-1)
		f.frame()
	}
	f.Find("fox")
	for !f.FindMore().Done {
	}
	f.frame()
	per := float64(heap()-before) / float64(text)
	t.Logf("%.2f bytes for each of %d bytes of text", per, text)
	if per > 2 {
		t.Errorf("%.2f bytes for each byte of text", per)
	}
	runtime.KeepAlive(f)
}
