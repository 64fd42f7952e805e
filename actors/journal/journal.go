package journal

import (
	"context"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
)

// Options of a session's journal.
type Options struct {
	Log       Log
	Strict    bool          // every event survives the power before it is acknowledged
	SyncDelay time.Duration // how late a sync may be that nobody asked for
	Owner     actorkit.Ref[Note]
}

type journal struct {
	o       Options
	waiting []event.Envelope // not given to the log yet
	expect  int64            // number of the event behind those that were taken
	sync    bool             // some of waiting must survive the power
	busy    bool             // a write or sync runs
	dirty   bool             // something was written and not synced
	late    actorkit.Timer   // of the sync that is due, or nil
	closing bool
	broken  bool
}

// Private messages.
type (
	written struct {
		upTo   int64
		synced bool
		err    error
	}
	syncDue struct{}
	closed  struct{ err error }
)

// New makes the behavior of a session's journal.
// What an earlier incarnation wrote may need a sync.
func New(o Options) actorkit.Behavior { return &journal{o: o, dirty: true} }

// Receive implements actorkit.Behavior.
func (j *journal) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
	case Msg:
		j.onMsg(env, m)
	case written:
		j.onWritten(env, m)
	case syncDue:
		j.late = nil
		j.sync = true
		j.next(env)
	case closed:
		if m.err != nil && !j.broken {
			j.o.Owner.Tell(WriteFailed{m.err.Error()})
		}
		j.o.Owner.Tell(Closed{})
	default:
		env.Unhandled(m)
	}
}

func (j *journal) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Append:
		j.take(m)
	case Close:
		j.closing = true
	}
	j.next(env)
}

// take queues events. Those behind a gap are dropped: they were sent to an earlier incarnation, which
// lost what comes before them, and the session sends everything again when it hears of the crash.
func (j *journal) take(m Append) {
	j.expect = max(j.expect, j.o.Log.Next()) // an earlier incarnation may have written meanwhile
	if len(m.Events) == 0 || m.Events[0].Seq > j.expect {
		return
	}
	j.waiting = append(j.waiting, m.Events...)
	j.sync = j.sync || m.Sync
	j.expect = max(j.expect, m.Events[len(m.Events)-1].Seq+1)
}

// next starts the write that is due, if any.
func (j *journal) next(env actorkit.Env) {
	if j.busy {
		return
	}
	switch {
	case j.broken && j.closing, j.closing && len(j.waiting) == 0:
		j.busy = true
		env.Go("close", func(context.Context, func(any) error) any { return closed{j.o.Log.Close()} })
	case j.broken:
	case len(j.waiting) > 0 || j.sync && j.dirty:
		j.write(env)
	}
}

func (j *journal) write(env actorkit.Env) {
	events, sync := j.waiting, j.sync || j.o.Strict
	j.busy, j.waiting, j.sync = true, nil, false
	env.Go("write", func(ctx context.Context, _ func(any) error) any {
		if ctx.Err() != nil { // of an incarnation that is over: its successor writes
			return nil
		}
		var err error
		switch {
		case len(events) > 0:
			err = j.o.Log.Append(events, sync)
		case sync:
			err = j.o.Log.Sync()
		}
		return written{upTo: j.o.Log.Next() - 1, synced: sync, err: err}
	})
}

func (j *journal) onWritten(env actorkit.Env, m written) {
	j.busy = false
	if m.err != nil {
		j.broken = true
		j.o.Owner.Tell(WriteFailed{m.err.Error()})
		j.next(env)
		return
	}
	j.dirty = !m.synced
	j.o.Owner.Tell(Appended{m.upTo})
	if j.dirty && j.late == nil {
		j.late = env.After(j.o.SyncDelay, syncDue{})
	}
	j.next(env)
}
