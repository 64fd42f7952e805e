package actorkit

import (
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// HandleFailure implements the library's supervision strategy for the children of this actor. It
// runs on the actor's own goroutine, ahead of messages that the child sent before it crashed; the
// behavior is told by a message behind them.
func (s *shell) HandleFailure(_ *actor.ActorSystem, lib actor.Supervisor, child *actor.PID, _ *actor.RestartStatistics, reason, _ any) {
	k, ok := s.children[child.Id]
	if !ok {
		lib.StopChildren(child)
		return
	}
	now := s.sys.now()
	k.crashes = append(k.recent(now), now)
	crash, _ := reason.(Crashed)
	crash.Name = k.name
	crash.Restarts = len(k.crashes) <= k.restart.Max
	s.sys.root.Send(s.lib.Self(), kidCrashed{s, crash})
	delay := k.nextDelay()
	switch {
	case !crash.Restarts:
		lib.StopChildren(child)
	case delay == 0:
		lib.RestartChildren(child)
	default:
		k.delay = time.AfterFunc(delay, func() { lib.RestartChildren(child) })
	}
}

// recent gives the crashes that still count.
func (k *kid) recent(now time.Time) []time.Time {
	if k.restart.Window == 0 {
		return k.crashes
	}
	for len(k.crashes) > 0 && now.Sub(k.crashes[0]) > k.restart.Window {
		k.crashes = k.crashes[1:]
	}
	return k.crashes
}

// nextDelay is Delay after the first crash in the window, then doubles up to Cap.
func (k *kid) nextDelay() time.Duration {
	d := k.restart.Delay
	for range len(k.crashes) - 1 {
		d = min(2*d, k.restart.Cap)
	}
	return d
}
