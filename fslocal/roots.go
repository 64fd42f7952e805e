package fslocal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"eidolon/fsapi"
)

// Roots is a workspace and further directories outside of it that the user lets file tools use. Names
// of the workspace are relative to it, as ever; those below another directory are absolute, in the
// question as in the answer. Each directory has an [os.Root] of its own, so that everything that holds
// for the workspace holds for each of them, and no link leads from one into another.
type Roots struct {
	workspace *Workspace
	more      []*Workspace
}

var _ fsapi.Files = (*Roots)(nil)

// OpenRoots joins a workspace with further directories, given by absolute names. One that cannot be
// opened, for example because it does not exist, is left out, which problems tells. The workspace stays
// the caller's to close.
func OpenRoots(workspace *Workspace, dirs []string) (roots *Roots, problems []error) {
	roots = &Roots{workspace: workspace}
	for _, dir := range dirs {
		w, err := Open(Options{Root: dir, Limit: workspace.limit, Now: workspace.now})
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", dir, bare(err)))
			continue
		}
		w.prefix = filepath.ToSlash(w.given)
		roots.more = append(roots.more, w)
	}
	return roots, problems
}

// bare takes off what says how an opening was tried.
func bare(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	if errors.Is(err, errNotDirectory) {
		return errNotDirectory
	}
	return err
}

// Close lets go of the further directories.
func (r *Roots) Close() error {
	var all []error
	for _, w := range r.more {
		all = append(all, w.Close())
	}
	return errors.Join(all...)
}

// at gives the root that a name lies in. One that lies in none is left to the workspace, which says why.
func (r *Roots) at(name string) *Workspace {
	if !filepath.IsAbs(filepath.FromSlash(name)) {
		return r.workspace
	}
	if _, err := r.workspace.Resolve(name); err == nil {
		return r.workspace
	}
	for _, w := range r.more {
		if _, err := w.Resolve(name); err == nil {
			return w
		}
	}
	return r.workspace
}

// Root is the absolute path of the workspace with links resolved.
func (r *Roots) Root() string { return r.workspace.Root() }

// Dirs are all directories whose files can be reached, with links resolved; the workspace is the first.
func (r *Roots) Dirs() []string {
	dirs := []string{r.Root()}
	for _, w := range r.more {
		dirs = append(dirs, w.Root())
	}
	return dirs
}

// Resolve gives the form of a name in which it stands in answers.
func (r *Roots) Resolve(name string) (string, error) { return r.at(name).Resolve(name) }

// Stat describes what name is. A link in the last part is described, not followed.
func (r *Roots) Stat(ctx context.Context, name string) (fsapi.Entry, error) {
	return r.at(name).Stat(ctx, name)
}

// Read reads a regular file.
func (r *Roots) Read(ctx context.Context, name string, opts fsapi.ReadOptions) (fsapi.Content, error) {
	return r.at(name).Read(ctx, name, opts)
}

// Write creates or replaces a file.
func (r *Roots) Write(ctx context.Context, name string, data []byte, opts fsapi.WriteOptions) (fsapi.Change, error) {
	return r.at(name).Write(ctx, name, data, opts)
}

// Edit replaces a text file by what edit makes of its bytes.
func (r *Roots) Edit(ctx context.Context, name string, edit func(old []byte) ([]byte, error)) (fsapi.Change, error) {
	return r.at(name).Edit(ctx, name, edit)
}

// Move renames a file or directory. Both names must lie in the same root: a rename between two of them
// would have to copy, and could not be done in one step.
func (r *Roots) Move(ctx context.Context, from, to string) error {
	for _, name := range []string{from, to} {
		if _, err := r.Resolve(name); err != nil {
			return &fsapi.FileError{Code: fsapi.CodeOf(err), Op: "move", Path: name}
		}
	}
	source := r.at(from)
	if r.at(to) != source {
		return source.fail("move", to, errOtherRoot)
	}
	return source.Move(ctx, from, to)
}

// Remove deletes a file, a link itself, or an empty directory.
func (r *Roots) Remove(ctx context.Context, name string) error { return r.at(name).Remove(ctx, name) }

// List gives the entries of one directory, sorted by name.
func (r *Roots) List(ctx context.Context, name string) ([]fsapi.Entry, error) {
	return r.at(name).List(ctx, name)
}
