package replay_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/internal/replay"
)

// spread gives the events of a recording so much time between each other.
func spread(o replay.Options, gap time.Duration) replay.Options {
	for i := range o.Events {
		o.Events[i].Time = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(i) * gap)
	}
	return o
}

// A replay takes the recorded time, divided by its speed, and cuts long waits. Without a speed it
// takes none.
func TestSpeed(t *testing.T) {
	tests := []struct {
		name        string
		gap         time.Duration
		speed       float64
		least, most time.Duration
	}{
		{"no waiting", time.Second, 0, 0, 0},
		{"as it was", 100 * time.Millisecond, 1, 900 * time.Millisecond, 1800 * time.Millisecond},
		{"four times as fast", 100 * time.Millisecond, 4, 225 * time.Millisecond, 450 * time.Millisecond},
		{"long waits are cut", time.Hour, 2, 9 * time.Second, 18 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := spread(recording(t, "several-calls"), tt.gap)
			o.Speed, o.Notice, o.Now = tt.speed, func(line string) { t.Error(line) }, time.Now
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				report, err := replay.Run(t.Context(), o)
				took := time.Since(began)
				if err != nil || len(report.Differences) > 0 {
					t.Errorf("differences %v, error %v", report.Differences, err)
				}
				if took < tt.least || took > tt.most {
					t.Errorf("it took %s, want %s to %s", took, tt.least, tt.most)
				}
				time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
			})
		})
	}
}

// watcher is a sink that calls a function for each event.
type watcher func(e event.Envelope) error

func (w watcher) Render(_ context.Context, events []event.Envelope) error {
	var all error
	for _, e := range events {
		all = errors.Join(all, w(e))
	}
	return all
}

// A replay that is interrupted, or whose output is gone, ends at once and leaves nothing behind.
func TestEndsEarly(t *testing.T) {
	gone := errors.New("the reader is gone")
	for name, want := range map[string]error{"interrupted": context.Canceled, "no reader": gone} {
		t.Run(name, func(t *testing.T) {
			o := spread(recording(t, "several-turns"), time.Second)
			o.Speed, o.Notice, o.Now = 0.001, func(line string) { t.Error(line) }, time.Now
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				o.Sink = func(int, string) renderer.Sink {
					return watcher(func(e event.Envelope) error {
						if _, call := e.Event.(event.ToolUse); !call {
							return nil
						}
						if errors.Is(want, gone) {
							return gone
						}
						cancel()
						return nil
					})
				}
				if _, err := replay.Run(ctx, o); !errors.Is(err, want) {
					t.Errorf("error %v, want %v", err, want)
				}
				time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
			})
		})
	}
}

// What is shown is what was recorded, turn by turn.
//
// Covers: Y3
func TestShowsEveryTurn(t *testing.T) {
	o := recording(t, "several-turns")
	var mu sync.Mutex
	var shown []string
	var prompts []string
	o.Sink = func(_ int, prompt string) renderer.Sink {
		prompts = append(prompts, prompt)
		return watcher(func(e event.Envelope) error {
			mu.Lock()
			defer mu.Unlock()
			if m, ok := e.Event.(event.Message); ok && !m.Hidden {
				shown = append(shown, m.Text)
			}
			return nil
		})
	}
	play(t, o)
	var recorded []string
	for _, e := range o.Events {
		if m, ok := e.Event.(event.Message); ok && !m.Hidden {
			recorded = append(recorded, m.Text)
		}
	}
	if got, want := strings.Join(shown, "|"), strings.Join(recorded, "|"); got != want {
		t.Errorf("shown:\n%s\nrecorded:\n%s", got, want)
	}
	if got := strings.Join(prompts, " "); got != "one two three four" {
		t.Errorf("prompts %q", got)
	}
}
