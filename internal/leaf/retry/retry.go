// Package retry computes how long to wait before a failed request is sent again: exponential growth
// with full jitter, as in "Exponential Backoff And Jitter" (AWS architecture blog, 2015). Full jitter
// spreads clients that failed together better than any fixed share of the delay.
package retry

import "time"

// Policy bounds retries.
type Policy struct {
	Max      int           // retries after the first attempt
	First    time.Duration // ceiling of the first wait
	Ceiling  time.Duration // ceiling of any wait
	LongWait time.Duration // the longest wait that a service may ask for
}

// Next gives the delay before retry number n, counted from 1, and whether there is such a retry. Random
// is uniform in [0, 1). A service that asked to wait is obeyed; one that asked for more than LongWait
// is not asked again: an earlier request would only be refused too.
func (p Policy) Next(n int, asked time.Duration, random float64) (wait time.Duration, ok bool) {
	switch {
	case n > p.Max || asked > p.LongWait:
		return 0, false
	case asked > 0:
		return asked, true
	}
	ceiling := min(p.First, p.Ceiling)
	for range n - 1 {
		ceiling = min(2*ceiling, p.Ceiling)
	}
	return time.Duration(random * float64(ceiling)), true
}
