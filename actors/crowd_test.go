package actors_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors"
	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/providers"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/internal/store"
)

// crowded answers all sessions of a process. While it is down nobody gets an answer.
type crowded struct {
	down, hangs    atomic.Bool
	asked          atomic.Int64
	flying, flyers atomic.Int64 // requests on their way, now and at most
}

func (s *crowded) Stream(ctx context.Context, _ model.Request, emit func(model.Chunk) error) (model.End, error) {
	s.asked.Add(1)
	n := s.flying.Add(1)
	defer s.flying.Add(-1)
	for most := s.flyers.Load(); n > most && !s.flyers.CompareAndSwap(most, n); most = s.flyers.Load() {
	}
	wait := 100 * time.Millisecond
	if s.hangs.Load() {
		wait = time.Hour
	}
	over, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	<-over.Done()
	if ctx.Err() != nil {
		return model.End{}, ctx.Err()
	}
	if s.down.Load() {
		return model.End{}, &model.Error{Kind: model.Unreachable, Message: "Nothing listens.", Retryable: true}
	}
	return model.End{}, errors.Join(emit(model.Text{Text: "yes"}))
}

// Two hundred sessions share one service: each gets its turn, a service that is down is not asked by all of
// them, what waits for it can be cancelled at once, and nothing is left behind.
func TestManySessionsAtOneService(t *testing.T) {
	const many, inFlight = 200, 8
	synctest.Test(t, func(t *testing.T) {
		var s crowded
		system, err := actors.Start(t.Context(), actors.Options{
			Profiles: []string{"p"}, InFlight: inFlight, Calls: 32, Circuit: providers.Circuit{Failures: 5, Pause: 30 * time.Second, LongWait: time.Minute},
			Failed: func(why string) { t.Error(why) }, Notice: func(line string) { t.Error(line) },
			Unhandled: func(who actorkit.Address, m any) { t.Errorf("%s does not know %T%+v", who, m, m) },
		})
		if err != nil {
			t.Fatal(err)
		}
		var crowd []*actors.Session
		var seen []*witness
		for range many {
			log, err := store.Memory(store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			w := &witness{ended: make(chan event.Event, 16), asked: make(chan event.Asked, 16)}
			one, err := system.Open(t.Context(), plainSession(log, &s, nil, func(string) (renderer.Sink, bool) { return w, true }))
			if err != nil {
				t.Fatal(err)
			}
			one.Tell(session.Attach{Name: "witness"})
			crowd, seen = append(crowd, one), append(seen, w)
		}
		all := func(m session.Msg) {
			for _, one := range crowd {
				one.Tell(m)
			}
		}
		ends := func(want event.EndReason, within time.Duration) {
			t.Helper()
			began, count := time.Now(), map[event.EndReason]int{}
			for _, w := range seen {
				end, _ := (<-w.ended).(event.TurnEnd)
				count[end.Reason]++
			}
			if count[want] != many || time.Since(began) > within {
				t.Errorf("turns ended with %v after %v, want %q within %v", count, time.Since(began), want, within)
			}
		}

		all(session.UserTurn{Text: "it works"})
		ends(event.EndDone, many/inFlight*150*time.Millisecond)
		if n := s.flyers.Load(); n != inFlight {
			t.Errorf("%d requests at once, want %d", n, inFlight)
		}

		s.down.Store(true)
		before := s.asked.Load()
		all(session.UserTurn{Text: "it is down"})
		ends(event.EndError, time.Minute)
		if n := s.asked.Load() - before; n > 5*inFlight {
			t.Errorf("a service that is down was asked %d times", n)
		}

		s.down.Store(false)
		time.Sleep(time.Minute) //nolint:forbidigo // virtual: the pause of the circuit is over
		all(session.UserTurn{Text: "it works again"})
		ends(event.EndDone, many/inFlight*150*time.Millisecond+time.Second)

		s.hangs.Store(true)
		all(session.UserTurn{Text: "it hangs"})
		synctest.Wait()
		all(session.Cancel{})
		ends(event.EndInterrupted, 100*time.Millisecond)
		if n := s.flying.Load(); n != 0 {
			t.Errorf("%d requests go on after they were cancelled", n)
		}

		s.hangs.Store(false)
		all(session.UserTurn{Text: "and on"})
		ends(event.EndDone, many/inFlight*150*time.Millisecond)
		for i, one := range crowd {
			if err := one.Close(t.Context()); err != nil {
				t.Error(fmt.Errorf("close session %d: %w", i, err))
			}
		}
		if err := system.Close(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
}
