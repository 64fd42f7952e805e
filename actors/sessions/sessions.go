package sessions

import (
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/session"
)

type sessions struct {
	open map[string]Open // by the child's address
}

// New makes the behavior.
func New() actorkit.Behavior { return &sessions{open: map[string]Open{}} }

// Receive implements actorkit.Behavior.
func (s *sessions) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
	case Msg:
		s.onMsg(env, m)
	case actorkit.Crashed:
		s.onCrashed(m)
	case actorkit.Gone:
		delete(s.open, m.Who.String())
	default:
		env.Unhandled(m)
	}
}

func (s *sessions) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Open:
		child := session.Child(m.Session, actorkit.Restart{Max: 3, Window: time.Minute})
		addr := env.Spawn(m.Session.Log.Facts().ID, child)
		s.open[addr.String()] = m
		m.ReplyTo.Tell(Opened{Session: actorkit.As[session.Msg](addr)})
	}
}

func (s *sessions) onCrashed(m actorkit.Crashed) {
	if o, ok := s.open[m.Who.String()]; ok && !m.Restarts {
		o.Owner.Tell(Lost{ID: m.Name, Reason: m.Reason})
	}
}
