//go:build unix

package proc

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const programSuffix = ""

// status gives the exit status as a shell would tell it, and the signal's name if one ended the process.
func status(state *os.ProcessState) (code int, signal string) {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal()), unix.SignalName(ws.Signal())
	}
	return state.ExitCode(), ""
}

// signalGroup signals every member of the process group. There may be none any more.
func signalGroup(leader int, signal syscall.Signal) {
	_ = unix.Kill(-leader, signal)
}
