package proc

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

const programSuffix = ".exe"

var (
	// systemDirs leaves out the system's own bash, which runs in another system's file tree.
	systemDirs = []string{`C:\Program Files\Git\bin`, `C:\Program Files\Git\usr\bin`}
	// passedBySystem is what programs need here to start at all, in upper case.
	passedBySystem = []string{
		"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATH", "PATHEXT", "TEMP", "TMP",
		"USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA",
		"PROGRAMFILES", "PROGRAMFILES(X86)", "COMMONPROGRAMFILES", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE",
	}
)

func sysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// HideEnvironment does nothing: the system has no such switch.
func HideEnvironment() error { return nil }

// keepDescriptors does nothing: a program gets no handles here but those it is given.
func keepDescriptors() {}

func startDir(dir *os.File, path string) (string, error) { return checkedDir(dir, path) }

// awaitExit returns when p has ended; its number stays taken while p has a handle to it.
func awaitExit(p *os.Process) {
	_ = p.WithHandle(func(handle uintptr) {
		_, _ = windows.WaitForSingleObject(windows.Handle(handle), windows.INFINITE)
	})
}

func status(state *os.ProcessState) (code int, signal string) { return state.ExitCode(), "" }

// tree is the shell and what it started, held together by a job object. A process that the shell
// started before it was put into the job is not in it.
type tree struct{ job windows.Handle }

func newTree(leader *os.Process, _ string) tree {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return tree{}
	}
	_ = leader.WithHandle(func(handle uintptr) {
		_ = windows.AssignProcessToJobObject(job, windows.Handle(handle))
	})
	return tree{job: job}
}

// terminate ends the job at once: there is no signal that asks politely.
func (t tree) terminate() { t.kill() }

func (t tree) kill() {
	if t.job != 0 {
		_ = windows.TerminateJobObject(t.job, 1)
	}
}

func (t tree) killGroup() { t.kill() }

func (t tree) release() {
	if t.job != 0 {
		_ = windows.CloseHandle(t.job)
	}
}

// onMainThread is of no interest here: no thread is restricted.
func onMainThread() bool { return false }
