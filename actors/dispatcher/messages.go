package dispatcher

import (
	"encoding/json"
	"time"

	"eidolon/actors/tool"
)

// Msg is what the dispatcher accepts: Dispatch, Recorded, Release, CancelBlock or Cancel.
//
//sumtype:decl
type Msg interface{ msg() }

// Dispatch brings a call that the model has finished writing. Calls arrive in the order in which the
// model wrote them.
type Dispatch struct {
	Key     string
	ModelID string
	Name    string // as the model wrote it
	Input   json.RawMessage
	Block   int // calls of one block commit together
	// Broken is a call that could not be read: it is not run and this is its result.
	Broken *tool.Result
}

// Recorded says that the call is on disk: it may start now.
type Recorded struct{ Key string }

// Release says that the block has ended: its calls may commit.
type Release struct{ Block int }

// CancelBlock says that the block will never end: what has not started of it will not.
type CancelBlock struct{ Block int }

// Cancel ends all calls.
type Cancel struct{}

func (Dispatch) msg()    {}
func (Recorded) msg()    {}
func (Release) msg()     {}
func (CancelBlock) msg() {}
func (Cancel) msg()      {}

// Note is what the dispatcher tells the session: Judged, CallStarted, CallProgress or CallDone.
//
//sumtype:decl
type Note interface{ note() }

// Judged says what is known of a call before it runs. The session records it and answers Recorded.
type Judged struct {
	Key      string
	Name     string          // full name, or the model's own when there is no such tool
	Inner    json.RawMessage // canonical input, or nil
	ReadOnly bool
	Ruling   Ruling
}

// CallStarted says that a call runs now.
type CallStarted struct{ Key string }

// CallProgress is output of a running call.
type CallProgress struct {
	Key string
	tool.Progress
}

// CallDone is the end of a call.
type CallDone struct {
	Key     string
	Result  tool.Result
	Elapsed time.Duration
}

func (Judged) note()       {}
func (CallStarted) note()  {}
func (CallProgress) note() {}
func (CallDone) note()     {}
