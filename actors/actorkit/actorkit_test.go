package actorkit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/actorkit"
)

// parrot is an actor under test: it writes down what happens to it and obeys orders.
type parrot struct {
	log     func(string)
	child   actorkit.Child
	workErr chan error
}

type (
	order struct{ do string }
	hello struct{ reply actorkit.Ref[string] }
)

func (p *parrot) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		p.log("started")
	case actorkit.Crashed:
		p.log(fmt.Sprintf("crashed %s: %s in %s, restarts %v", m.Name, m.Reason, m.Message, m.Restarts))
	case actorkit.Gone:
		p.log("gone " + m.Name)
	case hello:
		m.reply.Tell("hello from " + env.Self().String())
	case string:
		p.log("got " + m)
	case actorkit.Ref[string]:
		m.Tell("before the end")
		panic("told to")
	case order:
		p.obey(env, m)
	default:
		env.Unhandled(m)
	}
}

func (p *parrot) obey(env actorkit.Env, o order) {
	switch o.do {
	case "panic":
		panic("told to")
	case "spawn":
		env.Spawn("kid", p.child)
	case "work":
		env.Go("work", func(_ context.Context, emit func(any) error) any {
			for i := range 3 {
				if err := emit(fmt.Sprint("piece ", i)); err != nil {
					return err
				}
			}
			return "the end"
		})
	case "bad work":
		env.Go("bad", func(context.Context, func(any) error) any { panic("in work") })
	case "long work":
		env.Go("long", func(ctx context.Context, emit func(any) error) any {
			<-ctx.Done()
			p.workErr <- emit("too late")
			return nil
		})
	case "timers":
		env.After(time.Second, "one second")
		env.After(2*time.Second, "never").Stop()
	case "tell and die":
		env.Spawn("kid", p.child)
	}
}

// diary takes lines from several actors.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) add(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

func (d *diary) all() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.lines)
}

// world runs a parent in a bubble of virtual time and gives what happened.
func world(t *testing.T, restart actorkit.Restart, act func(t *testing.T, sys *actorkit.System, parent actorkit.Ref[any], log *diary)) []string {
	t.Helper()
	var log diary
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		sys := actorkit.NewSystem(actorkit.Options{Unhandled: func(_ actorkit.Address, m any) { log.add(fmt.Sprintf("unhandled %T", m)) }})
		note := func(who string) func(string) { return func(s string) { log.add(who + " " + s) } }
		child := actorkit.Child{
			New:     func() actorkit.Behavior { return &parrot{log: note("kid")} },
			Restart: restart,
		}
		top, err := sys.Spawn("top", actorkit.Child{New: func() actorkit.Behavior { return &parrot{log: note("top"), child: child} }})
		if err != nil {
			t.Fatal(err)
		}
		act(t, sys, actorkit.As[any](top), &log)
		synctest.Wait()
		if err := sys.Stop(t.Context(), top); err != nil {
			t.Errorf("stop: %v", err)
		}
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
	return log.all()
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(lines, "\n") {
		t.Errorf("happened:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(lines, "\n  "))
	}
}

func TestWorkArrivesInOrder(t *testing.T) {
	got := world(t, actorkit.Restart{}, func(_ *testing.T, _ *actorkit.System, top actorkit.Ref[any], _ *diary) {
		top.Tell(order{"work"})
	})
	want(t, got, "top started", "top got piece 0", "top got piece 1", "top got piece 2", "top got the end")
}

func TestTimers(t *testing.T) {
	got := world(t, actorkit.Restart{}, func(_ *testing.T, _ *actorkit.System, top actorkit.Ref[any], _ *diary) {
		top.Tell(order{"timers"})
		time.Sleep(3 * time.Second) //nolint:forbidigo // virtual
	})
	want(t, got, "top started", "top got one second")
}

func TestUnhandledIsReported(t *testing.T) {
	got := world(t, actorkit.Restart{}, func(_ *testing.T, _ *actorkit.System, top actorkit.Ref[any], _ *diary) {
		top.Tell(3.5)
	})
	want(t, got, "top started", "unhandled float64")
}

func kidOf(sys *actorkit.System) actorkit.Ref[any] {
	return actorkit.As[any](sys.Lookup("top/kid"))
}

func TestCrashIsToldAndSupervised(t *testing.T) {
	for _, c := range []struct {
		name    string
		restart actorkit.Restart
		crashes int
		want    []string
	}{
		{"never restarted", actorkit.Restart{}, 1, []string{
			"crashed kid: told to in actorkit_test.order, restarts false", "gone kid",
		}},
		{"restarted once, then given up", actorkit.Restart{Max: 1, Window: time.Minute}, 2, []string{
			"crashed kid: told to in actorkit_test.order, restarts true", "kid started",
			"crashed kid: told to in actorkit_test.order, restarts false", "gone kid",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := world(t, c.restart, func(t *testing.T, sys *actorkit.System, top actorkit.Ref[any], _ *diary) {
				top.Tell(order{"spawn"})
				synctest.Wait()
				for range c.crashes {
					kidOf(sys).Tell(order{"panic"})
					synctest.Wait()
				}
			})
			counts := map[string]int{}
			for _, line := range got {
				counts[strings.TrimPrefix(line, "top ")]++
			}
			for _, line := range c.want {
				if counts[line] == 0 {
					t.Errorf("missing %q in %q", line, got)
				}
				counts[line]--
			}
		})
	}
}

func TestRestartWaitsWithDoublingDelay(t *testing.T) {
	var starts []time.Duration
	world(t, actorkit.Restart{Max: 5, Window: time.Minute, Delay: 100 * time.Millisecond, Cap: 300 * time.Millisecond},
		func(t *testing.T, sys *actorkit.System, top actorkit.Ref[any], log *diary) {
			top.Tell(order{"spawn"})
			synctest.Wait()
			for range 4 {
				before, began := len(log.all()), time.Now()
				kidOf(sys).Tell(order{"panic"})
				for len(log.all()) < before+2 {
					time.Sleep(10 * time.Millisecond) //nolint:forbidigo // virtual
				}
				starts = append(starts, time.Since(began).Round(50*time.Millisecond))
			}
		})
	if got := fmt.Sprint(starts); got != "[100ms 200ms 300ms 300ms]" {
		t.Errorf("restarted after %s", got)
	}
}

func TestEndComesAfterLastWords(t *testing.T) {
	got := world(t, actorkit.Restart{}, func(t *testing.T, sys *actorkit.System, top actorkit.Ref[any], _ *diary) {
		top.Tell(order{"spawn"})
		synctest.Wait()
		kidOf(sys).Tell(actorkit.As[string](top.Address))
	})
	want(t, got, "top started", "kid started", "top got before the end",
		"top crashed kid: told to in actorkit.Ref[string], restarts false", "top gone kid")
}

func TestPanicInWorkIsACrash(t *testing.T) {
	got := world(t, actorkit.Restart{}, func(t *testing.T, sys *actorkit.System, top actorkit.Ref[any], _ *diary) {
		top.Tell(order{"spawn"})
		synctest.Wait()
		kidOf(sys).Tell(order{"bad work"})
	})
	want(t, got, "top started", "kid started", "top crashed kid: in work in work bad, restarts false", "top gone kid")
}

func TestStopEndsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sys := actorkit.NewSystem(actorkit.Options{})
		p := &parrot{log: func(string) {}, workErr: make(chan error, 1)}
		top, err := sys.Spawn("top", actorkit.Child{New: func() actorkit.Behavior { return p }})
		if err != nil {
			t.Fatal(err)
		}
		actorkit.As[any](top).Tell(order{"long work"})
		synctest.Wait()
		if err := sys.Stop(t.Context(), top); err != nil {
			t.Fatal(err)
		}
		if err := <-p.workErr; !errors.Is(err, context.Canceled) {
			t.Errorf("emit after the end: %v", err)
		}
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual
	})
}

