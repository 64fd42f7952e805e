package proc

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// tree is the shell and what it started: its process group, and the members of its session and its
// descendants, which programs such as timeout put into groups of their own. Once the command is being
// stopped, what carries its mark in the environment counts too: a daemon has neither its session nor
// its parent.
type tree struct {
	leader   int
	mark     []byte // "NAME=value", unique to the command
	stopping bool   // look at environments, which is slow, and would end daemons that may stay
	// met holds the processes found so far, so that they are found again after their parents are
	// gone. Their start times tell them from somebody else who got the number.
	met map[int]process
}

func newTree(leader *os.Process, mark string) tree {
	return tree{leader: leader.Pid, mark: []byte(mark), met: make(map[int]process)}
}

func (t *tree) terminate() {
	t.stopping = true
	t.signal(syscall.SIGTERM)
}

func (t *tree) kill() { t.signal(syscall.SIGKILL) }

func (t *tree) killGroup() { signalGroup(t.leader, syscall.SIGKILL) }

func (t *tree) release() {}

func (t *tree) signal(signal syscall.Signal) {
	t.look()
	signalGroup(t.leader, signal)
	for pid, p := range t.met {
		if p.group != t.leader {
			_ = unix.Kill(pid, signal)
		}
	}
}

// look brings met up to date: new members come in, those that ended go out.
func (t *tree) look() {
	all := processes()
	for pid, p := range t.met {
		if all[pid].start != p.start {
			delete(t.met, pid)
		}
	}
	if t.stopping {
		for pid, p := range all {
			if pid != t.leader && t.marked(pid) {
				t.met[pid] = p
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for pid, p := range all {
			_, known := t.met[pid]
			_, parentKnown := t.met[p.parent]
			if !known && pid != t.leader && (p.session == t.leader || p.parent == t.leader || parentKnown) {
				t.met[pid] = p
				grown = true
			}
		}
	}
}

// marked tells whether a process was started with the mark in its environment. That of other users'
// processes cannot be read.
func (t *tree) marked(pid int) bool {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return err == nil && bytes.Contains(env, t.mark)
}

// process is one line of the system's table.
type process struct {
	parent, group, session int
	start                  string // in clock ticks since boot
}

// processes reads the table from /proc. Without one it is empty, and the process group has to do.
func processes() map[int]process {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	all := make(map[int]process)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		line, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue
		}
		if p, ok := parseStat(line); ok {
			all[pid] = p
		}
	}
	return all
}

// parseStat reads a line such as "12 (a name) S 1 12 12 ...". The name may hold blanks and
// parentheses, so the fields are counted from the last one.
func parseStat(line []byte) (process, bool) {
	const parent, group, session, start = 1, 2, 3, 19
	end := bytes.LastIndexByte(line, ')')
	if end < 0 {
		return process{}, false
	}
	fields := bytes.Fields(line[end+1:])
	if len(fields) <= start {
		return process{}, false
	}
	p := process{start: string(fields[start])}
	p.parent, _ = strconv.Atoi(string(fields[parent]))
	p.group, _ = strconv.Atoi(string(fields[group]))
	p.session, _ = strconv.Atoi(string(fields[session]))
	return p, true
}
