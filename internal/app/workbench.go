package app

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/guard"
	"eidolon/fslocal/proc"
	"eidolon/internal/tools"
)

// workbench is the workspace and the tools that work in it.
type workbench struct {
	files  *fslocal.Workspace
	judge  fsapi.Judge
	runner fsapi.Runner
	tools  []tool.Handler
	specs  []tool.Spec
}

func openWorkbench(o Options) (*workbench, error) {
	// Before any command can run: it must not read our keys from the process table.
	if err := proc.HideEnvironment(); err != nil {
		return nil, fmt.Errorf("hide the environment from commands: %w", err)
	}
	files, err := fslocal.Open(fslocal.Options{Root: o.Root, Now: o.Now})
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", err)
	}
	w := &workbench{
		files: files, judge: newGuard(o, files.Root()),
		runner: proc.New(proc.Options{Workspace: files, Environ: o.Environ, Now: o.Now}),
	}
	handlers := tools.New(tools.Options{
		Files:       files,
		Runner:      w.runner,
		Judge:       w.judge,
		OpenOut:     fslocal.OpenReadOnly,
		Protected:   fslocal.Protected,
		BashTimeout: bashTimeout(o),
		ForbidRead:  o.Config.Sandbox.ForbidRead,
		Home:        o.Home,
	})
	handlers = append(handlers, o.Tools...)
	var all []tool.Spec
	for _, h := range handlers {
		all = append(all, h.Spec())
	}
	if err := tools.CheckNames(o.Config.Tools.Enabled, all); err != nil {
		return nil, errors.Join(err, files.Close())
	}
	for i, h := range handlers {
		if enabled(o.Config.Tools.Enabled, all[i]) {
			w.tools = append(w.tools, h)
			w.specs = append(w.specs, all[i])
		}
	}
	return w, nil
}

func newGuard(o Options, root string) *guard.Guard {
	return guard.New(guard.Options{Workspace: root, Home: o.Home, User: o.User, ForbidRead: o.Config.Sandbox.ForbidRead})
}

// enabled says whether the configuration lets a tool be used. An empty list lets all.
func enabled(names []string, spec tool.Spec) bool {
	if len(names) == 0 {
		return true
	}
	for _, name := range names {
		if slices.Contains(spec.Names(), name) {
			return true
		}
	}
	return false
}

// bashTimeout gives the limit of a command: configured as 0 it means none.
func bashTimeout(o Options) time.Duration {
	if t := o.Config.Tools.BashTimeout; t > 0 {
		return t
	}
	return -1
}

func (w *workbench) close() error { return w.files.Close() }
