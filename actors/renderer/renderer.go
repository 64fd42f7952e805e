package renderer

import (
	"context"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
)

// Sink shows events. Render is called from one goroutine at a time and may block; its error is for
// good. Events arrive in order; after a restart the last batch may come again.
type Sink interface {
	Render(ctx context.Context, events []event.Envelope) error
}

// Options of one renderer.
type Options struct {
	Name  string
	Sink  Sink
	Owner actorkit.Ref[Note]
}

type renderer struct {
	o       Options
	busy    bool
	closing bool
}

// shown is the end of one Render.
type shown struct{ err error }

// New makes the behavior of a renderer.
func New(o Options) actorkit.Behavior { return &renderer{o: o} }

// Receive implements actorkit.Behavior.
func (r *renderer) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		r.o.Owner.Tell(Ready{Name: r.o.Name, Fresh: true})
	case Msg:
		r.onMsg(env, m)
	case shown:
		r.onShown(m)
	default:
		env.Unhandled(m)
	}
}

func (r *renderer) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Batch:
		r.busy = true
		env.Go("render", func(ctx context.Context, _ func(any) error) any {
			return shown{r.o.Sink.Render(ctx, m.Events)}
		})
	case Close:
		r.closing = true
		if !r.busy {
			r.o.Owner.Tell(Closed{r.o.Name})
		}
	}
}

func (r *renderer) onShown(m shown) {
	r.busy = false
	switch {
	case m.err != nil:
		r.o.Owner.Tell(Broken{r.o.Name, m.err.Error()})
	case !r.closing:
		r.o.Owner.Tell(Ready{Name: r.o.Name})
	}
	if r.closing {
		r.o.Owner.Tell(Closed{r.o.Name})
	}
}
