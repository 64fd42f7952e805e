package wire

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter caps what a service may ask for, so that it cannot put a session to sleep.
const maxRetryAfter = 60 * time.Second

// retryAfter reads how long the service asks to wait: milliseconds or seconds, or a date. A date is
// taken relative to the service's own clock when it sends one, else to now, which may be nil.
func retryAfter(h http.Header, now func() time.Time) time.Duration {
	if d, ok := number(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	value := h.Get("Retry-After")
	if d, ok := number(value, time.Second); ok {
		return d
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	from, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		if now == nil {
			return 0
		}
		from = now()
	}
	return min(max(until.Sub(from), 0), maxRetryAfter)
}

// number reads a count of units, which may have a fraction.
func number(text string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(n) {
		return 0, false
	}
	return time.Duration(min(max(n*float64(unit), 0), float64(maxRetryAfter))), true
}
