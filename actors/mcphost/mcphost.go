package mcphost

import (
	"context"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/routes"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

// Server can be connected to.
type Server interface {
	Name() string
	// Connect starts or reaches the server and asks what it offers. The context bounds the connecting alone.
	Connect(ctx context.Context) (Link, error)
}

// Link is a server that answers.
type Link interface {
	// Tools are what the server offers to models. They fail once the connection has ended.
	Tools() []tool.Handler
	// Prompts and Resources say how many of them it offers to people.
	Prompts() int
	Resources() int
	// Wait waits until the connection has ended, and says why.
	Wait() error
	// Close ends the connection, soon. Wait says what came of it.
	Close()
}

// Options of one server's actor.
type Options struct {
	Server  Server
	Tries   int              // failures in a row after which the server is given up; 0 tries for ever
	Restart actorkit.Restart // of the actor of a tool
	Routes  actorkit.Ref[routes.Msg]
	Follow  actorkit.Ref[Changed]
}

// How a server that fails is tried again.
const (
	firstPause = time.Second
	longPause  = time.Minute
	steady     = time.Minute // what was ready for so long had no failure in a row
)

type host struct {
	o     Options
	state State

	cancel  func()                 // ends the connection, or the try to make one; nil without either
	pause   actorkit.Timer         // before the next try; nil outside of one
	ready   bool                   // the connection answers
	failed  int                    // failures in a row
	tools   []actorkit.Address     // of the connection that was ready last
	anew    bool                   // connect again as soon as the connection has ended, whatever it ended by
	closing bool                   // connect no more
	waiting []actorkit.Ref[Closed] // for the end of the connection
}

// New makes the behavior.
func New(o Options) actorkit.Behavior { return &host{o: o} }

// connected is a connection that is ready.
type connected struct{ link Link }

// ended is a connection that has ended, or did not come about. Every try ends with one.
type ended struct{ reason error }

// retry is the end of a pause.
type retry struct{}

// Receive implements actorkit.Behavior.
func (h *host) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		h.connect(env)
	case Msg:
		h.onMsg(env, m)
	case connected:
		h.onConnected(env, m.link)
	case ended:
		h.onEnded(env, m.reason)
	case retry:
		h.connect(env)
	case actorkit.Crashed, actorkit.Gone:
		// Of a tool's actor. Its calls are answered by the next one, or a newer connection has replaced it.
	default:
		env.Unhandled(m)
	}
}

func (h *host) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Restart:
		h.failed, h.anew = 0, true
		h.end(env)
	case Close:
		h.closing = true
		h.waiting = append(h.waiting, m.ReplyTo)
		h.end(env)
	}
}

// connect makes a connection and stays with it until it has ended, beside everything else.
func (h *host) connect(env actorkit.Env) {
	h.pause, h.anew = nil, false
	h.become(env, Connecting, "")
	server := h.o.Server
	h.cancel = env.Go("connection to "+server.Name(), func(ctx context.Context, emit func(any) error) any {
		link, err := server.Connect(ctx)
		if err != nil {
			return ended{err}
		}
		over := context.AfterFunc(ctx, link.Close)
		defer over()
		if emit(connected{link}) != nil {
			link.Close()
			return ended{context.Cause(ctx)}
		}
		return ended{link.Wait()}
	})
}

func (h *host) onConnected(env actorkit.Env, link Link) {
	h.ready = true
	h.replaceTools(env, link.Tools())
	h.state.Tools, h.state.Prompts, h.state.Resources = len(h.tools), link.Prompts(), link.Resources()
	h.become(env, Ready, "")
}

// replaceTools gives the routes of the server's tools to those of a new connection. Calls of the old ones have
// failed with their connection.
func (h *host) replaceTools(env actorkit.Env, handlers []tool.Handler) {
	old := h.tools
	h.tools = nil
	for _, handler := range handlers {
		spec := handler.Spec()
		who := env.Spawn("tool-"+spec.Name, toolhost.Child(toolhost.Options{Handler: handler}, h.o.Restart))
		for _, name := range spec.Names() {
			h.o.Routes.Tell(routes.Register{Name: toolhost.Route(name), Who: who})
		}
		h.tools = append(h.tools, who)
	}
	for _, who := range old {
		env.Stop(who)
	}
}

// onEnded decides what becomes of a server whose connection has ended.
func (h *host) onEnded(env actorkit.Env, reason error) {
	if h.ready && env.Now().Sub(h.state.Since) >= steady {
		h.failed = 0
	}
	h.ready, h.cancel = false, nil
	h.failed++
	switch {
	case h.closing:
		h.end(env)
	case h.anew:
		h.failed = 0
		h.connect(env)
	case h.o.Tries > 0 && h.failed >= h.o.Tries:
		h.become(env, GivenUp, reason.Error())
	default:
		h.become(env, Down, reason.Error())
		h.pause = env.After(pauseAfter(h.failed), retry{})
	}
}

// end ends the connection. What comes of it is the affair of onEnded, or follows at once where there is none.
func (h *host) end(env actorkit.Env) {
	if h.pause != nil {
		h.pause.Stop()
		h.pause = nil
	}
	switch {
	case h.cancel != nil:
		h.cancel()
	case h.closing:
		for _, asker := range h.waiting {
			asker.Tell(Closed{})
		}
		h.waiting = nil
	default:
		h.connect(env)
	}
}

// become tells a new state.
func (h *host) become(env actorkit.Env, phase Phase, reason string) {
	h.state.Name, h.state.Phase, h.state.Reason, h.state.Since = h.o.Server.Name(), phase, reason, env.Now()
	h.o.Follow.Tell(Changed{h.state})
}

// pauseAfter is how long a server is left alone after so many failures in a row.
func pauseAfter(failed int) time.Duration {
	pause := firstPause
	for range failed - 1 {
		pause = min(2*pause, longPause)
	}
	return pause
}
