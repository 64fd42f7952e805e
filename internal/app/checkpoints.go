package app

import (
	"context"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/checkpoint"
	"eidolon/internal/store"
)

// openCheckpoints gives the place where a session keeps the files of the workspace, or nil when it
// keeps nothing.
func (a *App) openCheckpoints(o Options, root string) (session.Checkpoints, error) {
	if a.Facts.Dir == "" || !o.Config.Sessions.Checkpoints {
		return nil, nil
	}
	stored := store.Stored{ID: a.Facts.ID, Dir: a.Facts.Dir}
	s, err := checkpoint.Open(checkpoint.Options{
		Root: root, Dir: stored.Checkpoints(), Base: stored.CheckpointBase(), Skip: []string{o.Base},
		MaxFile: int64(o.Config.Limits.CheckpointFile), MaxTotal: int64(o.Config.Limits.CheckpointTotal), Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	a.onClose(s.Close)
	return checkpoints{s}, nil
}

// checkpoints fulfils what a session wants.
type checkpoints struct{ *checkpoint.Store }

// Take implements session.Checkpoints.
func (c checkpoints) Take(ctx context.Context) (made event.Checkpoint, leftOut string, err error) {
	p, err := c.Store.Take(ctx)
	made = event.Checkpoint{
		Name: p.Name, Files: p.Files, Bytes: p.Bytes, LeftOut: p.LeftOut.Count, Incomplete: p.LeftOut.Incomplete,
	}
	return made, p.LeftOut.String(), err
}
