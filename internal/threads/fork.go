package threads

import (
	"context"
	"fmt"

	"eidolon/internal/checkpoint"
	"eidolon/internal/store"
)

// ForkOptions says which part of a session a new one begins with.
type ForkOptions struct {
	ID   string // or "" for the latest
	At   int64  // the last event that is taken over; negative for all
	Turn int    // the last turn that is taken over, instead of At; 0 for none
	JSON bool
}

// TurnError is a number that no turn of a session has.
type TurnError struct {
	N       int
	Session string
}

// Error says where the turns are listed.
func (e *TurnError) Error() string {
	return fmt.Sprintf("session %s has no turn %d; `eidolon rewind %[1]s --list` shows those there are", shortID(e.Session), e.N)
}

// begin makes a new session with the events of another.
func (o Options) begin(ctx context.Context, f ForkOptions) (store.Stored, error) {
	from, err := o.locate(ctx, f.ID)
	if err != nil {
		return store.Stored{}, err
	}
	if f.Turn > 0 {
		turn, err := findTurn(ctx, from, f.Turn)
		if err != nil {
			return store.Stored{}, err
		}
		f.At = turn.Last
	}
	fork, err := store.Fork(ctx, o.place(), from, f.At)
	if err != nil {
		return store.Stored{}, err
	}
	if err := checkpoint.Copy(from.Checkpoints(), fork.Checkpoints()); err != nil {
		o.note("the fork has no checkpoints of the files, so only its conversation can be taken back: %v", err)
	}
	return fork, nil
}

// Begin makes a new session with the events of another and gives its id.
func Begin(ctx context.Context, o Options, f ForkOptions) (id string, err error) {
	fork, err := o.begin(ctx, f)
	return fork.ID, err
}

// Fork is Begin with the id printed, and how to go on.
func Fork(ctx context.Context, o Options, f ForkOptions) error {
	fork, err := o.begin(ctx, f)
	if err != nil {
		return err
	}
	if f.JSON {
		sum, err := fork.Summary()
		if err != nil {
			return err
		}
		return o.printJSON(sum)
	}
	fmt.Fprintln(o.Out, fork.ID)
	o.note("`eidolon threads resume %[1]s` goes on with it, as does `eidolon exec --session %[1]s`", shortID(fork.ID))
	return nil
}

// findTurn gives a turn by its number.
func findTurn(ctx context.Context, s store.Stored, n int) (Turn, error) {
	all, err := turnsOf(ctx, s)
	if err != nil {
		return Turn{}, err
	}
	for _, t := range all {
		if t.N == n {
			return t, nil
		}
	}
	return Turn{}, &TurnError{N: n, Session: s.ID}
}
