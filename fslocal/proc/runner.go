package proc

import (
	"context"
	"os"
	"time"

	"eidolon/fsapi"
	"eidolon/fslocal/sandbox"
)

// Directories opens the directory a command starts in, without leaving the workspace. The file is
// what counts; the path is its name for people.
type Directories interface {
	OpenDir(ctx context.Context, name string) (dir *os.File, path string, err error)
}

// Options are what a runner works with.
type Options struct {
	Workspace Directories
	Environ   []string         // the program's own environment, "NAME=value"; see [Environ]
	PassEnv   []string         // names of variables that commands get besides the usual ones
	Now       func() time.Time // clock for Exit.Elapsed; nil means time.Now
	// Sandbox confines commands; nil confines none.
	Sandbox *sandbox.Box
	// Shell is the absolute path of the shell, a bash or sh; "" looks for bash, and for sh where there is
	// none and NeedBash is not set.
	Shell    string
	NeedBash bool
	// ReadOnly is asked when a command starts whether one of that session may write nothing at all; nil
	// means never.
	ReadOnly func(session string) bool
	// Filter makes what each output stream goes through before anybody sees or keeps it. What it makes is
	// called with each piece, which it may keep and change, and with nil at the end, perhaps twice; it
	// gives what can be handed on by now. Nil hands everything on as it is.
	Filter func() func(piece []byte) []byte
}

// Runner runs shell commands in a workspace, and starts those that live on. It is safe for use by several goroutines.
type Runner struct {
	dirs     Directories
	shell    shell
	env      []string
	now      func() time.Time
	sandbox  *sandbox.Box
	readOnly func(session string) bool
	filter   func() func([]byte) []byte
}

var (
	_ fsapi.Runner  = (*Runner)(nil)
	_ fsapi.Starter = (*Runner)(nil)
)

// New makes a runner. The shell is looked for here and not for every command; without one, Run
// answers StartFailed.
func New(opts Options) *Runner {
	env := Environ(opts.Environ, opts.PassEnv)
	r := &Runner{
		dirs: opts.Workspace, shell: opts.shell(searchPath(env)), env: env, now: opts.Now,
		sandbox: opts.Sandbox, readOnly: opts.ReadOnly, filter: opts.Filter,
	}
	if r.filter == nil {
		r.filter = func() func([]byte) []byte { return func(p []byte) []byte { return p } }
	}
	if r.now == nil {
		r.now = time.Now //nolint:forbidigo // where the real clock comes in when none is given
	}
	if r.readOnly == nil {
		r.readOnly = func(string) bool { return false }
	}
	return r
}

// Run starts c and waits for its end, as [fsapi.Runner] says. It calls emit on the caller's
// goroutine and looks at nothing else meanwhile, so an emit that blocks holds up limits and signals.
// A ctx that has ended already gives a cancelled Exit and starts nothing.
func (r *Runner) Run(ctx context.Context, c fsapi.Command, v fsapi.Verdict, emit func(fsapi.Output)) (fsapi.Exit, error) {
	if err := admit(c, v); err != nil {
		return fsapi.Exit{}, err
	}
	begin := r.now()
	if ctx.Err() != nil { // a cancelled command is an exit, not a failure
		return fsapi.Exit{Code: -1, Canceled: true}, nil
	}
	in := inputOf(c)
	defer in.close()
	child, plan, err := r.launch(ctx, c, v, in)
	if err != nil {
		return fsapi.Exit{}, err
	}
	w := watch{child: child, emit: emit, stdout: newCapture(c.Spool, ".out"), stderr: newCapture(c.Spool, ".err")}
	w.filterOut, w.filterErr = r.filter(), r.filter()
	in.start()
	exit := w.untilEnd(ctx, c.Timeout)
	exit.Elapsed = r.now().Sub(begin)
	exit.Sandbox = plan.Level
	if exit.Code > 0 {
		exit.Hindered = plan.Explain(child.path, exit.Stdout.Text+"\n"+exit.Stderr.Text)
	}
	return exit, nil
}

// launch starts an admitted command in its directory. The plan is in force, and closed.
func (r *Runner) launch(ctx context.Context, c fsapi.Command, v fsapi.Verdict, in *input) (*child, *sandbox.Plan, error) {
	name := c.Dir
	if name == "" {
		name = "."
	}
	dir, path, err := r.dirs.OpenDir(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	defer dir.Close()
	plan, err := r.plan(c)
	if err != nil {
		return nil, nil, &fsapi.CommandError{Code: fsapi.SandboxUnavailable, Err: err}
	}
	defer plan.Close()
	child, err := r.start(c.Text, dir, path, v.ReadOnly, in, plan)
	if err != nil {
		return nil, nil, startError(err)
	}
	return child, plan, nil
}

// plan makes the confinement of a command, which is none when a person lets it run outside and may.
func (r *Runner) plan(c fsapi.Command) (*sandbox.Plan, error) {
	if c.Outside {
		return r.sandbox.Outside()
	}
	return r.sandbox.Plan(r.readOnly(c.Session))
}

// startError is what became of a shell that could not be started.
func startError(err error) error {
	switch fsapi.CodeOf(err) {
	case fsapi.IOError: // it has no code of its own
		return &fsapi.CommandError{Code: fsapi.StartFailed, Err: err}
	default:
		return err
	}
}

// admit refuses a command whose verdict does not allow exactly it.
func admit(c fsapi.Command, v fsapi.Verdict) error {
	switch {
	case v.Decision == "":
		v.Rule, v.Reason = "verdict.missing", "nobody judged this command"
	case v.Subject != c.Subject():
		v.Decision = fsapi.Deny
		v.Rule, v.Reason = "verdict.mismatch", "the verdict is about another command"
	case v.Decision == fsapi.Allow:
		return nil
	case v.Rule == "":
		v.Rule, v.Reason = "verdict."+string(v.Decision), "it was not allowed"
	}
	return &fsapi.CommandError{Code: fsapi.CommandBlocked, Verdict: v}
}
