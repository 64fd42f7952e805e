package store

import (
	"errors"
	"fmt"
	"strings"
)

// ErrClosed is the answer of a log that was closed.
var ErrClosed = errors.New("the session is closed")

// ErrForeignWriter means that somebody else wrote to, or replaced, the events of a session that is
// open here.
var ErrForeignWriter = errors.New("the file was changed by another program; close the other eidolon that has this session open")

// ErrRemoved means that the events of a session that is open here are gone.
var ErrRemoved = errors.New("the session's log was removed or moved away while it was open, and what it held with it; start a new session")

// IDError is a text that cannot be the id of a session.
type IDError struct{ ID string }

// Error says what an id looks like.
func (e *IDError) Error() string {
	return fmt.Sprintf("%q is not a session id: it takes the form 1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b, "+
		"or at least the first %d characters of one", e.ID, minPrefix)
}

// NotFoundError is a session that is not there.
type NotFoundError struct {
	ID        string // as it was asked for, or "" for the latest session
	Workspace string // where it was looked for
	Elsewhere string // workspace that has a session of that id, or ""
}

// Error says what to do instead.
func (e *NotFoundError) Error() string {
	switch {
	case e.ID == "":
		return fmt.Sprintf("%s has no session yet; `eidolon exec -p ...` starts one", e.Workspace)
	case e.Workspace == "":
		return fmt.Sprintf("there is no session %s; `eidolon threads list --all` shows those there are", e.ID)
	case e.Elsewhere != "":
		return fmt.Sprintf("session %s belongs to %s, not to %s; start eidolon there to go on with it", e.ID, e.Elsewhere, e.Workspace)
	}
	return fmt.Sprintf("%s has no session %s; `eidolon threads list` shows those there are", e.Workspace, e.ID)
}

// AmbiguousError is the beginning of an id that fits several sessions.
type AmbiguousError struct {
	Prefix string
	IDs    []string
}

// Error lists the candidates.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s is the beginning of %d session ids, give more of it: %s", e.Prefix, len(e.IDs), strings.Join(e.IDs, ", "))
}

// OrderError is an event that does not come next. It is a mistake of the caller and changes
// nothing.
type OrderError struct {
	Want, Got int64
}

// Error gives both numbers.
func (e *OrderError) Error() string {
	return fmt.Sprintf("event %d was appended where %d comes next", e.Got, e.Want)
}

// WriteError is the failure after which a session takes no more events.
type WriteError struct {
	Op   string // "write" or "sync"
	Path string
	Next int64 // the first event that is not kept
	Err  error
}

// Error says what failed and what that means.
func (e *WriteError) Error() string {
	if errors.Is(e.Err, ErrRemoved) {
		return fmt.Sprintf("%s %s: %v", e.Op, e.Path, e.Err)
	}
	kept := "nothing of the session is kept"
	if e.Next > 0 {
		kept = fmt.Sprintf("the session is kept up to event %d", e.Next-1)
	}
	return fmt.Sprintf("%s %s: %v; %s, and it takes no more until it is opened again", e.Op, e.Path, e.Err, kept)
}

// Unwrap gives the cause.
func (e *WriteError) Unwrap() error { return e.Err }
