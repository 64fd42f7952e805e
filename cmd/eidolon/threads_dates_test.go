package main

import (
	"testing"
	"time"

	"eidolon/internal/threads"
)

// Covers: Y19
func TestDates(t *testing.T) {
	now := time.Date(2026, 3, 10, 1, 30, 0, 0, time.FixedZone("east", 2*3600)) // the 9th in UTC
	day := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		name  string
		flags dateFlags
		want  threads.Span
		fails bool
	}{
		{"none", dateFlags{}, threads.Span{}, false},
		{"a day", dateFlags{on: "2026-02-28"}, threads.Span{From: day(2, 28), To: day(3, 1)}, false},
		{"today", dateFlags{on: "today"}, threads.Span{From: day(3, 9), To: day(3, 10)}, false},
		{"yesterday and later", dateFlags{start: "yesterday"}, threads.Span{From: day(3, 8)}, false},
		{"ages", dateFlags{start: "2w", end: "7d"}, threads.Span{From: day(2, 23), To: day(3, 3)}, false},
		{"hours", dateFlags{on: "36h"}, threads.Span{From: day(3, 8), To: day(3, 9)}, false},
		{"one day by both ends", dateFlags{start: "2026-01-01", end: "2026-01-01"}, threads.Span{From: day(1, 1), To: day(1, 2)}, false},
		{"no such day", dateFlags{on: "2026-02-30"}, threads.Span{}, true},
		{"no day", dateFlags{end: "soon"}, threads.Span{}, true},
		{"an age of nothing", dateFlags{start: "0d"}, threads.Span{}, true},
		{"both kinds", dateFlags{on: "today", end: "today"}, threads.Span{}, true},
		{"the wrong way round", dateFlags{start: "today", end: "yesterday"}, threads.Span{}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.flags.span(now)
			if got != c.want || (err != nil) != c.fails {
				t.Errorf("got %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}
