package stubmodel

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/model"
)

// Msg is what the model accepts: Play, and the timers of its own.
//
//sumtype:decl
type Msg interface{ msg() }

// Play asks for the answer to a request. An asker that ends is told nothing more.
type Play struct {
	Request model.Request
	ReplyTo actorkit.Ref[Note]
}

// tick opens the next group of notes of a play.
type tick struct{ play int }

// more goes on with notes that are open already.
type more struct{ play int }

func (Play) msg() {}
func (tick) msg() {}
func (more) msg() {}

// Note is what the asker is told: Began, Said, Wire, Ended, Failed or Panicked. The last three end
// the answer.
//
//sumtype:decl
type Note interface{ note() }

// Began tells that the request was accepted, and which answer follows. A request that is refused
// gets Failed without it.
type Began struct {
	Step    int   // place in the script, from 1
	Attempt int   // how often this request came before, plus 1
	HTTP    *HTTP // what to do instead of answering, for those who speak HTTP, or nil
}

// Said is a piece of the answer.
type Said struct{ Chunk model.Chunk }

// Wire is bytes for those who put the answer on a wire; it means nothing to others.
type Wire struct{ Bytes string }

// Ended completes the answer.
type Ended struct{ End model.End }

// Failed breaks the answer off.
type Failed struct{ Err model.Error }

// Panicked asks for a panic in the client, as a defect in one would cause.
type Panicked struct{ Reason string }

func (Began) note()    {}
func (Said) note()     {}
func (Wire) note()     {}
func (Ended) note()    {}
func (Failed) note()   {}
func (Panicked) note() {}
