package actors

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/guardian"
	"eidolon/actors/indexer"
	"eidolon/actors/mcphost"
	"eidolon/actors/model"
	"eidolon/actors/routes"
	"eidolon/actors/session"
	"eidolon/actors/sessions"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
)

// Options of the runtime.
type Options struct {
	Tools    []tool.Handler
	Profiles []string          // model profiles that sessions use
	InFlight int               // requests at once for each profile
	Circuit  guardian.Circuit  // when the service of a profile is left alone
	Calls    int               // tool calls at once in the process
	Servers  []mcphost.Options // MCP servers: each with its Server and Tries; the runtime fills in the rest
	Index    indexer.Index     // by which sessions are found; nil for none
	Script   *stubmodel.Script // starts the scripted model; nil for none
	Now      func() time.Time
	Log      *slog.Logger
	// Failed is called when the runtime cannot go on, with one line for the user. It must not block.
	Failed func(reason string)
	// Notice is called with one line for the user when a shared part failed and goes on. It must not
	// block.
	Notice func(line string)
	// ServerChanged is called with each new state of an MCP server. It must not block.
	ServerChanged func(mcphost.State)
	// Unhandled is called with messages that an actor did not know. Tests fail on it; nil only logs.
	Unhandled func(who actorkit.Address, m any)
}

// System is a running actor tree.
type System struct {
	o    Options
	kit  *actorkit.System
	top  actorkit.Address
	tree guardian.Tree
	off  []func()
}

