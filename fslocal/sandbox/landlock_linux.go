package sandbox

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Rights of Landlock, in the groups in which they are given.
const (
	// readFile are those to use a file. Whoever may not read it may not run it either.
	readFile = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// readTree are those to use what lies below a directory. Only what may be read may be moved to
	// another directory: what is hidden stays where it is.
	readTree = readFile | list | unix.LANDLOCK_ACCESS_FS_REFER
	list     = unix.LANDLOCK_ACCESS_FS_READ_DIR

	writeFile = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	// writeTree leaves out the making of devices, with which a privileged user could reach any disk.
	writeTree = writeFile | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM

	devices   = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK
	useDevice = writeFile | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV

	// ofFiles are the rights that a rule for a file may hold.
	ofFiles = readFile | writeFile | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// newestABI is the newest version of Landlock that this package makes use of.
const newestABI = 7

// landlockABI gives the version of Landlock that is in use, or 0.
func landlockABI() int {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return min(int(abi), newestABI)
}

// handled gives what a version of Landlock can restrict. What is handled is forbidden unless a rule
// allows it.
func handled(abi int, network bool) unix.LandlockRulesetAttr {
	attr := unix.LandlockRulesetAttr{
		Handled_access_fs: (readTree | writeTree | devices | useDevice) &^
			(unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV),
	}
	if abi >= 2 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 4 && !network {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 5 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_SIGNAL | unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	return attr
}

// ruleset is a set of rules that a thread can put itself under.
type ruleset struct {
	fd      int
	handled uint64 // rights that rules may hold
	marks   []mark // what the rules were made of
}

func newRuleset(abi int, network bool) (*ruleset, error) {
	attr := handled(abi, network)
	//nolint:gosec // the kernel reads the struct during the call
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return nil, fmt.Errorf("make the rules: %w", errno)
	}
	return &ruleset{fd: int(fd), handled: attr.Handled_access_fs}, nil
}

// allow gives rights to what an open descriptor stands for and all that lies below. What rules cannot
// be about, such as a pipe, gets none.
func (r *ruleset) allow(fd int, rights uint64) error {
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights & r.handled, Parent_fd: int32(fd)}
	if rule.Allowed_access == 0 {
		return nil
	}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0) //nolint:gosec // the kernel reads the struct during the call
	if errno != 0 && errno != unix.EINVAL && errno != unix.EBADFD {
		return fmt.Errorf("add a rule: %w", errno)
	}
	return nil
}

// allowPath gives rights to the file or directory of an absolute name that holds no links. Where there
// is none, there is nothing to be given.
func (r *ruleset) allowPath(path string, rights uint64) error {
	fd, err := openTree(path, unix.O_PATH)
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ELOOP), errors.Is(err, unix.ENOTDIR), errors.Is(err, unix.EACCES):
		r.note(path, nil, false)
		return nil
	case err != nil:
		return fmt.Errorf("open %q: %w", path, err)
	}
	defer closeFD(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("look at %q: %w", path, err)
	}
	r.note(path, &st, false)
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	return r.allow(fd, rights)
}

// restrict puts the calling thread, and what it starts from now on, under the rules for good.
func (r *ruleset) restrict() error {
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.fd), 0, 0); errno != 0 {
		return fmt.Errorf("apply the rules: %w", errno)
	}
	return nil
}

func (r *ruleset) close() { closeFD(r.fd) }

// closeFD closes a descriptor that nothing was written to.
func closeFD(fd int) { _ = unix.Close(fd) }
