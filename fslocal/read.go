package fslocal

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"eidolon/fsapi"
)

// Read reads a regular file. Without a limit of its own a file larger than the workspace's limit is
// TooLarge; with one, the beginning is given.
func (w *Workspace) Read(ctx context.Context, name string, opts fsapi.ReadOptions) (fsapi.Content, error) {
	rel, err := w.enter(ctx, "read", name)
	if err != nil {
		return fsapi.Content{}, err
	}
	f, info, err := w.openRegular(rel)
	if err != nil {
		return fsapi.Content{}, w.fail("read", name, err)
	}
	defer f.Close()
	limit := w.limit
	if opts.Limit > 0 {
		limit = min(limit, opts.Limit)
	}
	data, more, err := readUpTo(f, info.Size(), limit)
	switch {
	case err != nil:
		return fsapi.Content{}, w.fail("read", name, err)
	case more && opts.Limit <= 0:
		return fsapi.Content{}, tooLarge("read", name, info.Size(), limit)
	}
	if opts.Text {
		if more {
			data = wholeCharacters(data)
		}
		if err := checkText(data); err != nil {
			return fsapi.Content{}, &fsapi.FileError{Code: fsapi.NotText, Op: "read", Path: name, Err: err}
		}
	}
	// A file that grows while it is read has no size worth telling but what was read of it.
	size := max(info.Size(), int64(len(data)))
	return fsapi.Content{Path: w.shown(rel), Data: data, Size: size, Truncated: more}, nil
}

// openRegular opens a regular file for reading and nothing else. It looks twice: before, because
// opening a device can already do something; after, because the name may mean another file by then.
func (w *Workspace) openRegular(rel string) (*os.File, fs.FileInfo, error) {
	f, info, err := w.openRegularAt(rel)
	if target, ok := w.mapped(rel, err); ok {
		return w.openRegularAt(target)
	}
	return f, info, err
}

func (w *Workspace) openRegularAt(rel string) (*os.File, fs.FileInfo, error) {
	name := filepath.FromSlash(rel)
	info, err := w.root.Stat(name)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, notRegular(info)
	}
	f, err := w.root.OpenFile(name, openFlags, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err = f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(info)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// openDir opens a directory and nothing else.
func (w *Workspace) openDir(rel string) (*os.File, error) {
	f, err := w.openDirAt(rel)
	if target, ok := w.mapped(rel, err); ok {
		return w.openDirAt(target)
	}
	return f, err
}

func (w *Workspace) openDirAt(rel string) (*os.File, error) {
	f, err := w.root.OpenFile(filepath.FromSlash(rel), openDirFlags, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.IsDir() {
		err = errNotDirectory
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// readUpTo reads at most limit bytes and says whether there are more. The size is only a guess for
// the buffer: files may grow, and those under /proc claim to be empty.
func readUpTo(r io.Reader, size, limit int64) (data []byte, more bool, err error) {
	data = make([]byte, 0, min(size, limit)+1)
	for int64(len(data)) <= limit {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		room := min(int64(cap(data)), limit+1)
		n, err := r.Read(data[len(data):room])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, false, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
	return data[:limit], true, nil
}
