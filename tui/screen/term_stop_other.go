//go:build !unix

package screen

import "errors"

// stopGroup says that programs cannot be stopped from a shell here.
func stopGroup() error { return errors.New("this system cannot stop a program and let it go on") }
