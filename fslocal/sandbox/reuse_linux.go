package sandbox

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// mark is what was at a name when rules were made of it. Rules are about files and directories and not
// about names, so they can be used again for as long as the names lead to the same ones.
type mark struct {
	path   string
	there  bool
	id     identity
	kind   uint32 // of file
	listed bool   // its entries have rules of their own
	since  [2]unix.Timespec
}

// note keeps in mind what is at a name. The name is looked at by its descriptor; none means that nothing
// is there.
func (r *ruleset) note(path string, st *unix.Stat_t, listed bool) {
	m := mark{path: path, listed: listed}
	if st != nil {
		m.there, m.id, m.kind = true, identity{st.Dev, st.Ino}, st.Mode&unix.S_IFMT
		m.since = [2]unix.Timespec{st.Mtim, st.Ctim}
	}
	r.marks = append(r.marks, m)
}

// holds says that the name leads to what it led to, with the same entries.
func (m mark) holds() bool {
	var st unix.Stat_t
	if err := unix.Lstat(m.path, &st); err != nil {
		return !m.there
	}
	same := m.there && m.id == identity{st.Dev, st.Ino} && m.kind == st.Mode&unix.S_IFMT
	return same && (!m.listed || m.since == [2]unix.Timespec{st.Mtim, st.Ctim})
}

// settled is how long the entries of a directory must have stayed the same for its times to tell when
// they change: clocks of file systems are coarse.
const settled = 100 * time.Millisecond

// lasting says that the marks of a set can tell when it is out of date.
func (r *ruleset) lasting() bool {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_REALTIME, &now) != nil {
		return false
	}
	for _, m := range r.marks {
		for _, at := range m.since {
			if m.listed && time.Duration(now.Nano()-at.Nano()) < settled {
				return false
			}
		}
	}
	return true
}

// holds says that all names lead to what they led to.
func (r *ruleset) holds() bool {
	for _, m := range r.marks {
		if !m.holds() {
			return false
		}
	}
	return true
}

// again gives the same rules for another command.
func (r *ruleset) again() (*ruleset, error) {
	fd, err := unix.FcntlInt(uintptr(r.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("use the rules again: %w", err)
	}
	return &ruleset{fd: fd, handled: r.handled}, nil
}

// last is the set of rules that was made last, for the commands after. A nil one is never of use.
type last struct {
	about string
	rules *ruleset
}

// of gives the rules of a plan if they are the last ones still.
func (l *last) of(p *Plan) (*ruleset, error) {
	if l == nil || l.rules == nil || l.about != p.about() || !l.rules.holds() {
		return nil, nil //nolint:nilnil // there is nothing to be used again, which is no failure
	}
	return l.rules.again()
}

// keep has the rules of a plan used again.
func (l *last) keep(p *Plan) {
	if l == nil || !p.rules.lasting() {
		return
	}
	if kept, err := p.rules.again(); err == nil {
		l.close()
		kept.marks = p.rules.marks
		l.about, l.rules = p.about(), kept
	}
}

func (l *last) close() {
	if l != nil && l.rules != nil {
		l.rules.close()
		l.rules = nil
	}
}

// about tells plans apart whose rules are not the same.
func (p *Plan) about() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%t %t %q %q %q %q %q", p.readOnly, p.network, p.Temp, p.workspace, p.writable, p.own, p.known)
	for _, t := range p.hidden {
		id, _ := identify(t)
		fmt.Fprintf(&b, " %q %d", t.path, id)
	}
	return b.String()
}
