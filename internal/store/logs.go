package store

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"time"

	"eidolon/actors/event"
)

// LogFile is the log of a session as it lies on disk, for who keeps something that follows from it.
type LogFile struct {
	Stored
	Size     int64
	Modified time.Time
}

// Logs gives the logs that hold something, of the workspace or of all when none is given, in the
// order of their directories. It looks at the files and opens none of them. A log that cannot be
// looked at is left out: whoever reads the session is told why.
func Logs(o Options) ([]LogFile, error) {
	all, err := Sessions(o)
	if err != nil {
		return nil, err
	}
	list := make([]LogFile, len(all))
	statLogs(all, func(i int, size int64, modified time.Time, err error) {
		if err == nil {
			list[i] = LogFile{Stored: all[i], Size: size, Modified: modified}
		}
	})
	kept := list[:0]
	for i := range list {
		if list[i].Size > 0 {
			kept = append(kept, list[i])
		}
	}
	return kept, nil
}

// LogOf gives the log of the session in a directory.
func LogOf(dir string) (LogFile, error) {
	s := Stored{ID: filepath.Base(dir), Dir: dir}
	info, err := lstatRegular(s.path())
	if err != nil {
		return LogFile{}, err
	}
	return LogFile{Stored: s, Size: info.Size(), Modified: info.ModTime()}, nil
}

// Place is where the line of an event begins in a log: its byte, and the number that comes next
// there. The zero Place is the beginning.
type Place struct{ Seq, Offset int64 }

// ReadFrom is [Stored.Read] from a place on. It also tells where each line begins, and gives the place
// behind the last event, from which a later call goes on.
func (s Stored) ReadFrom(ctx context.Context, from Place, fn func(e event.Envelope, offset int64) error) (Place, error) {
	f, err := openForReading(s.path())
	if err != nil {
		return from, err
	}
	info, err := f.Stat()
	if err == nil {
		rest := io.NewSectionReader(f, from.Offset, info.Size()-from.Offset)
		err = readLines(ctx, rest, mark{from.Seq, from.Offset}, func(e event.Envelope, l line) error {
			if !l.whole { // it is being written, or was never finished
				return nil
			}
			from = Place{e.Seq + 1, l.end}
			return fn(e, l.start)
		})
	}
	return from, errors.Join(err, f.Close())
}

// At gives the event whose line begins at a byte of the log.
func (s Stored) At(offset int64) (event.Envelope, error) {
	f, err := openForReading(s.path())
	if err != nil {
		return event.Envelope{}, err
	}
	l, err := newLineReader(io.NewSectionReader(f, offset, maxLine), offset).next()
	if err = errors.Join(err, f.Close()); err != nil {
		return event.Envelope{}, err
	}
	return event.Decode(l.text)
}

// Before gives the last bytes of the log in front of a place, by which a log that was exchanged for
// another is told from one that grew.
func (s Stored) Before(offset int64, most int) ([]byte, error) {
	f, err := openForReading(s.path())
	if err != nil {
		return nil, err
	}
	part := make([]byte, min(offset, int64(most)))
	_, err = f.ReadAt(part, offset-int64(len(part)))
	return part, errors.Join(err, f.Close())
}

// ErrClaimed means that another process does the same work at this moment.
var ErrClaimed = errors.New("another eidolon is at it")

// Claim takes a lock that has nothing to do with a session, in a file of its own, or fails with
// [ErrClaimed]. It waits for a moment at most.
func Claim(path string) (release func() error, err error) {
	var o Options
	o.complete()
	l, err := acquireFile(path, o.Now())
	if _, ok := errors.AsType[*LockedError](err); ok {
		return nil, ErrClaimed
	}
	if err != nil {
		return nil, err
	}
	return l.release, nil
}
