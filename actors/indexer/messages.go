package indexer

// Msg is what the actor accepts: Grown.
//
//sumtype:decl
type Msg interface{ msg() }

// Grown says that the log of a session has new events. Dir is the directory of the session.
type Grown struct{ Dir string }

func (Grown) msg() {}
