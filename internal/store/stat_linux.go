package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// statLogs looks at the log of each session, of which those of one project stand together, and hands
// over its length and time, or why it cannot be looked at. It asks the system from the directory of
// the project on, which has less of a path to follow: it matters with ten thousand sessions.
func statLogs(all []Stored, fn func(i int, size int64, modified time.Time, err error)) {
	for start := 0; start < len(all); {
		dir := filepath.Dir(all[start].Dir)
		end := start + 1
		for end < len(all) && len(all[end].Dir) == len(all[start].Dir) && all[end].Dir[:len(dir)] == dir {
			end++
		}
		statProject(dir, all[start:end], func(i int, size int64, modified time.Time, err error) { fn(start+i, size, modified, err) })
		start = end
	}
}

func statProject(path string, all []Stored, fn func(i int, size int64, modified time.Time, err error)) {
	dir, err := os.Open(path)
	if err != nil {
		for i := range all {
			fn(i, 0, time.Time{}, err)
		}
		return
	}
	from := int(dir.Fd())
	inParallel(len(all), func(i int) {
		var st unix.Stat_t
		err := unix.Fstatat(from, all[i].ID+"/"+eventsName, &st, unix.AT_SYMLINK_NOFOLLOW)
		for errors.Is(err, unix.EINTR) {
			err = unix.Fstatat(from, all[i].ID+"/"+eventsName, &st, unix.AT_SYMLINK_NOFOLLOW)
		}
		if err == nil && st.Mode&unix.S_IFMT != unix.S_IFREG {
			err = errNotRegular
		}
		if err != nil {
			fn(i, 0, time.Time{}, &fs.PathError{Op: "stat", Path: all[i].path(), Err: err})
			return
		}
		fn(i, st.Size, time.Unix(st.Mtim.Unix()), nil)
	})
	_ = dir.Close() // it was for reading
}
