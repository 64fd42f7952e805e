package sandbox

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// system is what a plan has of Linux.
type system struct {
	rules  *ruleset // nil without Landlock
	filter program  // nil without seccomp
}

// machine is what the kernel offers, and what is the same for all commands.
type machine struct {
	abi     int // version of Landlock, or 0
	filters map[sockets]program
	last    *last // of the rules that were made
}

// look finds out what the kernel offers.
func look() (Reach, machine) {
	m := machine{abi: landlockABI(), last: &last{}}
	r := Reach{Files: m.abi > 0, Network: hasSeccomp()}
	var has, lacks []string
	if r.Files {
		has = append(has, fmt.Sprintf("landlock%d", m.abi))
	} else {
		lacks = append(lacks, "the kernel offers no Landlock (it needs Linux 5.13, and `landlock` in its list of security modules)")
	}
	if r.Network {
		has = append(has, "seccomp")
		m.filters = make(map[sockets]program)
		for _, allowed := range []sockets{anySocket, localSocket, noSocket} {
			m.filters[allowed] = filter(allowed)
		}
	} else {
		lacks = append(lacks, "system calls cannot be filtered here")
	}
	r.Name, r.Lacks = strings.Join(has, "+"), strings.Join(lacks, ", and ")
	return r, m
}

// build makes the rules and chooses the filter.
func (p *Plan) build(m machine) error {
	p.filter = m.filters[p.sockets()]
	if m.abi == 0 {
		return nil
	}
	set, err := m.last.of(p)
	if set != nil || err != nil {
		p.rules = set
		return err
	}
	if set, err = newRuleset(m.abi, p.network); err != nil {
		return err
	}
	p.rules = set
	if err := p.fill(set); err != nil {
		return err
	}
	m.last.keep(p)
	return nil
}

// close lets go of what was kept for further commands.
func (m machine) close() { m.last.close() }

// sockets says which sockets the command gets. One that writes nothing gets none at all: behind a
// socket of the machine is a daemon that could write for it.
func (p *Plan) sockets() sockets {
	switch {
	case p.readOnly:
		return noSocket
	case p.network:
		return anySocket
	}
	return localSocket
}

// Lasting says that Enter restricts the calling thread, which must then end with its goroutine.
func (p *Plan) Lasting() bool { return p.rules != nil || p.filter != nil }

// Enter restricts the calling thread, which the goroutine must have locked, and what it starts. An
// error leaves the thread in a state in which nothing may be started.
func (p *Plan) Enter() error {
	if !p.Lasting() {
		return nil
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up further rights: %w", err)
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if p.rules != nil {
		if err := p.rules.restrict(); err != nil {
			return err
		}
	}
	if p.filter != nil {
		return p.filter.install()
	}
	return nil
}

// Wrap gives the program and arguments to start instead of those given. There is no need here.
func (p *Plan) Wrap(path string, argv []string) (program string, args []string) { return path, argv }

// Close lets go of what the plan holds. What entered it stays restricted.
func (p *Plan) Close() {
	if p.rules != nil {
		p.rules.close()
		p.rules = nil
	}
}

// hold opens a file or directory so that it is known under any name, without leave to read it.
func hold(path string) (*os.File, bool) {
	fd, err := openTree(path, unix.O_PATH)
	if err != nil {
		return nil, false
	}
	return os.NewFile(uintptr(fd), path), true
}

// name gives the present name of what is held, and false when it has none any more.
func (h handle) name() (string, bool) {
	name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", h.file.Fd()))
	if err != nil {
		return "", false
	}
	info, err := os.Lstat(name)
	return name, err == nil && os.SameFile(info, h.info)
}
