package actors

import (
	"errors"

	"eidolon/actors/actorkit"
)

// Crash makes an actor of the tree fail on its next message.
func (s *System) Crash(path string) {
	actorkit.As[any](s.kit.Lookup(path)).Tell(actorkit.Poison{Reason: errors.New("injected")})
}
