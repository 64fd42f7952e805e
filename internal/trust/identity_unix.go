//go:build unix

package trust

import (
	"os"
	"syscall"
)

// identityOf gives the number of a directory on its file system. The number of the file system is left
// out: some get another one at every start of the machine.
func identityOf(path string) (uint64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino, nil
	}
	return 0, nil
}
