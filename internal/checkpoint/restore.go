package checkpoint

import (
	"context"
	"errors"
)

// Report is what a restore did.
type Report struct {
	Created  int // paths that were not there
	Replaced int // contents, links and types
	Modes    int // permission bits alone
	Deleted  int // paths that were made since
	Failed   []Failure
	// Kept counts what was made since and stays, because no checkpoint could bring it back: files
	// above the limit, ignored directories, what cannot be read.
	Kept Omissions
}

// Failure is a path that is not as it was in the checkpoint.
type Failure struct {
	Path string
	Err  error
}

// Restore makes the files of the workspace what they were when the checkpoint was taken. A path that
// fails does not stop it; it is in the report. The error is for what ended it: a checkpoint that is
// not there or cannot be read, or the end of ctx. The report then says how far it got, and doing it
// again goes on from there.
func (s *Store) Restore(ctx context.Context, name string) (Report, error) {
	return Report{}, errors.ErrUnsupported
}
