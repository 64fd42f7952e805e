package session

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/stream"
	"eidolon/internal/leaf/figure"
)

// Fallback is who answers when nobody else does.
type Fallback struct {
	Model ModelOptions
	// System is what the fallback must be told when it takes over, such as the form of calls when that is
	// another, or "". Back is the same for the model that it stood in for.
	System, Back string
}

// model says who answers now: the fallback for the rest of a turn in which it was turned to.
func (s *session) model() *ModelOptions {
	if t := s.turn; t != nil && t.fallen {
		return &s.o.Model.Fallback.Model
	}
	return &s.o.Model
}

// fallBack turns to the fallback, if there is one and the service cannot be used.
func (s *session) fallBack(env actorkit.Env, f stream.Failed) bool {
	t, fallback := s.turn, s.o.Model.Fallback
	switch {
	case fallback == nil, t.fallen, t.ending != "", !f.Refused && !unusable(f.Failure):
		return false
	case t.broken > 0: // what another model has begun to say is for that one to end
		return false
	case s.o.Caller != nil && fallback.System != "": // its conversation explains the tools in one form
		return false
	}
	s.tell(env, event.Notice{Code: "fallback", Model: fallback.Model.Name, Message: fmt.Sprintf(
		"The model of %q cannot be used: %s The rest of this turn is answered by %q.",
		s.o.Model.Profile, s.lastWord(f.Failure), fallback.Model.Profile)})
	env.Log().Warn("fallback", "profile", s.o.Model.Profile, "fallback", fallback.Model.Profile, "kind", f.Failure.Kind)
	if f.Failure.RetryAfter > 0 {
		s.mainAgain = env.Now().Add(f.Failure.RetryAfter)
	}
	s.dropAttempt(env)
	t.fallen, t.attempt = true, 0
	if !s.tellFallback(env) {
		s.send(env)
		return true
	}
	t.awaits, t.resends = s.conv.next-1, true
	return true
}

// unusable says whether a failure means that the service cannot be used at all, whatever it is asked.
// What is wrong with the request would be wrong for any other service too, and an answer that nobody
// can read is a mistake in the settings, to be seen and not to be covered.
func unusable(f model.Error) bool {
	switch f.Kind {
	case model.Unreachable, model.Auth, model.RateLimited, model.Overloaded:
		return true
	case model.TimedOut, model.Truncated:
		return f.Retryable // the limit on a whole answer is one on the request
	case model.BadRequest, model.ContextLimit, model.BadAnswer:
	}
	return false
}

// tellFallback tells the fallback what it must know, unless it was the last to answer. It says whether
// there was anything to tell.
func (s *session) tellFallback(env actorkit.Env) bool {
	fallback := s.o.Model.Fallback
	if fallback.System == "" || s.toldFallback() {
		return false
	}
	s.tellModel(env, TakesOver+"\n\n"+s.withServers(fallback.System, fallback.Model.Native))
	return true
}

// toldFallback says whether the last that was told about who answers was meant for the fallback.
func (s *session) toldFallback() bool {
	for _, m := range slices.Backward(s.conv.messages) {
		switch {
		case m.Role != model.System:
		case strings.HasPrefix(m.Text, TakesOver):
			return true
		case strings.HasPrefix(m.Text, AnswersAgain):
			return false
		}
	}
	return false
}

// back is what a model must be told that answers after the fallback, or "".
func (s *session) back() string {
	if fallback := s.o.Model.Fallback; fallback != nil && s.toldFallback() {
		return fallback.Back
	}
	return ""
}

// chooseAnswerer decides at the beginning of a turn who answers: the model itself, which gets the
// instructions if there are any, unless it is known that it cannot be asked yet.
func (s *session) chooseAnswerer(env actorkit.Env, instructions string) {
	fallback := s.o.Model.Fallback
	left := s.mainAgain.Sub(env.Now())
	switch {
	case fallback != nil && left > 0 && !s.turn.typed:
		s.turn.fallen = true
		s.tell(env, event.Notice{Code: "fallback", Model: fallback.Model.Name, Message: fmt.Sprintf(
			"The model of %q is asked again in %s. Until then %q answers.", s.o.Model.Profile, figure.Wait(left), fallback.Model.Profile)})
		s.tellFallback(env)
	case instructions != "":
		s.tellModel(env, AnswersAgain+"\n\n"+s.withServers(instructions, s.o.Model.Native))
	}
}
