package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// datasync brings content and length to the disk, but spares the write of the time of change that
// fsync makes.
func datasync(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var syncErr error
	err = conn.Control(func(fd uintptr) {
		for {
			syncErr = unix.Fdatasync(int(fd))
			if !errors.Is(syncErr, unix.EINTR) {
				return
			}
		}
	})
	return errors.Join(err, os.NewSyscallError("fdatasync", syncErr))
}

// syncDir makes new entries of a directory last.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	err = dir.Sync()
	if errors.Is(err, unix.EINVAL) { // some network file systems know no such thing
		err = nil
	}
	return errors.Join(err, dir.Close())
}
