//go:build linux || darwin

package ttyguard

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// Main is the guard: the messages come in on standard input, and standard output is the terminal. It
// gives the exit code.
func Main() int {
	// Signals of the terminal are meant for the program. Writing to a terminal from the background would
	// stop the guard, were it not for ignoring SIGTTOU.
	signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM,
		syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU)
	undo, state, orderly := watch(os.Stdin)
	if orderly || undo == nil {
		return 0
	}
	_, err := os.Stdout.Write(undo)
	if state != nil && stillRaw() {
		err = unix.IoctlSetTermios(syscall.Stdout, setState, state)
	}
	if err != nil {
		return 1
	}
	return 0
}

// watch reads messages until the program says goodbye or ends. It gives what is to be undone then, nil
// for nothing.
func watch(r io.Reader) (undo []byte, state *unix.Termios, orderly bool) {
	for {
		m, err := decode(r)
		if err != nil {
			return undo, state, false
		}
		switch m.kind {
		case kindState:
			var s unix.Termios
			if binary.Read(bytes.NewReader(m.text), binary.NativeEndian, &s) == nil {
				state = &s
			}
		case kindArm:
			undo = m.text
		case kindDisarm:
			undo = nil
		case kindGoodbye:
			return nil, state, true
		}
	}
}

// stillRaw says that the terminal is as the screen needs it: without processing of output. A shell that
// has taken over already has its own settings, and they must stay.
func stillRaw() bool {
	now, err := unix.IoctlGetTermios(syscall.Stdout, getState)
	return err == nil && now.Oflag&unix.OPOST == 0
}
