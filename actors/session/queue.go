package session

import (
	"cmp"
	"slices"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
)

// inbox is what the user has said and chosen that no turn has taken up yet, in their order.
type inbox struct {
	queue []Msg // UserTurn, RunCommand, SetModel, SetAgent or SetTools

	// What was chosen for the next turn; nil when nothing was.
	model *SetModel
	agent *SetAgent
}

// onNext takes what is for a turn that is to come, or begins one.
func (s *session) onNext(env actorkit.Env, m Msg) {
	s.kept.said = append(s.kept.said, m)
	switch {
	case s.closing != nil:
	case s.lost != "":
		if isTurn(m) {
			s.tell(env, event.Lost{Message: s.lost})
		}
	default:
		s.in.queue = append(s.in.queue, m)
		s.takeNext(env)
	}
}

// takeNext begins the next turn that waits. What was chosen before it is set with it.
func (s *session) takeNext(env actorkit.Env) {
	for s.turn == nil && len(s.in.queue) > 0 {
		m := s.in.queue[0]
		s.in.queue = s.in.queue[1:]
		s.take(env, m)
	}
}

func (s *session) take(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case UserTurn:
		s.startTurn(env, m)
	case RunCommand:
		s.startCommand(env, m)
	case SetModel:
		s.in.model = &m
	case SetAgent:
		s.in.agent = &m
	case SetTools:
		s.setTools(m)
	case Cancel, Answer, SetPosture, Attach, Detach, Close:
	}
}

func isTurn(m Msg) bool {
	_, prompt := m.(UserTurn)
	_, command := m.(RunCommand)
	return prompt || command
}

// forget drops the turns that wait. What the user has chosen stays.
func (s *session) forget() {
	s.in.queue = slices.DeleteFunc(s.in.queue, isTurn)
	s.kept.said = slices.DeleteFunc(s.kept.said, isTurn)
}

// onDisk forgets what the turn that is on disk now was made of.
func (k *kept) onDisk() {
	if i := slices.IndexFunc(k.said, isTurn); i >= 0 {
		k.said = k.said[i+1:]
	}
}

// open writes what a turn begins with: choices of the user, the system prompt of a new session, and
// what the model has to be told of the choices.
func (s *session) open(env actorkit.Env) {
	chosen, agent := s.in.model, s.in.agent
	s.in.model, s.in.agent = nil, nil
	instructions := s.back()
	if chosen != nil {
		s.o.Model, s.mainAgain = chosen.Model, time.Time{}
		s.kept.model = &chosen.Model
		instructions = cmp.Or(chosen.System, instructions)
	}
	s.recordPosture(env)
	if agent != nil {
		s.record(env, event.Agent{Name: agent.Name, Tools: agent.Tools})
		s.dispatcher.Tell(dispatcher.SetRules{Rules: s.rules()})
	}
	if len(s.conv.messages) == 0 && s.o.System != "" {
		s.tellModel(env, s.withServers(s.o.System, s.o.Model.Native))
	}
	s.chooseAnswerer(env, instructions)
	s.tellServers(env)
	if agent != nil {
		s.tellModel(env, agent.Prompt)
	}
}

// tellModel writes a message for the model alone, unless there is none.
func (s *session) tellModel(env actorkit.Env, text string) {
	if text != "" {
		s.record(env, event.Message{Role: event.RoleSystem, Text: text, Hidden: true})
	}
}
