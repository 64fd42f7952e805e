package screen_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/tui/screen"
)

// counting is a model that counts.
type counting struct {
	events, actions int
	motion          screen.Motion
	panics          string
}

func (c *counting) Apply(events []event.Envelope) {
	if c.panics == "apply" {
		panic("a broken model")
	}
	c.events += len(events)
}

func (c *counting) Frame(time.Time) (string, screen.Motion) {
	return fmt.Sprintf("%d events, %d actions", c.events, c.actions), c.motion
}

// pacing is a pacer with a screen that takes its time.
type pacing struct {
	*screen.Pacer[*counting, string]
	model  *counting
	began  time.Time
	takes  time.Duration
	frames []string // with the milliseconds at which they began
	start  []time.Duration
}

func pace(t *testing.T, o screen.PacerOptions[*counting, string], takes time.Duration) *pacing {
	t.Helper()
	p := &pacing{model: &counting{}, began: time.Now(), takes: takes}
	o.Model, o.Now = p.model, time.Now
	o.Draw = func(frame string) {
		at := time.Since(p.began)
		p.start = append(p.start, at)
		p.frames = append(p.frames, fmt.Sprintf("%d: %s", at.Milliseconds(), frame))
		time.Sleep(p.takes) //nolint:forbidigo // virtual: a slow terminal
	}
	p.Pacer = screen.NewPacer(o)
	t.Cleanup(p.Stop)
	return p
}

func passes(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // virtual
	synctest.Wait()
}

var _ renderer.Sink = (*screen.Pacer[*counting, string])(nil)

var one = []event.Envelope{{}}

// Covers: Y1, E21
func TestFramesArePaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace(t, screen.PacerOptions[*counting, string]{}, 2*time.Millisecond)
		passes(time.Second)
		go func() { // a session that says something every millisecond
			for range 100 {
				p.Kick()
				time.Sleep(time.Millisecond) //nolint:forbidigo // virtual
			}
		}()
		passes(time.Second)
		want := []string{"1000", "1035", "1070", "1105"}
		var got []string
		for _, f := range p.frames {
			got = append(got, strings.SplitN(f, ":", 2)[0])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("frames (-want +got):\n%s", diff)
		}
		p.Stop()
	})
}

func TestGapsFollowTheTerminal(t *testing.T) {
	for takes, want := range map[time.Duration]time.Duration{
		time.Millisecond:       33 * time.Millisecond,
		8 * time.Millisecond:   33 * time.Millisecond,
		50 * time.Millisecond:  200 * time.Millisecond,
		300 * time.Millisecond: 500 * time.Millisecond,
		2 * time.Second:        500 * time.Millisecond,
	} {
		synctest.Test(t, func(t *testing.T) {
			p := pace(t, screen.PacerOptions[*counting, string]{}, takes)
			p.Kick()
			synctest.Wait()
			p.Kick()
			passes(10 * time.Second)
			if len(p.start) != 2 || p.start[1]-p.start[0] != takes+want {
				t.Errorf("draws of %v: frames at %v", takes, p.start)
			}
			p.Stop()
		})
	}
}

// TestBatchesAreTakenByFrames has a session that sends a batch whenever the last one was taken.
func TestBatchesAreTakenByFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace(t, screen.PacerOptions[*counting, string]{}, 100*time.Millisecond)
		var taken []time.Duration
		go func() {
			for range 3 {
				if err := p.Render(t.Context(), one); err != nil {
					t.Error(err)
				}
				taken = append(taken, time.Since(p.began))
			}
		}()
		passes(10 * time.Second)
		wantTaken := []time.Duration{100 * time.Millisecond, 600 * time.Millisecond, 1100 * time.Millisecond}
		if diff := cmp.Diff(wantTaken, taken); diff != "" {
			t.Errorf("taken (-want +got):\n%s", diff)
		}
		want := []string{"0: 1 events, 0 actions", "500: 2 events, 0 actions", "1000: 3 events, 0 actions"}
		if diff := cmp.Diff(want, p.frames); diff != "" {
			t.Errorf("frames (-want +got):\n%s", diff)
		}
		p.Stop()
	})
}

func TestIdleScreensSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace(t, screen.PacerOptions[*counting, string]{}, time.Millisecond)
		p.Kick()
		passes(24 * time.Hour)
		if len(p.frames) != 1 {
			t.Errorf("%d frames in a day", len(p.frames))
		}
		p.Stop()
	})
}

