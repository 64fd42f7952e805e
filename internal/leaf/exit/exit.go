// Package exit has the exit codes of the program, for all of its front-ends.
package exit

import (
	"os"
	"syscall"
)

// The codes.
const (
	Done        = 0
	Failed      = 1
	Usage       = 2
	Interrupted = 130
	BrokenPipe  = 141
)

// Signalled is the code that shells give a program which a signal ended: 130 for Ctrl+C, 143 for a
// plain kill, 129 for a terminal that was closed.
func Signalled(sig os.Signal) int {
	if s, ok := sig.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return Interrupted
}
