//go:build !linux && !darwin && !windows

package typeahead

import (
	"errors"
	"os"
)

// Discard fails: it is not known here how a terminal is told to.
func Discard(*os.File) error { return errors.ErrUnsupported }
