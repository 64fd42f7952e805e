package guard

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Limits of the abstract interpreter. The maximum of steps is some 50 ms of work.
const (
	maxSteps        = 200_000
	maxDepth        = 40       // shells inside shells, functions inside functions
	maxValue        = 64 << 10 // bytes of a variable or of captured output
	maxAlternatives = 16       // values kept for one variable
	maxFields       = 4096     // fields of one command
	maxElements     = 256      // elements of an array
)

// variable is what is known of a shell variable: one of several texts, or the elements of an array.
type variable struct {
	alts     []string
	elems    []string
	array    bool
	exported bool
	ref      string // the variable that it is another name of, or ""
	loose    bool   // what it holds is near the truth, but need not be all of it
}

func (v variable) equal(o variable) bool {
	return v.array == o.array && v.loose == o.loose && slices.Equal(v.alts, o.alts) && slices.Equal(v.elems, o.elems)
}

// state is what a shell knows at one point of the walk.
type state struct {
	dirs      []string // working directories it may be in, never empty
	fail      *state   // the state if the last command failed; nil when it is the same
	next      []string // where a cd of the statement being judged leads
	old       []string // what "cd -" goes back to; empty if not known
	stack     [][]string
	vars      table[variable]
	funcs     table[*syntax.Stmt]
	aliases   table[string]
	files     table[string] // what this command wrote, by path
	links     table[string] // links and copies this command made: name to target
	args      []string      // positional parameters
	argsAny   bool          // they are not known
	argsLoose bool          // they are one of several possibilities
	name      string        // $0
	left      leave         // how the walk left this point, if it did
	errexit   bool
	allexport bool
	posix     bool // a shell whose echo knows escapes
	equipped  bool // a variable was set that programs may see
	prefixed  bool // one is set for the program being judged
	io
}

// leave says how far control has left: not at all, out of a loop or function, or out of the shell.
type leave int

const (
	stays leave = iota
	leavesFrame
	leavesShell
)

// io is where a command reads and writes.
type io struct {
	in    string
	loose bool // in need not be all there is
	keys  bool // in holds keys or passwords
	out   *sink
	fds   table[string] // text that can be read from other descriptors
	filed bool          // it reads or writes a file
	saved bool          // it writes a file
}

func newState(dir string) *state {
	return &state{dirs: []string{dir}, name: "bash"}
}

// fork gives the state of a subshell.
func (st *state) fork() *state {
	c := *st
	c.vars, c.funcs, c.aliases = st.vars.fork(), st.funcs.fork(), st.aliases.fork()
	c.files, c.links, c.fds = st.files.fork(), st.links.fork(), st.fds.fork()
	c.fail, c.next = nil, nil
	return &c
}

// child gives the state of a new shell process: exported variables reach it, and functions may.
func (st *state) child(e *eval) *state {
	c := st.fork()
	for name, v := range st.vars.all() {
		if !v.exported {
			c.vars.del(e, name)
		}
	}
	c.aliases = table[string]{}
	c.setArgs(nil)
	c.errexit = false
	c.stack, c.left = nil, stays
	return c
}

// setArgs gives the shell positional parameters.
func (st *state) setArgs(fields []field) {
	st.args, st.argsAny = texts(fields), false
	st.argsLoose = slices.ContainsFunc(fields, unsure)
}

// arrive carries out the cd of a statement after all of its alternatives were judged.
func (st *state) arrive() {
	if st.next != nil {
		st.old, st.dirs, st.next = st.dirs, st.next, nil
	}
}

// sink collects what commands print. A nil sink collects nothing.
type sink struct {
	b     strings.Builder
	full  bool
	count int  // how often something was printed
	loose bool // by a program whose output is only guessed
	keys  bool // by a program that shows keys or passwords
}

// exact tells whether the sink holds what one program printed, and no guess.
func (s *sink) exact() bool { return s.count <= 1 && !s.loose }

func (s *sink) print(text string) {
	if s == nil || s.full {
		return
	}
	s.count++
	if s.b.Len()+len(text) > maxValue {
		s.full = true
		s.b.WriteString(taint(text))
		return
	}
	s.b.WriteString(text)
}

func (s *sink) text() string {
	if s == nil {
		return ""
	}
	return s.b.String()
}
