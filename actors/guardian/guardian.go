package guardian

import (
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/indexer"
	"eidolon/actors/mcphost"
	"eidolon/actors/providers"
	"eidolon/actors/routes"
	"eidolon/actors/sessions"
	"eidolon/actors/slots"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

// Circuit says when the service of a profile is left alone.
type Circuit = providers.Circuit

// Options of the tree.
type Options struct {
	Tools    []tool.Handler
	Profiles []string          // model profiles
	InFlight int               // requests at once for each profile
	Circuit  Circuit           // of each profile
	Calls    int               // tool calls at once in the process
	Servers  []mcphost.Options // MCP servers; Restart and Routes are filled in
	Index    indexer.Index     // by which sessions are found, or nil for none
	Script   *stubmodel.Script // of the scripted model, or nil for none
	Owner    actorkit.Ref[Failed]
}

type guardian struct {
	o    Options
	tree Tree
}

// ServerPrefix begins the names of the actors of MCP servers.
const ServerPrefix = "mcp-"

// New makes the behavior.
func New(o Options) actorkit.Behavior { return &guardian{o: o} }

// Receive implements actorkit.Behavior.
func (g *guardian) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		g.start(env)
	case Msg:
		g.onMsg(m)
	case actorkit.Crashed:
		g.o.Owner.Tell(Failed{m.Name, m.Reason, m.Restarts})
	case actorkit.Gone:
		// Its crash came before.
	default:
		env.Unhandled(m)
	}
}

func (g *guardian) onMsg(m Msg) {
	switch m := m.(type) {
	case Describe:
		m.ReplyTo.Tell(g.tree)
	}
}

func (g *guardian) start(env actorkit.Env) {
	restart := actorkit.Restart{Max: 5, Window: time.Minute, Delay: 100 * time.Millisecond, Cap: 5 * time.Second}
	spawn := func(name string, behavior func() actorkit.Behavior) actorkit.Address {
		return env.Spawn(name, actorkit.Child{New: behavior, Restart: restart})
	}
	tree := Tree{
		Routes:    actorkit.As[routes.Msg](env.Spawn("routes", routes.Child(restart))),
		Slots:     actorkit.As[slots.Msg](spawn("slots", func() actorkit.Behavior { return slots.New(g.o.Calls) })),
		Providers: map[string]actorkit.Ref[providers.Msg]{},
		Servers:   map[string]actorkit.Ref[mcphost.Msg]{},
	}
	for _, profile := range g.o.Profiles {
		o := providers.Options{Profile: profile, InFlight: g.o.InFlight, Circuit: g.o.Circuit, Routes: tree.Routes}
		addr := spawn("provider-"+profile, func() actorkit.Behavior { return providers.New(o) })
		tree.Providers[profile] = actorkit.As[providers.Msg](addr)
	}
	for _, h := range g.o.Tools {
		spec := h.Spec()
		who := env.Spawn("tool-"+spec.Name, toolhost.Child(toolhost.Options{Handler: h}, restart))
		// Not left to the tools: whoever gets the tree must find them, and they start beside it.
		for _, name := range spec.Names() {
			tree.Routes.Tell(routes.Register{Name: toolhost.Route(name), Who: who})
		}
	}
	for _, o := range g.o.Servers {
		o.Routes, o.Restart = tree.Routes, restart
		addr := spawn(ServerPrefix+o.Server.Name(), func() actorkit.Behavior { return mcphost.New(o) })
		tree.Servers[o.Server.Name()] = actorkit.As[mcphost.Msg](addr)
	}
	if g.o.Index != nil {
		tree.Indexer = actorkit.As[indexer.Msg](spawn("indexer", func() actorkit.Behavior { return indexer.New(g.o.Index) }))
	}
	if g.o.Script != nil {
		tree.Stub = actorkit.As[stubmodel.Msg](spawn("stubmodel", func() actorkit.Behavior { return stubmodel.New(g.o.Script) }))
	}
	tree.Sessions = actorkit.As[sessions.Msg](spawn("sessions", sessions.New))
	g.tree = tree
}
