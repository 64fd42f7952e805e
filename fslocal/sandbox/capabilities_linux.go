package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// keptCapabilities are the rights of the privileged user that a command keeps if it had them: those about
// the owners and modes of files, about other users and about the network that installing and building take.
// It is what containers leave to their root. All others go, since the checks of Landlock do not stand in
// their way: whoever may measure the whole machine (CAP_PERFMON), for one, reads the environment of any
// process, and the keys of this program with it.
const keptCapabilities uint64 = 1<<unix.CAP_CHOWN | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH |
	1<<unix.CAP_FOWNER | 1<<unix.CAP_FSETID | 1<<unix.CAP_KILL | 1<<unix.CAP_SETGID | 1<<unix.CAP_SETUID |
	1<<unix.CAP_SETPCAP | 1<<unix.CAP_NET_BIND_SERVICE | 1<<unix.CAP_NET_RAW | 1<<unix.CAP_SYS_CHROOT |
	1<<unix.CAP_AUDIT_WRITE | 1<<unix.CAP_SETFCAP

// dropCapabilities takes from the calling thread, which may gain no more rights, and from what it starts,
// all capabilities that are not kept.
func dropCapabilities() error {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData // of capabilities 0 to 31, and of 32 to 63
	if err := unix.Capget(&head, &sets[0]); err != nil {
		return fmt.Errorf("look at the capabilities: %w", err)
	}
	had := sets
	for i := range sets {
		kept := uint32(keptCapabilities >> (32 * i))
		sets[i].Effective &= kept
		sets[i].Permitted &= kept
		sets[i].Inheritable &= kept
	}
	if sets == had {
		return nil // as with every user but the privileged one
	}
	if err := unix.Capset(&head, &sets[0]); err != nil {
		return fmt.Errorf("give up capabilities: %w", err)
	}
	return nil
}
