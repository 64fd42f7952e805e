package session

import (
	"context"
	"fmt"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
)

// StopInfo is what is known of a turn that is about to end.
type StopInfo struct {
	Turn  int
	Times int // how often it went on already instead of ending
}

// stopTimes is how often a turn goes on instead of ending. What is never content must not keep the model
// at work for ever.
const stopTimes = 3

// stopAsked is what came of asking whether a turn may end.
type stopAsked struct {
	turn, times int
	goOn        string
	err         error
}

// finishTurn ends a turn whose work is done, unless somebody has the model go on.
func (s *session) finishTurn(env actorkit.Env) {
	t := s.turn
	if s.o.Stop == nil || t.round >= s.roundLimit() {
		s.endTurn(env, event.EndDone)
		return
	}
	if t.wentOn == stopTimes {
		s.tell(env, event.Notice{
			Code: "stop_hook", Message: fmt.Sprintf("The turn has gone on %d times because of a hook, and ends now without asking it.", stopTimes),
		})
		s.endTurn(env, event.EndDone)
		return
	}
	stop, info := s.o.Stop, StopInfo{Turn: t.n, Times: t.wentOn}
	t.stopping = env.Go("stop", func(ctx context.Context, _ func(any) error) any {
		goOn, err := stop(ctx, info)
		return stopAsked{turn: info.Turn, times: info.Times, goOn: goOn, err: err}
	})
}

// onStopAsked ends the turn, or begins another round with what the model is told. What comes after the
// turn was ended otherwise means nothing.
func (s *session) onStopAsked(env actorkit.Env, m stopAsked) {
	t := s.turn
	if t == nil || t.n != m.turn || t.wentOn != m.times || t.stopping == nil {
		return
	}
	t.stopping = nil
	if m.err != nil {
		s.tell(env, event.Notice{Code: "stop_hook", Message: "It could not be found out whether the turn may end: " + m.err.Error() + "."})
	}
	if m.goOn == "" || m.err != nil {
		s.endTurn(env, event.EndDone)
		return
	}
	t.wentOn++
	t.awaits = s.record(env, event.Message{Role: event.RoleSystem, Text: m.goOn, Hidden: true})
}

// stopAsking ends the question whether the turn may end: it ends now.
func (t *turn) stopAsking() {
	if t.stopping != nil {
		t.stopping()
		t.stopping = nil
	}
}
