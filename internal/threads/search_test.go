package threads

import (
	"strings"
	"testing"
	"time"

	"eidolon/internal/store"
)

// Covers: Y19
func TestMarked(t *testing.T) {
	h := Hit{Snippet: "The Walrus and a walrus", Marks: [][2]int{{4, 10}, {17, 23}}}
	if got, want := marked(h, false), "The [Walrus] and a [walrus]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := marked(h, true), "The \x1b[1mWalrus\x1b[22m and a \x1b[1mwalrus\x1b[22m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSpan(t *testing.T) {
	s := store.Summary{Created: noon, Active: noon.Add(time.Hour)}
	for _, c := range []struct {
		name     string
		from, to time.Time
		want     bool
	}{
		{"no bounds", time.Time{}, time.Time{}, true},
		{"from its last event on", noon.Add(time.Hour), time.Time{}, true},
		{"after it", noon.Add(61 * time.Minute), time.Time{}, false},
		{"before it", time.Time{}, noon, false},
		{"in the middle of it", noon.Add(time.Minute), noon.Add(2 * time.Minute), true},
	} {
		if got := (Span{c.from, c.to}).has(s); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// The bar is drawn ten times a second at most, and taken away at the end. Where it cannot be drawn,
// one line says what takes so long. Little work is not worth a word.
func TestProgress(t *testing.T) {
	run := func(bar bool, total int, bytes int64) string {
		var out strings.Builder
		now := noon
		p := progress{out: &out, now: func() time.Time { return now }, bar: bar}
		for done := range total {
			p.show(done+1, total, bytes)
			now = now.Add(time.Millisecond)
		}
		p.end()
		return out.String()
	}
	if got := run(true, 10, 100); got != "" {
		t.Errorf("little work: %q", got)
	}
	if got, want := run(false, 1000, 100), "notice: 1000 sessions are being indexed for the search; the next one is faster\n"; got != want {
		t.Errorf("no bar: %q, want %q", got, want)
	}
	got := run(true, 1000, 100)
	if n := strings.Count(got, "\rindexing"); n != 10 || !strings.HasSuffix(got, "\r\x1b[K") ||
		!strings.Contains(got, "\rindexing sessions [###############...............] 501 of 1000") {
		t.Errorf("%d bars: %q", n, got)
	}
}
