package session

import (
	"fmt"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/stream"
	"eidolon/internal/leaf/figure"
)

// onFailed decides what becomes of a request that failed. When nothing of the answer had come, it is sent
// again, or to the fallback; when something had, the model goes on from there in a round of its own;
// else the turn ends.
func (s *session) onFailed(env actorkit.Env, f stream.Failed) {
	t := s.turn
	if t.crashed {
		f.Raw = s.conv.raw
	}
	if f.Aborted {
		s.onAnswer(env, f.Raw, "", "", true)
		return
	}
	env.Log().Warn("request failed", "kind", f.Failure.Kind, "status", f.Failure.Status, "begun", f.Begun)
	again := f.Failure.Retryable && t.ending == ""
	switch {
	case !f.Begun && again && s.retry(env, f.Failure), !f.Begun && s.fallBack(env, f):
		return
	case f.Begun && again && s.o.Caller == nil && s.mayRetry(t.broken+1, f.Failure):
		t.broken++
		t.failure = f.Failure
		s.tell(env, event.Notice{Code: string(f.Failure.Kind), Message: f.Failure.Message + " Going on from where the answer broke off."})
		t.lines = append(t.lines, ConnectionLost+" It ends where it was cut: go on from there, and do not repeat calls that have a result.")
	default:
		t.fatal = true
		s.record(env, event.Error{Kind: string(f.Failure.Kind), Message: s.lastWord(f.Failure)})
	}
	s.onAnswer(env, f.Raw, "", "", true)
}

// retry sends the request again after a while, if it may be sent again.
func (s *session) retry(env actorkit.Env, failure model.Error) bool {
	t := s.turn
	if !s.mayRetry(t.attempt+1, failure) {
		return false
	}
	t.attempt++
	s.dropAttempt(env)
	env.After(s.wait(env, t.attempt, failure), retryDue{t.n, t.round, t.sent})
	return true
}

func (s *session) mayRetry(n int, failure model.Error) bool {
	_, ok := s.o.Limits.Retry.Next(n, failure.RetryAfter, 0)
	return ok
}

// dropAttempt forgets what a request that failed had brought: nothing of it stays.
func (s *session) dropAttempt(env actorkit.Env) {
	t := s.turn
	t.thinking.Reset()
	t.thought, t.thoughts, t.usage = 0, nil, nil
	env.Stop(t.stream.Address)
	t.stream = actorkit.Ref[stream.Msg]{}
}

// wait gives the delay before the request is sent again, and tells the user.
func (s *session) wait(env actorkit.Env, n int, failure model.Error) (d time.Duration) {
	d, _ = s.o.Limits.Retry.Next(n, failure.RetryAfter, s.o.Random())
	s.tell(env, event.Retry{Attempt: n, Wait: d, Message: failure.Message})
	return d
}

// lastWord is what the user reads of the failure that ends the turn.
func (s *session) lastWord(f model.Error) string {
	if f.Retryable && f.RetryAfter > s.o.Limits.Retry.LongWait {
		return f.Message + " Try again in " + figure.Wait(f.RetryAfter) + "."
	}
	if n := s.turn.attempt; f.Retryable && n > 0 {
		return f.Message + fmt.Sprintf(" It was tried %d times.", n+1)
	}
	return f.Message
}
