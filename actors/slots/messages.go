package slots

import "eidolon/actors/actorkit"

// Msg is what the actor accepts: Acquire or Release.
//
//sumtype:decl
type Msg interface{ msg() }

// Acquire asks for a slot. Owner and ID together name it; asking again for the same is harmless.
type Acquire struct {
	Owner actorkit.Ref[Granted]
	ID    string
}

// Release gives a slot back, or withdraws an Acquire that still waits.
type Release struct {
	Owner actorkit.Ref[Granted]
	ID    string
}

func (Acquire) msg() {}
func (Release) msg() {}

// Granted hands out a slot.
type Granted struct{ ID string }
