//go:build !linux

package store

import (
	"time"
)

// statLogs looks at the log of each session and hands over its length and time, or why it cannot be
// looked at.
func statLogs(all []Stored, fn func(i int, size int64, modified time.Time, err error)) {
	inParallel(len(all), func(i int) {
		info, err := lstatRegular(all[i].path())
		if err != nil {
			fn(i, 0, time.Time{}, err)
			return
		}
		fn(i, info.Size(), info.ModTime(), nil)
	})
}
