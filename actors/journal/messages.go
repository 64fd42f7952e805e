package journal

import "eidolon/actors/event"

// Msg is what the journal accepts: Append or Close.
//
//sumtype:decl
type Msg interface{ msg() }

// Append keeps events, in the order given. Their numbers follow those of the Append before.
type Append struct {
	Events []event.Envelope
	Sync   bool // they must survive the power before Appended is told
}

// Close writes what is left, syncs, and answers Closed.
type Close struct{}

func (Append) msg() {}
func (Close) msg()  {}

// Note is what the journal tells: Appended, WriteFailed or Closed.
//
//sumtype:decl
type Note interface{ note() }

// Appended says that all events up to this number are kept.
type Appended struct{ UpTo int64 }

// WriteFailed says that nothing can be kept any more. Nothing further is acknowledged.
type WriteFailed struct{ Reason string }

// Closed says that everything is on disk and the files are closed.
type Closed struct{}

func (Appended) note()    {}
func (WriteFailed) note() {}
func (Closed) note()      {}
