package fslocal

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eidolon/fsapi"
)

// staleAfter is the age at which a temporary file belongs to nobody: no write takes that long.
const staleAfter = 24 * time.Hour

// List gives the entries of one directory, sorted by name. Entries that vanish meanwhile and our own
// temporary files are left out.
func (w *Workspace) List(ctx context.Context, name string) ([]fsapi.Entry, error) {
	rel, err := w.enter(ctx, "list", name)
	if err != nil {
		return nil, err
	}
	dir, err := w.openDir(rel)
	if err != nil {
		return nil, w.fail("list", name, err)
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, w.fail("list", name, err)
	}
	slices.Sort(names)
	entries := make([]fsapi.Entry, 0, len(names))
	for _, last := range names {
		if err := ctx.Err(); err != nil {
			return nil, w.fail("list", name, err)
		}
		full := path.Join(rel, last)
		info, err := w.lstat(full)
		if isNotExist(err) {
			continue
		}
		if err != nil {
			return nil, w.fail("list", name, err)
		}
		if strings.HasPrefix(last, tempPrefix) {
			w.dropStale(full, info)
			continue
		}
		entries = append(entries, w.entry(full, info))
	}
	return entries, nil
}

// dropStale removes what a killed process left behind. A failure changes nothing for the caller: the
// file stays hidden and the next listing tries again.
func (w *Workspace) dropStale(rel string, info fs.FileInfo) {
	if w.readOnly || !info.Mode().IsRegular() || w.now().Sub(info.ModTime()) < staleAfter {
		return
	}
	_ = w.root.Remove(filepath.FromSlash(rel))
}

func (w *Workspace) entry(rel string, info fs.FileInfo) fsapi.Entry {
	shown := w.shown(rel)
	return fsapi.Entry{
		Name: path.Base(shown), Path: shown,
		Mode: info.Mode(), Size: info.Size(), ModTime: info.ModTime(),
	}
}

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }
