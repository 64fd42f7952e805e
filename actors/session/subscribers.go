package session

import (
	"context"
	"errors"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/renderer"
)

// pastEvents are events read from the log: all of them when the session starts, else what a
// subscriber asked for.
type pastEvents struct {
	name   string // of the subscriber; "" for the session itself
	events []event.Envelope
	err    error
}

var errEnough = errors.New("enough")

// readPast reads the events from a number on, up to and without another.
func (s *session) readPast(env actorkit.Env, name string, from, until int64) {
	log := s.o.Log
	env.Go("read "+name, func(ctx context.Context, _ func(any) error) any {
		past := pastEvents{name: name}
		if name == "" {
			past.err = log.Sync() // waits for a write that an earlier incarnation had begun
		}
		if past.err != nil {
			return past
		}
		past.err = log.Read(ctx, from, func(e event.Envelope) error {
			if e.Seq >= until {
				return errEnough
			}
			past.events = append(past.events, e)
			return nil
		})
		if errors.Is(past.err, errEnough) {
			past.err = nil
		}
		if name == "" {
			loadImages(log, past.events)
		}
		return past
	})
}

// onAttach starts a renderer and gives it the past.
func (s *session) onAttach(env actorkit.Env, m Attach) {
	sink, ok := s.o.Sinks(m.Name)
	if !ok || s.out.subs[m.Name] != nil || s.closing != nil {
		return
	}
	o := renderer.Options{Name: m.Name, Sink: sink, Owner: actorkit.As[renderer.Note](env.Self())}
	addr := env.Spawn("renderer-"+m.Name, actorkit.Child{
		New: func() actorkit.Behavior { return renderer.New(o) }, Restart: actorkit.Restart{Max: 10, Window: time.Minute},
	})
	sub := &subscriber{ref: actorkit.As[renderer.Msg](addr), last: m.From - 1, shown: m.From - 1}
	s.out.subs[m.Name] = sub
	s.kept.renderers[m.Name] = sub.shown
	s.catchUp(env, m.Name, sub)
}

// catchUp gives a subscriber everything behind what it has shown: kept events from the log, and of
// the current round what was told, deltas included.
func (s *session) catchUp(env actorkit.Env, name string, sub *subscriber) {
	from := sub.shown + 1
	sub.pending = nil
	for _, e := range s.out.round {
		if !e.Journalled() || e.Seq >= from {
			sub.pending = append(sub.pending, e)
		}
	}
	if until := s.out.firstOfRound(); from < until {
		sub.loading = true
		s.readPast(env, name, from, until)
	}
	sub.send()
}

// onPast puts what was read in front of what happened meanwhile.
func (s *session) onPast(m pastEvents) {
	sub := s.out.subs[m.name]
	if sub == nil || !sub.loading {
		return
	}
	sub.loading = false
	if m.err != nil {
		m.events = append(m.events, event.Envelope{Event: event.Notice{
			Code: "past_unreadable", Message: "Earlier events of the session cannot be read: " + m.err.Error(),
		}})
	}
	sub.pending = append(m.events, sub.pending...)
	sub.send()
}

func (s *session) onRenderer(env actorkit.Env, n renderer.Note) {
	switch n := n.(type) {
	case renderer.Ready:
		sub := s.out.subs[n.Name]
		if sub == nil {
			return
		}
		again := n.Fresh && sub.met
		sub.met, sub.ready = true, true
		if again {
			s.catchUp(env, n.Name, sub)
			return
		}
		sub.shown = sub.last
		s.kept.renderers[n.Name] = sub.shown
		sub.send()
		s.continueClose()
	case renderer.Broken:
		env.Log().Warn("a subscriber is gone", "name", n.Name, "reason", n.Reason)
		s.onDetach(env, n.Name)
	case renderer.Closed:
		s.onDetach(env, n.Name)
	}
}

func (s *session) onDetach(env actorkit.Env, name string) {
	sub := s.out.subs[name]
	if sub == nil {
		return
	}
	env.Stop(sub.ref.Address)
	delete(s.out.subs, name)
	delete(s.kept.renderers, name)
	s.continueClose()
}
