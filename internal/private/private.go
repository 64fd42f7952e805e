// Package private makes files and directories that are the user's alone, whatever the umask is:
// directories with mode 0700, files with 0600. What the program keeps for itself is written with it,
// so that a sudden end leaves no half of a file: a new content has another name until it is whole.
package private

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Access rights of whatever the program makes for itself.
const (
	DirMode  fs.FileMode = 0o700
	FileMode fs.FileMode = 0o600
)

// TempExt ends the names of files that are not whole yet. One that a sudden end left behind may be
// removed.
const TempExt = ".tmp"

// MakeDir makes a directory, with those above it that are missing. It gives the directories that got
// a new entry, which matters to who wants the entries to last.
func MakeDir(path string) (changed []string, err error) {
	err = os.Mkdir(path, DirMode)
	if errors.Is(err, fs.ErrNotExist) && filepath.Dir(path) != path {
		if changed, err = MakeDir(filepath.Dir(path)); err == nil {
			err = os.Mkdir(path, DirMode)
		}
	}
	if errors.Is(err, fs.ErrExist) {
		info, statErr := os.Stat(path)
		if statErr == nil && !info.IsDir() {
			return changed, err
		}
		return changed, statErr
	}
	if err != nil {
		return changed, err
	}
	return append(changed, filepath.Dir(path)), os.Chmod(path, DirMode)
}

// Temp makes an unfinished file in a directory.
func Temp(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, ".*"+TempExt)
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(FileMode); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// Replace gives a file a new content. A reader sees the old one or the new one, never a part.
func Replace(path string, write func(io.Writer) error) error {
	f, err := Temp(filepath.Dir(path))
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Share gives a file that nobody changes any more a second name: as a hard link, or as a copy where
// the file system has none. A file that has the name already stays.
func Share(from, to string) error {
	err := os.Link(from, to)
	switch {
	case err == nil || errors.Is(err, fs.ErrExist):
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	err = Replace(to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
	return errors.Join(err, in.Close())
}
