package session

import (
	"slices"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/model"
)

// onSetPosture changes the permission mode. It is kept with the session once that has begun.
func (s *session) onSetPosture(env actorkit.Env, m SetPosture) {
	s.o.Policy, s.o.Posture, s.o.After = m.Policy, m.Mode, m.After
	s.kept.policy, s.kept.posture, s.kept.after = m.Policy, m.Mode, m.After
	s.dispatcher.Tell(dispatcher.SetRules{Rules: s.rules()})
	if s.conv.next > 0 && (s.closing == nil || !s.closing.asked) {
		s.recordPosture(env)
	}
}

func (s *session) recordPosture(env actorkit.Env) {
	if chosen := s.o.Posture; chosen != "" && chosen != s.conv.posture {
		s.record(env, event.Posture{Mode: chosen})
	}
}

// leavePlan follows upon a plan that the user has approved: until the turn ends, its calls are not asked
// about one by one, and the permission mode is the one from before the planning.
func (s *session) leavePlan(env actorkit.Env) {
	s.turn.planned = true
	after := s.o.After
	if after == nil {
		s.dispatcher.Tell(dispatcher.SetRules{Rules: s.rules()})
		return
	}
	s.planning = false // the result of the call has told the model
	s.onSetPosture(env, SetPosture{Mode: after.Mode, Policy: after.Policy})
	if s.o.Changed != nil {
		s.o.Changed(after.Mode)
	}
}

// endPlan has the calls of the next turn judged as usual.
func (s *session) endPlan(planned bool) {
	if planned {
		s.dispatcher.Tell(dispatcher.SetRules{Rules: s.rules()})
	}
}

// tellPlanning tells the model before a turn whether it is to plan, when that is not what it did before.
func (s *session) tellPlanning(env actorkit.Env) {
	planning := s.o.After != nil
	switch {
	case planning:
		s.tellModel(env, s.o.Planning)
	case s.planning:
		s.tellModel(env, s.o.PlanningOver)
	}
	s.planning = planning
}

// wasPlanning says whether the last that the model heard of it is that it has to plan.
func (s *session) wasPlanning() bool {
	for _, m := range slices.Backward(s.conv.messages) {
		switch {
		case m.Role != model.System:
		case m.Text == s.o.PlanningOver:
			return false
		case m.Text == s.o.Planning:
			return m.Text != ""
		}
	}
	return false
}
