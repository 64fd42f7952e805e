package checkpoint

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
)

const (
	// ownerAll is what it takes to work in a directory.
	ownerAll fs.FileMode = 0o700
	// special are the bits of a directory that a checkpoint does not keep and a restore does not take
	// away.
	special = fs.ModeSetgid | fs.ModeSetuid | fs.ModeSticky
)

// dir opens a directory to work in, and lets its owner write when nobody may.
func (r *restorer) dir(rel string) (*os.Root, error) {
	if r.at != nil && r.atName == rel {
		return r.at, nil
	}
	r.leave()
	at, err := openDir(r.store.root, rel)
	if err != nil {
		return nil, err
	}
	info, err := at.Stat(".")
	if mode := fs.FileMode(0); err == nil && info.Mode().Perm()&ownerAll != ownerAll {
		mode = info.Mode().Perm()
		if err = chmodDir(at, mode|ownerAll); err == nil {
			r.restoreMode(rel, mode)
		}
	}
	if err != nil {
		return nil, errors.Join(err, at.Close())
	}
	r.at, r.atName = at, rel
	return at, nil
}

// leave closes the directory that was worked in.
func (r *restorer) leave() {
	if r.at != nil {
		r.at.Close()
		r.at = nil
	}
}

// restoreMode notes what a directory had before it was opened for the work.
func (r *restorer) restoreMode(rel string, mode fs.FileMode) {
	if _, ok := r.modes[rel]; !ok {
		r.modes[rel] = mode
	}
}

// unlock lets the owner into directories. It says whether any of them has opened.
func (r *restorer) unlock(dirs map[string]fs.FileMode) bool {
	opened := false
	for _, rel := range slices.Sorted(maps.Keys(dirs)) {
		dir, err := r.dir(path.Dir(rel))
		if err != nil {
			continue // the plan will fail there and say so
		}
		// It cannot be opened before it has the mode, so this goes by name. Should a link take its
		// place right now, then the mode is that of a directory beside it.
		if err := dir.Chmod(path.Base(rel), dirs[rel]|ownerAll); err != nil {
			continue
		}
		r.modes[rel] = r.want[rel].mode
		opened = true
	}
	return opened
}

// finish gives directories the modes that they should have, the inner ones first. It is done also
// after a cancel: what was opened for the work is closed again.
func (r *restorer) finish() {
	r.leave()
	for _, rel := range slices.Backward(slices.Sorted(maps.Keys(r.modes))) {
		at, err := openDir(r.store.root, rel)
		if err == nil {
			err = errors.Join(chmodDir(at, r.modes[rel]), at.Close())
		}
		if err != nil {
			r.fail(rel, err)
		}
	}
	clear(r.modes)
}

// chmodDir changes the mode of an open directory and keeps its special bits.
func chmodDir(at *os.Root, mode fs.FileMode) error {
	f, err := at.Open(".")
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().Perm() != mode {
		err = f.Chmod(mode | info.Mode()&special)
	}
	return errors.Join(err, f.Close())
}
