package chat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"eidolon/internal/private"
	"eidolon/internal/store"
)

// keptLimit bounds what is read of a small file of the workspace.
const keptLimit = 4 << 20

// linesExt ends the names of files that lines are added to for ever. When one is over the limit, its
// latest lines are kept, in half of the limit so that this does not happen again at once.
const linesExt = ".jsonl"

// place gives the path of a small file that is kept for this workspace.
func (c *Chat) place(name string) (string, error) {
	dir, err := store.Project(store.Options{Base: c.o.Base, Workspace: c.view().Workspace()})
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, name), nil
}

// Load reads a small file that is kept for this workspace; nil when there is none. Of one with lines it
// gives the latest.
func (c *Chat) Load(name string) ([]byte, error) {
	path, err := c.place(name)
	if err != nil || c.o.NoSave {
		return nil, err
	}
	c.keeping.Lock()
	defer c.keeping.Unlock()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	content, whole, err := readKept(f, filepath.Ext(name) == linesExt)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if !whole {
		err = replace(path, content)
	}
	return content, err
}

// readKept reads a file up to the limit, or the latest lines of one that is over it.
func readKept(f *os.File, lines bool) (content []byte, whole bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	size := info.Size()
	if size <= keptLimit {
		content, err = io.ReadAll(io.LimitReader(f, keptLimit))
		return content, true, err
	}
	if !lines {
		return nil, false, fmt.Errorf("%d bytes are more than the %d that are read", size, keptLimit)
	}
	// The byte before belongs to it: it tells whether a line begins there.
	content, err = io.ReadAll(io.NewSectionReader(f, size-keptLimit/2-1, keptLimit/2+1))
	_, content, _ = bytes.Cut(content, []byte("\n"))
	return content, false, err
}

func replace(path string, content []byte) error {
	return private.Replace(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Save keeps a small file for this workspace; without content it is removed.
func (c *Chat) Save(name string, content []byte) error {
	path, err := c.place(name)
	if err != nil || c.o.NoSave {
		return err
	}
	c.keeping.Lock()
	defer c.keeping.Unlock()
	if len(content) == 0 {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return replace(path, content)
}

// Append adds a line to a small file that is kept for this workspace.
func (c *Chat) Append(name string, line []byte) error {
	path, err := c.place(name)
	if err != nil || c.o.NoSave {
		return err
	}
	c.keeping.Lock()
	defer c.keeping.Unlock()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, private.FileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}
