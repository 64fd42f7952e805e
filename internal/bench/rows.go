package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eidolon/actors/stubmodel"
	"eidolon/internal/index/corpus"
	"eidolon/internal/stubserver"
)

// row is one figure of the table.
type row struct {
	what    string
	unit    string
	budget  float64
	measure func(ctx context.Context, p *probe) (float64, error)
	slack   float64 // that is no miss, for budgets of nothing
	once    bool    // one run will do: it has many measures in it, or takes long
}

// missed says whether a figure is far off.
func (r row) missed(got float64) bool { return got > r.budget*tolerance+r.slack }

func rows() []row { return append(runRows(), chatRows()...) }

// runRows are the figures of single runs.
func runRows() []row {
	return []row{
		{what: "--version, wall", unit: "ms", budget: 8, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.run(ctx, "--version")
			return ms(r.wall), err
		}},
		{what: "one-shot exec, instant model, wall", unit: "ms", budget: 25, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, _, err := p.exec(ctx, "hello.yaml", "xnl")
			return ms(r.wall), err
		}},
		{what: "one-shot exec, peak memory", unit: "MB", budget: 40, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, _, err := p.exec(ctx, "hello.yaml", "xnl")
			return r.peakMB, err
		}},
		{what: "own time per tool round trip, XNL", unit: "ms", budget: 3, measure: roundTrip("xnl")},
		{what: "own time per tool round trip, native", unit: "ms", budget: 3, measure: roundTrip("native")},
		{what: "four 1 s commands over a 4 s stream, XNL", unit: "ms", budget: 4225, measure: overlap("xnl")},
		{what: "four 1 s commands over a 4 s stream, native", unit: "ms", budget: 4225, measure: overlap("native")},
		{what: "order: write, then read in one answer (0 = kept)", unit: "faults", budget: 1, measure: func(ctx context.Context, p *probe) (float64, error) {
			_, xs, err := p.exec(ctx, "write-then-cat.yaml", "xnl")
			if err == nil && len(xs) != 2 {
				err = fmt.Errorf("%d requests instead of 2", len(xs))
			}
			return faults(xs), err
		}},
		{what: "10,000 sessions: search for a word, wall", unit: "ms", budget: 50, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.kept(ctx, "threads", "search", corpus.Word(300))
			return ms(r.wall), err
		}},
		{what: "10,000 sessions: the model searches for a word", unit: "ms", budget: 50, measure: recall},
		{what: "10,000 sessions: list the latest, wall", unit: "ms", budget: 100, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.kept(ctx, "threads", "list")
			return ms(r.wall), err
		}},
		{what: "10,000 sessions: make the search index, wall", unit: "ms", budget: 10_000, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.indexed(ctx)
			return ms(r.wall), err
		}},
		{what: "10,000 sessions: make the search index, peak memory", unit: "MB", budget: 128, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.indexed(ctx)
			return r.peakMB, err
		}},
		{what: "1 MB answer in 20,000 deltas, CPU", unit: "ms", budget: 200, measure: func(ctx context.Context, p *probe) (float64, error) {
			r, _, err := p.exec(ctx, "long-text.yaml", "xnl")
			return ms(r.cpu), err
		}},
		{what: "resume of a 100 MB session, first line", unit: "ms", budget: 300, measure: resume},
	}
}

// roundTrip is the time from the last byte of an answer with one command `true` to the next request.
func roundTrip(protocol string) func(context.Context, *probe) (float64, error) {
	return func(ctx context.Context, p *probe) (float64, error) {
		_, xs, err := p.exec(ctx, "round-trips.yaml", protocol)
		if err != nil {
			return 0, err
		}
		return gap(xs, 50)
	}
}

// gap is the median time from the last byte of an answer to the next request.
func gap(xs []stubserver.Exchange, want int) (float64, error) {
	var gaps []float64
	for i := 1; i < len(xs); i++ {
		gaps = append(gaps, ms(xs[i].Arrived.Sub(xs[i-1].Last)))
	}
	if len(gaps) != want {
		return 0, fmt.Errorf("%d round trips instead of %d", len(gaps), want)
	}
	return median(gaps), nil
}

// recall is the time from the last byte of an answer that searches kept sessions to the next request.
func recall(ctx context.Context, p *probe) (float64, error) {
	if err := p.makeKept(ctx); err != nil {
		return 0, err
	}
	script, err := stubmodel.Parse("recall.yaml", fmt.Appendf(nil, `answers:
  - repeat: 10
    parts:
      - call: {name: SysBuiltIn.thread_search, input: {query: %s}}
  - expect: {results: 1}
    parts:
      - text: Found.
`, corpus.Word(300)))
	if err != nil {
		return 0, err
	}
	_, xs, err := p.play(ctx, script, "xnl", filepath.Join(p.sessions, "home"), filepath.Join(p.sessions, "work"))
	if err != nil {
		return 0, err
	}
	if n := faults(xs); n > 0 || !strings.Contains(string(xs[len(xs)-1].Body), "Passages, the best first.") {
		return 0, fmt.Errorf("nothing was found, and %g requests were not what the script expects", n)
	}
	return gap(xs, 10)
}

// overlap is the time from the first request to the second.
func overlap(protocol string) func(context.Context, *probe) (float64, error) {
	return func(ctx context.Context, p *probe) (float64, error) {
		_, xs, err := p.exec(ctx, "four-sleeps.yaml", protocol)
		if err != nil {
			return 0, err
		}
		if len(xs) != 2 || faults(xs) > 0 {
			return 0, fmt.Errorf("%d requests instead of 2", len(xs))
		}
		return ms(xs[1].Arrived.Sub(xs[0].Arrived)), nil
	}
}

// faults counts requests that were not what the script expected.
func faults(xs []stubserver.Exchange) float64 {
	var n float64
	for _, x := range xs {
		if x.Err != "" || strings.Contains(string(x.Body), "No such file") {
			n++
		}
	}
	return n
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func median(figures []float64) float64 {
	sorted := slices.Sorted(slices.Values(figures))
	return sorted[len(sorted)/2]
}
