package providers

import (
	"slices"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/routes"
)

// Options of one provider actor.
type Options struct {
	Profile  string // the route is "provider/" and this
	InFlight int    // requests at once
	Routes   actorkit.Ref[routes.Msg]
}

type provider struct {
	o       Options
	flying  []actorkit.Ref[Granted]
	waiting []actorkit.Ref[Granted]
	closed  time.Time // nothing is granted before
	opening actorkit.Timer
}

// reopen is the end of a wait that the service asked for.
type reopen struct{}

// New makes the behavior of one profile's actor.
func New(o Options) actorkit.Behavior { return &provider{o: o} }

// Receive implements actorkit.Behavior.
func (p *provider) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		p.o.Routes.Tell(routes.Register{Name: "provider/" + p.o.Profile, Who: env.Self()})
	case Msg:
		p.onMsg(env, m)
	case actorkit.Gone:
		p.drop(env, m.Who)
	case reopen:
		p.opening = nil
		p.grant(env)
	default:
		env.Unhandled(m)
	}
}

func (p *provider) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Acquire:
		p.onAcquire(env, m)
	case Release:
		p.drop(env, m.Owner.Address)
	case Throttled:
		if until := env.Now().Add(m.For); until.After(p.closed) {
			p.closed = until
		}
	}
}

// onAcquire takes a repeated question as a sign that the answer was lost.
func (p *provider) onAcquire(env actorkit.Env, m Acquire) {
	same := func(r actorkit.Ref[Granted]) bool { return r.Same(m.Owner.Address) }
	switch {
	case slices.ContainsFunc(p.flying, same):
		m.Owner.Tell(Granted{})
	case !slices.ContainsFunc(p.waiting, same):
		env.Watch(m.Owner.Address)
		p.waiting = append(p.waiting, m.Owner)
		p.grant(env)
	}
}

func (p *provider) drop(env actorkit.Env, who actorkit.Address) {
	same := func(r actorkit.Ref[Granted]) bool { return r.Same(who) }
	p.flying = slices.DeleteFunc(p.flying, same)
	p.waiting = slices.DeleteFunc(p.waiting, same)
	p.grant(env)
}

func (p *provider) grant(env actorkit.Env) {
	if wait := p.closed.Sub(env.Now()); wait > 0 {
		if p.opening == nil && len(p.waiting) > 0 {
			p.opening = env.After(wait, reopen{})
		}
		return
	}
	for len(p.flying) < p.o.InFlight && len(p.waiting) > 0 {
		next := p.waiting[0]
		p.waiting = p.waiting[1:]
		p.flying = append(p.flying, next)
		next.Tell(Granted{})
	}
}
