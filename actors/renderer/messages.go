package renderer

import "eidolon/actors/event"

// Msg is what a renderer accepts: Batch or Close.
//
//sumtype:decl
type Msg interface{ msg() }

// Batch is everything that happened since the last one.
type Batch struct{ Events []event.Envelope }

// Close ends the renderer once it has shown what it has. Closed follows.
type Close struct{}

func (Batch) msg() {}
func (Close) msg() {}

// Note is what a renderer tells the session: Ready, Broken or Closed.
//
//sumtype:decl
type Note interface{ note() }

// Ready asks for the next batch. Fresh is set on the first one of an incarnation.
type Ready struct {
	Name  string
	Fresh bool
}

// Broken says that the sink is gone: nothing can be shown any more.
type Broken struct {
	Name   string
	Reason string
}

// Closed is a renderer's last word.
type Closed struct{ Name string }

func (Ready) note()  {}
func (Broken) note() {}
func (Closed) note() {}
