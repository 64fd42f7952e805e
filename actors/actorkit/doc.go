// Package actorkit is the ground the actors stand on: typed addresses, the [Env] that is all an
// actor may do, supervision, questions from outside, and a [Recorder] to test an actor alone. It is
// the only package that knows the actor library, and the only one under actors with goroutines,
// channels and locks.
//
// An actor is a [Behavior]: one method that takes one message at a time and never waits. What may
// block runs in [Env.Go] and comes back as a message.
//
//	type counter struct{ n int }
//
//	func (c *counter) Receive(env actorkit.Env, m any) {
//		switch m := m.(type) {
//		case actorkit.Started:
//		case Add:
//			c.n += m.N
//		case Get:
//			m.ReplyTo.Tell(Total{c.n})
//		default:
//			env.Unhandled(m)
//		}
//	}
//
// # Rules the library forces on us
//
// They were found by experiment and are kept here, so that no other package has to know them.
//
//   - A panic loses the message being handled. The shell catches it first, tells the owner
//     ([Crashed]), and only then lets supervision act.
//   - The end of a child arrives ahead of the messages the child sent before. The shell puts it back
//     behind them, so an owner sees [Gone] last.
//   - The library's strategies stop a child silently or wait in the wrong unit. Ours ([Restart])
//     counts in a window, waits with a doubling delay, and says when it gives up.
//   - Nothing of an old incarnation reaches a new one: timers, the ends of old children, and what
//     running work still sends. The work itself is told to end by its context and may take a while.
package actorkit
