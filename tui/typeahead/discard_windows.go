package typeahead

import (
	"os"

	"golang.org/x/sys/windows"
)

// Discard throws away what was typed on a terminal and not read yet. On anything else it fails.
func Discard(terminal *os.File) error {
	return os.NewSyscallError("discard what was typed", windows.FlushConsoleInputBuffer(windows.Handle(terminal.Fd())))
}
