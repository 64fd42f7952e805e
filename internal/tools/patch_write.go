package tools

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"eidolon/fsapi"
)

// step is one change of a file, and what takes it back.
type step struct {
	path string
	do   func(context.Context) error
	undo func(context.Context) error
}

// halfError is a patch that could not be written to its end.
type halfError struct {
	path  string
	cause error
	left  string // in words, which files are changed now
}

// carryOut writes what was planned. When a step fails, those before it are taken back.
func (p *patchPlan) carryOut(ctx context.Context, files fsapi.Files) *halfError {
	var done []step
	for _, s := range p.steps(files) {
		if err := s.do(ctx); err != nil {
			return &halfError{path: s.path, cause: err, left: takeBack(ctx, done)}
		}
		done = append(done, s)
	}
	return nil
}

// takeBack undoes steps, the last one first, and says what came of it. It goes on when the call is
// cancelled: half a patch is worse than none.
func takeBack(ctx context.Context, done []step) string {
	if len(done) == 0 {
		return "No file was changed"
	}
	ctx = context.WithoutCancel(ctx)
	var back, stay []string
	for _, s := range slices.Backward(done) {
		if err := s.undo(ctx); err != nil {
			stay = append(stay, fmt.Sprintf("%s (%v)", shown(s.path), err))
		} else if !slices.Contains(back, shown(s.path)) {
			back = append(back, shown(s.path))
		}
	}
	slices.Reverse(back)
	var said []string
	if len(back) > 0 {
		said = append(said, "Written before that, and put back as it was: "+strings.Join(back, ", "))
	}
	if len(stay) > 0 {
		said = append(said, "Written before that, and CHANGED STILL: "+strings.Join(stay, ", "))
	}
	return strings.Join(said, ". ")
}

// steps gives the changes in an order in which each finds what it needs: a name that is taken over is free
// before, and nothing is deleted sooner than it has to be.
func (p *patchPlan) steps(files fsapi.Files) []step {
	var first, moves, writes, last []step
	for _, f := range p.moved {
		if !f.deleted && f.from != f.path && !slices.ContainsFunc(moves, func(s step) bool { return s.path == f.path }) {
			moves = append(moves, moveStep(files, f))
		}
	}
	for _, f := range p.files {
		switch {
		case f.deleted && p.at[f.from] != nil && p.at[f.from] != f:
			first = append(first, deleteStep(files, f))
		case f.deleted:
			last = append(last, deleteStep(files, f))
		case f.from == "":
			writes = append(writes, makeStep(files, f))
		case !bytes.Equal(f.before, f.now):
			writes = append(writes, changeStep(files, f))
		}
	}
	return slices.Concat(first, moves, writes, last)
}

func moveStep(files fsapi.Files, f *patchedFile) step {
	return step{
		path: f.path,
		do:   func(ctx context.Context) error { return files.Move(ctx, f.from, f.path) },
		undo: func(ctx context.Context) error { return files.Move(ctx, f.path, f.from) },
	}
}

func makeStep(files fsapi.Files, f *patchedFile) step {
	return step{
		path: f.path,
		do: func(ctx context.Context) error {
			_, err := files.Write(ctx, f.path, f.now, fsapi.WriteOptions{})
			return err
		},
		undo: func(ctx context.Context) error { return files.Remove(ctx, f.path) },
	}
}

// changeStep writes a file that somebody else may have changed since it was read.
func changeStep(files fsapi.Files, f *patchedFile) step {
	replace := func(ctx context.Context, from, to []byte) error {
		if f.renewed { // what is made anew need not have been text
			_, err := files.Write(ctx, f.path, to, fsapi.WriteOptions{})
			return err
		}
		_, err := files.Edit(ctx, f.path, func(have []byte) ([]byte, error) {
			if !bytes.Equal(have, from) {
				return nil, &fsapi.FileError{Code: fsapi.Changed, Op: "edit", Path: f.path}
			}
			return to, nil
		})
		return err
	}
	return step{
		path: f.path,
		do:   func(ctx context.Context) error { return replace(ctx, f.before, f.now) },
		undo: func(ctx context.Context) error { return replace(ctx, f.now, f.before) },
	}
}

// deleteStep deletes a file. One that is put back has the usual mode, whatever it had before.
func deleteStep(files fsapi.Files, f *patchedFile) step {
	return step{
		path: f.from,
		do:   func(ctx context.Context) error { return files.Remove(ctx, f.from) },
		undo: func(ctx context.Context) error {
			_, err := files.Write(ctx, f.from, f.before, fsapi.WriteOptions{})
			return err
		},
	}
}
