// Package tools holds the built-in tools, one file each: a declaration, the judgement of a call and
// the work. They reach files and commands through fsapi alone, so everything they do is confined and
// guarded there, and a tool has no way around it.
//
// [New] gives the handlers; actors/toolhost puts each of them behind a route.
package tools

import (
	"time"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/tools/fence"
)

// Options are what the tools work with.
type Options struct {
	Files  fsapi.Files  // the workspace
	Runner fsapi.Runner // runs commands; without it or Judge there is no bash
	Judge  fsapi.Judge  // judges commands
	// OpenOut opens a directory of spooled output for reading, which paths that begin with "@out/"
	// mean. What it gives is closed after the call if it can be. Without it there are no such paths.
	OpenOut func(dir string) (fsapi.Files, error)
	// Protected says whether a workspace-relative name is one that programs act on, such as a git
	// hook. nil means that none is.
	Protected func(rel string) bool
	// ForbidRead are the paths that nobody reads, as package fence explains; Home is what "~" stands
	// for in them. They hold for all tools but bash, whose commands only the Judge knows.
	ForbidRead []string
	Home       string
	// BashTimeout is the limit of a command that names none. 0 means 120 s, negative means no limit.
	BashTimeout time.Duration
	// SearchTime is how long glob and grep look before they give what they have. 0 means 20 s.
	SearchTime time.Duration
}

const (
	defaultBashTimeout = 120 * time.Second
	defaultSearchTime  = 20 * time.Second
)

// New gives the handlers of all built-in tools, in the order in which they are listed.
func New(opts Options) []tool.Handler {
	if opts.Protected == nil {
		opts.Protected = func(string) bool { return false }
	}
	if opts.BashTimeout == 0 {
		opts.BashTimeout = defaultBashTimeout
	}
	if opts.SearchTime == 0 {
		opts.SearchTime = defaultSearchTime
	}
	opts.Files = fence.New(opts.Files, opts.ForbidRead, opts.Home)
	k := &kit{opts}
	var list []tool.Handler
	if opts.Runner != nil && opts.Judge != nil {
		list = append(list, k.bash())
	}
	return append(list,
		k.readFile(), k.writeFile(), k.edit(), k.editText(), k.moveFile(), k.applyPatch(),
		k.ls(), k.glob(), k.grep(), k.todoWrite(), k.exitPlanMode())
}

// kit is what the tools share.
type kit struct{ Options }
