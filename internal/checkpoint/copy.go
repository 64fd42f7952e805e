package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"eidolon/internal/private"
)

// Copy gives a forked session the checkpoints of the session that it goes on from: those in from
// appear in to, which must not exist. Contents are shared by hard links where the file system can.
// A session without checkpoints needs no copy; from may be missing.
func Copy(from, to string) error {
	if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := copyStore(from, to); err != nil {
		return fmt.Errorf("copy checkpoints to %s: %w", to, err)
	}
	return nil
}

// copyStore fills a directory under another name first, so that a process that is killed leaves no
// half of a store.
func copyStore(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return &fs.PathError{Op: "create", Path: to, Err: fs.ErrExist}
	}
	if _, err := private.MakeDir(filepath.Dir(to)); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(to), "*"+private.TempExt)
	if err != nil {
		return err
	}
	_, err = private.MakeDir(filepath.Join(temp, packsName))
	// Trees come first: a pack that they need is there before they are, and nothing is ever removed.
	for _, kind := range []struct{ dir, ext string }{{".", treeExt}, {packsName, packExt}} {
		if err == nil {
			err = shareAll(filepath.Join(from, kind.dir), filepath.Join(temp, kind.dir), kind.ext)
		}
	}
	if err == nil {
		err = os.Rename(temp, to)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(temp))
	}
	return nil
}

// shareAll shares the finished files of one directory.
func shareAll(from, to, ext string) error {
	names, err := readNames(from)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !strings.HasSuffix(name, ext) {
			continue
		}
		if err := private.Share(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}
