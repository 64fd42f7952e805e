// Package figure writes numbers for people: short, and the same everywhere.
package figure

import (
	"strconv"
	"time"
)

// Count gives a number in three or four characters: 950, 12k, 3.4M.
func Count(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 999_500:
		return strconv.FormatFloat(float64(n)/1e3, 'f', 0, 64) + "k"
	}
	return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + "M"
}

// Age gives a length of time in its largest unit.
func Age(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Minute: // a clock that was set back makes it negative
		return "now"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d < day:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
	return strconv.Itoa(int(d/day)) + "d"
}

// Wait gives a length of time to come, rounded up: 7s, 14m, 2h 5m, 3d.
func Wait(d time.Duration) string {
	const day = 24 * time.Hour
	up := func(unit time.Duration) int { return int((max(d, 0) + unit - 1) / unit) }
	switch {
	case up(time.Second) < 60:
		return strconv.Itoa(up(time.Second)) + "s"
	case up(time.Minute) < 60:
		return strconv.Itoa(up(time.Minute)) + "m"
	case d <= day:
		minutes := up(time.Minute)
		if minutes%60 == 0 {
			return strconv.Itoa(minutes/60) + "h"
		}
		return strconv.Itoa(minutes/60) + "h " + strconv.Itoa(minutes%60) + "m"
	}
	return strconv.Itoa(up(day)) + "d"
}
