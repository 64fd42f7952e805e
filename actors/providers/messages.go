package providers

import (
	"time"

	"eidolon/actors/actorkit"
)

// Msg is what a provider actor accepts: Acquire, Release or Throttled.
//
//sumtype:decl
type Msg interface{ msg() }

// Acquire asks for leave to send a request. The owner is watched: its end is a Release.
type Acquire struct{ Owner actorkit.Ref[Granted] }

// Release says that the request is over.
type Release struct{ Owner actorkit.Ref[Granted] }

// Throttled tells that the service asked to wait.
type Throttled struct{ For time.Duration }

func (Acquire) msg()   {}
func (Release) msg()   {}
func (Throttled) msg() {}

// Granted is leave to send one request.
type Granted struct{}
