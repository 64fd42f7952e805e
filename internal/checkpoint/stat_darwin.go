package checkpoint

import (
	"io/fs"
	"syscall"
)

// stampOf takes from a look at a file what changes when its content may have. The change time
// cannot be set back, and an editor that replaces a file gives it another number.
func stampOf(info fs.FileInfo) stamp {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}
	}
	return stamp{modified: st.Mtimespec.Nano(), changed: st.Ctimespec.Nano(), number: st.Ino}
}
