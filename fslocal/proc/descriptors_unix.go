//go:build unix

package proc

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// keepDescriptors keeps what this process has open from the programs that it starts. Go marks what it opens
// by itself; this is for what the program was started with: a terminal, a shell or another program may
// have left a file open, and an open file can be used past every check of names.
func keepDescriptors() {
	const first = 3 // behind the standard streams
	if markAbove(first) {
		return
	}
	dir, err := os.Open("/dev/fd")
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if fd, err := strconv.Atoi(name); err == nil && fd >= first {
			unix.CloseOnExec(fd)
		}
	}
}
