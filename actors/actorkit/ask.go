package actorkit

import (
	"context"

	"github.com/asynkron/protoactor-go/actor"
)

// Ask sends a question from outside the actors and waits for its one answer. Build gets the address
// that the answer goes to. An actor that has ended gives [ErrGone] at once. Actors never ask: they
// send, and take the answer as a message.
func Ask[M, R any](ctx context.Context, sys *System, to Ref[M], build func(replyTo Ref[R]) M) (R, error) {
	var none R
	slot := sys.newMailslot()
	defer slot.close()
	p, ok := to.to.(process)
	if !ok {
		return none, ErrGone
	}
	// The sender is set so that the library's dead letter office can answer for a dead actor.
	sys.root.RequestWithCustomSender(p.pid, build(As[R](sys.address(slot.pid))), slot.pid)
	m, err := slot.wait(ctx)
	if err != nil {
		return none, err
	}
	answer, ok := m.(R)
	if !ok {
		return none, ErrGone
	}
	return answer, nil
}

// mailslot is an address that takes one message for somebody who is not an actor. It is registered
// with the library like an actor, under a name of its own.
type mailslot struct {
	sys *System
	pid *actor.PID
	in  chan any
}

func (sys *System) newMailslot() *mailslot {
	m := &mailslot{sys: sys, in: make(chan any, 1)}
	m.pid, _ = sys.lib.ProcessRegistry.Add(m, "ask"+sys.lib.ProcessRegistry.NextID())
	return m
}

func (m *mailslot) close() { m.sys.lib.ProcessRegistry.Remove(m.pid) }

func (m *mailslot) wait(ctx context.Context) (any, error) {
	select {
	case got := <-m.in:
		if _, dead := got.(*actor.DeadLetterResponse); dead {
			return nil, ErrGone
		}
		return got, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// SendUserMessage implements the library's process. Only the first message is taken.
func (m *mailslot) SendUserMessage(_ *actor.PID, message any) {
	_, got, _ := actor.UnwrapEnvelope(message)
	select {
	case m.in <- got:
	default:
	}
}

// SendSystemMessage implements the library's process: the end of a watched actor counts as the
// answer.
func (m *mailslot) SendSystemMessage(_ *actor.PID, message any) {
	if ended, ok := message.(*actor.Terminated); ok {
		m.SendUserMessage(m.pid, ended)
	}
}

// Stop implements the library's process.
func (m *mailslot) Stop(*actor.PID) {}

// Listen makes an address for somebody who is not an actor and wants every message, until stop is
// called. Take runs on the goroutine of the sender and must not block.
func Listen[M any](sys *System, take func(M)) (listener Ref[M], stop func()) {
	ear := ear(func(m any) {
		if m, ok := m.(M); ok {
			take(m)
		}
	})
	pid, _ := sys.lib.ProcessRegistry.Add(ear, "listen"+sys.lib.ProcessRegistry.NextID())
	return As[M](sys.address(pid)), func() { sys.lib.ProcessRegistry.Remove(pid) }
}

// ear is a process of the library that hands messages to a function.
type ear func(m any)

// SendUserMessage implements the library's process.
func (e ear) SendUserMessage(_ *actor.PID, message any) {
	_, got, _ := actor.UnwrapEnvelope(message)
	e(got)
}

// SendSystemMessage implements the library's process.
func (e ear) SendSystemMessage(*actor.PID, any) {}

// Stop implements the library's process.
func (e ear) Stop(*actor.PID) {}
