package fslocal

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"

	"eidolon/fsapi"
)

// tempPrefix marks files that are being written. It is part of the on-disk format: a later run hides
// and removes what an earlier one left behind.
const tempPrefix = ".eidolon-tmp-"

// replace puts data in the place of old by renaming a finished file over it. With unchanged it looks
// right before that whether old is still what it was; a change in the moment between is not seen.
func (w *Workspace) replace(old previous, data []byte, unchanged bool) error {
	if old.parent() != "." {
		if err := w.root.MkdirAll(filepath.FromSlash(old.parent()), newDirMode); err != nil {
			return err
		}
	}
	f, temp, err := w.createTemp(old)
	if err != nil {
		return err
	}
	err = fill(f, old.info, data)
	if err == nil && unchanged && w.changed(old) {
		err = &fsapi.FileError{Code: fsapi.Changed}
	}
	if err == nil {
		err = w.root.Rename(temp, filepath.FromSlash(old.target))
	}
	if err != nil {
		return errors.Join(err, ignoreNotExist(w.root.Remove(temp)))
	}
	return nil
}

// createTemp makes an empty file beside the target. One that takes the place of another is private
// until it has that one's mode.
func (w *Workspace) createTemp(old previous) (*os.File, string, error) {
	mode := fs.FileMode(newFileMode)
	if old.info != nil {
		mode = 0o600
	}
	for {
		temp := filepath.FromSlash(path.Join(old.parent(), fmt.Sprintf("%s%016x", tempPrefix, rand.Uint64()))) //nolint:gosec // created exclusively; nobody gains by guessing the name
		f, err := w.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return f, temp, err
	}
}

// fill writes data to f, makes it last and closes it. The owner comes before the mode, because
// giving a file away takes permission bits off.
func fill(f *os.File, old fs.FileInfo, data []byte) error {
	_, err := f.Write(data)
	if err == nil && old != nil {
		keepOwner(f, old)
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// sameFile says whether two looks at a name saw the same file with the same content.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && changeTime(a) == changeTime(b)
}

func ignoreNotExist(err error) error {
	if isNotExist(err) {
		return nil
	}
	return err
}
