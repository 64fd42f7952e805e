package dispatcher

import (
	"slices"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/call"
	"eidolon/actors/slots"
	"eidolon/actors/tool"
)

// startAll starts every call whose turn has come. One pass in the model's order is enough: a call is
// held back only by calls before it.
func (d *dispatcher) startAll(env actorkit.Env) {
	d.askNext(env)
	var earlier, writers, busy int // open calls seen so far
	for _, e := range d.queue {
		if e.stage == starting || e.stage == running {
			busy++
		}
	}
	for _, e := range d.queue {
		alone := e.writes()
		if e.stage == ready && e.committed() && busy < d.o.AtOnce && writers == 0 && (!alone || earlier == 0) {
			e.stage = starting
			busy++
			d.acquire(env, e)
		}
		earlier++
		if alone {
			writers++
		}
	}
}

func (d *dispatcher) acquire(env actorkit.Env, e *entry) {
	if e.spec.Delegates {
		d.start(env, e)
		return
	}
	e.patience = env.After(slotPatience, slotOverdue{e.said.Key})
	d.o.Slots.Tell(slots.Acquire{Owner: actorkit.As[slots.Granted](env.Self()), ID: e.said.Key})
}

func (d *dispatcher) onSlotOverdue(env actorkit.Env, m slotOverdue) {
	if e := d.find(m.key); e != nil && e.stage == starting {
		d.acquire(env, e)
	}
}

func (d *dispatcher) onGranted(env actorkit.Env, m slots.Granted) {
	e := d.find(m.ID)
	if e == nil || e.stage != starting {
		d.leave(env, m.ID)
		return
	}
	e.patience.Stop()
	d.start(env, e)
}

// start runs a call that has its place.
func (d *dispatcher) start(env actorkit.Env, e *entry) {
	if e.changed() { // nothing changes an input, and if something does, it does not run
		d.end(env, e, tool.Fail(tool.Crashed, "The call is not the one that was allowed any more, so it was not run."), 0)
		d.leave(env, e.said.Key)
		return
	}
	e.stage = running
	o := call.Options{
		Call:    d.request(e, e.spec.FullName(), e.input),
		Class:   e.class,
		Tool:    e.host,
		Timeout: d.o.Timeout,
		Grace:   d.o.Grace,
		Owner:   actorkit.As[call.Note](env.Self()),
	}
	if e.spec.Timeout != 0 {
		o.Timeout = e.spec.Timeout
	}
	e.actor = actorkit.As[call.Msg](env.Spawn(e.childName(), actorkit.Child{New: func() actorkit.Behavior { return call.New(o) }}))
	d.o.Owner.Tell(CallStarted{e.said.Key})
}

// childName is the name of a call's actor. A call that runs a second time has another one, since the
// first may not be gone yet.
func (e *entry) childName() string {
	if e.inside != nil {
		return "call-" + e.said.Key + "-outside"
	}
	return "call-" + e.said.Key
}

// offer has the user asked whether a command that the sandbox hindered shall run again without it, if
// the policy lets them be asked. It says whether it does. The call keeps its place, so nothing that has
// to wait for it starts meanwhile.
func (d *dispatcher) offer(env actorkit.Env, e *entry, n call.Done) bool {
	if n.Result.Hindered == "" || e.inside != nil {
		return false
	}
	class := e.class
	class.Outside = n.Result.Hindered
	ruling := d.o.Rules.Policy.Rule(e.spec, class, nil)
	if !ruling.Ask {
		return false
	}
	env.Stop(e.actor.Address)
	d.leave(env, e.said.Key)
	e.class, e.inside = class, &n
	e.stage, e.question = asking, question{ruling: ruling}
	d.startAll(env)
	return true
}

func (d *dispatcher) leave(env actorkit.Env, key string) {
	d.o.Slots.Tell(slots.Release{Owner: actorkit.As[slots.Granted](env.Self()), ID: key})
}

func (d *dispatcher) onCall(env actorkit.Env, n call.Note) {
	switch n := n.(type) {
	case call.Progress:
		if e := d.find(n.Key); e != nil {
			d.o.Owner.Tell(CallProgress{n.Key, n.Progress})
		}
	case call.Done:
		if e := d.find(n.Key); e != nil && !d.offer(env, e, n) {
			d.end(env, e, n.Result, n.Elapsed)
		}
	}
}

// onCrashed turns the crash of a call's actor into its result.
func (d *dispatcher) onCrashed(env actorkit.Env, m actorkit.Crashed) {
	for _, e := range d.open() {
		if e.begun() && e.actor.Same(m.Who) {
			d.end(env, e, tool.Fail(tool.Crashed, "The call failed in itself ("+m.Reason+"). Nothing is known of what it had done; look before you try again."), 0)
		}
	}
}

// cancel ends a call early. One that runs is told to stop and gives its result when it has; the
// others get the result at once, or as soon as they are recorded.
func (d *dispatcher) cancel(env actorkit.Env, e *entry, why tool.Result) {
	switch e.stage {
	case routing, judging:
		d.refuse(e, e.said.Name, why, Ruling{})
	case recording:
		if e.outcome == nil { // a refusal that is on its way says more
			e.outcome = &why
		}
	case asking, ready:
		d.finish(e, why, 0)
	case starting:
		d.leave(env, e.said.Key)
		d.finish(e, why, 0)
	case running:
		e.actor.Tell(call.Cancel{})
	case over:
	}
}

// end closes a call that ran.
func (d *dispatcher) end(env actorkit.Env, e *entry, r tool.Result, elapsed time.Duration) {
	env.Stop(e.actor.Address)
	d.leave(env, e.said.Key)
	d.finish(e, r, elapsed)
	d.startAll(env)
}

// finish tells the result and forgets the call. A command that has run in the sandbox and does not run
// again has the result of that.
func (d *dispatcher) finish(e *entry, r tool.Result, elapsed time.Duration) {
	if e.inside != nil && e.stage != running {
		r, elapsed = e.inside.Result, e.inside.Elapsed
	}
	e.stage = over
	d.queue = slices.DeleteFunc(d.queue, func(x *entry) bool { return x == e })
	d.o.Owner.Tell(CallDone{Key: e.said.Key, Result: r, Elapsed: elapsed})
}

// open gives the calls that are not over. The slice is the caller's: ending a call changes the queue.
func (d *dispatcher) open() []*entry { return slices.Clone(d.queue) }

func (d *dispatcher) find(key string) *entry {
	for _, e := range d.queue {
		if e.said.Key == key {
			return e
		}
	}
	return nil
}
