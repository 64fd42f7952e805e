package session

import (
	"context"
	"slices"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
)

// keptGrant is the end of writing down what the user allowed for the project.
type keptGrant struct{ err error }

// rules are what calls are judged by now.
func (s *session) rules() dispatcher.Rules {
	return dispatcher.Rules{
		Policy: s.o.Policy, Granted: slices.Clip(s.kept.granted),
		Agent: s.conv.agent.Name, Tools: slices.Clone(s.conv.agent.Tools),
		Planned: s.turn != nil && s.turn.planned,
	}
}

// onAskUser puts the question to whoever listens. One who comes later finds it among the events of the
// round.
func (s *session) onAskUser(env actorkit.Env, n dispatcher.AskUser) {
	c := s.find(n.Key)
	if c == nil || c.result != nil {
		return
	}
	c.asked = true
	s.tell(env, event.Asked{
		Call: n.Key, Name: n.Name, Input: n.Input, Rule: n.Ruling.Rule, Reason: n.Ruling.Reason, By: n.Ruling.By,
		Preview: n.Preview, Starts: n.Starts, Touches: n.Touches, Covers: n.Ruling.Covers, Kept: n.Ruling.KeptCovers, Wide: n.Ruling.WideCovers,
	})
}

// onAnswer passes the user's answer on to whoever put the question.
func (s *session) onUserAnswer(m Answer) {
	if c := s.find(m.Call); c != nil && c.asked {
		s.dispatcher.Tell(dispatcher.Decide{Key: m.Call, Rule: m.Rule, Allow: m.Allow, Scope: m.Scope, Wide: m.Wide, Note: m.Note})
	}
}

// onSettled writes down what became of a question. The call starts when that is on disk.
func (s *session) onSettled(env actorkit.Env, n dispatcher.Settled) {
	if n.Grant != "" {
		s.grant(env, n)
	}
	c := s.find(n.Key)
	if c == nil || c.result != nil {
		return
	}
	c.open = false
	c.released = false // also of a command that is to run a second time
	if c.writes = n.Ruling.Allow && !c.readOnly; c.writes {
		s.keepFiles(env)
	}
	c.seq = s.decide(env, c, n.Ruling, n.Scope)
	s.answered(env, c, n.Ruling.Allow)
	s.release()
}

// decide records a ruling and gives the number of the event.
func (s *session) decide(env actorkit.Env, c *callState, r dispatcher.Ruling, scope event.Scope) int64 {
	verdict := "deny"
	if r.Allow {
		verdict = "allow"
	}
	return s.record(env, event.Decision{
		Call: c.key, Verdict: verdict, Rule: r.Rule, Reason: r.Reason, By: r.By, Asked: c.asked, Scope: scope, Input: c.sum,
	})
}

// answered tells the end of a question, if one was put.
func (s *session) answered(env actorkit.Env, c *callState, allow bool) {
	if c.asked {
		c.asked = false
		s.tell(env, event.Answered{Call: c.key, Allow: allow})
	}
}

// grant remembers what the user allowed beside a call, and has it written down if it is to outlive the
// program.
func (s *session) grant(env actorkit.Env, n dispatcher.Settled) {
	if !slices.Contains(s.kept.granted, n.Grant) {
		s.kept.granted = append(slices.Clip(s.kept.granted), n.Grant)
	}
	keep := s.o.KeepGrant
	if n.Scope != event.ScopeProject || keep == nil {
		return
	}
	env.Go("keep grant", func(ctx context.Context, _ func(any) error) any {
		return keptGrant{keep(ctx, n.Grant, n.Name+", call "+n.Key)}
	})
}

func (s *session) onKeptGrant(env actorkit.Env, m keptGrant) {
	if m.err != nil {
		env.Log().Warn("grant not kept", "error", m.err)
		s.tell(env, event.Notice{
			Code:    "grant_not_kept",
			Message: "What you allowed for the project holds for this session only; it could not be written down: " + m.err.Error() + ".",
		})
	}
}
