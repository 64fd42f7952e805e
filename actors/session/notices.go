package session

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/tool"
)

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
