package proc

import (
	"math"

	"golang.org/x/sys/unix"
)

// markAbove marks the descriptors from one number on to be closed in what is started, and says whether the
// system can do that at once (since Linux 5.11).
func markAbove(first uint) bool {
	return unix.CloseRange(first, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil
}
