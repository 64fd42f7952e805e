package actorkit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/actorkit"
)

// teller answers a question with numbers: N of them at once, or one a second when N is 0. It
// watches those who ask, and any address that it is sent.
type teller struct {
	note func(string)
	next int
	to   actorkit.Ref[int]
}

type count struct {
	n       int
	replyTo actorkit.Ref[int]
}

func (b *teller) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
	case count:
		env.Watch(m.replyTo.Address)
		for i := range m.n {
			m.replyTo.Tell(i)
		}
		if b.to = m.replyTo; m.n == 0 {
			env.After(time.Second, "tick")
		}
	case actorkit.Address:
		env.Watch(m)
	case string:
		b.to.Tell(b.next)
		b.next++
		env.After(time.Second, "tick")
	case actorkit.Gone:
		b.note(fmt.Sprint("asker gone: ", m.Who.Same(b.to.Address)))
	default:
		env.Unhandled(m)
	}
}

// follow asks a teller for n numbers in virtual time and tells what happened, the error last.
func follow(t *testing.T, n int, take func(stop, cancel func(), i int) (bool, error)) string {
	t.Helper()
	var log diary
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		sys := actorkit.NewSystem(actorkit.Options{})
		addr, err := sys.Spawn("teller", actorkit.Child{New: func() actorkit.Behavior { return &teller{note: log.add} }})
		if err != nil {
			t.Fatal(err)
		}
		stop := func() {
			if err := sys.Stop(t.Context(), addr); err != nil {
				t.Error(err)
			}
		}
		var panicked any
		func() {
			defer func() { panicked = recover() }()
			ctx, cancel := context.WithTimeout(t.Context(), 3500*time.Millisecond)
			defer cancel()
			err = actorkit.Follow(ctx, sys, actorkit.As[any](addr),
				func(replyTo actorkit.Ref[int]) any { return count{n, replyTo} },
				func(i int) (bool, error) {
					log.add(fmt.Sprint(i))
					return take(stop, cancel, i)
				})
		}()
		synctest.Wait()
		if panicked != nil {
			log.add(fmt.Sprint("panic: ", panicked))
		}
		log.add(fmt.Sprint(err))
		stop()
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
	return strings.Join(log.all(), " ")
}

func TestFollow(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		take func(stop, cancel func(), i int) (bool, error)
		want string
	}{
		{
			"until the last answer", 9,
			func(_, _ func(), i int) (bool, error) { return i == 3, nil },
			"0 1 2 3 asker gone: true <nil>",
		},
		{
			"until take fails", 9,
			func(_, _ func(), i int) (bool, error) {
				if i == 1 {
					return false, errors.New("enough")
				}
				return false, nil
			},
			"0 1 asker gone: true enough",
		},
		{
			"until the context ends", 0,
			func(_, _ func(), _ int) (bool, error) { return false, nil },
			"0 1 2 asker gone: true context deadline exceeded",
		},
		{
			"until the context is cancelled, though answers wait", 9,
			func(_, cancel func(), _ int) (bool, error) {
				cancel()
				return false, nil
			},
			"0 asker gone: true context canceled",
		},
		{
			"until take panics", 9,
			func(_, _ func(), _ int) (bool, error) { panic("in take") },
			"0 asker gone: true panic: in take <nil>",
		},
		{
			"until the actor ends, after its answers", 3,
			func(stop, _ func(), i int) (bool, error) {
				if i == 0 {
					stop()
				}
				return false, nil
			},
			"0 1 2 the actor has ended",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := follow(t, c.n, c.take); got != c.want {
				t.Errorf("happened: %s\nwant:     %s", got, c.want)
			}
		})
	}
}

// Whoever begins to watch a follower that has left hears so at once.
func TestWatchingAFollowerThatHasLeft(t *testing.T) {
	var log diary
	synctest.Test(t, func(t *testing.T) {
		sys := actorkit.NewSystem(actorkit.Options{})
		addr, err := sys.Spawn("teller", actorkit.Child{New: func() actorkit.Behavior { return &teller{note: log.add} }})
		if err != nil {
			t.Fatal(err)
		}
		who, follower := actorkit.As[any](addr), actorkit.Address{}
		err = actorkit.Follow(t.Context(), sys, who,
			func(replyTo actorkit.Ref[int]) any {
				follower = replyTo.Address
				return count{1, replyTo}
			},
			func(int) (bool, error) { return true, nil })
		if err != nil {
			t.Error(err)
		}
		who.Tell(follower)
		synctest.Wait()
		if err := sys.Stop(t.Context(), addr); err != nil {
			t.Error(err)
		}
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
	want(t, log.all(), "asker gone: true", "asker gone: true")
}

func TestFollowNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sys := actorkit.NewSystem(actorkit.Options{})
		take := func(int) (bool, error) { return true, nil }
		build := func(replyTo actorkit.Ref[int]) any { return count{1, replyTo} }
		for _, to := range []actorkit.Ref[any]{{}, actorkit.As[any](sys.Lookup("nobody"))} {
			if err := actorkit.Follow(t.Context(), sys, to, build, take); !errors.Is(err, actorkit.ErrGone) {
				t.Errorf("following %s gave %v", to, err)
			}
		}
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
}
