package main

import (
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/threads"
)

// dateFlags are the flags that name days. Days are those of UTC, as everything in a session.
type dateFlags struct{ on, start, end string }

func (f *dateFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.on, "date", "", "only sessions of this day: 2026-01-31, today, yesterday or an age such as 7d")
	fl.StringVar(&f.start, "date-start", "", "only sessions of this day and later")
	fl.StringVar(&f.end, "date-end", "", "only sessions of this day and earlier")
}

// span gives the time that the flags mean.
func (f *dateFlags) span(now time.Time) (threads.Span, error) {
	if f.on != "" && f.start+f.end != "" {
		return threads.Span{}, usage("give either --date or --date-start and --date-end")
	}
	start, err := parseDay("--date-start", f.start, now)
	if err != nil {
		return threads.Span{}, err
	}
	end, err := parseDay("--date-end", f.end, now)
	if err != nil {
		return threads.Span{}, err
	}
	if f.on != "" {
		if start, err = parseDay("--date", f.on, now); err != nil {
			return threads.Span{}, err
		}
		end = start
	}
	if !start.IsZero() && !end.IsZero() && end.Before(start) {
		return threads.Span{}, usage("--date-end %s is before --date-start %s", f.end, f.start)
	}
	if !end.IsZero() {
		end = end.AddDate(0, 0, 1) // the whole of that day
	}
	return threads.Span{From: start, To: end}, nil
}

// parseDay gives the beginning of a day, or the zero time for "".
func parseDay(flag, s string, now time.Time) (time.Time, error) {
	const day = 24 * time.Hour
	today := now.UTC().Truncate(day)
	switch s {
	case "":
		return time.Time{}, nil
	case "today":
		return today, nil
	case "yesterday":
		return today.Add(-day), nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	d, ok := readAge(s)
	if !ok {
		return time.Time{}, usage("%s takes a day such as 2026-01-31, today, yesterday or an age such as 7d, not %q", flag, s)
	}
	return now.Add(-d).UTC().Truncate(day), nil
}
