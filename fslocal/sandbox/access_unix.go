//go:build unix

package sandbox

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// couldWrite says whether this user may write a file, or make one of that name, when nothing is confined.
func couldWrite(name string) bool {
	for at := name; ; at = filepath.Dir(at) {
		err := unix.Access(at, unix.W_OK)
		if err != unix.ENOENT || filepath.Dir(at) == at {
			return err == nil
		}
	}
}
