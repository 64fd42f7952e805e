package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"slices"
)

// restorer carries out a plan.
type restorer struct {
	store  *Store
	want   tree
	report Report

	// modes are the permission bits that directories get at the end: a read-only one could not be
	// filled. Those that were opened for the work get their own back.
	modes map[string]fs.FileMode

	// at is the directory that was worked in last, which is mostly that of the next path too.
	at     *os.Root
	atName string
}

func newRestorer(s *Store, want tree) *restorer {
	return &restorer{store: s, want: want, modes: map[string]fs.FileMode{}}
}

func (r *restorer) fail(path string, err error) {
	r.report.Failed = append(r.report.Failed, Failure{Path: path, Err: err})
}

// clear takes away what was made since, the contents of a directory before itself.
func (r *restorer) clear(ctx context.Context, steps []step) error {
	for _, s := range slices.Backward(steps) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.kind != Delete {
			continue
		}
		if err := r.remove(s); err != nil && !errors.Is(err, fs.ErrNotExist) {
			r.fail(s.path, err)
			continue
		}
		delete(r.modes, s.path)
		r.report.Deleted++
	}
	return nil
}

func (r *restorer) remove(s step) error {
	dir, err := r.dir(path.Dir(s.path))
	if err != nil {
		return err
	}
	name := path.Base(s.path)
	info, err := dir.Lstat(name)
	if err != nil {
		return err
	}
	if info.IsDir() != (s.now.typ == Dir) {
		return errSwapped
	}
	return dir.Remove(name)
}

// put makes what the checkpoint has, directories before what is in them.
func (r *restorer) put(ctx context.Context, steps []step) error {
	for _, s := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.kind == Delete {
			continue
		}
		if err := r.make(s); err != nil {
			r.fail(s.path, err)
			continue
		}
		switch s.kind {
		case Create:
			r.report.Created++
		case Mode:
			r.report.Modes++
		case Modify, Retype:
			r.report.Replaced++
		case Delete:
		}
	}
	return nil
}

func (r *restorer) make(s step) error {
	dir, err := r.dir(path.Dir(s.path))
	if err != nil {
		return err
	}
	name := path.Base(s.path)
	switch {
	case s.want.typ == Dir:
		return r.makeDir(dir, name, s)
	case s.want.typ == Link:
		return r.swapIn(dir, s, func(temp string) error { return dir.Symlink(s.want.target, temp) })
	case s.kind == Mode:
		return chmodFile(dir, name, s.want.mode)
	}
	data, err := r.store.content(s.want)
	if err != nil {
		return err
	}
	return r.swapIn(dir, s, func(temp string) error { return writeFile(dir, name, temp, data, s.want.mode) })
}

// makeDir makes a directory, or notes the mode of one that is there. Its mode comes at the end.
func (r *restorer) makeDir(dir *os.Root, name string, s step) error {
	if s.kind == Create || s.kind == Retype {
		if s.kind == Retype {
			if err := dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if err := dir.Mkdir(name, s.want.mode|ownerAll); err != nil {
			return err
		}
		info, err := dir.Lstat(name)
		if err == nil && info.Mode().Perm()&ownerAll != ownerAll { // the umask takes even that away
			err = dir.Chmod(name, ownerAll)
		}
		if err != nil {
			return err
		}
	}
	r.modes[s.path] = s.want.mode
	return nil
}

// swapIn lets make something under a temporary name and gives it the name in one step. Only a
// directory has to make room before. What the plan did not see there is not replaced.
func (r *restorer) swapIn(dir *os.Root, s step, make func(temp string) error) error {
	name := path.Base(s.path)
	temp := fmt.Sprintf("%s%016x", tempPrefix, rand.Uint64()) //nolint:gosec // created exclusively; nobody gains by guessing the name
	err := make(temp)
	switch info, statErr := dir.Lstat(name); {
	case err != nil || statErr != nil:
	case s.kind == Create:
		err = errThere
	case info.IsDir():
		if err = dir.Remove(name); errors.Is(err, fs.ErrExist) { // how os names a directory that is not empty
			err = fmt.Errorf("%w (%w)", errNotEmpty, err)
		}
	}
	if err == nil {
		err = dir.Rename(temp, name)
	}
	if err != nil {
		_ = dir.Remove(temp) // what stays is hidden, and swept by a listing
	}
	return err
}

// writeFile makes the file temp, which is going to take the place of name. It is private until it
// is whole, and the owner comes before the mode, because giving a file away takes permission bits
// off.
func writeFile(dir *os.Root, name, temp string, data []byte, mode fs.FileMode) error {
	f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if old, statErr := dir.Lstat(name); statErr == nil && old.Mode().IsRegular() {
		keepOwner(f, old)
	}
	return errors.Join(err, f.Chmod(mode), f.Close())
}

// chmodFile changes the mode of a regular file and of nothing that a link leads to.
func chmodFile(dir *os.Root, name string, mode fs.FileMode) error {
	f, _, err := openRegular(dir, name)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(mode), f.Close())
}
