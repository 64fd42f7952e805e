package app

import (
	"errors"

	"eidolon/internal/login"
	"eidolon/internal/store"
)

// Misnamed says whether what failed was called by a name that nothing of its kind can have: a text that is
// no id of a session, or a login or a server that there is not.
func Misnamed(err error) bool {
	if _, ok := errors.AsType[*store.IDError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*unknownNameError](err); ok {
		return true
	}
	_, ok := errors.AsType[*login.UnknownError](err)
	return ok
}
