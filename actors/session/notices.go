package session

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// foreignCall is the code of a call in another notation than ours.
const foreignCall = "FOREIGN_CALL"

// onForeign tells of such a call: the user once in a session, the model with the results, once in a turn.
func (s *session) onForeign(env actorkit.Env) {
	if !s.conv.foreign {
		s.tell(env, event.Notice{Code: foreignCall, Message: "The model writes its tool calls in a notation of its own. They are understood and run " +
			"(foreignCalls in its profile), but this is less certain than calls in the form that it was told."})
	}
	if t := s.turn; !t.hinted {
		t.hinted = true
		t.hints = append(t.hints, s.o.Hint(foreignCall))
	}
}

// onNotice tells the user, and where it helps the model, of a mistake in the answer that was
// repaired or ignored.
func (s *session) onNotice(env actorkit.Env, code string) {
	text := s.o.Hint(tool.Code(code))
	s.tell(env, event.Notice{Code: code, Message: text})
	t := s.turn
	if code == "UNWRAPPED_CALL" && !t.reminded {
		// Nothing was run, so the turn would end here. A model that means the call gets a second try;
		// one that only explains the format is told once in a turn and not for ever.
		t.reminded = true
		t.lines = append(t.lines, text)
		return
	}
	t.hints = append(t.hints, text)
}
