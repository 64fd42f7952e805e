package proc

import (
	"context"
	"errors"
	"os"
	"time"

	"eidolon/fsapi"
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
	Now       func() time.Time // clock for Exit.Elapsed; nil means time.Now
}

// Runner runs shell commands in a workspace. It is safe for use by several goroutines.
type Runner struct {
	dirs  Directories
	shell shell
	env   []string
	now   func() time.Time
}

var _ fsapi.Runner = (*Runner)(nil)

// New makes a runner. The shell is looked for here and not for every command; without one, Run
// answers StartFailed.
func New(opts Options) *Runner {
	env := Environ(opts.Environ)
	r := &Runner{dirs: opts.Workspace, shell: findShell(searchPath(env)), env: env, now: opts.Now}
	if r.now == nil {
		r.now = time.Now //nolint:forbidigo // where the real clock comes in when none is given
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
		return fsapi.Exit{Code: -1, Canceled: true}, nil //nolint:nilerr // see above
	}
	name := c.Dir
	if name == "" {
		name = "."
	}
	dir, path, err := r.dirs.OpenDir(ctx, name)
	if err != nil {
		return fsapi.Exit{}, err
	}
	child, err := r.start(c.Text, dir, path, v.ReadOnly)
	dir.Close()
	if err != nil {
		if _, ok := errors.AsType[*fsapi.FileError](err); ok {
			return fsapi.Exit{}, err
		}
		return fsapi.Exit{}, &fsapi.CommandError{Code: fsapi.StartFailed, Err: err}
	}
	w := watch{child: child, emit: emit, stdout: newCapture(c.Spool, ".out"), stderr: newCapture(c.Spool, ".err")}
	exit := w.untilEnd(ctx, c.Timeout)
	exit.Elapsed = r.now().Sub(begin)
	return exit, nil
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
