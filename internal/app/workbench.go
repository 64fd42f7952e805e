package app

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/guard"
	"eidolon/fslocal/proc"
	"eidolon/fslocal/protected"
	"eidolon/fslocal/sandbox"
	"eidolon/internal/policy"
	"eidolon/internal/recall"
	"eidolon/internal/subagents"
	"eidolon/internal/tools"
	"eidolon/internal/web"
)

// workbench is the workspace and the tools that work in it.
type workbench struct {
	files   *fslocal.Workspace
	roots   *fslocal.Roots // files, and the directories outside that may be written
	judge   fsapi.Judge
	sandbox *sandbox.Box
	runner  fsapi.Runner
	starter fsapi.Starter
	tools   []tool.Handler
	specs   []tool.Spec // of tools, but for the one that helps with them
	help    *tool.Spec  // of that one; nil if no tool needs it
	spare   []tool.Spec // that nobody has asked for, and that this model is not offered by itself
	all     []tool.Spec // those that the configuration leaves out too
	brought *brought    // what servers bring along while the session runs
	absent  []error     // paths of sandbox.allowWrite that are no directories, or are not there
}

// notices says what of the configuration has no effect.
func (w *workbench) notices() []string {
	var lines []string
	for _, err := range w.absent {
		lines = append(lines, fmt.Sprintf("the file tools leave out a path of sandbox.allowWrite: %v", err))
	}
	return lines
}

// running is what the tools ask of the program that they run in.
type running struct {
	readOnly func(session string) bool // whether a command of the session may write nothing at all
	subagent startSubagent
	fits     func(subagents.Order) error // whether an order names a model that there is; nil asks nothing
}

// onLooking is for who looks at the tools or runs one command, in the mode of the options.
func onLooking(o Options) running {
	return running{readOnly: func(string) bool { return o.Mode == policy.Plan }}
}

// openWorkbench opens the workspace.
func openWorkbench(o Options, r running) (*workbench, error) {
	// Before any command can run: it must not read our keys from the process table.
	if err := proc.HideEnvironment(); err != nil {
		return nil, fmt.Errorf("hide the environment from commands: %w", err)
	}
	files, err := fslocal.Open(fslocal.Options{Root: o.Root, Now: o.Now})
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", err)
	}
	roots, absent := fslocal.OpenRoots(files, o.Config.Sandbox.AllowWrite)
	w := &workbench{
		files: files, roots: roots, absent: absent, judge: newGuard(o, files.Root()), sandbox: newSandbox(o, files.Root()),
		brought: newBrought(),
	}
	runner := proc.New(proc.Options{
		Workspace: files, Environ: o.Environ, PassEnv: o.Config.Sandbox.PassEnv, Now: o.Now,
		Shell: o.Config.Tools.Shell.Path, NeedBash: o.Config.Tools.Shell.Prefer == "bash",
		Sandbox: w.sandbox, ReadOnly: r.readOnly, Filter: redactOutput(o.Secrets),
	})
	w.runner, w.starter = runner, runner
	if o.Caller != nil {
		return w, nil
	}
	handlers, off := w.handlers(o, r)
	w.all = off
	if err := w.choose(o, append(handlers, o.Tools...)); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// handlers makes the built-in tools. Off are those that the settings do without: rules may speak of them all
// the same.
func (w *workbench) handlers(o Options, r running) (handlers []tool.Handler, off []tool.Spec) {
	handlers = tools.New(tools.Options{
		Files:       w.roots,
		Runner:      w.runner,
		Judge:       w.judge,
		OpenOut:     fslocal.OpenReadOnly,
		Protected:   protects(o, w.files.Root()),
		BashTimeout: bashTimeout(o),
		ForbidRead:  forbiddenBelow(o, append([]string{w.files.Root()}, o.Config.Sandbox.AllowWrite...)...),
		Home:        o.Home,
	})
	handlers = append(handlers, recall.New(recall.Options{Base: o.Base, Workspace: w.files.Root()})...)
	handlers = append(handlers, webTools(o)...)
	if searchOf(o).Backend == "" {
		off = append(off, web.SearchSpec())
	}
	if task := subagentTool(o, w, r); o.Config.Subagents.Enabled {
		handlers = append(handlers, task)
	} else {
		off = append(off, task.Spec())
	}
	return handlers, off
}

// protects says which names are asked about each time: those that programs act on, and all in the base
// directory, whose files say what may be done here.
func protects(o Options, root string) func(name string) bool {
	own := bases(o)
	return func(name string) bool {
		full := filepath.FromSlash(name)
		if !filepath.IsAbs(full) {
			full = filepath.Join(root, full)
		}
		return protected.Name(name) || slices.ContainsFunc(own, func(base string) bool {
			rest, err := filepath.Rel(base, full)
			return err == nil && filepath.IsLocal(rest)
		})
	}
}

// bases are the names of the base directory, if there is one.
func bases(o Options) []string {
	if o.Base == "" {
		return nil
	}
	all := []string{filepath.Clean(o.Base)}
	if base, err := filepath.EvalSymlinks(o.Base); err == nil && base != all[0] {
		all = append(all, base)
	}
	return all
}

// newGuard makes the judge of commands. One that reads kept sessions is no plain reading: for those of other
// projects the tools that read them need leave. The sandbox lets hooks read the log that they are told of.
func newGuard(o Options, root string) *guard.Guard {
	closed := slices.Clone(o.Config.Sandbox.ForbidRead)
	for _, base := range bases(o) {
		closed = append(closed, filepath.Join(base, "projects"), filepath.Join(base, "archive"), filepath.Join(base, "index.db"))
	}
	return guard.New(guard.Options{
		NoGitDrivers: fslocal.NoGitDrivers(root),
		Workspace:    root, Home: o.Home, User: o.User, ForbidRead: closed, AllowWrite: o.Config.Sandbox.AllowWrite,
		Own: bases(o),
	})
}

// bashTimeout gives the limit of a command: configured as 0 it means none.
func bashTimeout(o Options) time.Duration {
	if t := o.Config.Tools.BashTimeout; t > 0 {
		return t
	}
	return -1
}

// forSubagents gives the workbench without what is not for them: they start no others, and show no plan. It
// is not closed.
func (w *workbench) forSubagents() *workbench {
	less := *w
	less.specs = slices.DeleteFunc(slices.Clone(w.specs), func(s tool.Spec) bool { return s.Delegates || s.Name == "exit_plan_mode" })
	return &less
}

// has says whether there is a tool of a name. The one that helps is there although not every model is told
// of it: another one may take over.
func (w *workbench) has(name string) bool {
	named := func(s tool.Spec) bool { return slices.Contains(s.Names(), name) }
	return slices.ContainsFunc(w.withServers(w.specs), named) || w.help != nil && named(*w.help)
}

func (w *workbench) close() error {
	return errors.Join(w.sandbox.Close(), w.roots.Close(), w.files.Close())
}
