package ttyguard

import "golang.org/x/sys/unix"

// Setting the state does not wait for output that is under way: a terminal may not take any more.
const (
	getState = unix.TIOCGETA
	setState = unix.TIOCSETA
)
