// Package transcript folds the events of a session into what a person, or a model, wants to read of it:
// messages, calls with their outcomes, and a line about whatever else happened.
//
// It shows nothing itself. Package threads makes pages and documents of the entries, and package recall
// the text that a model reads. What an entry holds comes from users, models and tools, and is as it was
// written: whoever shows it makes it harmless for the place where that is.
package transcript

import (
	"context"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/foreign"
	"eidolon/internal/store"
	"eidolon/xnl"
)

// Kind is what an entry is.
type Kind uint8

// The kinds of entries.
const (
	User    Kind = iota // what the user said
	Model               // what the model said, without its calls
	Tool                // a call with its outcome
	Program             // a notice
)

// Entry is a piece of a transcript. Its text is untrusted.
type Entry struct {
	Kind Kind
	Seq  int64 // number of its event
	Time time.Time
	Text string
	Call *Call // of a Tool
}

// Read gives the entries of a session in the order in which they are read, which is not quite that of
// their numbers: the calls of an answer follow it, and their events come before. What was taken back is
// left out, unless all is asked for.
func Read(ctx context.Context, s store.Stored, all bool, emit func(Entry)) error {
	lineage := &event.Lineage{}
	var err error
	if !all {
		if lineage, err = s.Lineage(ctx); err != nil {
			return err
		}
	}
	f := Fold{Emit: emit}
	err = s.Read(ctx, func(e event.Envelope, _ []byte) error {
		if lineage.Counts(e.Seq) {
			f.Add(e)
		}
		return nil
	})
	f.End()
	return err
}

// Fold makes entries of events. It holds those of one turn, since the outcome of a call comes after it,
// and hands them on when the turn is over.
type Fold struct {
	Emit func(Entry)

	turn    int
	open    bool // the user has said something, and the turn has not ended
	entries []Entry
	calls   map[string]*Call

	// The calls of a round, and what was told about them, come before the answer that holds them.
	round   int
	pending []Entry
	raw     strings.Builder // text of the answer up to the last of them
	foreign bool            // one of them is in another notation than XNL
}

// Add takes the next event. [Fold.End] must follow the last one.
func (f *Fold) Add(e event.Envelope) {
	if e.Turn != f.turn {
		f.close()
		f.turn, f.open = e.Turn, false
	}
	if _, ok := e.Event.(event.TurnEnd); ok {
		f.open = false
	}
	if m, ok := e.Event.(event.Message); ok {
		f.message(e, m)
		return
	}
	if u, ok := e.Event.(event.ToolUse); ok {
		f.use(e, u)
		return
	}
	if r, ok := e.Event.(event.ToolResult); ok {
		if c := f.calls[r.Call]; c != nil {
			c.Result, c.Ended = &r, e.Seq
		}
		return
	}
	text := notice(e.Event)
	said := Entry{Kind: Program, Seq: e.Seq, Time: e.Time, Text: text}
	switch {
	case text == "":
	case len(f.pending) > 0: // it came while the model was still talking
		f.pending = append(f.pending, said)
	default:
		f.entries = append(f.entries, said)
	}
}

func (f *Fold) message(e event.Envelope, m event.Message) {
	switch {
	case m.Role == event.RoleUser && !m.Hidden:
		f.settle()
		f.open = true
		f.entries = append(f.entries, Entry{Kind: User, Seq: e.Seq, Time: e.Time, Text: m.Text})
	case m.Role == event.RoleAssistant:
		f.answer(e, m.Text)
		if m.Partial {
			f.entries = append(f.entries, Entry{Kind: Program, Seq: e.Seq, Time: e.Time, Text: "the answer was cut here"})
		}
	}
}

// answer adds what is visible of an answer, then its calls.
func (f *Fold) answer(e event.Envelope, raw string) {
	visible := xnl.Visible
	if f.foreign {
		visible = foreign.Visible
	}
	if text := strings.TrimSpace(visible(raw)); text != "" {
		f.entries = append(f.entries, Entry{Kind: Model, Seq: e.Seq, Time: e.Time, Text: text})
	}
	f.entries = append(f.entries, f.pending...)
	f.pending, f.foreign = nil, false
	f.raw.Reset()
}

func (f *Fold) use(e event.Envelope, u event.ToolUse) {
	if e.Round != f.round {
		f.settle()
		f.round = e.Round
	}
	c := &Call{Name: u.Name, Input: string(u.Input)}
	if f.calls == nil {
		f.calls = map[string]*Call{}
	}
	f.calls[u.Call] = c
	f.raw.WriteString(u.TextBefore)
	f.foreign = f.foreign || u.Source == event.SourceForeign
	f.pending = append(f.pending, Entry{Kind: Tool, Seq: e.Seq, Time: e.Time, Call: c})
}

// settle adds calls whose answer never came, with the text that is known of it.
func (f *Fold) settle() {
	if len(f.pending) > 0 {
		f.answer(event.Envelope{Seq: f.pending[0].Seq, Time: f.pending[0].Time}, f.raw.String())
	}
}

// End hands on what is there after the last event. Only the last turn can be without an end: whoever
// goes on with a session closes the one that was cut.
func (f *Fold) End() {
	f.close()
	if f.open {
		f.Emit(Entry{Kind: Program, Text: "the turn has not ended: it still runs, or the program ended first"})
	}
}

// close hands on what is there of a turn.
func (f *Fold) close() {
	f.settle()
	for _, e := range f.entries {
		f.Emit(e)
	}
	f.entries, f.calls = f.entries[:0], nil
}
