package actorkit

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"
)

// one answers every address with one number.
type one struct{}

func (one) Receive(_ Env, m any) {
	if to, ok := m.(Ref[int]); ok {
		to.Tell(1)
	}
}

// An actor that lives long keeps nothing of those who have followed it.
func TestFollowersAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sys := NewSystem(Options{})
		addr, err := sys.Spawn("one", Child{New: func() Behavior { return one{} }})
		if err != nil {
			t.Fatal(err)
		}
		var left []weak.Pointer[inbox]
		for range 3 {
			err := Follow(t.Context(), sys, As[Ref[int]](addr),
				func(replyTo Ref[int]) Ref[int] {
					target, _ := sys.lib.ProcessRegistry.Get(replyTo.to.(process).pid)
					left = append(left, weak.Make(target.(*inbox)))
					return replyTo
				},
				func(int) (bool, error) { return true, nil })
			if err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		runtime.GC()
		if left[0].Value() != nil { // the last one may still stand in the actor's last message
			t.Error("the first follower is still in memory")
		}
		if err := sys.Stop(t.Context(), addr); err != nil {
			t.Error(err)
		}
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
}
