package slots

import (
	"slices"

	"eidolon/actors/actorkit"
)

type limiter struct {
	free    int
	taken   []Acquire
	waiting []Acquire
}

// New makes a limiter that hands out n slots.
func New(n int) actorkit.Behavior { return &limiter{free: n} }

// Receive implements actorkit.Behavior.
func (l *limiter) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
	case Msg:
		l.onMsg(env, m)
	case actorkit.Gone:
		l.drop(func(a Acquire) bool { return a.Owner.Same(m.Who) })
	default:
		env.Unhandled(m)
	}
}

func (l *limiter) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Acquire:
		l.onAcquire(env, m)
	case Release:
		l.drop(Acquire(m).same)
	}
}

// onAcquire takes a repeated question as a sign that the answer was lost.
func (l *limiter) onAcquire(env actorkit.Env, m Acquire) {
	switch {
	case slices.ContainsFunc(l.taken, m.same):
		m.Owner.Tell(Granted{ID: m.ID})
	case !slices.ContainsFunc(l.waiting, m.same):
		env.Watch(m.Owner.Address)
		l.waiting = append(l.waiting, m)
		l.grant()
	}
}

func (a Acquire) same(b Acquire) bool { return a.ID == b.ID && a.Owner.Same(b.Owner.Address) }

// drop forgets the slots and the places in the queue that gone picks.
func (l *limiter) drop(gone func(Acquire) bool) {
	before := len(l.taken)
	l.taken = slices.DeleteFunc(l.taken, gone)
	l.free += before - len(l.taken)
	l.waiting = slices.DeleteFunc(l.waiting, gone)
	l.grant()
}

func (l *limiter) grant() {
	for l.free > 0 && len(l.waiting) > 0 {
		next := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.taken = append(l.taken, next)
		l.free--
		next.Owner.Tell(Granted{ID: next.ID})
	}
}
