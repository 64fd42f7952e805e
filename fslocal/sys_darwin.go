package fslocal

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// changeTime is when content or mode last changed, in nanoseconds. Unlike the modification time it
// cannot be set back.
func changeTime(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctimespec.Nano()
	}
	return info.ModTime().UnixNano()
}

// renameNew renames in one step that fails when the target exists. Some file systems know only the
// plain rename; the caller has looked for the target just before.
func renameNew(fromDir *os.File, from string, toDir *os.File, to string) error {
	src, dst := int(fromDir.Fd()), int(toDir.Fd())
	err := unix.RenameatxNp(src, from, dst, to, unix.RENAME_EXCL)
	if err == unix.ENOTSUP {
		return unix.Renameat(src, from, dst, to)
	}
	return err
}
