package mcphost

import "eidolon/actors/actorkit"

// Msg is what a server's actor accepts: Restart or Close.
//
//sumtype:decl
type Msg interface{ msg() }

// Restart ends the connection, if there is one, and connects anew, also to a server that was given up.
type Restart struct{}

// Close ends the connection for good. Closed follows when the server is gone.
type Close struct{ ReplyTo actorkit.Ref[Closed] }

func (Restart) msg() {}
func (Close) msg()   {}

// Changed tells whoever follows the servers of a new state of one.
type Changed struct{ State State }

// Closed is the answer to Close: the connection has ended.
type Closed struct{}
