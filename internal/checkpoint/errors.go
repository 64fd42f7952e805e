package checkpoint

import (
	"errors"
	"fmt"
)

var (
	errNoDir        = errors.New("there is no directory to keep them in")
	errNotDirectory = errors.New("not a directory")
	errNotRegular   = errors.New("not a regular file")
	errSwapped      = errors.New("it was replaced by something else meanwhile")
	errTooLarge     = errors.New("it has grown above the limit")
	errNotEmpty     = errors.New("the directory holds files that no checkpoint has, so it stays")
	errThere        = errors.New("something else has been put there meanwhile, so that stays")
	errTorn         = errors.New("it ends too early")
	errForm         = errors.New("it is not in the form of a tree")
	errSum          = errors.New("the content does not fit its sum")
	errNoBlob       = errors.New("the content is in no pack")
	errTaken        = errors.New("another program has written a checkpoint of this session meanwhile")
)

// NotFoundError is a checkpoint that is not there.
type NotFoundError struct{ Name string }

// Error names the checkpoint and says what is still possible without it.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("there is no checkpoint %q in this session; if its checkpoints were removed, "+
		"the conversation alone can still be taken back: --only conversation", e.Name)
}

// DamagedError is a file of the store that does not hold what was written.
type DamagedError struct {
	File string // path of the file
	Err  error  // what is wrong with it
}

// Error says what cannot be trusted.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("the checkpoint file %s is damaged: %v", e.File, e.Err)
}

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }
