package proc

import (
	"os"

	"eidolon/fsapi"
)

// checkedDir gives path if it still means the open directory. Where the system cannot start a process
// in an open directory, this is as near as it gets: a swap in the moment after it is not seen.
func checkedDir(dir *os.File, path string) (string, error) {
	want, err := dir.Stat()
	if err != nil {
		return "", err
	}
	got, err := os.Stat(path)
	if err != nil || !os.SameFile(want, got) {
		return "", &fsapi.FileError{Code: fsapi.Changed, Op: "open", Path: path, Err: err}
	}
	return path, nil
}
