package providers

import (
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
)

// Msg is what a provider actor accepts: Acquire, Answering or Release.
//
//sumtype:decl
type Msg interface{ msg() }

// Acquire asks for leave to send a request. The owner is watched: its end is a Release.
type Acquire struct {
	Owner actorkit.Ref[Note]
	Again bool // the request failed before
}

// Answering says that the service answers the request.
type Answering struct{ Owner actorkit.Ref[Note] }

// Release says that the request is over.
type Release struct {
	Owner   actorkit.Ref[Note]
	Failure model.Error // what it failed with; without a kind it did not fail, or was given up
}

func (Acquire) msg()   {}
func (Answering) msg() {}
func (Release) msg()   {}

// Note is what a provider actor tells whoever acquires: Granted, Held or Refused.
//
//sumtype:decl
type Note interface{ note() }

// Granted is leave to send one request.
type Granted struct{}

// Held says that leave is not given before a time is over, because the service asked for it.
type Held struct {
	For time.Duration
	Why string // what the service last said
}

// Refused says that no request is sent now. The failure is not worth a retry; its RetryAfter says when
// the service is asked again, if that is known.
type Refused struct{ Failure model.Error }

func (Granted) note() {}
func (Held) note()    {}
func (Refused) note() {}
