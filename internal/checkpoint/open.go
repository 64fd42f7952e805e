package checkpoint

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// openSub opens the directory name below at, provided that it is the one that info shows: a link
// that has taken its place is refused, wherever it leads. The last part of the name is a dot so
// that the system opens directories only; a FIFO would block.
func openSub(at *os.Root, name string, info fs.FileInfo) (*os.Root, error) {
	sub, err := at.OpenRoot(name + "/.")
	if err != nil {
		return nil, err
	}
	now, err := sub.Stat(".")
	if err == nil && !os.SameFile(now, info) {
		err = &fs.PathError{Op: "open", Path: name, Err: errSwapped}
	}
	if err != nil {
		return nil, errors.Join(err, sub.Close())
	}
	return sub, nil
}

// openDir opens a directory of the workspace by its path. No part of the path may be a link.
func openDir(root *os.Root, rel string) (*os.Root, error) {
	at, err := root.OpenRoot(".")
	if err != nil || rel == "." {
		return at, err
	}
	for part := range strings.SplitSeq(rel, "/") {
		info, err := at.Lstat(part)
		if err == nil && !info.IsDir() {
			err = &fs.PathError{Op: "open", Path: rel, Err: errNotDirectory}
		}
		var sub *os.Root
		if err == nil {
			sub, err = openSub(at, part, info)
		}
		if err = errors.Join(err, at.Close()); err != nil {
			return nil, err
		}
		at = sub
	}
	return at, nil
}

// list gives the names in an open directory, in order.
func list(at *os.Root) ([]string, error) {
	dir, err := at.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// openRegular opens a regular file for reading and nothing else. It looks before, because opening a
// device can already do something and links are not followed, and after, because the name may mean
// another file by then.
func openRegular(at *os.Root, name string) (*os.File, fs.FileInfo, error) {
	before, err := at.Lstat(name)
	if err == nil && !before.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := at.OpenFile(name, openFlags, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !os.SameFile(before, info) {
		err = &fs.PathError{Op: "open", Path: name, Err: errSwapped}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
