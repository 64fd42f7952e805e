package threads

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"eidolon/actors/event"
	"eidolon/internal/checkpoint"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/store"
)

// RewindOptions say how far a session is taken back, and what of it.
type RewindOptions struct {
	ID           string // or "" for the latest
	Turn         int    // to before this turn; 0 for the last one
	Files        bool   // put the files of the workspace back
	Conversation bool   // take the conversation back
	Undo         bool   // take the last rewind back instead
	DryRun       bool   // only show what would be done
	JSON         bool
	// Confirm asks whether to go on, after the user was shown what would be done.
	Confirm func(question string) (bool, error)

	MaxFile, MaxTotal int64 // limits of checkpoints
}

// Reasons for which nothing is taken back.
var (
	// ErrNothingToRewind is a session in which nobody has said anything.
	ErrNothingToRewind = errors.New("the session has no turn that could be taken back")
	// ErrNoRewind is a session whose last rewind should be undone, and which has none.
	ErrNoRewind = errors.New("nothing was taken back in this session, so there is nothing to undo")
	// ErrNoCheckpoint is a part of a session in which no call changed files.
	ErrNoCheckpoint = errors.New("no call has changed files since then, so only the conversation can be taken back")
)

// UnkeptError is a turn that changed files which nobody had kept before.
type UnkeptError struct{ Turn int }

// Error says what can be done instead.
func (e *UnkeptError) Error() string {
	return fmt.Sprintf("turn %d may have changed files, and they were not kept before it, so they cannot be taken back to before that; "+
		"--only conversation takes back what was said, --turn %d goes back to after it", e.Turn, e.Turn+1)
}

// rewinding is what is going to happen.
type rewinding struct {
	Session string   `json:"session"`
	Turn    int      `json:"turn,omitempty"` // back to before this one
	To      int64    `json:"to"`             // event after which the conversation goes on; -1 leaves it as it is
	Back    []Turn   `json:"taken_back"`     // turns that do not count any more
	Again   []Turn   `json:"brought_back"`   // turns that count again
	Files   string   `json:"files,omitempty"`
	Changes []change `json:"changes"`
	Kept    string   `json:"left_alone,omitempty"` // what is not as it was then and stays, in words
	Done    bool     `json:"done"`
	Failed  []string `json:"failed,omitempty"`

	diff   string
	finish bool   // it is written down already, and was cut short while it put the files back
	marker string // file that is there while files are put back
	before string // the checkpoint of the files as they are now
}

// change is what happens to a file, as scripts get it.
type change struct {
	Path string          `json:"path"`
	Kind checkpoint.Kind `json:"kind"`
}

// Rewind takes a session back to before a turn: the conversation, the files of the workspace, or
// both. It shows what would change and asks first. What it does can be undone.
func Rewind(ctx context.Context, o Options, r RewindOptions) error {
	s, err := o.locate(ctx, r.ID)
	if err != nil {
		return err
	}
	if err := o.sameWorkspace(s); err != nil {
		return err
	}
	place, err := o.open(s)
	if err != nil {
		return err
	}
	// Nobody else goes on with it meanwhile.
	l, err := store.Open(place) //nolint:contextcheck // mending a session is not cut short
	if err != nil {
		return err
	}
	return errors.Join(o.rewind(ctx, s, l, r), l.Close())
}

// rewind does it, or only tells.
func (o Options) rewind(ctx context.Context, s store.Stored, l *store.Log, r RewindOptions) error {
	files, err := checkpoint.Open(checkpoint.Options{
		Root: s.Workspace, Dir: s.Checkpoints(), Base: s.CheckpointBase(), Skip: []string{o.Base},
		MaxFile: r.MaxFile, MaxTotal: r.MaxTotal, Now: o.Now,
	})
	if err != nil {
		return err
	}
	return errors.Join(o.rewindWith(ctx, s, l, files, r), files.Close())
}

