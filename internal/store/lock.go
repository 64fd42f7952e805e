package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"eidolon/internal/private"
)

const (
	lockName = "lock"
	// lockFirst is the first byte of a lock file. It is always there and never written again: on
	// Windows the system locks that byte, so that nobody else can read or write it.
	lockFirst = "{"
	// lockPatience covers the moment in which somebody only looks whether a session is in use.
	lockPatience = 200 * time.Millisecond
	lockRetry    = 5 * time.Millisecond
	// lockAfterlife covers that in which a command of a holder that was killed has not its own program yet,
	// which on a busy machine takes a while.
	lockAfterlife = 5 * time.Second
)

// Holder is who has a session open for writing.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

// LockedError means that a session is open for writing elsewhere.
type LockedError struct {
	ID     string
	Holder Holder // zero when the holder did not get to say who it is
}

// Error says who has the session and what to do.
func (e *LockedError) Error() string {
	who := "another eidolon"
	if e.Holder.PID > 0 {
		who = fmt.Sprintf("eidolon with process id %d on %s, since %s",
			e.Holder.PID, e.Holder.Host, e.Holder.Since.UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	return fmt.Sprintf("session %s is in use by %s; end that one and try again, or start a new session", e.ID, who)
}

// lock is the right to write to a session. The system takes it back at the end of the process,
// however that comes; what the file says about the holder is for people only.
type lock struct {
	held *flock.Flock
	path string
}

// acquire takes the lock of a session's directory, or fails with a [*LockedError].
func acquire(dir string, now time.Time) (*lock, error) {
	return acquireFile(filepath.Join(dir, lockName), now)
}

// acquireFile is acquire for a lock that lies anywhere.
func acquireFile(path string, now time.Time) (*lock, error) {
	if err := makeLockFile(path); err != nil {
		return nil, fmt.Errorf("lock the session: %w", err)
	}
	l := &lock{held: flock.New(path, flock.SetFlag(os.O_RDWR)), path: path}
	ok, err := patiently(l.held.TryLock, lockPatience)
	if err == nil && !ok && readHolder(path).ended() {
		ok, err = patiently(l.held.TryLock, lockAfterlife)
	}
	if err == nil && !ok {
		return nil, &LockedError{ID: filepath.Base(filepath.Dir(path)), Holder: readHolder(path)}
	}
	if err != nil {
		return nil, fmt.Errorf("lock the session: %w", err)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	if err := l.write(Holder{PID: os.Getpid(), Host: host, Since: now.UTC()}); err != nil {
		return nil, errors.Join(fmt.Errorf("lock the session: %w", err), l.held.Unlock())
	}
	return l, nil
}

// patiently tries to take a lock for so long.
func patiently(try func() (bool, error), patience time.Duration) (bool, error) {
	for waited := time.Duration(0); ; waited += lockRetry {
		if ok, err := try(); ok || err != nil || waited >= patience {
			return ok, err
		}
		time.Sleep(lockRetry) //nolint:forbidigo // a moment of real time: it is about another process
	}
}

// makeLockFile makes the file with its first byte. Whoever else does it at the same time writes the
// same byte.
func makeLockFile(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private.FileMode)
	if errors.Is(err, fs.ErrExist) {
		_, err = lstatRegular(path)
		return err
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(lockFirst)
	return errors.Join(err, f.Chmod(private.FileMode), f.Close())
}

// write says who holds the lock, behind the first byte.
func (l *lock) write(h Holder) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(l.path, os.O_WRONLY, private.FileMode)
	if err != nil {
		return err
	}
	err = f.Truncate(int64(len(lockFirst)))
	if err == nil {
		_, err = f.WriteAt(append(text[len(lockFirst):], '\n'), int64(len(lockFirst)))
	}
	return errors.Join(err, f.Close())
}

// release gives the lock back. A session in memory has none.
func (l *lock) release() error {
	if l == nil {
		return nil
	}
	err := os.Truncate(l.path, int64(len(lockFirst)))
	if errors.Is(err, fs.ErrNotExist) { // the session was removed, or moved away, under the lock
		err = nil
	}
	return errors.Join(err, l.held.Unlock())
}

// readHolder reads who holds a lock. It is zero when the file does not say.
func readHolder(path string) Holder {
	f, err := os.Open(path)
	if err != nil {
		return Holder{}
	}
	first := int64(len(lockFirst))
	rest, err := io.ReadAll(io.NewSectionReader(f, first, 4096))
	var h Holder
	if err = errors.Join(err, f.Close()); err != nil || json.Unmarshal(append([]byte(lockFirst), rest...), &h) != nil {
		return Holder{}
	}
	return h
}

// holder tells who has the session in dir open for writing, or nil when nobody has. Only a file that
// names somebody is looked at more closely, so a list of sessions rarely touches a lock.
func holder(dir string) *Holder {
	path := filepath.Join(dir, lockName)
	if info, err := os.Stat(path); err != nil || info.Size() <= int64(len(lockFirst)) {
		return nil
	}
	probe := flock.New(path, flock.SetFlag(os.O_RDONLY))
	defer func() { _ = probe.Unlock() }() // it was for reading, and its end frees it as well
	if free, err := probe.TryRLock(); err != nil || free {
		return nil
	}
	h := readHolder(path)
	if h.ended() {
		// It was killed while it started a command: until that has its own program, it has the lock too.
		if free, err := patiently(probe.TryRLock, lockPatience); err == nil && free {
			return nil
		}
	}
	return &h
}

// ended says that the process of a holder is known to be over.
func (h Holder) ended() bool {
	if host, err := os.Hostname(); err != nil || host != h.Host || h.PID <= 0 {
		return false // elsewhere, or nobody knows
	}
	p, err := os.FindProcess(h.PID)
	if err == nil {
		err = p.Signal(syscall.Signal(0)) // asks only
	}
	return errors.Is(err, os.ErrProcessDone)
}

// moveLocked runs move, which takes the directory of a locked session away, and releases the lock.
// Windows moves no directory with open files in it, so there the lock goes first.
func (l *lock) moveLocked(move func() error) error {
	if runtime.GOOS == "windows" {
		return errors.Join(l.release(), move())
	}
	return errors.Join(move(), l.release())
}
