package fslocal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"eidolon/fsapi"
)

var (
	errNotDirectory = errors.New("not a directory")
	errReadOnlyTree = errors.New("this directory is for reading only")
	errReadOnlyFile = errors.New("the file is marked read-only; change its mode first")
	errRoot         = errors.New("the workspace itself cannot be moved, replaced or deleted")
	errOtherRoot    = errors.New("a move cannot go from one directory that may be written to another; write the file in its new place")
	errLinks        = errors.New("too many links, or links in a circle")
)

// errnoCodes maps the system's errors that the portable ones of io/fs do not cover. The names exist
// on every system; where it never reports one, the row is idle.
var errnoCodes = map[syscall.Errno]fsapi.Code{
	syscall.ENOTDIR:      fsapi.NotDirectory,
	syscall.EISDIR:       fsapi.NotRegular,
	syscall.ENXIO:        fsapi.NotRegular, // opening a socket
	syscall.ENODEV:       fsapi.NotRegular,
	syscall.ELOOP:        fsapi.InvalidPath,
	syscall.ENAMETOOLONG: fsapi.InvalidPath,
	syscall.EINVAL:       fsapi.InvalidPath, // such as a directory moved into itself
	syscall.EROFS:        fsapi.PermissionDenied,
	syscall.ENOTEMPTY:    fsapi.AlreadyExists,
}

// fail makes the typed error of one operation on the name as the caller gave it. Wrappers of the os
// package and of steps below are taken off, because FileError tells operation and name already.
func (w *Workspace) fail(op, name string, err error) error {
	if fileErr, ok := errors.AsType[*fsapi.FileError](err); ok {
		return &fsapi.FileError{Code: fileErr.Code, Op: op, Path: name, Err: fileErr.Err}
	}
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return &fsapi.FileError{Code: w.code(err), Op: op, Path: name, Err: err}
}

func (w *Workspace) code(err error) fsapi.Code {
	var errno syscall.Errno
	switch {
	case errors.Is(err, w.escape):
		return fsapi.OutsideWorkspace
	case errors.Is(err, fs.ErrNotExist):
		return fsapi.NotFound
	case errors.Is(err, fs.ErrPermission):
		return fsapi.PermissionDenied
	case errors.Is(err, errRoot), errors.Is(err, errLinks), errors.Is(err, errOtherRoot):
		return fsapi.InvalidPath
	case errors.Is(err, errNotDirectory):
		return fsapi.NotDirectory
	case errors.Is(err, context.DeadlineExceeded):
		return fsapi.Timeout
	case errors.As(err, &errno) && errnoCodes[errno] != "":
		return errnoCodes[errno]
	case errors.Is(err, fs.ErrExist):
		return fsapi.AlreadyExists
	}
	return fsapi.IOError
}

func notRegular(info fs.FileInfo) error {
	return &fsapi.FileError{Code: fsapi.NotRegular, Err: errors.New(kind(info.Mode()))}
}

// kind says what something is that is not a regular file.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "it is a directory"
	case mode&fs.ModeSymlink != 0:
		return "it is a link"
	case mode&fs.ModeNamedPipe != 0:
		return "it is a FIFO"
	case mode&fs.ModeSocket != 0:
		return "it is a socket"
	case mode&fs.ModeDevice != 0:
		return "it is a device"
	}
	return "it is a special file"
}

func tooLarge(op, name string, size, limit int64) error {
	return &fsapi.FileError{
		Code: fsapi.TooLarge, Op: op, Path: name,
		Err: fmt.Errorf("it has %d bytes, the limit is %d", size, limit),
	}
}

func throughLink(target string) error {
	return fmt.Errorf("it leads through a link to %q; use that name", target)
}
