//go:build unix

package screen

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopping is how long a stop may take to happen. Where nobody could make the program go on again, the
// system does not stop it.
const stopping = 200 * time.Millisecond

// stopGroup stops the process group and returns when it goes on. The signal may be dealt with a moment
// after it was sent, so it waits for the one that ends the stop.
func stopGroup() error {
	goes := make(chan os.Signal, 1)
	signal.Notify(goes, syscall.SIGCONT)
	defer signal.Stop(goes)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return fmt.Errorf("stop the program: %w", err)
	}
	timer := time.NewTimer(stopping)
	defer timer.Stop()
	select {
	case <-goes:
	case <-timer.C:
	}
	return nil
}
