package retry_test

import (
	"testing"
	"time"

	"eidolon/internal/leaf/retry"
)

// Covers: R96
func TestNext(t *testing.T) {
	p := retry.Policy{Max: 3, First: 500 * time.Millisecond, Ceiling: 8 * time.Second, LongWait: time.Minute}
	patient, hasty := p, p
	patient.Max, hasty.First = 40, time.Hour
	for _, c := range []struct {
		name   string
		policy retry.Policy
		n      int
		asked  time.Duration
		random float64
		want   time.Duration
		ok     bool
	}{
		{"first, half of the jitter", p, 1, 0, 0.5, 250 * time.Millisecond, true},
		{"no jitter at all", p, 1, 0, 0, 0, true},
		{"doubles", p, 3, 0, 0.5, time.Second, true},
		{"stays under the ceiling", patient, 30, 0, 0.5, 4 * time.Second, true},
		{"a first wait over the ceiling", hasty, 1, 0, 0.5, 4 * time.Second, true},
		{"the last one was made", p, 4, 0, 0.5, 0, false},
		{"the service is obeyed", p, 1, 7 * time.Second, 0.5, 7 * time.Second, true},
		{"up to a minute", p, 1, time.Minute, 0.5, time.Minute, true},
		{"and not for longer", p, 1, time.Minute + 1, 0.5, 0, false},
		{"nor more often", p, 4, time.Second, 0.5, 0, false},
		{"without retries", retry.Policy{}, 1, 0, 0.5, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := c.policy.Next(c.n, c.asked, c.random); got != c.want || ok != c.ok {
				t.Errorf("got %s, %v; want %s, %v", got, ok, c.want, c.ok)
			}
		})
	}
}
