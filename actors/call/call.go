package call

import (
	"fmt"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

// Options of one call.
type Options struct {
	Call    tool.Call
	Class   tool.Class
	Tool    actorkit.Ref[toolhost.Msg]
	Timeout time.Duration // negative means none
	Grace   time.Duration // for the tool to stop after it was told to
	Owner   actorkit.Ref[Note]
}

type call struct {
	o       Options
	began   time.Time
	ending  *tool.Result // why the call is being ended; nil while it runs
	stopped bool         // Done was told
}

// Private messages.
type (
	timeOver  struct{}
	graceOver struct{}
)

// New makes the behavior of one call.
func New(o Options) actorkit.Behavior { return &call{o: o} }

// Receive implements actorkit.Behavior.
func (c *call) Receive(env actorkit.Env, m any) {
	if c.stopped {
		return // the owner is about to stop this actor
	}
	switch m := m.(type) {
	case actorkit.Started:
		c.start(env)
	case Msg:
		c.onMsg(env, m)
	case toolhost.Note:
		c.onTool(env, m)
	case timeOver:
		c.end(env, tool.Fail(tool.Timeout, fmt.Sprintf("The call did not end within %s and was stopped.", c.o.Timeout)))
	case graceOver:
		c.done(env, *c.ending)
	case actorkit.Gone:
		c.done(env, tool.Fail(tool.Crashed, "The tool's actor ended while the call ran. Nothing is known of what it had done; look before you try again."))
	default:
		env.Unhandled(m)
	}
}

func (c *call) start(env actorkit.Env) {
	c.began = env.Now()
	env.Watch(c.o.Tool.Address)
	c.o.Tool.Tell(toolhost.Run{Call: c.o.Call, Class: c.o.Class, ReplyTo: actorkit.As[toolhost.Note](env.Self())})
	if c.o.Timeout >= 0 {
		env.After(c.o.Timeout, timeOver{})
	}
}

func (c *call) onMsg(env actorkit.Env, m Msg) {
	switch m.(type) {
	case Cancel:
		c.end(env, tool.Fail(tool.Interrupted, "The call was cancelled."))
	}
}

func (c *call) onTool(env actorkit.Env, n toolhost.Note) {
	switch n := n.(type) {
	case toolhost.Progress:
		c.o.Owner.Tell(Progress{c.o.Call.Key, n.Progress})
	case toolhost.Finished:
		// What the tool itself has to say about its end, such as what a command had printed, is worth
		// more than our sentence.
		c.done(env, n.Result)
	case toolhost.Classified, toolhost.Previewed:
		env.Unhandled(n)
	}
}

// end tells the tool to stop and gives it a while to say how far it got.
func (c *call) end(env actorkit.Env, why tool.Result) {
	if c.ending != nil {
		return
	}
	c.ending = &why
	c.o.Tool.Tell(toolhost.Cancel{Session: c.o.Call.Session, Key: c.o.Call.Key})
	env.After(c.o.Grace, graceOver{})
}

func (c *call) done(env actorkit.Env, r tool.Result) {
	c.stopped = true
	c.o.Owner.Tell(Done{Key: c.o.Call.Key, Result: r, Elapsed: env.Now().Sub(c.began)})
}
