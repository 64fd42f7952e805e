package toolhost

import (
	"context"
	"fmt"
	"runtime/debug"

	"eidolon/actors/actorkit"
	"eidolon/actors/tool"
)

// Options of one tool's actor.
type Options struct{ Handler tool.Handler }

type host struct {
	o       Options
	spec    tool.Spec
	running map[callID]running
}

// running is a call that has no Finished yet.
type running struct {
	cancel  func() // ends its context
	replyTo actorkit.Ref[Note]
}

// callID names a call in the whole process.
type callID struct{ session, key string }

// answer is an answer of the handler on its way out: from its goroutine through this actor, which
// keeps the books, to whoever asked.
type answer struct {
	id   callID
	to   actorkit.Ref[Note]
	note Note
}

// Size implements actorkit.Sized.
func (a answer) Size() int {
	if s, ok := a.note.(actorkit.Sized); ok {
		return s.Size()
	}
	return 0
}

// Child makes one tool's actor. The calls that run survive a crash as names: they are answered as
// failed, because the work of a crashed actor is forgotten.
func Child(o Options, restart actorkit.Restart) actorkit.Child {
	calls := map[callID]running{}
	return actorkit.Child{
		New:     func() actorkit.Behavior { return &host{o: o, spec: o.Handler.Spec(), running: calls} },
		Restart: restart,
	}
}

// Receive implements actorkit.Behavior.
func (h *host) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		h.start()
	case Msg:
		h.onMsg(env, m)
	case answer:
		if _, over := m.note.(Finished); over {
			delete(h.running, m.id)
		}
		m.to.Tell(m.note)
	case actorkit.Gone:
		h.abandon(m.Who)
	default:
		env.Unhandled(m)
	}
}

// abandon stops the calls of somebody who has ended: nobody waits for their results.
func (h *host) abandon(who actorkit.Address) {
	for id, call := range h.running {
		if call.replyTo.Same(who) {
			call.cancel()
			delete(h.running, id)
		}
	}
}

// start answers for the work of an incarnation that crashed.
func (h *host) start() {
	for id, call := range h.running {
		call.replyTo.Tell(Finished{id.key, tool.Fail(tool.Crashed, "The tool's actor failed while the call ran. Nothing is known of what it had done; look before you try again.")})
		delete(h.running, id)
	}
}

// Route is the registry's name for a tool, under any of the tool's names.
func Route(name string) string { return "tool/" + name }

func (h *host) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Classify:
		h.onClassify(env, m)
	case Preview:
		h.onPreview(env, m)
	case Run:
		h.onRun(env, m)
	case Cancel:
		if call, ok := h.running[callID{m.Session, m.Key}]; ok {
			call.cancel()
		}
	}
}

func (h *host) onClassify(env actorkit.Env, m Classify) {
	log := env.Log()
	env.Go("classify "+m.Call.Key, func(context.Context, func(any) error) any {
		out := Classified{Key: m.Call.Key, Spec: h.spec}
		out.Refused = guarded(func(stack []byte) {
			log.Error("tool crashed while classifying", "tool", h.spec.FullName(), "stack", string(stack))
		},
			func() *tool.Result {
				input, err := h.spec.Decode(m.Call.Input)
				if err != nil {
					return refusal(err)
				}
				m.Call.Input, out.Input = input, input
				if out.Class, err = h.o.Handler.Classify(m.Call); err != nil {
					return refusal(err)
				}
				return nil
			})
		return answer{to: m.ReplyTo, note: out}
	})
}

func refusal(err error) *tool.Result {
	r := tool.FailWith(err)
	return &r
}

func (h *host) onRun(env actorkit.Env, m Run) {
	id := callID{m.Call.Session, m.Call.Key}
	log := env.Log()
	cancel := env.Go("run "+m.Call.Key, func(ctx context.Context, emit func(any) error) any {
		progress := func(p tool.Progress) {
			// The only error is that the actor or the call has ended: nobody listens any more.
			_ = emit(answer{id, m.ReplyTo, Progress{m.Call.Key, p}})
		}
		var result tool.Result
		crash := guarded(func(stack []byte) { log.Error("tool crashed", "tool", h.spec.FullName(), "stack", string(stack)) },
			func() *tool.Result {
				result = h.o.Handler.Run(ctx, m.Call, m.Class, progress)
				return nil
			})
		if crash != nil {
			result = *crash
		}
		return answer{id, m.ReplyTo, Finished{m.Call.Key, result}}
	})
	h.running[id] = running{cancel, m.ReplyTo}
	env.Watch(m.ReplyTo.Address)
}

// guarded runs the handler's code so that a panic becomes the failed result of this one call.
func guarded(report func(stack []byte), f func() *tool.Result) (failed *tool.Result) {
	defer func() {
		if reason := recover(); reason != nil {
			report(debug.Stack())
			r := tool.Fail(tool.Crashed, fmt.Sprintf("The tool failed in itself (%v). Nothing is known of what it had done; look before you try again.", reason))
			failed = &r
		}
	}()
	return f()
}
