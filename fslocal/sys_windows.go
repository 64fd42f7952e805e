package fslocal

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const openFlags = os.O_RDONLY

const openDirFlags = openFlags

// samePath compares two paths or prefixes of paths, which ignore case here.
func samePath(a, b string) bool { return strings.EqualFold(a, b) }

// plainName refuses a colon, which opens a second stream of the same file.
func plainName(name string) bool { return !strings.Contains(name, ":") }

// keepOwner does nothing: the new file inherits what its directory says.
func keepOwner(*os.File, fs.FileInfo) {}

func changeTime(info fs.FileInfo) int64 { return info.ModTime().UnixNano() }

// moveNew renames from to to. The caller has looked for the target just before; a file that appears
// in between is replaced.
func (w *Workspace) moveNew(from, to string) error {
	return w.root.Rename(filepath.FromSlash(from), filepath.FromSlash(to))
}
