package session

import (
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/model"
	"eidolon/actors/stream"
	"eidolon/actors/tool"
)

// onCrashed tells the user, in one line, that a part failed, and repairs what hangs on it.
func (s *session) onCrashed(env actorkit.Env, m actorkit.Crashed) {
	switch {
	case m.Who.Same(s.journal.Address):
		if !m.Restarts {
			s.noJournal = true
			s.lose(env, "writing the session failed inside eidolon again and again")
			return
		}
		s.journal.Tell(journal.Append{Events: s.unacked, Sync: true})
		s.crashNotice(env, "Writing the session failed inside eidolon; it was started again and nothing is lost.")
	case m.Who.Same(s.dispatcher.Address):
		s.crashNotice(env, "Running tools failed inside eidolon; the open calls were ended.")
		s.startDispatcher(env)
		s.dispatcherCrashed(env)
	case strings.HasPrefix(m.Name, "stream-"):
		if s.turn != nil && m.Who.Same(s.turn.stream.Address) {
			s.streamCrashed(env)
		}
	case m.Restarts:
		s.crashNotice(env, "A view of this session failed inside eidolon and was started again.")
	default:
		s.crashNotice(env, "A view of this session failed inside eidolon again and again and was given up.")
	}
}

func (s *session) crashNotice(env actorkit.Env, message string) {
	if s.closing != nil && s.closing.asked {
		return // the journal takes no more
	}
	s.record(env, event.Error{Kind: "crash", Message: message})
}

// onGone forgets renderers that were given up.
func (s *session) onGone(m actorkit.Gone) {
	for name, sub := range s.out.subs {
		if sub.ref.Same(m.Who) {
			delete(s.out.subs, name)
		}
	}
	s.continueClose()
}

// streamCrashed is the end of a stream that could not tell it itself. What it had of the raw text is
// gone but for what the calls recorded.
func (s *session) streamCrashed(env actorkit.Env) {
	s.turn.crashed = true
	s.onStream(env, stream.Failed{
		Begun:   s.turn.inItem || len(s.turn.calls) > 0,
		Failure: model.Error{Kind: model.BadAnswer, Retryable: true, Message: "Reading the model's answer failed inside eidolon."},
	})
}

// dispatcherCrashed closes the calls that were open: what came of them is not known.
func (s *session) dispatcherCrashed(env actorkit.Env) {
	t := s.turn
	if t == nil {
		return
	}
	for _, c := range t.calls {
		if c.result != nil {
			continue
		}
		if c.seq == 0 {
			s.recordUse(env, c, nil, false)
		}
		s.answered(env, c, false)
		s.recordResult(env, c, tool.Fail(tool.Interrupted, "The call was ended by a failure inside eidolon. Nothing is known of what it had done; look before you try again."), 0)
	}
	t.judging = ""
	s.goOn(env)
	if s.turn != nil {
		s.checkRound(env)
	}
}
