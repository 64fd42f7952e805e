package call

import (
	"time"

	"eidolon/actors/tool"
)

// Msg is what a call accepts: Cancel.
//
//sumtype:decl
type Msg interface{ msg() }

// Cancel ends the call. Done follows.
type Cancel struct{}

func (Cancel) msg() {}

// Note is what a call tells its owner: Progress or Done.
//
//sumtype:decl
type Note interface{ note() }

// Progress is output of the call.
type Progress struct {
	Key string
	tool.Progress
}

// Done is the end of the call.
type Done struct {
	Key     string
	Result  tool.Result
	Elapsed time.Duration
}

func (Progress) note() {}
func (Done) note()     {}
