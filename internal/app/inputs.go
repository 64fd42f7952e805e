package app

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/internal/agents"
	"eidolon/internal/commands"
	"eidolon/internal/contextfiles"
	"eidolon/internal/tools/fence"
)

// Commands gives the slash commands of the workspace, without starting a session.
func Commands(ctx context.Context, o Options) (commands.Set, error) {
	return inWorkspace(o, func(files fsapi.Files) commands.Set { return loadCommands(ctx, o, files) })
}

// Agents gives the agents of the workspace, without starting a session.
func Agents(ctx context.Context, o Options) (agents.Set, error) {
	return inWorkspace(o, func(files fsapi.Files) agents.Set { return loadAgents(ctx, o, files) })
}

// inWorkspace opens the workspace to read something.
func inWorkspace[T any](o Options, read func(fsapi.Files) T) (T, error) {
	files, err := fslocal.Open(fslocal.Options{Root: o.Root, Now: o.Now})
	if err != nil {
		var none T
		return none, err
	}
	defer func() { _ = files.Close() }() // nothing is written through it
	return read(fenced(o, files)), nil
}

// Commands gives the slash commands as they are now.
func (a *App) Commands(ctx context.Context) commands.Set {
	return loadCommands(ctx, a.options, a.files())
}

// Agents gives the agents as they are now.
func (a *App) Agents(ctx context.Context) agents.Set { return loadAgents(ctx, a.options, a.files()) }

// files is the workspace, without what may not be read.
func (a *App) files() fsapi.Files { return fenced(a.options, a.bench.files) }

func loadCommands(ctx context.Context, o Options, files fsapi.Files) commands.Set {
	ctx, cancel := context.WithTimeout(ctx, contextfiles.Patience)
	defer cancel()
	return commands.Load(ctx, commands.Options{BuiltIn: o.BuiltIn, Base: o.Base, Home: o.Home, Workspace: files, Trusted: o.Trusted})
}

func loadAgents(ctx context.Context, o Options, files fsapi.Files) agents.Set {
	ctx, cancel := context.WithTimeout(ctx, contextfiles.Patience)
	defer cancel()
	return agents.Load(ctx, agents.Options{Base: o.Base, Home: o.Home, Workspace: files, Trusted: o.Trusted})
}

// newInputs makes what finds out what a prompt refers to. Servers are asked for what they have; nil has nobody asked.
func newInputs(o Options, workspace fsapi.Files, servers contextfiles.Servers) *contextfiles.Resolver {
	files := fenced(o, workspace)
	return contextfiles.New(contextfiles.Options{
		Files: redactFiles(files, o.Secrets), Open: opener(o, workspace.Root()), Home: o.Home, Servers: servers,
		Commands: func(ctx context.Context) commands.Set { return loadCommands(ctx, o, files) },
		Agents:   func(ctx context.Context) agents.Set { return loadAgents(ctx, o, files) },
	})
}

// fenced keeps from everybody what the settings forbid to read.
func fenced(o Options, files fsapi.Files) fsapi.Files {
	return fence.New(files, forbiddenBelow(o, files.Root()), o.Home)
}

// opener opens directories outside the workspace for reading. A forbidden path that is relative means one
// of the workspace there too.
func opener(o Options, root string) func(dir string) (fsapi.Files, error) {
	var paths []string
	for _, p := range o.Config.Sandbox.ForbidRead {
		if p != "~" && !strings.HasPrefix(p, "~/") && !filepath.IsAbs(p) {
			p = filepath.Join(root, p)
		}
		paths = append(paths, p)
	}
	return func(dir string) (fsapi.Files, error) {
		files, err := fslocal.OpenReadOnly(dir)
		if err != nil {
			return nil, err
		}
		out := readable{Files: redactFiles(fence.New(files, paths, o.Home), o.Secrets)}
		out.Closer, _ = files.(io.Closer)
		return out, nil
	}
}

// readable is a directory that is closed after it was read.
type readable struct {
	fsapi.Files
	io.Closer
}
