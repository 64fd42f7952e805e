package retry_test

import (
	"testing"
	"time"

	"eidolon/internal/leaf/retry"
)

func TestWait(t *testing.T) {
	p := retry.Policy{Max: 3, First: 500 * time.Millisecond, Ceiling: 8 * time.Second, LongWait: time.Minute}
	for _, c := range []struct {
		name   string
		n      int
		asked  time.Duration
		random float64
		want   time.Duration
	}{
		{"first, half of the jitter", 1, 0, 0.5, 250 * time.Millisecond},
		{"no jitter at all", 1, 0, 0, 0},
		{"doubles", 3, 0, 0.5, time.Second},
		{"stays under the ceiling", 30, 0, 0.5, 4 * time.Second},
		{"the service is obeyed", 1, 7 * time.Second, 0.5, 7 * time.Second},
		{"but not for ever", 1, time.Hour, 0.5, time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := p.Wait(c.n, c.asked, c.random); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
