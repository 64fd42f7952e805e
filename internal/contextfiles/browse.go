package contextfiles

import (
	"cmp"
	"context"
	"io/fs"
	"slices"
	"strings"

	"eidolon/fsapi"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/tools/walk"
)

// Bounds of what menus show.
const (
	maxPreview = 8 << 10 // bytes of a file
	pageSize   = 200     // paths that are handed over at once
	maxWalked  = 50_000
)

// Entry is a name in a directory.
type Entry struct {
	Name string
	Dir  bool // or a link to one
}

// List gives one level of a directory for the completion of a path: directories first, then by name. What
// git ignores is left out, unless the directory itself is ignored. The directory "" is the workspace;
// an absolute one may be anywhere. Names come from outside.
func (r *Resolver) List(ctx context.Context, dir string) ([]Entry, error) {
	return within(ctx, r.o.Patience, func(ctx context.Context) ([]Entry, error) {
		p, err := r.locate(cmp.Or(dir, "."), true)
		if err != nil {
			return nil, err
		}
		defer p.close()
		var list []Entry
		_, err = walk.Walk(ctx, p.files, p.name, walk.Options{Depth: 1}, func(e fsapi.Entry) error {
			list = append(list, Entry{Name: e.Name, Dir: e.IsDir() || leadsToDir(ctx, p.files, e)})
			return nil
		})
		slices.SortFunc(list, func(a, b Entry) int {
			if a.Dir != b.Dir {
				if a.Dir {
					return -1
				}
				return 1
			}
			return strings.Compare(a.Name, b.Name)
		})
		return list, err
	})
}

// leadsToDir says whether an entry is a link to a directory of the workspace.
func leadsToDir(ctx context.Context, files fsapi.Files, e fsapi.Entry) bool {
	if e.Mode&fs.ModeSymlink == 0 {
		return false
	}
	_, err := files.Read(ctx, e.Path, fsapi.ReadOptions{Limit: 1})
	return fsapi.CodeOf(err) == fsapi.NotRegular
}

// Walk goes through the workspace, without what git ignores, and hands over paths in pages until emit
// returns false. Directories end in a slash. It gives up after the Resolver's patience with
// context.DeadlineExceeded; what was handed over until then is good.
func (r *Resolver) Walk(ctx context.Context, emit func(paths []string) bool) error {
	ctx, cancel := context.WithTimeout(ctx, r.o.Patience)
	defer cancel()
	pages := make(chan []string)
	done := make(chan error, 1)
	go func() { done <- r.walk(ctx, pages) }()
	for {
		select {
		case page := <-pages:
			if !emit(page) {
				return nil
			}
		case err := <-done:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// walk sends the paths of the workspace in pages.
func (r *Resolver) walk(ctx context.Context, pages chan<- []string) error {
	page, count := make([]string, 0, pageSize), 0
	send := func() error {
		select {
		case pages <- page:
			page = make([]string, 0, pageSize)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	_, err := walk.Walk(ctx, r.o.Files, ".", walk.Options{}, func(e fsapi.Entry) error {
		if count++; count > maxWalked {
			return fs.SkipAll
		}
		page = append(page, strings.TrimSuffix(entryLine(e), "\n"))
		if len(page) == pageSize {
			if err := send(); err != nil {
				return err
			}
		}
		if e.IsDir() && bulky[e.Name] {
			return fs.SkipDir
		}
		return nil
	})
	if err == nil && len(page) > 0 {
		err = send()
	}
	return err
}

// entryLine is the path of an entry on a line of its own.
func entryLine(e fsapi.Entry) string {
	name := e.Path
	if strings.ContainsAny(name, "\n\r") {
		name = clean.Line(name)
	}
	if e.IsDir() {
		name += "/"
	}
	return name + "\n"
}

// Preview gives the beginning of a file, or the entries of a directory, harmless for a terminal.
func (r *Resolver) Preview(ctx context.Context, name string) (string, error) {
	return within(ctx, r.o.Patience, func(ctx context.Context) (string, error) {
		f, err := r.load(ctx, name, true, maxPreview)
		return clean.Text(f.text), err
	})
}
