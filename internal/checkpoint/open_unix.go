//go:build unix

package checkpoint

import (
	"io/fs"
	"os"
	"syscall"
)

// A FIFO without a writer does not block the opener, a terminal does not become ours.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY

// keepOwner gives f the owner of the file that it is going to replace. Only the superuser can, for
// anybody else the new file is theirs.
func keepOwner(f *os.File, old fs.FileInfo) {
	if want, ok := old.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		_ = f.Chown(int(want.Uid), int(want.Gid))
	}
}
