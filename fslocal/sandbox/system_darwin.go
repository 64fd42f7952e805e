package sandbox

import "os"

const sandboxExec = "/usr/bin/sandbox-exec"

// system is what a plan has of macOS.
type system struct{ profile string }

// machine is the same for all commands: there is nothing of it.
type machine struct{}

// close has nothing to let go of.
func (machine) close() {}

func look() (Reach, machine) {
	if info, err := os.Stat(sandboxExec); err != nil || !info.Mode().IsRegular() {
		return Reach{Lacks: sandboxExec + " is missing"}, machine{}
	}
	return Reach{Name: "seatbelt", Files: true, Network: true}, machine{}
}

func (p *Plan) build(machine) error {
	p.profile = p.seatbelt()
	return nil
}

// Lasting says that Enter restricts the calling thread. It does not here.
func (p *Plan) Lasting() bool { return false }

// Enter does nothing here: the shell is started through another program.
func (p *Plan) Enter() error { return nil }

// Wrap gives the program and arguments to start instead of those given.
func (p *Plan) Wrap(path string, argv []string) (program string, args []string) {
	if p.profile == "" {
		return path, argv
	}
	return sandboxExec, append([]string{sandboxExec, "-p", p.profile, path}, argv[1:]...)
}

// Close lets go of what the plan holds.
func (p *Plan) Close() {}
