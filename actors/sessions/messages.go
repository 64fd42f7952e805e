package sessions

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/session"
)

// Msg is what the actor accepts: Open.
//
//sumtype:decl
type Msg interface{ msg() }

// Open starts a session. Owner hears when it is lost.
type Open struct {
	Session session.Options
	Owner   actorkit.Ref[Note]
	ReplyTo actorkit.Ref[Note]
}

func (Open) msg() {}

// Note is what the actor tells: Opened or Lost.
//
//sumtype:decl
type Note interface{ note() }

// Opened gives the address of a session.
type Opened struct{ Session actorkit.Ref[session.Msg] }

// Lost says that a session crashed again and again and was given up. Its log is whole.
type Lost struct {
	ID     string
	Reason string
}

func (Opened) note() {}
func (Lost) note()   {}
