package dispatcher

import (
	"fmt"
	"strings"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/call"
	"eidolon/actors/routes"
	"eidolon/actors/slots"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

// Options of a session's dispatcher.
type Options struct {
	Session string // id
	OutDir  string // for spooled output
	Rules   Rules
	// Has says whether the session has a tool of a name. Routes lead to the tools of all sessions, and
	// what a model is not told of it may call all the same. Nil says yes to all.
	Has     func(name string) bool
	Routes  actorkit.Ref[routes.Msg]
	Slots   actorkit.Ref[slots.Msg]
	Owner   actorkit.Ref[Note]
	AtOnce  int           // calls that run at once in this session
	Timeout time.Duration // of a call whose tool names none
	Grace   time.Duration // for a tool to stop after it was told to
	Judging time.Duration // for a tool to classify a call; then the call is refused
	Asking  time.Duration // for the user to answer; then the call is refused. 0 waits for ever
}

type dispatcher struct {
	o     Options
	queue []*entry // open calls, in the model's order
}

// Private messages.
type (
	judgingOver struct{ key string } // a call has been classified for too long
	slotOverdue struct{ key string } // the limiter has been silent: it may have been restarted
)

// slotPatience is how long a call waits for a slot before it asks again. Asking twice does no harm.
const slotPatience = 5 * time.Second

// New makes the behavior of a session's dispatcher.
func New(o Options) actorkit.Behavior { return &dispatcher{o: o} }

// Receive implements actorkit.Behavior.
func (d *dispatcher) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
	case Msg:
		d.onMsg(env, m)
	case routes.Note:
		d.onRoute(env, m)
	case toolhost.Note:
		d.onTool(env, m)
	case slots.Granted:
		d.onGranted(env, m)
	case call.Note:
		d.onCall(env, m)
	case judgingOver:
		d.onJudgingOver(m)
	case previewOverdue:
		d.put(env, m.key, "")
	case askingOver:
		d.onAskingOver(env, m)
	case slotOverdue:
		d.onSlotOverdue(env, m)
	case actorkit.Crashed:
		d.onCrashed(env, m)
	case actorkit.Gone:
		// A call's actor ends after it was told to; its crash came before.
	default:
		env.Unhandled(m)
	}
}

func (d *dispatcher) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Dispatch:
		d.onDispatch(env, m)
	case Recorded:
		d.onRecorded(env, m.Key)
	case Release:
		d.onRelease(env, m.Block)
	case CancelBlock:
		d.onCancelBlock(env, m.Block)
	case Cancel:
		d.onCancel(env)
	case Decide:
		d.onDecide(env, m)
	case SetRules:
		d.onSetRules(env, m)
	}
}

// onDispatch queues a call and looks for its tool.
func (d *dispatcher) onDispatch(env actorkit.Env, m Dispatch) {
	d.supersede(env, m)
	d.askNext(env)
	e := &entry{said: m}
	d.queue = append(d.queue, e)
	if m.Broken != nil {
		d.refuse(e, m.Name, *m.Broken, Ruling{})
		return
	}
	if !d.has(m.Name) {
		d.refuse(e, m.Name, unknown(m.Name, ""), Ruling{})
		return
	}
	d.o.Routes.Tell(routes.Resolve{ID: m.Key, Name: toolhost.Route(m.Name), ReplyTo: actorkit.As[routes.Note](env.Self())})
}

func (d *dispatcher) has(name string) bool { return d.o.Has == nil || d.o.Has(name) }

// supersede ends an earlier call of the same block with the same id: the model changed its mind.
func (d *dispatcher) supersede(env actorkit.Env, m Dispatch) {
	for _, e := range d.open() {
		if e.said.Block == m.Block && e.said.ModelID == m.ModelID {
			d.cancel(env, e, tool.Fail(tool.Superseded, "A later call with the same id took the place of this one."))
		}
	}
}

func (d *dispatcher) onRoute(env actorkit.Env, n routes.Note) {
	switch n := n.(type) {
	case routes.Resolved:
		e := d.find(n.ID)
		if e == nil || e.stage != routing {
			return
		}
		e.stage, e.host = judging, actorkit.As[toolhost.Msg](n.Who)
		e.patience = env.After(d.o.Judging, judgingOver{e.said.Key})
		e.host.Tell(toolhost.Classify{Call: d.request(e, e.said.Name, e.said.Input), ReplyTo: actorkit.As[toolhost.Note](env.Self())})
	case routes.NotFound:
		if e := d.find(n.ID); e != nil && e.stage == routing {
			near, _ := strings.CutPrefix(n.Nearest, toolhost.Route(""))
			if !d.has(near) {
				near = ""
			}
			d.refuse(e, e.said.Name, unknown(e.said.Name, near), Ruling{})
		}
	case routes.Listing:
		env.Unhandled(n)
	}
}

