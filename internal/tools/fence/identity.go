package fence

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// follow gives what a name leads to through links, as far as it exists.
func follow(name string) string {
	rest := ""
	for at := filepath.FromSlash(name); ; at = filepath.Dir(at) {
		target, err := filepath.EvalSymlinks(at)
		if err == nil {
			return path.Join(filepath.ToSlash(target), rest)
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(at) == at {
			return name
		}
		rest = path.Join(filepath.Base(at), rest)
	}
}

// same says whether a name is a forbidden file under another name, or lies in a forbidden directory.
// The file system decides what is the same: some take no notice of case, or of how accents are written.
func (f *fence) same(name string) bool {
	var forbidden []fs.FileInfo
	for _, p := range f.known {
		if info, err := os.Stat(filepath.FromSlash(p)); err == nil {
			forbidden = append(forbidden, info)
		}
	}
	if len(forbidden) == 0 {
		return false
	}
	for at := filepath.FromSlash(name); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err == nil && slices.ContainsFunc(forbidden, func(other fs.FileInfo) bool { return os.SameFile(info, other) }) {
			return true
		}
		if !f.within || filepath.Dir(at) == at {
			return false
		}
	}
}