func TestAsk(t *testing.T) {
	world(t, actorkit.Restart{}, func(t *testing.T, sys *actorkit.System, top actorkit.Ref[any], _ *diary) {
		question := func(reply actorkit.Ref[string]) any { return hello{reply} }
		got, err := actorkit.Ask(t.Context(), sys, top, question)
		if err != nil || got != "hello from top" {
			t.Errorf("answer %q, %v", got, err)
		}
		if _, err := actorkit.Ask(t.Context(), sys, actorkit.As[any](sys.Lookup("nobody")), question); !errors.Is(err, actorkit.ErrGone) {
			t.Errorf("a dead actor answered with %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := actorkit.Ask(ctx, sys, top, func(actorkit.Ref[string]) any { return "no answer to this" }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a silent actor gave %v", err)
		}
	})
}

func TestRecorder(t *testing.T) {
	r := actorkit.NewRecorder("bird", &parrot{log: func(string) {}})
	friend := actorkit.As[string](r.Peer("friend"))
	r.Deliver(hello{friend})
	r.Deliver(order{"spawn"})
	r.Deliver(uint(3))
	want(t, strings.Split(r.Transcript(), "\n"),
		"bird -> friend stringhello from bird", "bird spawns kid", "bird UNHANDLED uint3")
}

// nest spawns a child of the same name in every incarnation.
type nest struct {
	log   func(string)
	child actorkit.Child
}

func (n *nest) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		env.Spawn("kid", n.child)
	case actorkit.Crashed:
		n.log("crashed " + m.Name)
	case actorkit.Gone:
		n.log("gone " + m.Name)
	case order:
		panic("told to")
	}
}

func TestChildrenOfTheNextIncarnationAreSupervised(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log diary
		sys := actorkit.NewSystem(actorkit.Options{})
		restart := actorkit.Restart{Max: 3, Window: time.Minute}
		kid := actorkit.Child{New: func() actorkit.Behavior { return &parrot{log: func(s string) { log.add("kid " + s) }} }, Restart: restart}
		top, err := sys.Spawn("top", actorkit.Child{New: func() actorkit.Behavior {
			return &parrot{log: func(string) {}, child: actorkit.Child{
				New:     func() actorkit.Behavior { return &nest{log: func(s string) { log.add("nest " + s) }, child: kid} },
				Restart: restart,
			}}
		}})
		if err != nil {
			t.Fatal(err)
		}
		actorkit.As[any](top).Tell(order{"spawn"})
		for _, path := range []string{"top/kid", "top/kid/kid", "top/kid/kid"} {
			synctest.Wait()
			actorkit.As[any](sys.Lookup(path)).Tell(order{"panic"})
		}
		synctest.Wait()
		want(t, log.all(), "kid started", "kid started", "nest crashed kid", "kid started", "nest crashed kid", "kid started")
		if err := sys.Stop(t.Context(), top); err != nil {
			t.Error(err)
		}
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual
	})
}
