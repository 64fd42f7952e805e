package fslocal

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
)

// Move renames a file or directory and makes missing parents of the target. A link is moved itself.
func (w *Workspace) Move(ctx context.Context, from, to string) error {
	source, err := w.moving(ctx, "move", from)
	if err != nil {
		return err
	}
	target, err := w.moving(ctx, "move", to)
	if err != nil {
		return err
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if _, err := w.root.Lstat(filepath.FromSlash(source)); err != nil {
		return w.fail("move", from, err)
	}
	switch _, err := w.root.Lstat(filepath.FromSlash(target)); {
	case err == nil:
		return w.fail("move", to, fs.ErrExist)
	case !isNotExist(err):
		return w.fail("move", to, err)
	}
	if dir := path.Dir(target); dir != "." {
		if err := w.root.MkdirAll(filepath.FromSlash(dir), newDirMode); err != nil {
			return w.fail("move", to, err)
		}
	}
	if err := w.moveNew(source, target); err != nil {
		return w.fail("move", to, err)
	}
	return nil
}

// moving resolves a name that is about to come into being or to go, as one of the two of a move: links
// are followed in all parts but the last.
func (w *Workspace) moving(ctx context.Context, op, name string) (string, error) {
	rel, err := w.enterToWrite(ctx, op, name)
	if err != nil {
		return "", err
	}
	if rel == "." {
		return "", w.fail(op, name, errRoot)
	}
	dir, err := w.follow(path.Dir(rel))
	if err != nil {
		return "", w.fail(op, name, err)
	}
	target := path.Join(dir, path.Base(rel))
	return target, w.harmless(op, name, rel, target)
}
