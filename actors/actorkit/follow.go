package actorkit

import (
	"context"
	"slices"
	"sync"

	"github.com/asynkron/protoactor-go/actor"
)

// Follow sends a question from outside the actors and hands its answers to take, one by one and in
// order, on the caller's goroutine, until take says that it has the last one or fails. It is [Ask]
// for questions with many answers.
//
// The actor learns of a follower that has left, for whatever reason, by watching replyTo: [Gone]
// comes as soon as Follow returns, also when take panics. In the other direction Follow gives
// [ErrGone] when the actor ends, after the answers it had sent.
//
// Answers wait in memory without limit while take is busy; what an actor sends unasked must have an
// end of its own.
func Follow[M, R any](ctx context.Context, sys *System, to Ref[M], build func(replyTo Ref[R]) M, take func(R) (last bool, err error)) error {
	p, ok := to.to.(process)
	if !ok {
		return ErrGone
	}
	in := sys.newInbox()
	defer in.close()
	in.watch(p.pid)
	defer in.unwatch(p.pid)
	to.Tell(build(As[R](sys.address(in.pid))))
	for {
		answers, err := in.next(ctx)
		if err != nil {
			return err
		}
		for _, m := range answers {
			answer, ok := m.(R)
			if !ok {
				return ErrGone
			}
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			if last, err := take(answer); last || err != nil {
				return err
			}
		}
	}
}

// inbox is an address that takes messages for somebody who is not an actor. It is registered with
// the library like an actor, under a name of its own, and can be watched like one.
type inbox struct {
	sys  *System
	pid  *actor.PID
	wake chan struct{} // holds one token while queue may not be empty

	mu       sync.Mutex
	queue    []any
	watchers []*actor.PID
	closed   bool
}

func (sys *System) newInbox() *inbox {
	in := &inbox{sys: sys, wake: make(chan struct{}, 1)}
	in.pid, _ = sys.lib.ProcessRegistry.Add(in, "follow"+sys.lib.ProcessRegistry.NextID())
	return in
}

// next waits for messages and gives all that are there.
func (in *inbox) next(ctx context.Context) ([]any, error) {
	for {
		select {
		case <-in.wake:
			in.mu.Lock()
			got := in.queue
			in.queue = nil
			in.mu.Unlock()
			if len(got) > 0 {
				return got, nil
			}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// close drops what comes later and tells those who watch. It frees the name first, so that a watcher
// either is in the list or finds the inbox closed.
func (in *inbox) close() {
	in.sys.lib.ProcessRegistry.Remove(in.pid)
	in.mu.Lock()
	watchers := in.watchers
	in.closed, in.queue, in.watchers = true, nil, nil
	in.mu.Unlock()
	for _, w := range watchers {
		in.tell(w, &actor.Terminated{Who: in.pid})
	}
}

func (in *inbox) watch(who *actor.PID)   { in.tell(who, &actor.Watch{Watcher: in.pid}) }
func (in *inbox) unwatch(who *actor.PID) { in.tell(who, &actor.Unwatch{Watcher: in.pid}) }

// tell sends a message of the library itself. For an actor that has ended, the dead letter office
// takes it and answers a Watch.
func (in *inbox) tell(who *actor.PID, message any) {
	target, _ := in.sys.lib.ProcessRegistry.Get(who)
	target.SendSystemMessage(who, message)
}

// SendUserMessage implements the library's process.
func (in *inbox) SendUserMessage(_ *actor.PID, message any) {
	_, got, _ := actor.UnwrapEnvelope(message)
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.closed {
		return
	}
	in.queue = append(in.queue, got)
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

// SendSystemMessage implements the library's process: it keeps the list of watchers, and the end of
// the watched actor counts as its last message.
func (in *inbox) SendSystemMessage(_ *actor.PID, message any) {
	switch m := message.(type) {
	case *actor.Terminated:
		in.SendUserMessage(in.pid, m)
	case *actor.Watch:
		if !in.addWatcher(m.Watcher) {
			in.tell(m.Watcher, &actor.Terminated{Who: in.pid})
		}
	case *actor.Unwatch:
		in.mu.Lock()
		defer in.mu.Unlock()
		in.watchers = slices.DeleteFunc(in.watchers, m.Watcher.Equal)
	}
}

// addWatcher says whether the inbox is still open, and then has w in its list.
func (in *inbox) addWatcher(w *actor.PID) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.closed {
		in.watchers = append(in.watchers, w)
	}
	return !in.closed
}

// Stop implements the library's process.
func (in *inbox) Stop(*actor.PID) {}
