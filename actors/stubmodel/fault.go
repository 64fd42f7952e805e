package stubmodel

import (
	"fmt"

	"eidolon/actors/model"
)

// err gives the failure as a client of a real service would report it.
func (f Fault) err() model.Error {
	kind := model.Kind(f.Kind)
	e := model.Error{Kind: kind, Message: f.Message, Status: f.Status, RetryAfter: f.RetryAfter}
	switch kind {
	case model.Unreachable, model.RateLimited, model.Overloaded, model.Truncated, model.TimedOut:
		e.Retryable = true
	case model.Auth, model.BadRequest, model.ContextLimit, model.BadAnswer:
	}
	if f.Retryable != nil {
		e.Retryable = *f.Retryable
	}
	if e.Status == 0 {
		e.Status = statusOf(kind)
	}
	if e.Message == "" {
		e.Message = fmt.Sprintf("The scripted model failed as told (%s).", f.Kind)
	}
	return e
}

// statusOf is the HTTP status that goes with a kind, or 0 where there is none.
func statusOf(kind model.Kind) int {
	switch kind {
	case model.Auth:
		return 401
	case model.RateLimited:
		return 429
	case model.Overloaded:
		return 503
	case model.BadRequest, model.ContextLimit:
		return 400
	case model.Unreachable, model.Truncated, model.BadAnswer, model.TimedOut:
	}
	return 0
}
