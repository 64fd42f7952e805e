package threads

import (
	"context"

	"eidolon/internal/store"
	"eidolon/internal/transcript"
)

// How much of a session is shown before one goes on with it.
const (
	tailEvents  = 200 // that are read at least
	tailEntries = 12  // of the transcript that are shown at most
)

// Tail shows the end of a session, for somebody who is about to go on with it: fast, whatever its
// length. It gives the session's id.
func Tail(ctx context.Context, o Options, id string) (string, error) {
	s, err := o.locate(ctx, id)
	if err != nil {
		return "", err
	}
	if err := o.sameWorkspace(s); err != nil {
		return "", err
	}
	events, earlier, err := s.Tail(ctx, tailEvents)
	if err != nil {
		return "", err
	}
	var entries []transcript.Entry
	t := transcript.Fold{Emit: func(e transcript.Entry) { entries = append(entries, e) }}
	for _, e := range events {
		t.Add(e)
	}
	t.End()
	if cut := len(entries) - tailEntries; cut > 0 {
		entries, earlier = entries[cut:], true
	}
	p := &plain{out: o.Out}
	if earlier {
		p.entry(transcript.Entry{Kind: transcript.Program, Text: "earlier: `eidolon threads show " + shortID(s.ID) + "`"})
	}
	for _, e := range entries {
		p.entry(e)
	}
	return s.ID, nil
}

// sameWorkspace refuses a session of another workspace: its tools would work in the wrong files.
func (o Options) sameWorkspace(s store.Stored) error {
	if here := o.Workspace(); s.Workspace != here {
		return &store.NotFoundError{ID: s.ID, Workspace: here, Elsewhere: s.Workspace}
	}
	return nil
}
