//go:build unix

package fslocal

import (
	"io/fs"
	"os"
	"path"
	"syscall"
)

// A FIFO without a writer does not block the opener, a terminal does not become ours.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY

const openDirFlags = openFlags | syscall.O_DIRECTORY

// samePath compares two paths or prefixes of paths. A file system that ignores case is not asked:
// a name in another case is then refused, never let out.
func samePath(a, b string) bool { return a == b }

// plainName refuses names that the system gives a second meaning; there are none here.
func plainName(string) bool { return true }

// keepOwner gives f the owner of the file it is going to replace. Only the superuser can, for
// anybody else the new file is theirs, as with every editor that replaces.
func keepOwner(f *os.File, old fs.FileInfo) {
	want, ok := old.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return
	}
	_ = f.Chown(int(want.Uid), int(want.Gid))
}

// moveNew renames from to to, both relative and with links followed, and fails when to exists. It
// works on the open parents, so nothing can be swapped between looking and renaming.
func (w *Workspace) moveNew(from, to string) error {
	fromDir, err := w.openDir(path.Dir(from))
	if err != nil {
		return err
	}
	defer fromDir.Close()
	toDir, err := w.openDir(path.Dir(to))
	if err != nil {
		return err
	}
	defer toDir.Close()
	return renameNew(fromDir, path.Base(from), toDir, path.Base(to))
}
