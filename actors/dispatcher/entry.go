package dispatcher

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/call"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

// stage is how far a call has come. It only grows.
type stage int

const (
	routing   stage = iota // its route is being looked up
	judging                // its tool classifies it
	recording              // the session writes it down
	ready                  // it waits for its turn
	starting               // it waits for a slot
	running                // it has an actor of its own
	over                   // its result was told
)

// entry is one call in the queue. The queue keeps the order in which the model wrote the calls.
type entry struct {
	said     Dispatch
	stage    stage
	spec     tool.Spec
	class    tool.Class
	input    []byte // canonical
	host     actorkit.Ref[toolhost.Msg]
	actor    actorkit.Ref[call.Msg] // while running
	patience actorkit.Timer         // while judging or starting
	outcome  *tool.Result           // known before it ran: refused, cancelled
	released bool                   // its block has ended
}

// writes says that the call must not run beside others. A call that is not classified yet may turn
// out to be one.
func (e *entry) writes() bool { return e.stage < recording || !e.class.ReadOnly }

// committed says that the call may start as far as its block is concerned.
func (e *entry) committed() bool { return e.released || e.class.ReadOnly && e.class.Speculative }

// begun says that the call may have had an effect.
func (e *entry) begun() bool { return e.stage == running }
