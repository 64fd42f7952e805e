package fslocal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"eidolon/fsapi"
)

// DefaultLimit is the size in bytes up to which a file is read or written when Options names none.
const DefaultLimit = 32 << 20

// Options say how a workspace is opened.
type Options struct {
	Root  string           // directory; a relative one starts at the working directory
	Limit int64            // largest file that is read or written, in bytes; 0 means DefaultLimit
	Now   func() time.Time // clock for the age of left-over temporary files; nil means time.Now
}

// Workspace is a directory of the local machine as [fsapi.Files].
type Workspace struct {
	root     *os.Root
	given    string // absolute, links kept
	real     string // absolute, links resolved
	limit    int64
	now      func() time.Time
	readOnly bool
	// prefix stands before all names in answers: "" for a workspace, the directory itself for one beside
	// it, see [Roots].
	prefix string
	// escape is what os.Root answers to a name that leads outside. The os package does not export
	// the value, so it is taken from a failing call.
	escape error
	// writing lets one change happen at a time, so that two edits of one file queue up instead of
	// one of them failing with Changed. It covers aliases of a file too, which a lock per name would not.
	writing sync.Mutex
}

var _ fsapi.Files = (*Workspace)(nil)

// Open opens the workspace at opts.Root, which must be a directory.
func Open(opts Options) (*Workspace, error) {
	given, err := filepath.Abs(opts.Root)
	if err != nil {
		return nil, fmt.Errorf("open workspace %q: %w", opts.Root, err)
	}
	resolved, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, fmt.Errorf("open workspace %q: %w", opts.Root, err)
	}
	// os.OpenRoot would wait for a writer if this were a FIFO.
	if info, err := os.Stat(resolved); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("open workspace %q: %w", opts.Root, errors.Join(err, errNotDirectory))
	}
	root, err := os.OpenRoot(resolved)
	if err != nil {
		return nil, fmt.Errorf("open workspace %q: %w", opts.Root, err)
	}
	w := &Workspace{
		root: root, given: given, real: resolved,
		limit: opts.Limit, now: opts.Now, escape: escapeError(root),
	}
	if w.limit <= 0 {
		w.limit = DefaultLimit
	}
	if w.now == nil {
		w.now = time.Now //nolint:forbidigo // where the real clock comes in when none is given
	}
	return w, nil
}

// outputLimit is the size of a spooled output, with the note that says it was cut.
const outputLimit = 65 << 20

// OpenReadOnly opens a directory of files that may be looked at and not changed, such as the spooled
// output of commands: every method that writes fails with PermissionDenied.
func OpenReadOnly(dir string) (fsapi.Files, error) {
	w, err := Open(Options{Root: dir, Limit: outputLimit})
	if err != nil {
		return nil, err
	}
	w.readOnly = true
	return w, nil
}

// Close lets go of the directory. Calls after it fail.
func (w *Workspace) Close() error { return w.root.Close() }

// Root is the absolute path of the workspace with links resolved.
func (w *Workspace) Root() string { return w.real }

// Stat describes what name is. A link in the last part is described, not followed.
func (w *Workspace) Stat(ctx context.Context, name string) (fsapi.Entry, error) {
	rel, err := w.enter(ctx, "stat", name)
	if err != nil {
		return fsapi.Entry{}, err
	}
	info, err := w.lstat(rel)
	if err != nil {
		return fsapi.Entry{}, w.fail("stat", name, err)
	}
	return w.entry(rel, info), nil
}

// OpenDir opens the directory name for reading, as the place where a process starts. The caller
// closes it. The path is its name in the system's own form; the file stays the same directory even
// when that name comes to mean another one.
func (w *Workspace) OpenDir(ctx context.Context, name string) (dir *os.File, path string, err error) {
	rel, err := w.enter(ctx, "open", name)
	if err != nil {
		return nil, "", err
	}
	dir, err = w.openDir(rel)
	if err != nil {
		return nil, "", w.fail("open", name, err)
	}
	return dir, filepath.Join(w.real, filepath.FromSlash(rel)), nil
}

// enter is the first step of every method: the call still wanted, the name resolved.
func (w *Workspace) enter(ctx context.Context, op, name string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", w.fail(op, name, err)
	}
	rel, code := relative(name, w.given, w.real)
	if code != "" {
		return "", &fsapi.FileError{Code: code, Op: op, Path: name}
	}
	return rel, nil
}

// enterToWrite is enter for the methods that change something.
func (w *Workspace) enterToWrite(ctx context.Context, op, name string) (string, error) {
	if w.readOnly {
		return "", &fsapi.FileError{Code: fsapi.PermissionDenied, Op: op, Path: name, Err: errReadOnlyTree}
	}
	return w.enter(ctx, op, name)
}

// escapeError makes root refuse a name and gives the bare error it uses for that.
func escapeError(root *os.Root) error {
	_, err := root.Lstat("..")
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}
