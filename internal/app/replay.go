package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/actors/stubmodel"
	"eidolon/internal/replay"
	"eidolon/internal/store"
	"eidolon/internal/threads"
)

// Recording is a kept session that can be replayed.
type Recording struct {
	ID     string
	Dir    string
	Model  string // at its start
	events []event.Envelope
	key    []byte
}

// eventsFile is the name of a session's log.
const eventsFile = "events.jsonl"

// OpenRecording reads a session: the one of an id or of its beginning, the latest of the workspace
// without one, or the one in a directory or log that is named by its path. A session that another
// process writes to is read up to now.
func OpenRecording(ctx context.Context, o Options, name string) (*Recording, error) {
	stored, ok, err := storedAt(name)
	if err == nil && !ok {
		stored, err = threads.Locate(ctx, threads.Options{Base: o.Base, Root: o.Root}, name)
	}
	if err != nil {
		return nil, err
	}
	r := &Recording{ID: stored.ID, Dir: stored.Dir, key: stored.Key()}
	err = stored.Read(ctx, func(e event.Envelope, _ []byte) error {
		if meta, ok := e.Event.(event.Meta); ok {
			r.ID, r.Model = meta.ID, meta.Model
		}
		r.events = append(r.events, e)
		return nil
	})
	if err == nil && len(r.events) == 0 {
		err = fmt.Errorf("there are no events in %s", stored.Dir)
	}
	return r, err
}

// storedAt gives the session in a directory, or that of a log in it.
func storedAt(path string) (store.Stored, bool, error) {
	if path == "" {
		return store.Stored{}, false, nil
	}
	dir := path
	if filepath.Base(path) == eventsFile {
		dir = filepath.Dir(path)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return store.Stored{}, false, err
	}
	_, err = os.Stat(filepath.Join(dir, eventsFile))
	switch {
	case err == nil:
		return store.Stored{ID: filepath.Base(dir), Dir: dir}, true, nil
	case filepath.Base(path) != path && errors.Is(err, fs.ErrNotExist):
		return store.Stored{}, false, fmt.Errorf("there is no %s in %s", eventsFile, dir)
	}
	return store.Stored{}, false, nil // an id
}

// ReplayOptions say how a recording is shown.
type ReplayOptions struct {
	Speed  float64 // times as fast as recorded; 0 does not wait
	Sink   func(turn int, prompt string) renderer.Sink
	Notice func(line string)
}

// Replay plays the recording through the engine and compares what comes with what was recorded.
func (r *Recording) Replay(ctx context.Context, o Options, ro ReplayOptions) (replay.Report, error) {
	specs, err := Tools(o)
	if err != nil {
		return replay.Report{}, err
	}
	return replay.Run(ctx, replay.Options{
		Events: r.events, ID: r.ID, Key: r.key, Tools: append(specs, stubmodel.MockTool{}.Spec()), Hint: hint,
		Speed: ro.Speed, Sink: ro.Sink, Notice: ro.Notice, Now: o.Now, Unhandled: o.Unhandled,
	})
}
