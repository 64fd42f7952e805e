package routes

import "eidolon/actors/actorkit"

// Msg is what the registry accepts: Register, Resolve or List.
//
//sumtype:decl
type Msg interface{ msg() }

// Register makes Who answer to Name. A later registration of the same name wins.
type Register struct {
	Name string
	Who  actorkit.Address
}

// Resolve asks who answers to Name.
type Resolve struct {
	ID      string // given back in the answer
	Name    string
	ReplyTo actorkit.Ref[Note]
}

// List asks for all routes.
type List struct{ ReplyTo actorkit.Ref[Note] }

func (Register) msg() {}
func (Resolve) msg()  {}
func (List) msg()     {}

// Note is what the registry answers: Resolved, NotFound or Listing.
//
//sumtype:decl
type Note interface{ note() }

// Resolved names the actor of a route.
type Resolved struct {
	ID   string
	Name string
	Who  actorkit.Address
}

// NotFound says that nobody answers to the name.
type NotFound struct {
	ID      string
	Name    string
	Nearest string // the known name that looks most like it, or ""
}

// Listing is all routes, sorted by name.
type Listing struct{ Routes []Route }

// Route is one line of a listing.
type Route struct {
	Name string `json:"name"`
	Who  string `json:"actor"`
}

func (Resolved) note() {}
func (NotFound) note() {}
func (Listing) note()  {}
