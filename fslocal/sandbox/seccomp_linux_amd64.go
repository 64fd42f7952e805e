package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	// foreignBit marks the calls of x32, a second set of numbers on the same architecture.
	foreignBit = 0x40000000
)

// refusedHere are further calls to refuse: direct access to the ports of the machine.
var refusedHere = []uint32{unix.SYS_IOPL, unix.SYS_IOPERM}
