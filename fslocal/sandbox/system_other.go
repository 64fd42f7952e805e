//go:build !linux && !darwin

package sandbox

import "runtime"

// system is what a plan has of a system without a sandbox.
type system struct{}

// machine is the same for all commands: there is nothing of it.
type machine struct{}

// close has nothing to let go of.
func (machine) close() {}

func look() (Reach, machine) {
	return Reach{Lacks: "there is no sandbox for " + runtime.GOOS}, machine{}
}

func (p *Plan) build(machine) error { return nil }

// Lasting says that Enter restricts the calling thread. It does not here.
func (p *Plan) Lasting() bool { return false }

// Enter does nothing here.
func (p *Plan) Enter() error { return nil }

// Wrap gives the program and arguments to start instead of those given. There is no need here.
func (p *Plan) Wrap(path string, argv []string) (program string, args []string) { return path, argv }

// Close lets go of what the plan holds.
func (p *Plan) Close() {}
