// Package dispatcher orders the tool calls of one session. It finds each call's tool by its route,
// has the call classified and judged, and starts it when it may run:
//
//   - Reads are speculative, writes commit: a local read starts as soon as it is recorded; any other
//     call waits until its block has ended (Release).
//   - Order is kept where it matters: reading calls run side by side; a call that may write waits for
//     all calls before it, and calls after it wait for it.
//   - At most so many calls run at once, in the session and in the process.
//
// Life of a call:
//
//	Dispatch        Resolved         Classified           Recorded
//	 -> routing ---------> judging -----------> recording ---------> ready
//	       | NotFound        | | refused            | ^               | order, block and slots allow
//	       '-----------------|-+-----> recording ---+-|-> CallDone    v
//	                         '-- asks --> asking --Settled        starting --Granted--> running --> CallDone
//
// Every Dispatch is answered by exactly one Judged, and after its Recorded by exactly one CallDone,
// whatever happens: refused, cancelled, superseded, timed out, crashed. A call that the user is asked
// about is Judged at once and holds up nothing but the calls that have to wait for it. One question is
// put at a time; a Settled ends it, and then comes the Recorded. A call that is cancelled meanwhile has
// its CallDone instead of both.
//
// A command that the sandbox hindered goes back from running to asking once, when the policy lets the user
// be asked whether it may run again without the sandbox. Settled and Recorded follow as before; with a no,
// or when nobody answers, its CallDone has what came of the first run.
//
//	accepts     Dispatch, Recorded, Release, CancelBlock, Cancel, Decide, SetRules
//	tells       Judged, AskUser, Settled, CallStarted, CallProgress, CallDone to the session
//	children    call/<key>, one for each running call
//	on failure  never restarted: the session makes a new one, gives the open calls the result
//	            "interrupted", and the calls that ran are stopped with this actor
//	survives    nothing
package dispatcher
