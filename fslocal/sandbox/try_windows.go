package sandbox

import "errors"

func askSignal(int) error { return errors.ErrUnsupported }