// Start brings the tree up.
func Start(ctx context.Context, o Options) (*System, error) {
	s := &System{o: o, kit: actorkit.NewSystem(actorkit.Options{Now: o.Now, Log: o.Log, Unhandled: o.Unhandled})}
	owner, off := actorkit.Listen(s.kit, s.onFailed)
	follow, unfollow := actorkit.Listen(s.kit, func(n mcphost.Changed) { o.ServerChanged(n.State) })
	s.off = []func(){off, unfollow}
	servers := slices.Clone(o.Servers)
	for i := range servers {
		servers[i].Follow = follow
	}
	top, err := s.kit.Spawn("guardian", actorkit.Child{New: func() actorkit.Behavior {
		return guardian.New(guardian.Options{
			Tools: o.Tools, Profiles: o.Profiles, InFlight: o.InFlight, Circuit: o.Circuit, Calls: o.Calls,
			Servers: servers, Index: o.Index, Script: o.Script, Owner: owner,
		})
	}})
	if err != nil {
		return nil, err
	}
	s.top = top
	s.tree, err = actorkit.Ask(ctx, s.kit, actorkit.As[guardian.Msg](top), func(r actorkit.Ref[guardian.Tree]) guardian.Msg {
		return guardian.Describe{ReplyTo: r}
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the runtime: %w", err), s.Close(context.WithoutCancel(ctx)))
	}
	return s, nil
}

// onFailed tells the user of a shared part that crashed. The open sessions end with their supervisor.
func (s *System) onFailed(n guardian.Failed) {
	server, ofServer := strings.CutPrefix(n.Name, guardian.ServerPrefix)
	switch {
	case ofServer && !n.Restarts:
		s.o.Notice(fmt.Sprintf("What looks after the MCP server %s failed again and again: %s. Its tools are gone until the next start.", server, n.Reason))
	case !n.Restarts:
		s.o.Failed(fmt.Sprintf("A part of eidolon that everything needs (%s) failed again and again: %s.", n.Name, n.Reason))
	case n.Name == "sessions":
		s.o.Failed(fmt.Sprintf("The keeper of the sessions failed inside eidolon: %s. The session's log is whole.", n.Reason))
	default:
		s.o.Notice(fmt.Sprintf("A shared part of eidolon (%s) failed and was started again: %s.", n.Name, n.Reason))
	}
}

// StubModel is a client of the scripted model.
func (s *System) StubModel() model.Client { return stubmodel.NewClient(s.kit, s.tree.Stub) }

// Open starts a session. The runtime fills in the addresses of what sessions share. When the session
// is lost, [Options.Failed] is called.
func (s *System) Open(ctx context.Context, o session.Options) (*Session, error) {
	return s.OpenFor(ctx, o, s.o.Failed)
}

// OpenFor is [System.Open] for a session without which the runtime goes on: when it is lost, lost is
// called with the reason. It must not block.
func (s *System) OpenFor(ctx context.Context, o session.Options, lost func(reason string)) (*Session, error) {
	var err error
	if o.Model, err = s.withProvider(o.Model); err != nil {
		return nil, err
	}
	o.Routes, o.Slots, o.Indexer = s.tree.Routes, s.tree.Slots, s.tree.Indexer
	owner, off := actorkit.Listen(s.kit, func(n sessions.Note) {
		if n, ok := n.(sessions.Lost); ok {
			lost(fmt.Sprintf("The session failed inside eidolon again and again: %s. Its log is whole.", n.Reason))
		}
	})
	note, err := actorkit.Ask(ctx, s.kit, s.tree.Sessions, func(r actorkit.Ref[sessions.Note]) sessions.Msg {
		return sessions.Open{Session: o, Owner: owner, ReplyTo: r}
	})
	if err != nil {
		off()
		return nil, fmt.Errorf("open session: %w", err)
	}
	opened, _ := note.(sessions.Opened)
	return &Session{system: s, ref: opened.Session, off: off}, nil
}

// withProvider gives a model with the address of what its profile shares, and its fallback with that of its
// own.
func (s *System) withProvider(m session.ModelOptions) (session.ModelOptions, error) {
	provider, ok := s.tree.Providers[m.Profile]
	if !ok {
		return m, fmt.Errorf("no model profile %q was started", m.Profile)
	}
	m.Provider = provider
	if m.Fallback == nil {
		return m, nil
	}
	fallback := *m.Fallback
	model, err := s.withProvider(fallback.Model)
	fallback.Model, m.Fallback = model, &fallback
	return m, err
}

// Routes lists the route registry.
func (s *System) Routes(ctx context.Context) ([]routes.Route, error) {
	note, err := actorkit.Ask(ctx, s.kit, s.tree.Routes, func(r actorkit.Ref[routes.Note]) routes.Msg {
		return routes.List{ReplyTo: r}
	})
	if err != nil {
		return nil, fmt.Errorf("list routes: %w", err)
	}
	listing, _ := note.(routes.Listing)
	return listing.Routes, nil
}

// RestartServer connects anew to an MCP server, also to one that was given up.
func (s *System) RestartServer(name string) { s.tree.Servers[name].Tell(mcphost.Restart{}) }

// Close ends the tree: first the connections to servers, all at once, then the rest. Sessions are closed
// before.
func (s *System) Close(ctx context.Context) error {
	defer func() {
		for _, off := range s.off {
			off()
		}
	}()
	s.closeServers(ctx)
	err := s.kit.Stop(ctx, s.top)
	s.kit.Shutdown()
	return err
}

// serversWithin bounds the wait for the servers to end. What ignores its end by then goes with the program.
const serversWithin = 1500 * time.Millisecond

func (s *System) closeServers(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, serversWithin)
	defer cancel()
	for _, server := range s.tree.Servers {
		server.Tell(mcphost.Close{})
	}
	for _, server := range s.tree.Servers { // a second Close is answered at the same end
		_, _ = actorkit.Ask(ctx, s.kit, server, func(r actorkit.Ref[mcphost.Closed]) mcphost.Msg {
			return mcphost.Close{ReplyTo: r}
		})
	}
}

// Session is an open conversation, as a front-end holds it.
type Session struct {
	system *System
	ref    actorkit.Ref[session.Msg]
	off    func()
}

// Tell sends the session a message. As in [System.Open], the runtime fills in the address of what a
// model's profile shares. A model of a profile that was not started is not taken, and the user is told.
func (s *Session) Tell(m session.Msg) {
	if set, ok := m.(session.SetModel); ok {
		model, err := s.system.withProvider(set.Model)
		if err != nil {
			s.system.o.Notice(fmt.Sprintf("The model stays as it is: %v.", err))
			return
		}
		set.Model = model
		m = set
	}
	s.ref.Tell(m)
}

// Close interrupts the turn that runs, writes everything, and waits for the end. The error says what
// could not be kept.
func (s *Session) Close(ctx context.Context) error {
	defer s.off()
	closed, err := actorkit.Ask(ctx, s.system.kit, s.ref, func(r actorkit.Ref[session.Closed]) session.Msg {
		return session.Close{ReplyTo: r}
	})
	if err != nil {
		return fmt.Errorf("close session: %w", err)
	}
	if closed.Lost != "" {
		return errors.New(closed.Lost)
	}
	return nil
}