func (o Options) rewindWith(ctx context.Context, s store.Stored, l *store.Log, files *checkpoint.Store, r RewindOptions) error {
	p, err := planRewind(ctx, s, r)
	if err != nil {
		return err
	}
	if err := p.compare(ctx, files); err != nil {
		return err
	}
	if !r.JSON {
		o.showRewind(p)
	}
	if !r.DryRun && (!p.empty() || p.finish) {
		ok, err := r.Confirm(p.question())
		if err != nil || !ok {
			return err
		}
		err = p.carryOut(ctx, files, l)
		if !p.Done {
			return err
		}
		o.archive(ctx, s, p)
		if err != nil {
			err = fmt.Errorf("%w\nnot all files are as they were: `eidolon rewind %s` tries again, `eidolon rewind %[2]s --undo` goes back to how it was", err, shortID(s.ID))
		} else {
			o.note("`eidolon rewind %s --undo` takes this back", shortID(s.ID))
		}
		if r.JSON {
			err = errors.Join(err, o.printJSON(p))
		}
		return err
	}
	if r.JSON {
		return o.printJSON(p)
	}
	return nil
}

// empty says that nothing would change.
func (p *rewinding) empty() bool { return len(p.Back)+len(p.Again)+len(p.Changes) == 0 }

// planRewind says where the way back leads.
func planRewind(ctx context.Context, s store.Stored, r RewindOptions) (*rewinding, error) {
	if r.Undo {
		return planUndo(ctx, s, r)
	}
	if name := unfinished(s); name != "" && r.Turn == 0 && r.Files {
		return &rewinding{Session: s.ID, To: stay, Files: name, finish: true, marker: markerOf(s)}, nil
	}
	turns, err := turnsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if len(turns) == 0 {
		return nil, ErrNothingToRewind
	}
	at := len(turns) - 1
	if r.Turn > 0 {
		if at = slices.IndexFunc(turns, func(t Turn) bool { return t.N == r.Turn }); at < 0 {
			return nil, &TurnError{N: r.Turn, Session: s.ID}
		}
	}
	p := &rewinding{Session: s.ID, Turn: turns[at].N, To: stay, marker: markerOf(s)}
	if r.Conversation {
		p.To, p.Back = max(turns[at].First-1, 0), turns[at:]
	}
	if r.Files {
		if p.Files, err = filesBefore(ctx, s, turns[at].First); err != nil {
			return nil, err
		}
		if p.Files == "" && !r.Conversation {
			return nil, ErrNoCheckpoint
		}
	}
	return p, nil
}

// stay leaves the conversation as it is.
const stay = -1

// planUndo leads back to the moment before the last rewind.
func planUndo(ctx context.Context, s store.Stored, r RewindOptions) (*rewinding, error) {
	lineage, err := s.Lineage(ctx)
	if err != nil {
		return nil, err
	}
	last := event.Envelope{Seq: -1}
	err = each(ctx, s, func(e event.Envelope) {
		if _, ok := e.Event.(event.Rewind); ok && lineage.Counts(e.Seq) {
			last = e
		}
	})
	if err != nil {
		return nil, err
	}
	rewind, ok := last.Event.(event.Rewind)
	if !ok {
		return nil, ErrNoRewind
	}
	p := &rewinding{Session: s.ID, To: stay, marker: markerOf(s)}
	if r.Files {
		p.Files = rewind.Before
	}
	if !r.Conversation {
		return p, nil
	}
	p.To = last.Seq - 1
	now, err := turnsOf(ctx, s)
	if err != nil {
		return nil, err
	}
	then := *lineage
	then.Add(event.Envelope{Seq: maxSeq, Event: event.Rewind{To: p.To}})
	was, err := turnsAfter(ctx, s, &then)
	if err != nil {
		return nil, err
	}
	p.Back, p.Again = without(now, was), without(was, now)
	return p, nil
}

// maxSeq stands for an event that is to come.
const maxSeq = 1<<53 - 1

// without gives the turns of one list that another does not have.
func without(list, other []Turn) []Turn {
	return slices.DeleteFunc(slices.Clone(list), func(t Turn) bool {
		return slices.ContainsFunc(other, func(u Turn) bool { return u.N == t.N })
	})
}

// compare finds out what putting the files back would change. The files are kept as they are now
// before: what no checkpoint holds is not changed.
func (p *rewinding) compare(ctx context.Context, files *checkpoint.Store) error {
	p.Changes = []change{}
	if p.Files == "" {
		return nil
	}
	before, err := files.Take(ctx)
	if err != nil {
		return fmt.Errorf("the files are not touched, because they cannot be kept as they are now: %w", err)
	}
	p.before = before.Name
	changes, kept, err := files.Changes(ctx, p.Files)
	if err != nil {
		return err
	}
	p.Kept = kept.String()
	for _, c := range changes {
		p.Changes = append(p.Changes, change{c.Path, c.Kind})
	}
	p.diff = checkpoint.Diff(changes)
	return nil
}

