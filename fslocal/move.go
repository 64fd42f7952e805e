package fslocal

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"

	"eidolon/fsapi"
)

// Move renames a file or directory and makes missing parents of the target. A link is moved itself.
func (w *Workspace) Move(ctx context.Context, from, to string) error {
	source, err := w.moving(ctx, from)
	if err != nil {
		return err
	}
	target, err := w.moving(ctx, to)
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

// moving resolves one of the two names of a move: links are followed in all parts but the last.
func (w *Workspace) moving(ctx context.Context, name string) (string, error) {
	rel, err := w.enterToWrite(ctx, "move", name)
	if err != nil {
		return "", err
	}
	if rel == "." {
		return "", w.fail("move", name, errRootMove)
	}
	dir, err := w.follow(path.Dir(rel))
	if err != nil {
		return "", w.fail("move", name, err)
	}
	target := path.Join(dir, path.Base(rel))
	if Protected(target) && !Protected(rel) {
		return "", &fsapi.FileError{Code: fsapi.ProtectedPath, Op: "move", Path: name, Err: throughLink(target)}
	}
	return target, nil
}
