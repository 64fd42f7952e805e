package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Level is how much confinement is asked for.
type Level string

// The levels.
const (
	Auto    Level = "auto"    // the strongest that the system has, which may be none
	Enforce Level = "enforce" // no command without full confinement
	Off     Level = "off"     // none
)

// Options say what commands may do.
type Options struct {
	Level      Level
	Workspace  string   // absolute, links resolved
	Home       string   // of the user, or "" when it is not known
	Environ    []string // what commands get; it names programs, caches and the place for temporary files
	AllowWrite []string // places to write to: absolute, "~/..." or relative to the workspace
	ForbidRead []string // what nobody reads; as AllowWrite, with "*" and "?" within a part of a path
	Own        string   // the program's own directory, which says what may be done: no command writes to it; or ""
	Network    bool     // commands may use it
}

// Reach is what confinement this machine has.
type Reach struct {
	Name    string // of the level, or "" for none at all
	Files   bool   // what is written and read can be confined
	Network bool   // the network can be cut off
	Lacks   string // what is missing, in words, or ""
}

// Box confines commands. It is safe for use by several goroutines. A nil Box confines nothing.
type Box struct {
	options Options
	reach   Reach
	machine machine

	mu     sync.Mutex // guards what follows
	closed bool
	temp   string   // private directory, "" before the first command
	roots  []string // where commands write, besides temp; nil before the first that may
	held   held     // what is hidden, as it was met
}

// New makes a box. It looks at what the system offers and touches nothing.
func New(o Options) *Box {
	b := &Box{options: o}
	if o.Level != Off {
		b.reach, b.machine = look()
	}
	return b
}

// Reach says what the box can do here. It is nothing when the level is Off.
func (b *Box) Reach() Reach {
	if b == nil {
		return Reach{}
	}
	return b.reach
}

// Reasons why a command cannot be confined as it must be.
var (
	errClosed   = errors.New("the workspace is closed")
	errNetwork  = errors.New("`sandbox.network: false` cannot be kept while `sandbox.bash` is off")
	errEnforced = errors.New("`sandbox.bash: enforce` allows no command without it")
)

// Check says why a command that has to be confined could not be, and touches nothing. A read-only one
// may write nothing at all, and gets no network.
func (b *Box) Check(readOnly bool) error {
	switch {
	case b == nil, b.options.Level == Off && b.options.Network:
		return nil
	case b.options.Level == Off:
		return errNetwork
	}
	return b.reach.check(b.options.Level, readOnly, b.options.Network && !readOnly)
}

// Plan makes the confinement of one command.
func (b *Box) Plan(readOnly bool) (*Plan, error) {
	if err := b.Check(readOnly); err != nil {
		return nil, err
	}
	if b == nil || b.reach.Name == "" {
		return &Plan{}, nil
	}
	return b.plan(readOnly, b.options.Network && !readOnly)
}

// Outside is the plan of a command that a person lets run without confinement: none at all. With Enforce
// nobody can say so.
func (b *Box) Outside() (*Plan, error) {
	if b != nil && b.options.Level == Enforce {
		return nil, errEnforced
	}
	return &Plan{}, nil
}

// check says why what is asked for cannot be had.
func (r Reach) check(level Level, readOnly, network bool) error {
	switch {
	case level == Enforce && (!r.Files || !r.Network):
		return fmt.Errorf("`sandbox.bash: enforce` allows no command without it, and %s", r.Lacks)
	case readOnly && !r.Files:
		return fmt.Errorf("in plan mode no command may write, and %s", r.Lacks)
	case !network && !r.Network:
		return fmt.Errorf("commands are to be kept off the network, and %s", r.Lacks)
	}
	return nil
}

func (b *Box) plan(readOnly, network bool) (*Plan, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, errClosed
	}
	if err := b.makeTemp(); err != nil {
		return nil, err
	}
	if b.roots == nil && !readOnly { // before any command could have put a link there
		b.roots = findRoots(b.options)
	}
	p := &Plan{
		Level: b.reach.Name, Temp: b.temp,
		workspace: b.options.Workspace, own: findOwn(b.options.Own), readOnly: readOnly, network: network,
	}
	p.writable = append(p.writable, b.temp)
	if !readOnly {
		p.writable = append(p.writable, b.roots...)
	}
	p.hidden = b.held.look(b.options)
	p.known = append(p.known, p.writable...)
	p.known = append(p.known, b.options.Workspace, b.options.Home)
	if err := p.build(b.machine); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// makeTemp makes the private directory, before the first command and when somebody cleaned it away.
func (b *Box) makeTemp() error {
	if b.temp != "" && isDir(b.temp) {
		return nil
	}
	temp, err := os.MkdirTemp(variable(b.options.Environ, "TMPDIR"), "eidolon-")
	if err != nil {
		return fmt.Errorf("make a private directory for temporary files: %w", err)
	}
	real, err := filepath.EvalSymlinks(temp)
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	b.temp = real
	return nil
}

// Close removes the private directory. No command can be confined any more.
func (b *Box) Close() error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.held.close()
	b.machine.close()
	if b.temp == "" {
		return nil
	}
	if err := os.RemoveAll(b.temp); err != nil {
		return fmt.Errorf("remove the directory for temporary files: %w", err)
	}
	b.temp = ""
	return nil
}

// variable gives the value of a variable, or "".
func variable(environ []string, name string) string {
	for _, entry := range environ {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}
