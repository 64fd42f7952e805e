package guardian

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/indexer"
	"eidolon/actors/mcphost"
	"eidolon/actors/providers"
	"eidolon/actors/routes"
	"eidolon/actors/sessions"
	"eidolon/actors/slots"
	"eidolon/actors/stubmodel"
)

// Msg is what the guardian accepts: Describe.
//
//sumtype:decl
type Msg interface{ msg() }

// Describe asks for the Tree.
type Describe struct{ ReplyTo actorkit.Ref[Tree] }

func (Describe) msg() {}

// Tree gives the addresses of what everybody shares.
type Tree struct {
	Routes    actorkit.Ref[routes.Msg]
	Slots     actorkit.Ref[slots.Msg]
	Sessions  actorkit.Ref[sessions.Msg]
	Providers map[string]actorkit.Ref[providers.Msg] // by profile
	Servers   map[string]actorkit.Ref[mcphost.Msg]   // by name
	Indexer   actorkit.Ref[indexer.Msg]              // zero without an index
	Stub      actorkit.Ref[stubmodel.Msg]            // zero without a script
}

// Failed tells the owner that a part that everything needs crashed. Without Restarts it crashed too
// often and was given up.
type Failed struct {
	Name     string
	Reason   string
	Restarts bool
}
