//go:build !linux

package sandbox

import "errors"

func tryTrace() error { return errors.ErrUnsupported }
