package threads

import (
	"context"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/store"
)

// turnFacts is a turn of a session, as far as going back to it needs.
type turnFacts struct {
	N          int       `json:"turn"`
	First      int64     `json:"first"` // number of its first event
	Last       int64     `json:"last"`
	Time       time.Time `json:"ts"`
	Prompt     string    `json:"prompt"`               // as the user gave it
	Checkpoint string    `json:"checkpoint,omitempty"` // of the files before its first call that may change some
	Writes     int       `json:"writes"`               // calls that may have changed files
}

// turnsOf lists the turns of a session that count.
func turnsOf(ctx context.Context, s store.Stored) ([]turnFacts, error) {
	lineage, err := s.Lineage(ctx)
	if err != nil {
		return nil, err
	}
	return turnsAfter(ctx, s, lineage)
}

// turnsAfter lists the turns that count after certain rewinds.
func turnsAfter(ctx context.Context, s store.Stored, lineage *event.Lineage) ([]turnFacts, error) {
	var all []turnFacts
	err := each(ctx, s, func(e event.Envelope) {
		if !lineage.Counts(e.Seq) {
			return
		}
		if len(all) == 0 || all[len(all)-1].N != e.Turn {
			if !begins(e.Event) {
				return
			}
			all = append(all, turnFacts{N: e.Turn, First: e.Seq, Time: e.Time})
		}
		all[len(all)-1].take(e)
	})
	return all, err
}

// begins says whether a turn begins with an event. A title or a rewind between two turns has the
// number of one too, which may have been taken back.
func begins(ev event.Event) bool {
	_, message := ev.(event.Message)
	_, posture := ev.(event.Posture)
	return message || posture
}

func (t *turnFacts) take(e event.Envelope) {
	t.Last = e.Seq
	if m, ok := e.Event.(event.Message); ok && m.Role == event.RoleUser && !m.Hidden && t.Prompt == "" {
		t.Prompt = m.Text
	}
	if c, ok := e.Event.(event.Checkpoint); ok && t.Checkpoint == "" {
		t.Checkpoint = c.Name
	}
	if u, ok := e.Event.(event.ToolUse); ok && !u.ReadOnly {
		t.Writes++
	}
}

// headline is the prompt in one harmless line.
func (t *turnFacts) headline() string { return clip(clean.Line(t.Prompt), 80) }
