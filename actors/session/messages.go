package session

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// Msg is what a session accepts: UserTurn, RunCommand, Cancel, Answer, SetPosture, SetModel, SetAgent,
// SetTools, Attach, Detach or Close.
//
//sumtype:decl
type Msg interface{ msg() }

// UserTurn is what the user says. While a turn runs it waits for the end of it.
type UserTurn struct {
	Text string
	// Before are messages for the model alone that go ahead of the text: files that it names, what a
	// command of the front-end stands for.
	Before []string
	// Images are what the user shows, with their bytes. The text names them.
	Images []event.Image
}

// RunCommand is a shell command that the user typed. It is a turn of its own without a request to the
// model, which hears of the command and its output in the next one. While a turn runs it waits.
type RunCommand struct{ Text string }

// Cancel ends the running turn and forgets the turns that wait. The session is ready for the next.
type Cancel struct{}

// Answer is what the user says to a call that they were asked about ([event.Asked]). An answer to any
// other call means nothing.
type Answer struct {
	Call string
	// Rule is the one that asks. A question about the sandbox is only answered with its rule, since there
	// may have been another about the same call.
	Rule  string
	Allow bool
	Scope event.Scope // how far a leave reaches
	Wide  bool        // for the wider of the leaves that there are
	Note  string      // for the model, with a refusal
}

// SetPosture changes the permission mode at once, for calls of the running turn too that are not
// judged yet. Calls that the user is asked about are judged again.
type SetPosture struct {
	Mode   string            // as it is kept with the session; "" keeps nothing
	Policy dispatcher.Policy // what it means
	// After is what follows when the user approves a plan, for the mode in which one is made; else nil.
	After *Posture
}

// Posture is a permission mode by its name, and what it means.
type Posture struct {
	Mode   string
	Policy dispatcher.Policy
}

// SetModel changes who answers, from the next turn on.
type SetModel struct {
	Model ModelOptions
	// System is what the model must be told before that turn, such as the form of calls when that is
	// another, or "".
	System string
}

// SetAgent changes who the model is asked to be, from the next turn on.
type SetAgent struct {
	Name   string   // "" for nobody in particular
	Prompt string   // told to the model before that turn; "" tells nothing
	Tools  []string // full or short names of the tools that it may use; none for all
}

// SetTools changes the tools that the model is told of, from the next turn on. That there are others is no
// choice of the user's: servers come and bring theirs.
type SetTools struct {
	Tools   []tool.Spec // all of them, those from before included
	Servers string      // see [Options]
}

// Attach subscribes the renderer of that name to the session's events from a sequence number on. It
// gets what is kept, then what goes on, without gap or repeat.
type Attach struct {
	Name string
	From int64
}

// Detach ends a subscription.
type Detach struct{ Name string }

// Close ends the session: the turn is interrupted, everything is written, the renderers get their
// last batch.
type Close struct{ ReplyTo actorkit.Ref[Closed] }

func (UserTurn) msg()   {}
func (RunCommand) msg() {}
func (Cancel) msg()     {}
func (Answer) msg()     {}
func (SetPosture) msg() {}
func (SetModel) msg()   {}
func (SetAgent) msg()   {}
func (SetTools) msg()   {}
func (Attach) msg()     {}
func (Detach) msg()     {}
func (Close) msg()      {}

// Closed says that a session is at its end. Lost is why its events are not all on disk, or "".
type Closed struct{ Lost string }