// carryOut writes the rewind down, then puts the files back: a sudden end in between leaves a record
// of how they were, so that it can be undone or done again.
func (p *rewinding) carryOut(ctx context.Context, files *checkpoint.Store, l *store.Log) error {
	rewind := event.Rewind{To: p.To, Files: p.Files, Before: p.before}
	if p.To == stay {
		rewind.To = l.Next() - 1
	}
	if !p.finish {
		if _, err := l.Add(rewind); err != nil {
			return err
		}
	}
	p.Done = true
	if p.Files == "" {
		return nil
	}
	if err := os.WriteFile(p.marker, []byte(p.Files), 0o600); err != nil {
		return fmt.Errorf("put the files back: %w", err)
	}
	report, err := files.Restore(ctx, p.Files)
	for _, f := range report.Failed {
		p.Failed = append(p.Failed, f.Path)
		err = errors.Join(err, fmt.Errorf("%s: %w", f.Path, f.Err))
	}
	if err == nil {
		err = os.Remove(p.marker)
	}
	return err
}

// markerOf is a file of a session that says, while files are put back, to which checkpoint.
func markerOf(s store.Stored) string { return filepath.Join(s.Checkpoints(), "restoring") }

// unfinished gives the checkpoint of a rewind that was cut short while it put the files back, or "".
func unfinished(s store.Stored) string {
	content, err := os.ReadFile(markerOf(s))
	if err != nil {
		return ""
	}
	return string(content)
}

// archive puts the messages that were taken back where they are found without the session. That it
// fails is told and harms nothing: the log has them.
func (o Options) archive(ctx context.Context, s store.Stored, p *rewinding) {
	var dropped []event.Envelope
	err := each(ctx, s, func(e event.Envelope) {
		if slices.ContainsFunc(p.Back, func(t Turn) bool { return e.Seq >= t.First && e.Seq <= t.Last }) {
			dropped = append(dropped, e)
		}
	})
	if err == nil {
		_, err = s.Archive(o.place(), dropped)
	}
	if err != nil {
		o.note("the messages that were taken back are not in the archive: %v", err)
	}
}

// showRewind tells what is going to happen: the change of the files as the result, the rest beside it.
func (o Options) showRewind(p *rewinding) {
	for _, line := range p.lines(o.Lang) {
		fmt.Fprintln(o.Err, clean.Line(line))
	}
	fmt.Fprint(o.Out, clean.Text(p.diff))
}

func (p *rewinding) lines(in lang.Table) []string {
	var all []string
	if p.finish {
		all = append(all, in.T("the last rewind was cut short: its files come first"))
	}
	for _, t := range p.Back {
		all = append(all, in.F("taken back:   turn %d: %s", t.N, t.headline()))
	}
	for _, t := range p.Again {
		all = append(all, in.F("brought back: turn %d: %s", t.N, t.headline()))
	}
	switch {
	case p.empty():
		all = append(all, in.T("nothing would change"))
	case p.Files == "":
		all = append(all, in.T("files: they stay as they are"))
	default:
		all = append(all, in.F("files: %d to change", len(p.Changes)))
	}
	if p.Kept != "" {
		all = append(all, in.F("these stay as they are now: %s", p.Kept))
	}
	return all
}

func (p *rewinding) question() string {
	switch {
	case p.Files != "" && len(p.Back)+len(p.Again) > 0:
		return "Take the conversation back and change these files?"
	case p.Files != "":
		return "Change these files?"
	}
	return "Take the conversation back?"
}

// Turns lists the turns that a session can be taken back to.
func Turns(ctx context.Context, o Options, id string, asJSON bool) error {
	turns, err := ListTurns(ctx, o, id)
	if err != nil {
		return err
	}
	if asJSON {
		return o.printJSON(append([]Turn{}, turns...))
	}
	if len(turns) == 0 {
		o.note("%v", ErrNothingToRewind)
		return nil
	}
	w := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TURN\tAGE\tFILES\tPROMPT")
	for _, t := range turns {
		kept := "-"
		if t.Checkpoint != "" {
			kept = "kept"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", t.N, figure.Age(o.Now().Sub(t.Time)), kept, t.headline())
	}
	return w.Flush()
}
