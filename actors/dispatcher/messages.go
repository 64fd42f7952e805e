package dispatcher

import (
	"encoding/json"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// Msg is what the dispatcher accepts: Dispatch, Recorded, Release, CancelBlock, Cancel, Decide or
// SetRules.
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
	// Typed says that the user wrote the call: nobody else is asked about it.
	Typed bool
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

// Decide is the user's answer to an AskUser. Settled follows if the call still waits for it.
type Decide struct {
	Key   string
	Rule  string // that asks; it tells the two questions apart that there can be about a call
	Allow bool
	Scope event.Scope
	Wide  bool   // for the wider of the leaves that there are
	Note  string // goes to the model with a refusal
}

// SetRules changes what calls are judged by. Those that wait for the user are judged again.
type SetRules struct{ Rules Rules }

func (Dispatch) msg()    {}
func (Recorded) msg()    {}
func (Release) msg()     {}
func (CancelBlock) msg() {}
func (Cancel) msg()      {}
func (Decide) msg()      {}
func (SetRules) msg()    {}

// Note is what the dispatcher tells the session: Judged, AskUser, Settled, CallStarted, CallProgress
// or CallDone.
//
//sumtype:decl
type Note interface{ note() }

// Judged says what is known of a call before it runs. The session records it and answers Recorded;
// for a ruling that asks it does so after Settled.
type Judged struct {
	Key      string
	Name     string          // full name, or the model's own when there is no such tool
	Inner    json.RawMessage // canonical input of a call that is not refused, or nil
	Sum      string          // SHA-256 of the canonical input that was judged, in hex digits, or ""
	ReadOnly bool
	Ruling   Ruling
}

// AskUser says that a call needs the user's leave, and that its turn to be asked about has come.
type AskUser struct {
	Key     string
	Name    string
	Input   json.RawMessage // canonical
	Ruling  Ruling
	Preview string // unified difference of what it would do, or ""
	Starts  string // the programs that a command would start, in words, or "" when it says so itself
	Touches string // what its words say that it would create, change or delete, or ""
}

// Settled says that a call whose ruling asked need not be asked about any more. The session records the
// ruling and answers Recorded. A call that is cancelled meanwhile has its CallDone instead.
type Settled struct {
	Key    string
	Ruling Ruling      // does not ask
	Scope  event.Scope // of the user's answer, or "" when it was not the user who decided
	// Grant is what was allowed beside the call, or "". Name is the tool that was asked about.
	Grant string
	Name  string
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
func (AskUser) note()      {}
func (Settled) note()      {}
func (CallStarted) note()  {}
func (CallProgress) note() {}
func (CallDone) note()     {}
