package ttyguard

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// Armed gives the messages of a program that has taken a terminal of that state.
func Armed(state *unix.Termios, undo string) []byte {
	var raw bytes.Buffer
	_ = binary.Write(&raw, binary.NativeEndian, state)
	return append(message{kindState, raw.Bytes()}.encode(), message{kindArm, []byte(undo)}.encode()...)
}
