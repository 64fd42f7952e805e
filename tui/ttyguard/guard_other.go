//go:build !linux && !darwin

package ttyguard

// Guard does nothing here: there is no terminal that another process could put right.
type Guard struct{}

// Start gives a guard that does nothing.
func Start(string) (*Guard, error) { return nil, nil }

// Arm does nothing.
func (*Guard) Arm(string) {}

// Disarm does nothing.
func (*Guard) Disarm() {}

// Close does nothing.
func (*Guard) Close() error { return nil }

// Main gives the exit code of a guard that has nothing to do.
func Main() int { return 0 }
