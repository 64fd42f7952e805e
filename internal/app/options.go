package app

import (
	"context"
	"strings"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/actors/stubmodel"
	"eidolon/actors/tool"
	"eidolon/internal/commands"
	"eidolon/internal/config"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/redact"
	"eidolon/internal/policy"
	"eidolon/internal/providers/wire"
)

// Options of a run.
type Options struct {
	Config  config.Config
	Profile config.Profile // the model to talk to
	Lang    lang.Table     // of what people read

	Base    string   // the user's directory
	Root    string   // the workspace
	Home    string   // the user's home
	User    string   // login name
	Environ []string // the program's own environment
	Program string   // the program's own file, or "" when it is not known
	// Trusted says whether the user trusts the workspace with a file of just this content. Nil trusts none.
	Trusted func(name string, data []byte) bool
	Secrets *redact.Redactor // of this process, which no text that leaves a tool may show; nil for none

	Session   string // id of the session to go on with; "" for a new one
	NewID     string // id of the new one; "" for any
	NoSave    bool   // keep nothing
	Mode      policy.Mode
	ModeGiven bool                                                           // the user chose Mode now, for this session; else the one chosen before holds
	MaxRounds int                                                            // 0 for the configured limit
	Timeout   time.Duration                                                  // of a turn; 0 for none
	System    *string                                                        // system prompt of the user, instead of the configured one
	Person    bool                                                           // somebody is there who can be asked
	Copy      func(ctx context.Context, text string) (how string, err error) // into the clipboard
	Unable    error                                                          // why there is no model to ask: the session opens, and each turn ends with it

	Script *stubmodel.Script // answers instead of a model service
	Tools  []tool.Handler    // beside the built-in ones

	Rules     policy.Lists    // permission rules beside the configured ones, given for this run
	Caller    *session.Caller // a program that runs the calls itself: no tool of ours is offered, and nothing is kept
	Append    string          // follows the system prompt of a new session
	WebSearch bool            // let the model use the search of its service
	CacheKey  string          // of the service's prompt cache; "" for the session's id
	Tap       wire.Tap        // sees what goes over the wire; may be nil
	Debug     bool            // write down what goes over the wire

	BuiltIn []commands.Command // slash commands that the front-end carries out

	Sinks          func(name string) (renderer.Sink, bool)
	Failed         func(reason string)                     // the runtime cannot go on; must not block
	Notice         func(line string)                       // a part of it failed and goes on; must not block
	ServersChanged func()                                  // it stands otherwise with a server; must not block
	Unhandled      func(who actorkit.Address, message any) // for tests
	Now            func() time.Time
	Version        string // of the program
	Again          bool   // another session was open before, and its notices about the program itself were shown
}

// Env gives a variable of the program's environment.
func (o *Options) Env(name string) string {
	for _, v := range o.Environ {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// Clock gives the clock.
func (o *Options) Clock() func() time.Time {
	if o.Now != nil {
		return o.Now
	}
	return time.Now
}

// Offer gives a function that puts a line into a channel and never waits: when nobody has read the
// earlier ones, one more adds nothing.
func Offer(to chan<- string) func(string) {
	return func(line string) {
		select {
		case to <- line:
		default:
		}
	}
}
