//go:build !linux

package sandbox

import "os"

// hold answers that nothing is held: where a path is hidden, it cannot be renamed either.
func hold(string) (*os.File, bool) { return nil, false }

func (h handle) name() (string, bool) { return "", false }
