package store

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"eidolon/internal/private"
)

// file is what a session needs of a file that it appends to.
type file interface {
	// Write appends p by one call of the system.
	io.Writer
	io.ReaderAt
	// Size gives the length of the file. It fails with [ErrForeignWriter] when the name leads to
	// another file by now, and with [ErrRemoved] when it leads to none.
	Size() (int64, error)
	Truncate(size int64) error
	// Sync brings the content and the length to the disk.
	Sync() error
	Close() error
}

// diskFile is a file in append mode.
type diskFile struct {
	*os.File
	opened fs.FileInfo
}

// openFile opens a regular file for appending. With create the file must not exist yet.
func openFile(path string, create bool) (*diskFile, error) {
	var f *os.File
	var err error
	if create {
		if f, err = os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, private.FileMode); err == nil {
			err = f.Chmod(private.FileMode) // whatever the umask took away
		}
	} else {
		f, err = openRegular(path, os.O_RDWR|os.O_APPEND)
	}
	if f == nil {
		return nil, err
	}
	info, statErr := f.Stat()
	if err = errors.Join(err, statErr); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &diskFile{File: f, opened: info}, nil
}

// errNotRegular is a name that does not lead to a file of ours.
var errNotRegular = errors.New("it is not a regular file")

// openRegular opens a file that exists. A link is not followed: what lies behind it is not ours, and
// would be changed. Nor is anything else opened, such as a FIFO, at which a reader could wait for ever.
func openRegular(path string, flags int) (*os.File, error) {
	named, err := lstatRegular(path)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(named, opened) {
		err = &fs.PathError{Op: "open", Path: path, Err: errNotRegular} // it was exchanged in between
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// lstatRegular looks at a file that must be a regular one.
func lstatRegular(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "stat", Path: path, Err: errNotRegular}
	}
	return info, err
}

// readRegular reads all of such a file.
func readRegular(path string) ([]byte, error) {
	f, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(f)
	return content, errors.Join(err, f.Close())
}

func (f *diskFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, withoutPath(err)
}

func (f *diskFile) Truncate(size int64) error { return withoutPath(f.File.Truncate(size)) }

// withoutPath gives the bare cause: who reports it names the file already.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

func (f *diskFile) Size() (int64, error) {
	info, err := os.Stat(f.Name())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, ErrRemoved
	}
	if err == nil && !os.SameFile(info, f.opened) {
		return 0, ErrForeignWriter
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f *diskFile) Sync() error { return datasync(f.File) }

// replaceFile gives path a new content. A reader sees the old one or the new one, never a part.
func replaceFile(path string, data []byte) error {
	return private.Replace(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
