package providers

import (
	"fmt"
	"slices"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
	"eidolon/actors/routes"
	"eidolon/internal/leaf/figure"
)

// Options of one provider actor.
type Options struct {
	Profile  string // the route is "provider/" and this
	InFlight int    // requests at once
	Circuit  Circuit
	Routes   actorkit.Ref[routes.Msg]
}

// Circuit says when a service is left alone.
type Circuit struct {
	Failures int           // in a row, after which it is; 0 never
	Pause    time.Duration // for how long
	LongWait time.Duration // the longest wait of a request that the service may ask for; longer ones refuse it, but with 0
}

type provider struct {
	o       Options
	flying  []actorkit.Ref[Note]
	waiting []actorkit.Ref[Note]
	closed  time.Time // nothing is granted before: the service asked for it
	asked   time.Time // until when it did, which may be longer than it is obeyed
	opening actorkit.Timer
	budget  budget
	circuit circuit
	probe   actorkit.Address // the one request of a circuit that is open; zero for none
	last    model.Error      // what the service last failed with
}

// reopen is the end of a wait that the service asked for.
type reopen struct{}

// New makes the behavior of one profile's actor.
func New(o Options) actorkit.Behavior { return &provider{o: o, circuit: circuit{limits: o.Circuit}} }

// Receive implements actorkit.Behavior.
func (p *provider) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		p.budget = newBudget(env.Now())
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
	case Answering:
		p.circuit.note(up, false, env.Now())
		p.grant(env)
	case Release:
		p.onRelease(env, m)
	}
}

// onAcquire takes a repeated question as a sign that the answer was lost.
func (p *provider) onAcquire(env actorkit.Env, m Acquire) {
	same := func(r actorkit.Ref[Note]) bool { return r.Same(m.Owner.Address) }
	switch {
	case slices.ContainsFunc(p.flying, same):
		m.Owner.Tell(Granted{})
		return
	case slices.ContainsFunc(p.waiting, same):
		return
	}
	if why, refused := p.refusal(env.Now()); refused {
		m.Owner.Tell(Refused{why})
		return
	}
	if m.Again && !p.budget.spend(env.Now()) {
		m.Owner.Tell(Refused{p.failure(0, "It is not asked again, because too many requests to it fail now.")})
		return
	}
	if !m.Again {
		p.budget.earn()
	}
	env.Watch(m.Owner.Address)
	p.waiting = append(p.waiting, m.Owner)
	if wait := p.closed.Sub(env.Now()); wait >= time.Second { // less is not worth a word
		m.Owner.Tell(Held{For: wait, Why: p.last.Message})
	}
	p.grant(env)
}

// onRelease learns from the end of a request.
func (p *provider) onRelease(env actorkit.Env, m Release) {
	now, f := env.Now(), m.Failure
	if f.Retryable || f.RetryAfter > 0 || healthOf(f.Kind) == down {
		p.last = f
	}
	if f.RetryAfter > 0 {
		p.throttle(now, f.RetryAfter)
	}
	if p.circuit.note(healthOf(f.Kind), p.probe.Same(m.Owner.Address), now) {
		env.Log().Warn("circuit open", "profile", p.o.Profile, "kind", f.Kind, "failures", p.circuit.row)
	}
	if why, refused := p.refusal(now); refused {
		for _, owner := range p.waiting {
			owner.Tell(Refused{why})
		}
		p.waiting = nil
	}
	p.drop(env, m.Owner.Address)
}

// obeyed is how long a service that asks for a long time is left alone. After that one who wants an
// answer may find out what it says now: a wrong number must not lock everybody out for a day.
const obeyed = 5 * time.Minute

func (p *provider) throttle(now time.Time, wish time.Duration) {
	if until := now.Add(wish); until.After(p.asked) {
		p.asked = until
	}
	if until := now.Add(min(wish, max(obeyed, p.o.Circuit.LongWait))); until.After(p.closed) {
		p.closed = until
	}
}

// refusal says why no request is let through or may wait for that, if so.
func (p *provider) refusal(now time.Time) (model.Error, bool) {
	if left := p.circuit.left(now); left > 0 {
		return p.failure(left, fmt.Sprintf(
			"The last %d requests to it failed, so it is left alone and asked again in %s.", p.circuit.row, figure.Wait(left))), true
	}
	if left := p.closed.Sub(now); p.o.Circuit.LongWait > 0 && left > p.o.Circuit.LongWait {
		asked := p.asked.Sub(now)
		return p.failure(asked, "Try again in "+figure.Wait(asked)+"."), true
	}
	return model.Error{}, false
}

// failure is the last one of the service, with what that means now.
func (p *provider) failure(left time.Duration, means string) model.Error {
	f := p.last
	f.Message += " " + means
	f.Retryable, f.RetryAfter = false, left
	return f
}

func (p *provider) drop(env actorkit.Env, who actorkit.Address) {
	same := func(r actorkit.Ref[Note]) bool { return r.Same(who) }
	p.flying = slices.DeleteFunc(p.flying, same)
	p.waiting = slices.DeleteFunc(p.waiting, same)
	if p.probe.Same(who) {
		p.probe = actorkit.Address{}
	}
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
		if p.circuit.open {
			if !p.probe.IsZero() {
				return
			}
			p.probe = p.waiting[0].Address
		}
		next := p.waiting[0]
		p.waiting = p.waiting[1:]
		p.flying = append(p.flying, next)
		next.Tell(Granted{})
	}
}
