package actorkit

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// shell is one incarnation of an actor as the library sees it: it turns the library's life cycle
// into ours and is the Env of the behavior inside. All fields belong to the actor's goroutine.
type shell struct {
	sys      *System
	behavior Behavior

	lib      actor.Context // valid during Receive
	self     Address
	children map[string]*kid // by process id
	timers   map[int]*time.Timer
	works    map[int]context.CancelFunc
	serial   int // of timers and works
	stopped  bool
}

// kid is a child as its owner keeps it.
type kid struct {
	name    string
	addr    Address
	restart Restart
	crashes []time.Time // within the window
	delay   *time.Timer // of a restart that waits
}

// Messages that a shell sends to itself. Those of an earlier incarnation carry another shell and
// are dropped.
type (
	timerFired struct {
		of     *shell
		serial int
		m      any
	}
	workSent struct {
		of     *shell
		credit *credit
		m      any
	}
	workDone struct {
		of     *shell
		serial int
		m      any
	}
	workCrashed struct {
		of     *shell
		name   string
		reason any
		stack  []byte
	}
	kidGone struct {
		of  *shell
		pid *actor.PID
	}
	kidCrashed struct {
		of    *shell
		crash Crashed
	}
	watchedGone struct {
		of  *shell
		pid *actor.PID
	}
)

func (sys *System) props(c Child) *actor.Props {
	return actor.PropsFromProducer(func() actor.Actor {
		return &shell{sys: sys, behavior: c.New()}
	})
}

// Receive implements the library's actor.
func (s *shell) Receive(lib actor.Context) {
	s.lib = lib
	switch m := lib.Message().(type) {
	case *actor.Started:
		s.self = s.sys.address(lib.Self())
		s.handle(Started{})
	case *actor.Stopping, *actor.Restarting:
		s.release()
	case *actor.Stopped:
	case *actor.Terminated:
		s.onTerminated(m)
	case timerFired:
		if _, ok := s.timers[m.serial]; ok && m.of == s {
			delete(s.timers, m.serial)
			s.handle(m.m)
		}
	case workSent:
		m.credit.giveBack(m.m)
		if m.of == s {
			s.handle(m.m)
		}
	case workDone:
		if m.of == s {
			s.works[m.serial]()
			delete(s.works, m.serial)
			if m.m != nil {
				s.handle(m.m)
			}
		}
	case workCrashed:
		if m.of == s {
			s.crash("work "+m.name, m.reason, m.stack)
		}
	case kidGone:
		s.onKidGone(m)
	case kidCrashed:
		if m.of == s {
			s.handle(m.crash)
		}
	case watchedGone:
		if m.of == s {
			s.handle(Gone{Who: s.sys.address(m.pid)})
		}
	case Poison:
		s.crash("poison", m.Reason, nil)
	default:
		s.handle(m)
	}
}

// handle runs the behavior on one message and reports a panic before the library sees it.
func (s *shell) handle(m any) {
	if s.stopped {
		return
	}
	defer func() {
		if reason := recover(); reason != nil {
			s.crash(fmt.Sprintf("%T", m), reason, debug.Stack())
		}
	}()
	s.behavior.Receive(s, m)
}

// crash hands the actor to supervision by a panic that the library catches; its reason reaches the
// owner's HandleFailure.
func (s *shell) crash(message string, reason any, stack []byte) {
	s.release()
	s.Log().Error("actor crashed", "message", message, "reason", fmt.Sprint(reason), "stack", string(stack))
	panic(Crashed{Who: s.self, Message: message, Reason: fmt.Sprint(reason), Stack: string(stack)})
}

// release ends what the incarnation has running: its works and timers.
func (s *shell) release() {
	s.stopped = true
	for _, cancel := range s.works {
		cancel()
	}
	for _, t := range s.timers {
		t.Stop()
	}
	for _, k := range s.children {
		if k.delay != nil {
			k.delay.Stop()
		}
	}
}

// onTerminated queues the end of an actor behind the messages that it had sent: the library delivers
// it ahead of them. The children of an incarnation that is over are nobody's: the next one may have
// others of the same name.
func (s *shell) onTerminated(m *actor.Terminated) {
	if s.stopped {
		return
	}
	if _, ok := s.children[m.Who.Id]; ok {
		s.sys.root.Send(s.lib.Self(), kidGone{s, m.Who})
		return
	}
	s.sys.root.Send(s.lib.Self(), watchedGone{s, m.Who})
}

func (s *shell) onKidGone(m kidGone) {
	k, ok := s.children[m.pid.Id]
	if !ok || m.of != s {
		return
	}
	delete(s.children, m.pid.Id)
	s.handle(Gone{Who: k.addr, Name: k.name})
}

// Self implements Env.
func (s *shell) Self() Address { return s.self }

// Now implements Env.
func (s *shell) Now() time.Time { return s.sys.now() }

// Log implements Env.
func (s *shell) Log() *slog.Logger { return s.sys.log.With("actor", s.self.String()) }

// Spawn implements Env. A name that is taken gets a number, so that the successor of a child which
// is still ending can start.
func (s *shell) Spawn(name string, c Child) Address {
	unique := name
	for n := 2; ; n++ {
		pid, err := s.lib.SpawnNamed(s.sys.props(c), unique)
		if err == nil {
			if s.children == nil {
				s.children = map[string]*kid{}
			}
			addr := s.sys.address(pid)
			s.children[pid.Id] = &kid{name: name, addr: addr, restart: c.Restart}
			return addr
		}
		unique = name + "~" + strconv.Itoa(n)
	}
}

// Stop implements Env.
func (s *shell) Stop(child Address) {
	if p, ok := child.to.(process); ok {
		s.lib.Stop(p.pid)
	}
}

// Watch implements Env.
func (s *shell) Watch(other Address) {
	if p, ok := other.to.(process); ok {
		s.lib.Watch(p.pid)
	}
}

// Unhandled implements Env.
func (s *shell) Unhandled(m any) {
	s.Log().Error("message not handled", "type", fmt.Sprintf("%T", m))
	s.sys.unhandled(s.self, m)
}

type timer struct {
	of     *shell
	serial int
}

// Stop implements Timer.
func (t timer) Stop() {
	if lib, ok := t.of.timers[t.serial]; ok {
		lib.Stop()
		delete(t.of.timers, t.serial)
	}
}

// After implements Env.
func (s *shell) After(d time.Duration, m any) Timer {
	s.serial++
	serial, self := s.serial, s.lib.Self()
	if s.timers == nil {
		s.timers = map[int]*time.Timer{}
	}
	s.timers[serial] = time.AfterFunc(d, func() {
		s.sys.root.Send(self, timerFired{s, serial, m})
	})
	return timer{s, serial}
}
