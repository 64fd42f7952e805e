//go:build linux || darwin

package typeahead

import "os"

// Discard throws away what was typed on a terminal and not read yet. On anything else it fails.
func Discard(terminal *os.File) error {
	raw, err := terminal.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = flush(int(fd)) })
	if err != nil {
		return err
	}
	return os.NewSyscallError("discard what was typed", failed)
}
