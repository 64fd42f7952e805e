package guard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"eidolon/fsapi"
)

// Covers: E49
func TestTime(t *testing.T) {
	g := New(testOptions)
	type took struct {
		d       time.Duration
		command string
	}
	var all []took
	for _, name := range []string{"dangerous.txt", "harmless.txt", "readers.txt"} {
		for _, l := range corpus(t, name) {
			c := fsapi.Command{Text: l.command}
			best := time.Hour
			for range 3 {
				start := time.Now()
				g.Judge(c)
				best = min(best, time.Since(start))
			}
			all = append(all, took{best, l.command})
		}
	}
	slices.SortFunc(all, func(a, b took) int { return int(a.d - b.d) })
	median, p99 := all[len(all)/2], all[len(all)*99/100]
	t.Logf("%d commands: median %v, p99 %v", len(all), median.d, p99.d)
	for _, s := range all[len(all)-5:] {
		t.Logf("slow: %v %q", s.d, s.command)
	}
	if median.d > 5*time.Millisecond || p99.d > 50*time.Millisecond {
		t.Errorf("median %v, p99 %v (%q)", median.d, p99.d, p99.command)
	}
}

func BenchmarkJudge(b *testing.B) {
	g := New(testOptions)
	for name, text := range map[string]string{
		"short": "go test ./...",
		"usual": "cd src && grep -rn foo . | head -20 && git status --short",
		"long":  strings.Repeat("echo hello world; ls -la src | wc -l\n", 200),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g.Judge(fsapi.Command{Text: text})
			}
		})
	}
}