func TestWhatMoves(t *testing.T) {
	tests := map[string]struct {
		motion  screen.Motion
		off     bool
		blurred bool
		want    int // frames in ten seconds
	}{
		"nothing":              {screen.Still, false, false, 1},
		"seconds":              {screen.Seconds, false, false, 10},
		"spinner":              {screen.Spinner, false, false, 80},
		"spinner, motion off":  {screen.Spinner, true, false, 10},
		"spinner, not focused": {screen.Spinner, false, true, 10},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := pace(t, screen.PacerOptions[*counting, string]{NoMotion: tt.off}, 0)
				if tt.blurred {
					p.SetFocused(false)
				}
				p.Do(func(m *counting) { m.motion = tt.motion })
				passes(10*time.Second - time.Millisecond)
				if len(p.frames) != tt.want {
					t.Errorf("%d frames instead of %d", len(p.frames), tt.want)
				}
				p.Do(func(m *counting) { m.motion = screen.Still })
				passes(time.Second)
				seen := len(p.frames)
				passes(time.Hour)
				if len(p.frames) != seen {
					t.Error("it goes on moving")
				}
				p.Stop()
			})
		})
	}
}

func TestFocus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace(t, screen.PacerOptions[*counting, string]{}, 0)
		p.SetFocused(false)
		p.Kick()
		synctest.Wait()
		p.Kick()
		passes(199 * time.Millisecond)
		if len(p.frames) != 1 {
			t.Errorf("%v without the focus", p.frames)
		}
		p.SetFocused(true) // whoever comes back sees the present at once
		synctest.Wait()
		if len(p.frames) != 2 {
			t.Errorf("%v with the focus", p.frames)
		}
		p.Stop()
	})
}

// TestWhatAPersonDoesIsDrawnSoon acts right behind a frame, on a terminal that is slow.
func TestWhatAPersonDoesIsDrawnSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace(t, screen.PacerOptions[*counting, string]{}, 10*time.Millisecond)
		p.Kick()
		passes(10 * time.Millisecond)
		p.Do(func(m *counting) { m.actions++ })
		p.Do(func(m *counting) { m.actions *= 10 })
		passes(time.Second)
		want := []string{"0: 0 events, 0 actions", "20: 0 events, 10 actions"}
		if diff := cmp.Diff(want, p.frames); diff != "" {
			t.Errorf("frames (-want +got):\n%s", diff)
		}
		p.Stop()
	})
}

func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace(t, screen.PacerOptions[*counting, string]{}, time.Hour) // a terminal that takes nothing
		p.Kick()
		synctest.Wait()
		waiting := make(chan error)
		go func() { waiting <- p.Render(context.Background(), one) }()
		synctest.Wait()
		p.Stop()
		p.Stop()
		if err := <-waiting; !errors.Is(err, screen.ErrStopped) {
			t.Errorf("the one under way ended with %v", err)
		}
		if err := p.Render(t.Context(), one); !errors.Is(err, screen.ErrStopped) {
			t.Errorf("the one after ended with %v", err)
		}
		p.Kick()
		p.Do(func(*counting) { t.Error("still working") })
		if took := time.Since(p.began); took != 0 {
			t.Errorf("it took %v", took)
		}
		passes(time.Hour) // the draw ends
	})
}

func TestRenderEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pace(t, screen.PacerOptions[*counting, string]{}, time.Hour)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.Render(ctx, one); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("ended with %v", err)
		}
		p.Stop()
		passes(time.Hour) // the draw ends
	})
}

func TestCrashesAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := make(chan error, 1)
		p := pace(t, screen.PacerOptions[*counting, string]{Crashed: func(err error) { told <- err }}, 0)
		p.Do(func(m *counting) { m.panics = "apply" })
		if err := p.Render(t.Context(), one); !errors.Is(err, screen.ErrStopped) {
			t.Errorf("ended with %v", err)
		}
		if err := <-told; !strings.Contains(err.Error(), "a broken model") || !strings.Contains(err.Error(), "pacer_test.go") {
			t.Errorf("told %v", err)
		}
	})
}

type still struct{}

func (still) Apply([]event.Envelope)                    {}
func (still) Frame(time.Time) (struct{}, screen.Motion) { return struct{}{}, screen.Still }

// BenchmarkDo is the way of an action to the screen.
func BenchmarkDo(b *testing.B) {
	drawn := make(chan struct{}, 1)
	p := screen.NewPacer(screen.PacerOptions[still, struct{}]{Draw: func(struct{}) { drawn <- struct{}{} }, Now: time.Now})
	defer p.Stop()
	b.ReportAllocs()
	act := func(still) {}
	for b.Loop() {
		p.Do(act)
		<-drawn
	}
}
