package session

import (
	"encoding/json"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// onOldLog rebuilds the state and closes what the end of the program left open.
func (s *session) onOldLog(env actorkit.Env, past pastEvents) {
	s.loading = false
	if past.err != nil {
		s.lose(env, "the session's events cannot be read: "+past.err.Error())
	}
	s.conv.rebuild(past.events)
	s.planning = s.wasPlanning()
	s.conv.next = s.o.Log.Next()
	s.out.acked = s.conv.next - 1
	for _, p := range s.o.Log.Facts().Problems {
		s.tell(env, event.Notice{Code: string(p.Kind), Message: p.String()})
	}
	if s.kept.started {
		s.crashNotice(env, "The session failed inside eidolon and was rebuilt from its log; the turn that ran is over.")
	}
	if s.conv.open {
		s.closeOldTurn(env)
	}
	for name, shown := range s.kept.renderers {
		s.onAttach(env, Attach{Name: name, From: shown + 1})
	}
	s.kept.started = true
	s.dispatcher.Tell(dispatcher.SetRules{Rules: s.rules()}) // the log says who the agent is
	held := append(s.lostTurns(), s.held...)
	s.held = nil
	for _, m := range held {
		s.Receive(env, m)
	}
}

// lostTurns gives the user's turns that a crash of this actor swallowed before they were on disk.
func (s *session) lostTurns() []any {
	var lost []any
	for _, m := range s.kept.said {
		turn, prompt := m.(UserTurn)
		typed, command := m.(RunCommand)
		if prompt && turn.Text == s.conv.lastUser || command && CommandPrefix+typed.Text == s.conv.lastUser {
			lost = nil // and so is what was chosen before it
			continue
		}
		lost = append(lost, m)
	}
	s.kept.said = nil
	return lost
}

// closeOldTurn writes the end of a turn that the end of the program cut: the answer as far as it is
// known, a result for every call, and the mark of the interruption. No call runs again.
func (s *session) closeOldTurn(env actorkit.Env) {
	s.turn = &turn{n: s.conv.openTurn, round: s.conv.openRound}
	if s.conv.raw != "" || len(s.conv.native) > 0 {
		s.record(env, event.Message{Role: event.RoleAssistant, Text: s.conv.raw, Partial: true})
	}
	var replies []reply
	for _, c := range s.conv.calls {
		if c.result == nil {
			r := c.cutShort()
			s.record(env, event.ToolResult{Call: c.use.Call, Output: r.Envelope()})
			replies = append(replies, reply{c.use.Call, c.use.ModelID, c.use.Source, r})
		} else if !c.result.Superseded {
			replies = append(replies, reply{c.use.Call, c.use.ModelID, c.use.Source, resultOf(c.result)})
		}
	}
	switch {
	case len(replies) == 0:
	case replies[0].ofUser():
		s.tellModel(env, s.commandReport(replies[0], commandOf(s.conv.calls[0].use)))
	default:
		s.record(env, s.results(replies, nil))
	}
	if s.kept.started {
		s.endTurn(env, event.EndError)
		return
	}
	s.endTurn(env, event.EndInterrupted)
}

// resultOf reads a kept envelope back, as far as the model needs it.
func resultOf(r *event.ToolResult) tool.Result {
	var envelope struct {
		Data  json.RawMessage
		Error struct {
			Code    tool.Code
			Message string
		}
	}
	if json.Unmarshal(r.Output, &envelope) != nil || !r.OK {
		return tool.Fail(envelope.Error.Code, envelope.Error.Message)
	}
	return tool.Result{OK: true, Text: string(envelope.Data)}
}
