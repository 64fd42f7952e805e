package index

import (
	"math"
	"path/filepath"
	"testing"

	"eidolon/internal/index/corpus"
)

// The scan finds what the index finds, in the same order and with the same scores.
func TestScanAgreesWithTheIndex(t *testing.T) {
	base := makeBase(t)
	must(t, corpus.Write(base, workspace, 60))
	x := New(Options{Base: base})
	logs := logsOf(t, base)
	for _, query := range []string{
		corpus.Word(3), corpus.Word(300), corpus.Word(3) + " " + corpus.Word(40), `"read file"`, "read_file " + corpus.Word(1),
		corpus.Word(5) + " -" + corpus.Word(6), "sys*", corpus.Word(15000) + " nowhere", "nowhere",
	} {
		r := request(t, query)
		r.Limit = 0
		indexed, err := x.Search(t.Context(), r)
		must(t, err)
		scanned, err := (&search{x: x, r: r}).scan(t.Context(), logs)
		must(t, err)
		if len(indexed.Sessions) != len(scanned.Sessions) || indexed.Any != scanned.Any {
			t.Fatalf("%s: the index finds %d sessions, the scan %d", query, len(indexed.Sessions), len(scanned.Sessions))
		}
		for i, f := range indexed.Sessions {
			if other := scanned.Sessions[i]; math.Abs(f.Score-other.Score) > 1e-6 {
				t.Errorf("%s: at %d the index has %s with %g, the scan %s with %g", query, i, f.ID, f.Score, other.ID, other.Score)
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	base, logs := filepath.Join(b.TempDir(), "base"), 2000
	must(b, corpus.Write(base, workspace, logs))
	x := New(Options{Base: base})
	r := request(b, corpus.Word(300))
	run := func(b *testing.B) {
		b.Helper()
		if res, err := x.Search(b.Context(), r); err != nil || len(res.Sessions) == 0 || len(res.Notices) > 0 {
			b.Fatalf("%d sessions, notices %q, %v", len(res.Sessions), res.Notices, err)
		}
	}
	b.Run("rebuild", func(b *testing.B) {
		for b.Loop() {
			must(b, removeDatabase(base))
			run(b)
		}
	})
	b.Run("warm", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			run(b)
		}
	})
	b.Run("scan", func(b *testing.B) {
		for b.Loop() {
			if _, err := (&search{x: x, r: r}).scan(b.Context(), logsOf(b, base)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
