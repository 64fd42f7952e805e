package proc

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

var (
	systemDirs     = []string{"/bin", "/usr/bin", "/usr/local/bin"}
	passedBySystem = []string(nil) // variables that only other systems have
)

// sysProcAttr makes the shell the leader of a session without a terminal, so that no program can ask
// there for a password, and lets it die with us.
func sysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// HideEnvironment keeps the commands that this process starts, and every other process of the same
// user, from reading its environment and memory in /proc, where its keys are. It is for the program
// to call once, before the first command; core dumps and debuggers of the same user go with it.
func HideEnvironment() error { return unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }

// startDir gives a path that means the open directory itself, wherever its name leads by the time the
// child changes into it. The child's descriptors are a copy of ours until it runs the shell.
func startDir(dir *os.File, path string) (string, error) {
	magic := fmt.Sprintf("/proc/self/fd/%d", dir.Fd())
	if _, err := os.Lstat(magic); err != nil {
		return checkedDir(dir, path)
	}
	return magic, nil
}

// awaitExit returns when p has ended and leaves it unreaped.
func awaitExit(p *os.Process) {
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}

// onMainThread says whether this is the first thread of the process, which others see as the process.
func onMainThread() bool { return unix.Gettid() == unix.Getpid() }
