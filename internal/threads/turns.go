package threads

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/store"
)

// Turn is a turn of a session, as far as going back to it needs. Prompt is untrusted text.
type Turn struct {
	N          int       `json:"turn"`
	First      int64     `json:"first"` // number of its first event
	Last       int64     `json:"last"`
	Time       time.Time `json:"ts"`
	Prompt     string    `json:"prompt"`               // as the user gave it
	Checkpoint string    `json:"checkpoint,omitempty"` // of the files before its first call that may change some
}

// ListTurns gives the turns that a session can be taken back to, the first one first.
func ListTurns(ctx context.Context, o Options, id string) ([]Turn, error) {
	s, err := o.locate(ctx, id)
	if err != nil {
		return nil, err
	}
	return turnsOf(ctx, s)
}

// turnsOf lists the turns of a session that count.
func turnsOf(ctx context.Context, s store.Stored) ([]Turn, error) {
	lineage, err := s.Lineage(ctx)
	if err != nil {
		return nil, err
	}
	return turnsAfter(ctx, s, lineage)
}

// turnsAfter lists the turns that count after certain rewinds.
func turnsAfter(ctx context.Context, s store.Stored, lineage *event.Lineage) ([]Turn, error) {
	var all []Turn
	err := each(ctx, s, func(e event.Envelope) {
		if !lineage.Counts(e.Seq) {
			return
		}
		if len(all) == 0 || all[len(all)-1].N != e.Turn {
			if !begins(e.Event) {
				return
			}
			all = append(all, Turn{N: e.Turn, First: e.Seq, Time: e.Time})
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
	_, agent := ev.(event.Agent)
	return message || posture || agent
}

func (t *Turn) take(e event.Envelope) {
	t.Last = e.Seq
	if m, ok := e.Event.(event.Message); ok && m.Role == event.RoleUser && !m.Hidden && t.Prompt == "" {
		t.Prompt = m.Text
	}
	if c, ok := e.Event.(event.Checkpoint); ok && t.Checkpoint == "" {
		t.Checkpoint = c.Name
	}
}

// headline is the prompt in one harmless line.
func (t *Turn) headline() string { return clip.Chars(clean.Line(t.Prompt), 80) }

// filesBefore finds the checkpoint that has the files as they were before an event, or "" when nothing
// has changed them since. That is the first one that was made since then, in whichever turn: what was
// taken back counts too, for files know no branches. An [UnkeptError] says that a call changed files
// before there was one.
func filesBefore(ctx context.Context, s store.Stored, first int64) (name string, err error) {
	writers, changed := map[string]int{}, 0 // calls that are open, by their turn; the first turn without a checkpoint
	err = each(ctx, s, func(e event.Envelope) {
		if e.Seq < first || name != "" {
			return
		}
		if c, ok := e.Event.(event.Checkpoint); ok {
			name = c.Name
		}
		if r, ok := e.Event.(event.Rewind); ok {
			name = r.Before
		}
		if u, ok := e.Event.(event.ToolUse); ok && !u.ReadOnly {
			writers[u.Call] = e.Turn
		}
		if r, ok := e.Event.(event.ToolResult); ok {
			if turn := writers[r.Call]; turn > 0 && changed == 0 && mayHaveChanged(r) {
				changed = turn
			}
			delete(writers, r.Call)
		}
	})
	for _, turn := range writers { // the program ended while they ran
		if name == "" && changed == 0 {
			changed = turn
		}
	}
	if err == nil && changed > 0 {
		err = &UnkeptError{Turn: changed}
	}
	return name, err
}

// mayHaveChanged says whether a call that was allowed to change files may have done so. One that did
// not run took no time, and one that failed in good order has changed nothing.
func mayHaveChanged(r event.ToolResult) bool {
	if r.OK || r.MS == 0 {
		return r.OK
	}
	var envelope struct{ Error struct{ Code tool.Code } }
	if json.Unmarshal(r.Output, &envelope) != nil {
		return true
	}
	return slices.Contains([]tool.Code{tool.Interrupted, tool.Timeout, tool.Crashed}, envelope.Error.Code)
}
