package actorkit

import (
	"context"
	"log/slog"
	"time"
)

// Behavior is an actor's logic. Receive gets one message at a time, never two at once, and must not
// wait for anything. The first message of every incarnation is [Started].
type Behavior interface {
	Receive(env Env, m any)
}

// Env is all that an actor may do. It is valid only inside Receive, on the actor's own goroutine.
type Env interface {
	// Self is the actor's own address.
	Self() Address
	// Now is the time by the system's clock.
	Now() time.Time
	// Log is where diagnostics go. Users do not read it; tell them through the session.
	Log() *slog.Logger
	// Spawn starts a child. Its name is unique among the living children.
	Spawn(name string, child Child) Address
	// Stop ends a child, after the message it handles now. [Gone] follows.
	Stop(child Address)
	// Watch asks for a [Gone] when an actor that is not a child ends.
	Watch(other Address)
	// After sends m to the actor itself when d has passed, unless the timer is stopped before.
	After(d time.Duration, m any) Timer
	// Go runs work on a goroutine of its own and sends what it returns, unless nil, to the actor
	// itself. Messages that work hands to emit arrive in order, all before the returned one. The
	// context ends when the actor stops or restarts, or when the returned function is called; what
	// arrives after a stop is dropped. A panic in work is a crash of the actor.
	Go(name string, work Work) (cancel func())
	// Unhandled reports a message that the actor does not know: a defect that fails tests.
	Unhandled(m any)
}

// Work is what may block. Emit blocks while too much of what was emitted is not handled yet, and
// fails once the actor has stopped or the context has ended.
type Work func(ctx context.Context, emit func(m any) error) any

// Timer is a pending [Env.After].
type Timer interface {
	// Stop forgets the timer: its message will not arrive any more.
	Stop()
}

// Child tells how to make an actor and what to do when it crashes.
type Child struct {
	New     func() Behavior // called for every incarnation
	Restart Restart
}

// Restart is how an owner treats a crash of a child. The zero value never restarts.
type Restart struct {
	Max    int           // crashes within Window that are answered by a restart; one more stops the child
	Window time.Duration // 0 counts all crashes
	Delay  time.Duration // before the first restart; doubles with every further one within Window
	Cap    time.Duration // longest delay
}

// Started is the first message of every incarnation.
type Started struct{}

// Crashed tells an owner that a child panicked.
type Crashed struct {
	Who      Address
	Name     string // the child's name, as given to Spawn
	Message  string // type of the message that it handled
	Reason   string
	Stack    string
	Restarts bool // it will be restarted
}

// Gone tells that a child or a watched actor has ended. It comes after everything that it had sent.
type Gone struct {
	Who  Address
	Name string // a child's name, as given to Spawn; "" for a watched actor
}

// Sized is a message that counts with its size in bytes against the credit of [Work].
type Sized interface{ Size() int }

// Poison makes the actor that gets it crash. It is how tests find out what a crash does.
type Poison struct{ Reason error }
