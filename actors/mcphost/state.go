package mcphost

import "time"

// State is how it stands with a server.
type State struct {
	Name   string
	Phase  Phase
	Reason string // why it is down or was given up, in words for the user
	// Tools, Prompts and Resources are how many of them the server offered last.
	Tools, Prompts, Resources int
	Since                     time.Time
}

// Phase is what is going on with a server.
type Phase string

// The phases.
const (
	Connecting Phase = "connecting"
	Ready      Phase = "ready"
	Down       Phase = "down"     // it is tried again
	GivenUp    Phase = "given up" // it is not tried again unless somebody asks for it
)
