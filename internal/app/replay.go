package app

import (
	"context"
	"fmt"
	"slices"

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

// OpenRecording reads a session: the one of an id or of its beginning, the latest of the workspace
// without one, or the one in a directory or log that is named by its path. A session that another
// process writes to is read up to now.
func OpenRecording(ctx context.Context, o Options, name string) (*Recording, error) {
	stored, ok, err := store.AtPath(name)
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

// ReplayOptions say how a recording is shown.
type ReplayOptions struct {
	Speed  float64 // times as fast as recorded; 0 does not wait
	Sink   func(turn int, prompt string) renderer.Sink
	Notice func(line string)
}

// Replay plays the recording through the engine and compares what comes with what was recorded.
func (r *Recording) Replay(ctx context.Context, o Options, ro ReplayOptions) (replay.Report, error) {
	offered, spare, err := Tools(o)
	if err != nil {
		return replay.Report{}, err
	}
	return replay.Run(ctx, replay.Options{
		Events: r.events, ID: r.ID, Key: r.key, Tools: append(slices.Concat(offered, spare), stubmodel.MockTool{}.Spec()), Hint: hint,
		Speed: ro.Speed, Sink: ro.Sink, Notice: ro.Notice, Now: o.Now, Unhandled: o.Unhandled,
	})
}
