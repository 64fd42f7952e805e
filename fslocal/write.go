package fslocal

import (
	"bytes"
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"eidolon/fsapi"
)

// Modes of what did not exist before, narrowed by the process's umask.
const (
	newFileMode = 0o644
	newDirMode  = 0o755
)

// Write creates or replaces a file. Change.Old holds the old content up to the workspace's limit. The
// permission bits of an existing file stay, other attributes of it (extended ones, access lists) do
// not, since the file is a new one.
func (w *Workspace) Write(ctx context.Context, name string, data []byte, opts fsapi.WriteOptions) (fsapi.Change, error) {
	rel, err := w.enterToWrite(ctx, "write", name)
	if err != nil {
		return fsapi.Change{}, err
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	old, err := w.before("write", name, rel)
	if err != nil {
		return fsapi.Change{}, err
	}
	if opts.Append {
		if old.more {
			return fsapi.Change{}, tooLarge("write", name, old.info.Size(), w.limit)
		}
		data = slices.Concat(old.data, data)
	}
	if int64(len(data)) > w.limit {
		return fsapi.Change{}, tooLarge("write", name, int64(len(data)), w.limit)
	}
	if err := w.replace(old, data, opts.Append); err != nil {
		return fsapi.Change{}, w.fail("write", name, err)
	}
	return w.change(old, data), nil
}

// Edit replaces a text file by what edit makes of its bytes. It must not call methods of the
// workspace that write: changes happen one at a time, and this one has begun.
func (w *Workspace) Edit(ctx context.Context, name string, edit func(old []byte) ([]byte, error)) (fsapi.Change, error) {
	rel, err := w.enterToWrite(ctx, "edit", name)
	if err != nil {
		return fsapi.Change{}, err
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	old, err := w.before("edit", name, rel)
	switch {
	case err != nil:
		return fsapi.Change{}, err
	case old.info == nil:
		return fsapi.Change{}, w.fail("edit", name, fs.ErrNotExist)
	case old.more:
		return fsapi.Change{}, tooLarge("edit", name, old.info.Size(), w.limit)
	}
	if err := checkText(old.data); err != nil {
		return fsapi.Change{}, &fsapi.FileError{Code: fsapi.NotText, Op: "edit", Path: name, Err: err}
	}
	// Edit gets a copy: what it does to its argument must not show in Change.Old.
	data, err := edit(bytes.Clone(old.data))
	if err != nil {
		return fsapi.Change{}, err
	}
	if int64(len(data)) > w.limit {
		return fsapi.Change{}, tooLarge("edit", name, int64(len(data)), w.limit)
	}
	if err := w.replace(old, data, true); err != nil {
		return fsapi.Change{}, w.fail("edit", name, err)
	}
	return w.change(old, data), nil
}

// previous is a file as it was before a change.
type previous struct {
	rel    string      // as the caller named it
	target string      // with links followed: what is going to be replaced
	info   fs.FileInfo // nil when there is none
	data   []byte      // up to the workspace's limit
	more   bool        // data is not all of it
}

// before finds out what a change of rel is going to replace.
func (w *Workspace) before(op, name, rel string) (previous, error) {
	target, err := w.landing(op, name, rel)
	if err != nil {
		return previous{}, err
	}
	old := previous{rel: rel, target: target}
	f, info, err := w.openRegular(target)
	if isNotExist(err) {
		return old, nil
	}
	if err != nil {
		return previous{}, w.fail(op, name, err)
	}
	defer f.Close()
	if info.Mode().Perm()&0o222 == 0 {
		return previous{}, &fsapi.FileError{Code: fsapi.PermissionDenied, Op: op, Path: name, Err: errReadOnlyFile}
	}
	old.info = info
	old.data, old.more, err = readUpTo(f, info.Size(), w.limit)
	if err != nil {
		return previous{}, w.fail(op, name, err)
	}
	return old, nil
}

// changed says whether the file is not the one any more that was read.
func (w *Workspace) changed(old previous) bool {
	now, err := w.root.Lstat(filepath.FromSlash(old.target))
	if err != nil || old.info == nil {
		return old.info != nil || !isNotExist(err)
	}
	return !sameFile(old.info, now)
}

func (w *Workspace) change(old previous, data []byte) fsapi.Change {
	return fsapi.Change{
		Path: w.shown(old.rel), Created: old.info == nil, Old: old.data, New: data,
		Protected: w.protected(old.rel) || w.protected(old.target),
	}
}

// parent is the directory that holds the target.
func (p previous) parent() string { return path.Dir(p.target) }
