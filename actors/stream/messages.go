package stream

import (
	"encoding/json"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/tool"
)

// Msg is what a stream accepts: Abort.
//
//sumtype:decl
type Msg interface{ msg() }

// Abort ends the request. Failed follows.
type Abort struct{}

func (Abort) msg() {}

// Note is what a stream tells the session.
//
//sumtype:decl
type Note interface{ note() }

// TextDelta is visible text.
type TextDelta struct{ Text string }

// ReasoningDelta is a piece of what the model thinks aloud.
type ReasoningDelta struct {
	Text      string
	Signature string
}

// CallOpened says that the model writes a call. N counts the calls of the answer from 1.
type CallOpened struct {
	N     int
	ID    string
	Name  string
	Input json.RawMessage // as far as it is known before the text of the call, or nil
}

// CallInput is a piece of the text body of an open call.
type CallInput struct {
	N      int
	Offset int // byte of the body
	Text   string
}

// CallClosed is a complete call.
type CallClosed struct {
	N      int
	ID     string // the model's own
	Name   string
	Input  json.RawMessage
	Block  int
	Source event.Source
	Before string // raw text of the answer since the call before it, this call included

	Signature string // what the service wants back with a native call, or ""
}

// CallFailed is a call that cannot be read. Its block is Block.
type CallFailed struct {
	N      int
	ID     string // the model's own, or ""
	Name   string // or ""
	Block  int
	Source event.Source
	Code   tool.Code
	Offset int // byte of the answer where it went wrong
	Before string
}

// BlockBegan says that a block of calls began.
type BlockBegan struct{ Block int }

// BlockEnded says that a block is whole: its calls may commit.
type BlockEnded struct{ Block int }

// BlockUnclosed says that the answer ended inside a block.
type BlockUnclosed struct{ Block int }

// Notice is a mistake of the model that was repaired or ignored.
type Notice struct{ Code string }

// Used is what the request cost so far.
type Used struct{ Usage model.Usage }

// Held says that the request is not sent before a time is over, because the service asked for it.
type Held struct {
	For    time.Duration
	Reason string
}

// Ended is a whole answer.
type Ended struct {
	Raw   string // the text as it came, calls included
	Model string // that answered, or ""
	Stop  model.Stop
}

// Failed is an answer that broke off, or none at all.
type Failed struct {
	Raw     string
	Begun   bool // something of the answer has been told
	Aborted bool
	Refused bool // it was never sent: the service is left alone
	Failure model.Error
}

func (TextDelta) note()      {}
func (ReasoningDelta) note() {}
func (CallOpened) note()     {}
func (CallInput) note()      {}
func (CallClosed) note()     {}
func (CallFailed) note()     {}
func (BlockBegan) note()     {}
func (BlockEnded) note()     {}
func (BlockUnclosed) note()  {}
func (Notice) note()         {}
func (Used) note()           {}
func (Held) note()           {}
func (Ended) note()          {}
func (Failed) note()         {}
