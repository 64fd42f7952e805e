package proc

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

var (
	systemDirs     = []string{"/opt/homebrew/bin", "/usr/local/bin", "/bin", "/usr/bin"}
	passedBySystem = []string{"__CF_USER_TEXT_ENCODING"}
)

// sysProcAttr makes the shell the leader of a session without a terminal, so that no program can ask
// there for a password. The system has no parent-death signal.
func sysProcAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// HideEnvironment does nothing: the system shows the environment of a process to its owner only, and
// has no switch against the owner's other processes.
func HideEnvironment() error { return nil }

func startDir(dir *os.File, path string) (string, error) { return checkedDir(dir, path) }

// awaitExit returns when p has ended and leaves it unreaped. A process that ended before it was asked
// about is refused by the queue, which is an answer too.
func awaitExit(p *os.Process) {
	queue, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(queue)
	change := []unix.Kevent_t{{Fflags: unix.NOTE_EXIT}}
	unix.SetKevent(&change[0], p.Pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	events := make([]unix.Kevent_t, 1)
	for {
		_, err := unix.Kevent(queue, change, events, nil)
		if err != unix.EINTR {
			return
		}
	}
}

// tree is the shell and its process group.
type tree struct{ leader int }

func newTree(leader *os.Process, _ string) tree { return tree{leader: leader.Pid} }

func (t tree) terminate() { signalGroup(t.leader, syscall.SIGTERM) }

func (t tree) kill() { signalGroup(t.leader, syscall.SIGKILL) }

func (t tree) killGroup() { t.kill() }

func (t tree) release() {}

// onMainThread is of no interest here: no thread is restricted.
func onMainThread() bool { return false }
