package toolhost

import (
	"encoding/json"

	"eidolon/actors/actorkit"
	"eidolon/actors/tool"
)

// Msg is what a tool's actor accepts: Classify, Preview, Run or Cancel.
//
//sumtype:decl
type Msg interface{ msg() }

// Classify asks for a judgement on a call before it runs. The call's input is as the model gave it.
type Classify struct {
	Call    tool.Call
	ReplyTo actorkit.Ref[Note]
}

// Preview asks what a call would do to a file. Its input is the canonical one of Classified.
type Preview struct {
	Call    tool.Call
	ReplyTo actorkit.Ref[Note]
}

// Run asks to run a call. Its input is the canonical one of Classified.
type Run struct {
	Call    tool.Call
	Class   tool.Class
	ReplyTo actorkit.Ref[Note]
}

// Cancel ends the context of a call that runs. Its Finished still comes.
type Cancel struct{ Session, Key string }

func (Classify) msg() {}
func (Preview) msg()  {}
func (Run) msg()      {}
func (Cancel) msg()   {}

// Note is what a tool's actor answers: Classified, Previewed, Progress or Finished.
//
//sumtype:decl
type Note interface{ note() }

// Classified is the judgement on a call.
type Classified struct {
	Key     string
	Spec    tool.Spec
	Input   json.RawMessage // canonical
	Class   tool.Class
	Refused *tool.Result // the input does not fit, or the call leads out of the workspace: do not run it
}

// Previewed is what a call would do, as a unified difference, or "" when that is not known.
type Previewed struct {
	Key   string
	Diff  string
	Fails *tool.Result // of a call that cannot work, or nil
}

// Progress is output of a running call.
type Progress struct {
	Key string
	tool.Progress
}

// Finished is the end of a call.
type Finished struct {
	Key    string
	Result tool.Result
}

func (Classified) note() {}
func (Previewed) note()  {}
func (Progress) note()   {}
func (Finished) note()   {}

// Size implements actorkit.Sized.
func (p Progress) Size() int { return len(p.Text) }
