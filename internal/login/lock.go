package login

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"eidolon/internal/private"
)

// lockLimit is how long another process may have the lock. It covers what that one may be doing: asking
// the service for new tokens, which has [answerLimit].
const (
	lockLimit = answerLimit + 10*time.Second
	lockRetry = 20 * time.Millisecond
)

// errBusy means that another process had the lock for too long.
var errBusy = errors.New("another eidolon is changing the logins and does not end")

// lock takes the right to change the logins, for this process and against all others. The system takes it
// back when the process ends, however that comes.
func lock(ctx context.Context, base string) (release func(), err error) {
	if _, err := private.MakeDir(base); err != nil {
		return nil, fmt.Errorf("lock the logins: %w", err)
	}
	path := filepath.Join(base, lockName)
	if f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private.FileMode); err == nil {
		_ = errors.Join(f.Chmod(private.FileMode), f.Close()) // the umask may have taken too much; opening it will tell
	}
	ctx, cancel := context.WithTimeoutCause(ctx, lockLimit, errBusy)
	defer cancel()
	held := flock.New(path, flock.SetFlag(os.O_RDWR))
	if _, err := held.TryLockContext(ctx, lockRetry); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return nil, fmt.Errorf("lock the logins: %w", err)
	}
	return func() { _ = held.Unlock() }, nil // what could fail is closing a file that holds nothing
}
