package ttyguard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// kind is what a message is.
type kind byte

const (
	kindState   kind = 'S' // the terminal's state
	kindArm     kind = 'A' // what to write to undo what was done
	kindDisarm  kind = 'D' // there is nothing to undo
	kindGoodbye kind = 'G' // the program ends in order
)

// message is one step of the protocol: a byte of kind, four of length, and the text.
type message struct {
	kind kind
	text []byte
}

// maxText bounds what is read. The bytes that undo everything are less than a kilobyte.
const maxText = 64 << 10

func (m message) encode() []byte {
	out := binary.BigEndian.AppendUint32([]byte{byte(m.kind)}, uint32(len(m.text)))
	return append(out, m.text...)
}

// decode reads one message. It gives io.EOF where the program has ended, in the middle of a message
// too.
func decode(r io.Reader) (message, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return message{}, ended(err)
	}
	size := binary.BigEndian.Uint32(head[1:])
	if size > maxText {
		return message{}, fmt.Errorf("a message of %d bytes", size)
	}
	m := message{kind: kind(head[0]), text: make([]byte, size)}
	if _, err := io.ReadFull(r, m.text); err != nil {
		return message{}, ended(err)
	}
	return m, nil
}

// ended takes half a message for the end: whoever was writing it is no more.
func ended(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}
