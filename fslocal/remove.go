package fslocal

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"syscall"

	"eidolon/fsapi"
)

// MakeDir makes a directory and its missing parents. Nothing may have its name yet.
func (w *Workspace) MakeDir(ctx context.Context, name string) error {
	target, err := w.moving(ctx, "make directory", name)
	if err != nil {
		return err
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if dir := path.Dir(target); dir != "." {
		if err := w.root.MkdirAll(filepath.FromSlash(dir), newDirMode); err != nil {
			return w.fail("make directory", name, err)
		}
	}
	if err := w.root.Mkdir(filepath.FromSlash(target), newDirMode); err != nil {
		return w.fail("make directory", name, err)
	}
	return nil
}

// Remove deletes a file, a link itself, or an empty directory. A directory with something in it stays:
// what would go with it is for a command to say, which the guard and the user see.
func (w *Workspace) Remove(ctx context.Context, name string) error {
	target, err := w.moving(ctx, "delete", name)
	if err != nil {
		return err
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	err = w.root.Remove(filepath.FromSlash(target))
	switch {
	case errors.Is(err, syscall.ENOTEMPTY), errors.Is(err, fs.ErrExist): // systems differ
		return &fsapi.FileError{Code: fsapi.NotEmpty, Op: "delete", Path: name}
	case err != nil:
		return w.fail("delete", name, err)
	}
	return nil
}