// suggests stands before the name that was probably meant.
const suggests = ". Did you mean "

func unknown(name, nearest string) tool.Result {
	text := fmt.Sprintf("There is no tool %q", name)
	if nearest == "" {
		return tool.Fail(tool.UnknownTool, text+".")
	}
	return tool.Fail(tool.UnknownTool, text+suggests+nearest+"?")
}

// Suggested gives the name of a tool that the text of the result for an unknown one suggests, or "".
func Suggested(text string) string {
	_, rest, _ := strings.Cut(text, suggests)
	name, _, _ := strings.Cut(rest, "?")
	return name
}

func (d *dispatcher) request(e *entry, name string, input []byte) tool.Call {
	return tool.Call{
		Key: e.said.Key, Session: d.o.Session, Name: name, Input: input, OutDir: d.o.OutDir, Outside: e.class.Outside != "",
	}
}

func (d *dispatcher) onTool(env actorkit.Env, n toolhost.Note) {
	switch n := n.(type) {
	case toolhost.Classified:
		e := d.find(n.Key)
		if e == nil || e.stage != judging {
			return
		}
		e.patience.Stop()
		if n.Refused != nil {
			d.refuse(e, n.Spec.FullName(), *n.Refused, Ruling{})
			return
		}
		e.spec, e.class, e.input = n.Spec, n.Class, n.Input
		e.class.Typed = e.said.Typed
		d.judge(env, e)
	case toolhost.Previewed:
		d.onPreviewed(env, n)
	case toolhost.Progress, toolhost.Finished:
		env.Unhandled(n)
	}
}

// judge rules on a call that is classified.
func (d *dispatcher) judge(env actorkit.Env, e *entry) {
	ruling := d.rule(e)
	note := Judged{Key: e.said.Key, Name: e.spec.FullName(), Inner: e.input, Sum: e.sum(), ReadOnly: e.class.ReadOnly, Ruling: ruling}
	switch {
	case ruling.Allow:
		e.permit()
		d.judged(e, note)
	case ruling.Ask:
		e.stage, e.question = asking, question{ruling: ruling}
		d.o.Owner.Tell(note)
		d.askNext(env)
	default:
		d.refuse(e, e.spec.FullName(), ruling.refusal(), ruling)
	}
}

func (d *dispatcher) onJudgingOver(m judgingOver) {
	if e := d.find(m.key); e != nil && e.stage == judging {
		d.refuse(e, e.said.Name, tool.Fail(tool.Timeout, "The call could not be judged in time, so it was not run."), Ruling{})
	}
}

// refuse ends a call before it runs. Its result is told once the call is recorded.
func (d *dispatcher) refuse(e *entry, name string, why tool.Result, ruling Ruling) {
	e.outcome = &why
	d.judged(e, Judged{Key: e.said.Key, Name: name, Sum: e.sum(), Ruling: ruling})
}

func (d *dispatcher) judged(e *entry, note Judged) {
	e.stage = recording
	d.o.Owner.Tell(note)
}

func (d *dispatcher) onRecorded(env actorkit.Env, key string) {
	e := d.find(key)
	if e == nil || e.stage != recording {
		return
	}
	e.stage = ready
	if e.outcome != nil {
		d.finish(e, *e.outcome, 0)
	}
	d.startAll(env)
}

func (d *dispatcher) onRelease(env actorkit.Env, block int) {
	for _, e := range d.queue {
		if e.said.Block == block {
			e.released = true
		}
	}
	d.startAll(env)
}

func (d *dispatcher) onCancelBlock(env actorkit.Env, block int) {
	for _, e := range d.open() {
		if e.said.Block == block && !e.begun() {
			d.cancel(env, e, tool.Fail(tool.BlockUnclosed, "The call was not run: the message ended before it was complete."))
		}
	}
	d.startAll(env)
}

// NotRun is the result of a call that an interrupt of the turn came before.
const NotRun = "The turn was interrupted before the call ran."

func (d *dispatcher) onCancel(env actorkit.Env) {
	for _, e := range d.open() {
		d.cancel(env, e, tool.Fail(tool.Interrupted, NotRun))
	}
}
