package store

import (
	"bufio"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/private"
)

// Fork makes a new session out of the events of another, up to and with number at, or of all of them
// when at is negative. The lines are the same to the byte but for the first, which names the parent;
// so is the secret, from which the markers in them were made. Full output and pictures that they refer
// to are shared. The new session belongs to the same workspace and appears in one step.
//
// An event in the middle of a turn will do: the fork then begins with a turn that was interrupted.
func Fork(ctx context.Context, o Options, from Stored, at int64) (Stored, error) {
	o.complete()
	fork, err := makeFork(ctx, o, from, at)
	if err != nil {
		return Stored{}, fmt.Errorf("fork session %s: %w", from.ID, err)
	}
	return fork, nil
}

func makeFork(ctx context.Context, o Options, from Stored, at int64) (Stored, error) {
	id, err := newID(o.Random)
	if err != nil {
		return Stored{}, err
	}
	sessions := filepath.Dir(from.Dir)
	sweepForks(sessions, o.Now())
	place, err := os.MkdirTemp(sessions, forkPrefix+"*")
	if err != nil {
		return Stored{}, err
	}
	fork := Stored{ID: id, Dir: filepath.Join(sessions, id), Workspace: from.Workspace}
	made := filepath.Join(place, id)
	if _, err = private.MakeDir(made); err == nil {
		err = copyKey(from, made)
	}
	if err == nil {
		err = from.copyEvents(ctx, filepath.Join(made, eventsName), at, func(m event.Meta, last int64) event.Envelope {
			m.ID, m.SchemaVersion, m.Workspace = id, event.SchemaVersion, cmp.Or(m.Workspace, from.Workspace)
			m.Parent, m.Task = &event.Parent{ID: from.ID, Seq: last}, nil
			return event.Envelope{Time: o.Now().UTC(), Event: m}
		})
	}
	if err == nil {
		err = from.shareOutput(ctx, filepath.Join(made, outName), at)
	}
	if err == nil {
		err = from.shareImages(ctx, filepath.Join(made, imagesName), at)
	}
	if err == nil {
		err = completeFork(o, made) //nolint:contextcheck // mending a session is not cut short
	}
	if err == nil {
		err = os.Rename(made, fork.Dir)
	}
	if err == nil {
		err = syncDir(sessions)
	}
	return fork, errors.Join(err, os.RemoveAll(place))
}

// completeFork makes the files beside the log, as opening does.
func completeFork(o Options, dir string) error {
	l, err := openLocked(o, dir)
	if err != nil {
		return err
	}
	return l.Close()
}

const (
	forkPrefix = ".fork-" // of a directory that is not a session yet
	// forkStale is when nobody can be at work on one any more.
	forkStale = time.Hour
)

// sweepForks removes what forks left behind that were cut short. They hold all that was said.
func sweepForks(sessions string, now time.Time) {
	left, _ := filepath.Glob(filepath.Join(sessions, forkPrefix+"*")) // the pattern is a good one
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && now.Sub(info.ModTime()) > forkStale {
			_ = os.RemoveAll(path) // the next fork tries again
		}
	}
}

// copyKey gives the new session the secret of the other. Without one, opening draws a new one.
func copyKey(from Stored, to string) error {
	key := from.Key()
	if key == nil {
		return nil
	}
	state, err := document(state{SchemaVersion: stateVersion, Key: hex.EncodeToString(key)})
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(to, stateName), state)
}

// EventRangeError is a number that no event of a session has.
type EventRangeError struct{ At, Last int64 }

// Error says which there are.
func (e *EventRangeError) Error() string {
	return fmt.Sprintf("there is no event %d; the events of the session go from 0 to %d", e.At, e.Last)
}

// copyEvents writes the lines of a session to a new file. Head makes the first one, given the old one
// and the number of the last event that is taken over.
func (s Stored) copyEvents(ctx context.Context, to string, at int64, head func(m event.Meta, last int64) event.Envelope) error {
	last, err := s.last(ctx)
	if err != nil {
		return err
	}
	if last < 0 {
		return errors.New("it has no event that could be taken over")
	}
	if at > last {
		return &EventRangeError{At: at, Last: last}
	}
	if at < 0 {
		at = last
	}
	f, err := openFile(to, true)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f.File, 1<<20)
	err = s.Read(ctx, func(e event.Envelope, line []byte) error {
		if e.Seq > at {
			return errEnough
		}
		if e.Seq > 0 {
			_, err := w.Write(line)
			return errors.Join(err, w.WriteByte('\n'))
		}
		meta, _ := e.Event.(event.Meta) // of a damaged session it may be something else
		first, err := event.Encode(nil, head(meta, at))
		if err == nil {
			_, err = w.Write(first)
		}
		return err
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return errors.Join(err, w.Flush(), f.Sync(), f.Close())
}

// errEnough ends reading early.
var errEnough = errors.New("enough")

// last gives the number of the last event, or -1.
func (s Stored) last(ctx context.Context) (int64, error) {
	events, _, err := s.Tail(ctx, 1)
	if err != nil || len(events) == 0 {
		return -1, err
	}
	return events[len(events)-1].Seq, nil
}

// shareOutput links the full output of the calls up to an event into another directory, or copies it
// where links cannot be made.
func (s Stored) shareOutput(ctx context.Context, to string, at int64) error {
	if _, err := private.MakeDir(to); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(s.Dir, outName))
	if errors.Is(err, fs.ErrNotExist) || len(entries) == 0 && err == nil {
		return nil
	}
	if err != nil {
		return err
	}
	calls := map[string]bool{}
	err = s.Read(ctx, func(e event.Envelope, _ []byte) error {
		if r, ok := e.Event.(event.ToolResult); ok && r.Spool != "" && (at < 0 || e.Seq <= at) {
			calls[r.Call] = true
		}
		return nil
	})
	for _, e := range entries {
		if call, _, _ := strings.Cut(e.Name(), "."); err == nil && calls[call] && e.Type().IsRegular() {
			err = private.Share(filepath.Join(s.Dir, outName, e.Name()), filepath.Join(to, e.Name()))
		}
	}
	return err
}
