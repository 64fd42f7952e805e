package dispatcher

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/call"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
	"eidolon/fsapi"
)

// stage is how far a call has come. It only grows, but for a command that may run again outside the
// sandbox, which goes back from running to asking once.
type stage int

const (
	routing   stage = iota // its route is being looked up
	judging                // its tool classifies it
	asking                 // it needs the user's leave
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
	question question               // while asking
	patience actorkit.Timer         // while judging, asking or starting
	outcome  *tool.Result           // known before it ran: refused, cancelled
	released bool                   // its block has ended
	fails    *tool.Result           // what became of it without a run: it could not work
	inside   *call.Done             // how it ended in the sandbox, when it may run again outside
}

// writes says that the call must not run beside others. A call that is not classified yet may turn
// out to be one.
func (e *entry) writes() bool { return e.stage < asking || !e.class.ReadOnly }

// committed says that the call may start as far as its block is concerned.
func (e *entry) committed() bool { return e.released || e.class.ReadOnly && e.class.Speculative }

// permit marks the call as allowed, also for those who run it and take nothing less.
func (e *entry) permit() {
	if v := e.class.Verdict; v != nil {
		allowed := *v
		allowed.Decision = fsapi.Allow
		e.class.Verdict = &allowed
	}
}

// begun says that the call may have had an effect.
func (e *entry) begun() bool { return e.stage == running }
