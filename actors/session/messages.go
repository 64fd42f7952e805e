package session

import "eidolon/actors/actorkit"

// Msg is what a session accepts: UserTurn, Cancel, Attach, Detach or Close.
//
//sumtype:decl
type Msg interface{ msg() }

// UserTurn is what the user says. While a turn runs it waits for the end of it.
type UserTurn struct{ Text string }

// Cancel ends the running turn and forgets the turns that wait. The session is ready for the next.
type Cancel struct{}

// Attach subscribes the renderer of that name to the session's events from a sequence number on. It
// gets what is kept, then what goes on, without gap or repeat.
type Attach struct {
	Name string
	From int64
}

// Detach ends a subscription.
type Detach struct{ Name string }

// Close ends the session: the turn is interrupted, everything is written, the renderers get their
// last batch.
type Close struct{ ReplyTo actorkit.Ref[Closed] }

func (UserTurn) msg() {}
func (Cancel) msg()   {}
func (Attach) msg()   {}
func (Detach) msg()   {}
func (Close) msg()    {}

// Closed says that a session is at its end. Lost is why its events are not all on disk, or "".
type Closed struct{ Lost string }
