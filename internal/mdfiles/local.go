package mdfiles

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"

	"eidolon/fsapi"
)

// Local is a directory of the user's own as a tree. Links are followed wherever they lead, because
// people keep such files in repositories of theirs and link to them; only a link to a directory over
// itself is left out. Use it for no directory that others write to.
func Local(dir string) Tree { return local{dir} }

type local struct{ dir string }

// List gives the entries of one directory, links as what they lead to.
func (l local) List(ctx context.Context, name string) ([]fsapi.Entry, error) {
	dir := filepath.Join(l.dir, filepath.FromSlash(name))
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, failure("list", dir, err)
	}
	entries := make([]fsapi.Entry, 0, len(list))
	for _, d := range list {
		if err := ctx.Err(); err != nil {
			return nil, failure("list", dir, err)
		}
		mode := d.Type()
		if mode&fs.ModeSymlink != 0 {
			full := filepath.Join(dir, d.Name())
			info, err := os.Stat(full)
			if err != nil || info.IsDir() && leadsUp(full) {
				continue
			}
			mode = info.Mode()
		}
		entries = append(entries, fsapi.Entry{Name: d.Name(), Path: path.Join(name, d.Name()), Mode: mode})
	}
	return entries, nil
}

// leadsUp says whether a link to a directory leads to one over itself.
func leadsUp(link string) bool {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return true
	}
	from, err := filepath.EvalSymlinks(filepath.Dir(link))
	return err != nil || from == target || strings.HasPrefix(from, strings.TrimSuffix(target, string(filepath.Separator))+string(filepath.Separator))
}

// Read reads a regular file as text.
func (l local) Read(ctx context.Context, name string, opts fsapi.ReadOptions) (fsapi.Content, error) {
	full := filepath.Join(l.dir, filepath.FromSlash(name))
	if err := ctx.Err(); err != nil {
		return fsapi.Content{}, failure("read", full, err)
	}
	// Opening a FIFO would wait for a writer.
	info, err := os.Stat(full)
	if err != nil {
		return fsapi.Content{}, failure("read", full, err)
	}
	if !info.Mode().IsRegular() {
		return fsapi.Content{}, &fsapi.FileError{Code: fsapi.NotRegular, Op: "read", Path: full}
	}
	f, err := os.Open(full)
	if err != nil {
		return fsapi.Content{}, failure("read", full, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, opts.Limit+1))
	if err != nil {
		return fsapi.Content{}, failure("read", full, err)
	}
	c := fsapi.Content{Path: name, Data: data, Size: info.Size()}
	if int64(len(data)) > opts.Limit {
		c.Data, c.Truncated = wholeCharacters(data[:opts.Limit]), true
	}
	if opts.Text && (!utf8.Valid(c.Data) || bytes.IndexByte(c.Data, 0) >= 0) {
		return fsapi.Content{}, &fsapi.FileError{Code: fsapi.NotText, Op: "read", Path: full}
	}
	return c, nil
}

// wholeCharacters takes off the beginning of a character at the end of data that was cut there.
func wholeCharacters(data []byte) []byte {
	for back := 1; back < utf8.UTFMax && back <= len(data); back++ {
		if tail := data[len(data)-back:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return data[:len(data)-back]
			}
			break
		}
	}
	return data
}

// failure gives an error of the system its code.
func failure(op, name string, err error) error {
	code := fsapi.IOError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		code = fsapi.NotFound
	case errors.Is(err, syscall.ENOTDIR):
		code = fsapi.NotDirectory
	case errors.Is(err, fs.ErrPermission):
		code = fsapi.PermissionDenied
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		code = fsapi.Timeout
	}
	return &fsapi.FileError{Code: code, Op: op, Path: name, Err: err}
}
