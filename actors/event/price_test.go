package event_test

import (
	"testing"

	"eidolon/actors/event"
)

// Covers: E60
func TestPrice(t *testing.T) {
	u := event.Usage{InputTokens: 1_000_000, OutputTokens: 100_000, CachedTokens: 400_000}
	for _, c := range []struct {
		name  string
		price event.Price
		usage event.Usage
		want  float64
	}{
		{"cached tokens have a price of their own", event.Price{Input: 2, Output: 10, CachedInput: 0.5}, u, 1.2 + 0.2 + 1},
		{"or that of the others", event.Price{Input: 2, Output: 10}, u, 2 + 1},
		{"more cached than sent counts as all", event.Price{Input: 2, CachedInput: 1}, event.Usage{InputTokens: 10, CachedTokens: 1e6}, 1e-5},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.price.Of(c.usage); got < c.want-1e-9 || got > c.want+1e-9 {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
