package session

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/renderer"
)

// closing is how far the end of the session has come.
type closing struct {
	replyTo   actorkit.Ref[Closed]
	asked     bool // the journal was told to close
	journal   bool // and has closed
	renderers bool // the renderers were told to close
	replied   bool
}

type closeOverdue struct{}

func (s *session) onClose(env actorkit.Env, m Close) {
	if s.closing != nil {
		m.ReplyTo.Tell(Closed{Lost: "the session is closing already"})
		return
	}
	s.forget()
	s.closing = &closing{replyTo: m.ReplyTo}
	env.After(s.o.Limits.CloseWithin, closeOverdue{})
	s.interrupt(env, event.EndInterrupted)
	s.continueClose()
}

// continueClose takes the next step that is possible: the turn ends, the journal closes, the
// renderers show their last batch.
func (s *session) continueClose() {
	c := s.closing
	if c == nil || s.turn != nil || s.loading {
		return
	}
	if !c.asked {
		c.asked = true
		c.journal = s.noJournal // it cannot answer
		s.journal.Tell(journal.Close{})
	}
	if !c.journal || !s.out.drained() {
		return
	}
	if !c.renderers {
		c.renderers = true
		for _, sub := range s.out.subs {
			sub.ref.Tell(renderer.Close{})
		}
	}
	if len(s.out.subs) == 0 {
		s.finishClose(s.lost)
	}
}

func (s *session) finishClose(lost string) {
	if s.closing == nil || s.closing.replied {
		return
	}
	s.closing.replied = true
	s.closing.replyTo.Tell(Closed{Lost: lost})
}
