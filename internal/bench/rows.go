package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"eidolon/internal/index/corpus"
	"eidolon/internal/stubserver"
)

// row is one figure of the table.
type row struct {
	what    string
	unit    string
	budget  float64
	measure func(ctx context.Context, p *probe) (float64, error)
}

func rows() []row {
	return []row{
		{"--version, wall", "ms", 8, func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.run(ctx, "--version")
			return ms(r.wall), err
		}},
		{"one-shot exec, instant model, wall", "ms", 25, func(ctx context.Context, p *probe) (float64, error) {
			r, _, err := p.exec(ctx, "hello.yaml", "xnl")
			return ms(r.wall), err
		}},
		{"one-shot exec, peak memory", "MB", 40, func(ctx context.Context, p *probe) (float64, error) {
			r, _, err := p.exec(ctx, "hello.yaml", "xnl")
			return r.peakMB, err
		}},
		{"own time per tool round trip, XNL", "ms", 3, roundTrip("xnl")},
		{"own time per tool round trip, native", "ms", 3, roundTrip("native")},
		{"four 1 s commands over a 4 s stream, XNL", "ms", 4225, overlap("xnl")},
		{"four 1 s commands over a 4 s stream, native", "ms", 4225, overlap("native")},
		{"order: write, then read in one answer (0 = kept)", "faults", 1, func(ctx context.Context, p *probe) (float64, error) {
			_, xs, err := p.exec(ctx, "write-then-cat.yaml", "xnl")
			if err == nil && len(xs) != 2 {
				err = fmt.Errorf("%d requests instead of 2", len(xs))
			}
			return faults(xs), err
		}},
		{"10,000 sessions: search for a word, wall", "ms", 50, func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.kept(ctx, "threads", "search", corpus.Word(300))
			return ms(r.wall), err
		}},
		{"10,000 sessions: list the latest, wall", "ms", 100, func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.kept(ctx, "threads", "list")
			return ms(r.wall), err
		}},
		{"10,000 sessions: make the search index, wall", "ms", 10_000, func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.indexed(ctx)
			return ms(r.wall), err
		}},
		{"10,000 sessions: make the search index, peak memory", "MB", 128, func(ctx context.Context, p *probe) (float64, error) {
			r, err := p.indexed(ctx)
			return r.peakMB, err
		}},
		{"1 MB answer in 20,000 deltas, CPU", "ms", 200, func(ctx context.Context, p *probe) (float64, error) {
			r, _, err := p.exec(ctx, "long-text.yaml", "xnl")
			return ms(r.cpu), err
		}},
		{"resume of a 100 MB session, first line", "ms", 300, resume},
	}
}

// roundTrip is the time from the last byte of an answer with one command `true` to the next request.
func roundTrip(protocol string) func(context.Context, *probe) (float64, error) {
	return func(ctx context.Context, p *probe) (float64, error) {
		_, xs, err := p.exec(ctx, "round-trips.yaml", protocol)
		if err != nil {
			return 0, err
		}
		var gaps []float64
		for i := 1; i < len(xs); i++ {
			gaps = append(gaps, ms(xs[i].Arrived.Sub(xs[i-1].Last)))
		}
		if len(gaps) != 50 {
			return 0, fmt.Errorf("%d round trips instead of 50", len(gaps))
		}
		return median(gaps), nil
	}
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
