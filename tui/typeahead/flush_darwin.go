package typeahead

import "golang.org/x/sys/unix"

// forReading names the queue of what was typed.
const forReading = 1

func flush(fd int) error { return unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, forReading) }
