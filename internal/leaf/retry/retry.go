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

// Wait gives the delay before retry number n, counted from 1. Random is uniform in [0, 1). A service
// that asked to wait is obeyed, up to LongWait.
func (p Policy) Wait(n int, asked time.Duration, random float64) time.Duration {
	if asked > 0 {
		return min(asked, p.LongWait)
	}
	ceiling := p.First
	for range n - 1 {
		ceiling = min(2*ceiling, p.Ceiling)
	}
	return time.Duration(random * float64(ceiling))
}
