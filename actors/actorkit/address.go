package actorkit

import "github.com/asynkron/protoactor-go/actor"

// Address names an actor, or whatever takes messages in its place. The zero Address takes none.
type Address struct {
	to recipient
}

// recipient is where messages of an Address go: a living actor, the asker of a question, or the
// recorder of a test.
type recipient interface {
	deliver(m any)
	name() string
}

// String is the path of the actor, such as "sessions/1b9d/journal".
func (a Address) String() string {
	if a.to == nil {
		return "nobody"
	}
	return a.to.name()
}

// IsZero says that the address names nobody.
func (a Address) IsZero() bool { return a.to == nil }

// Same says whether both name the same actor.
func (a Address) Same(b Address) bool { return a.String() == b.String() }

// Ref is an address of an actor that takes messages of the family M.
type Ref[M any] struct {
	Address
}

// As gives addr as a Ref of family M. It is for an actor that offers itself ([Env.Self]) and for
// those who look an address up in the route registry, whose names say what an actor takes.
func As[M any](addr Address) Ref[M] { return Ref[M]{addr} }

// Tell sends m and returns at once. Messages from one sender to one actor arrive in order; to an
// actor that has ended they are lost.
func (r Ref[M]) Tell(m M) {
	if r.to != nil {
		r.to.deliver(m)
	}
}

// process is a living actor of the library.
type process struct {
	root *actor.RootContext
	pid  *actor.PID
}

func (p process) deliver(m any) { p.root.Send(p.pid, m) }
func (p process) name() string  { return p.pid.Id }
