package wire

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter caps what a service may ask for. Whether so long a wait makes sense is for the session
// to decide; this is only about numbers that no clock can count.
const maxRetryAfter = 365 * 24 * time.Hour

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

// wait reads the same from the body of a failure: a field of its own, or the sentence for people, which
// is all that an error in the middle of a stream has.
func (o *errorObject) wait(more details) time.Duration {
	if d, ok := number(scalar(o.Resets), time.Second); ok {
		return d
	}
	if more.delay > 0 {
		return more.delay
	}
	return tryAgainIn(scalar(o.Message))
}

// tryAgainIn reads "Please try again in 1.5s." and "try again in 20 seconds".
func tryAgainIn(text string) time.Duration {
	_, after, found := strings.Cut(strings.ToLower(text), "try again in ")
	words := strings.Fields(after)
	if !found || len(words) == 0 {
		return 0
	}
	first := strings.TrimRight(words[0], ".,;)")
	if d, err := time.ParseDuration(first); err == nil {
		return min(max(d, 0), maxRetryAfter)
	}
	if len(words) == 1 {
		return 0
	}
	for unit, length := range map[string]time.Duration{"ms": time.Millisecond, "millisecond": time.Millisecond, "second": time.Second, "minute": time.Minute, "hour": time.Hour} {
		if d, ok := number(first, length); ok && strings.HasPrefix(words[1], unit) {
			return d
		}
	}
	return 0
}
