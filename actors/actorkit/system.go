package actorkit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// System runs actors. One per process is enough; making one costs about two milliseconds.
type System struct {
	lib         *actor.ActorSystem
	root        *actor.RootContext
	now         func() time.Time
	log         *slog.Logger
	onUnhandled func(who Address, m any)
}

// Options of a System.
type Options struct {
	Now func() time.Time // nil is the system clock
	Log *slog.Logger     // nil discards
	// Unhandled is called with every message that an actor did not know; nil only logs it.
	Unhandled func(who Address, m any)
}

// NewSystem makes a system without actors.
func NewSystem(o Options) *System {
	if o.Now == nil {
		o.Now = time.Now //nolint:forbidigo // the one place where the real clock comes in
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	// The library logs whole messages at level info; they hold what users and models wrote.
	quiet := slog.New(atLeast{o.Log.Handler(), slog.LevelWarn})
	lib := actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger { return quiet }))
	return &System{lib: lib, root: lib.Root, now: o.Now, log: o.Log, onUnhandled: o.Unhandled}
}

// Spawn starts the actor at the top. It is never restarted: what it must survive it supervises.
func (sys *System) Spawn(name string, c Child) (Address, error) {
	// The library would restart a top actor ten times on its own.
	never := actor.WithGuardian(actor.NewOneForOneStrategy(0, 0, actor.DefaultDecider))
	pid, err := sys.root.SpawnNamed(sys.props(c).Configure(never), name)
	if err != nil {
		return Address{}, fmt.Errorf("start actor %s: %w", name, err)
	}
	return sys.address(pid), nil
}

// Stop ends an actor and its children and waits until all are gone, or until ctx ends.
func (sys *System) Stop(ctx context.Context, a Address) error {
	p, ok := a.to.(process)
	if !ok {
		return nil
	}
	ended := sys.newMailslot()
	defer ended.close()
	target, _ := sys.lib.ProcessRegistry.Get(p.pid) // the dead letter office answers for a dead one
	target.SendSystemMessage(p.pid, &actor.Watch{Watcher: ended.pid})
	sys.root.Stop(p.pid)
	_, err := ended.wait(ctx)
	return err
}

// Shutdown gives the library back what it holds. All actors must have been stopped.
func (sys *System) Shutdown() { sys.lib.Shutdown() }

func (sys *System) address(pid *actor.PID) Address {
	return Address{process{sys.root, pid}}
}

func (sys *System) unhandled(who Address, m any) {
	if sys.onUnhandled != nil {
		sys.onUnhandled(who, m)
	}
}

// ErrGone is the failure of a question to an actor that has ended.
var ErrGone = errors.New("the actor has ended")

// atLeast passes on records of a level or above.
type atLeast struct {
	slog.Handler
	level slog.Level
}

// Enabled implements slog.Handler.
func (h atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= h.level && h.Handler.Enabled(ctx, l)
}

// Lookup gives the address of an actor by its path, whether it lives or not. Product code uses the
// route registry; this is for tests that reach into the tree.
func (sys *System) Lookup(path string) Address {
	return sys.address(sys.lib.NewLocalPID(path))
}
