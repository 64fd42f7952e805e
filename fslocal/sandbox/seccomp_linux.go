package sandbox

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refusedCalls are system calls that no command gets: those that look into or steer other processes,
// that work around the checks of files and sockets, or that change the machine.
var refusedCalls = []uint32{
	// Other processes: their memory, files and registers.
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,

	// A queue of requests that the kernel carries out, past this filter.
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,

	// Keys that the kernel keeps for the user.
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,

	// Files by other ways than their names, and other trees of files.
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_SETNS,

	// Doors into the kernel that only debuggers and administrators need.
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
	unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,

	// The machine as a whole.
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
}

// refusedControls are requests to a terminal by which a program types into it.
var refusedControls = []uint32{unix.TIOCSTI, unix.TIOCLINUX}

// Offsets of what a filter sees of a system call: struct seccomp_data. Arguments have 64 bits each, and
// their lower half comes first on both architectures that are supported.
const (
	offNumber = 0
	offArch   = 4
	offFirst  = 16
	offSecond = 24
	offThird  = 32

	upperHalf = 4 // of an argument, behind its lower one
)

const (
	allowCall  = unix.SECCOMP_RET_ALLOW
	refuseCall = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
)

// sockets says which sockets a filter lets a command make.
type sockets int

const (
	anySocket   sockets = iota
	localSocket         // those that stay on the machine
	noSocket
)

// program is a filter. Each step answers the call or goes on to the next.
type program []unix.SockFilter

// filter makes the program that judges each system call. Programs of another architecture, whose
// numbers mean other calls, get none at all.
func filter(allowed sockets) program {
	p := program{load(offArch), jump(unix.BPF_JEQ, auditArch, 1, 0), answer(refuseCall), load(offNumber)}
	if foreignBit != 0 {
		p = append(p, jump(unix.BPF_JSET, foreignBit, 0, 1), answer(refuseCall))
	}
	switch allowed {
	case anySocket:
	case localSocket:
		p = append(p, jump(unix.BPF_JEQ, unix.SYS_SOCKET, 0, 4), load(offFirst),
			jump(unix.BPF_JEQ, unix.AF_UNIX, 0, 1), answer(allowCall), answer(refuseCall))
	case noSocket:
		p = append(p, jump(unix.BPF_JEQ, unix.SYS_SOCKET, 0, 1), answer(refuseCall))
	}
	p = append(p, jump(unix.BPF_JEQ, unix.SYS_IOCTL, 0, uint8(2+2*len(refusedControls))), load(offSecond))
	for _, request := range refusedControls {
		p = append(p, jump(unix.BPF_JEQ, request, 0, 1), answer(refuseCall))
	}
	p = append(p, answer(allowCall))
	p = append(p, limits()...)
	return append(p, refuse(slices.Sorted(slices.Values(append(refusedHere, refusedCalls...))))...)
}

// limits makes the part about the limits of other processes: they may be read and not set. Who sets the
// time that a process may use has it killed, and that of this program too.
func limits() program {
	return program{
		jump(unix.BPF_JEQ, unix.SYS_PRLIMIT64, 0, 8),
		load(offFirst), jump(unix.BPF_JEQ, 0, 4, 0), // its own
		load(offThird), jump(unix.BPF_JEQ, 0, 0, 3), // the new limits, or nil
		load(offThird + upperHalf), jump(unix.BPF_JEQ, 0, 0, 1),
		answer(allowCall), answer(refuseCall),
	}
}

// refuse makes the part that refuses calls, given in order, and allows the others. It halves the list
// with each step: the kernel tries every call there is when a filter is installed, so that going
// through the whole list each time took 0.3 ms, for every command.
func refuse(calls []uint32) program {
	const few = 3
	if len(calls) > few {
		half := len(calls) / 2
		below, above := refuse(calls[:half]), refuse(calls[half:])
		return slices.Concat(program{jump(unix.BPF_JGE, calls[half], uint8(len(below)), 0)}, below, above)
	}
	var p program
	for _, call := range calls {
		p = append(p, jump(unix.BPF_JEQ, call, 0, 1), answer(refuseCall))
	}
	return append(p, answer(allowCall))
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// jump compares the loaded value, and leaves out so many steps.
func jump(comparison uint16, with uint32, ifTrue, ifFalse uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | comparison | unix.BPF_K, K: with, Jt: ifTrue, Jf: ifFalse}
}

func answer(what uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: what}
}

// install puts the calling thread, and what it starts from now on, under the filter for good.
func (p program) install() error {
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog))) //nolint:gosec // the kernel reads it during the call
	if errno != 0 {
		return fmt.Errorf("filter the system calls: %w", errno)
	}
	return nil
}

// hasSeccomp says whether system calls can be filtered here.
func hasSeccomp() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action))) //nolint:gosec // the kernel reads it during the call
	return auditArch != 0 && errno == 0
}
