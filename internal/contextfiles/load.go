package contextfiles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/fsapi"
	"eidolon/internal/tools/walk"
)

// Bounds of the listing of a directory.
const (
	maxListed = 500
	maxLevels = 12
)

// found is what a path led to.
type found struct {
	path string // where it is; equal for two names of one place
	text string
	dir  bool
	note string // what is missing in text, or ""

	image *event.Image // what is shown instead of the text, or nil
}

// errNotOwn refuses a path that only a person may name.
var errNotOwn = errors.New("outside the workspace")

// place is a file or directory in a tree.
type place struct {
	files fsapi.Files
	name  string
	close func()
}

// locate finds the place of a path. Own says that a person named it: then it may lie outside the
// workspace, if it is absolute or begins with "~/".
func (r *Resolver) locate(name string, own bool) (place, error) {
	full := name
	if rest, home := strings.CutPrefix(filepath.ToSlash(name), "~/"); home && r.o.Home != "" {
		full = filepath.Join(r.o.Home, filepath.FromSlash(rest))
	} else if name == "~" && r.o.Home != "" {
		full = r.o.Home
	}
	rel, err := r.o.Files.Resolve(full)
	switch {
	case err == nil:
		return place{r.o.Files, rel, func() {}}, nil
	case !filepath.IsAbs(full):
		return place{}, err
	case !own:
		return place{}, errNotOwn
	}
	target, err := filepath.EvalSymlinks(full)
	if err != nil {
		return place{}, missing(name, err)
	}
	dir, last := filepath.Dir(target), filepath.Base(target)
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		dir, last = target, "."
	}
	files, err := r.o.Open(dir)
	if err != nil {
		return place{}, missing(name, err)
	}
	return place{files, last, func() {
		if c, ok := files.(io.Closer); ok {
			_ = c.Close() // it was read only
		}
	}}, nil
}

// missing gives an error of the system its code.
func missing(name string, err error) error {
	code := fsapi.IOError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		code = fsapi.NotFound
	case errors.Is(err, fs.ErrPermission):
		code = fsapi.PermissionDenied
	}
	return &fsapi.FileError{Code: code, Op: "read", Path: name, Err: err}
}

// load reads a file or lists a directory, with so many bytes of a file at most.
func (r *Resolver) load(ctx context.Context, name string, own bool, limit int64) (found, error) {
	p, err := r.locate(name, own)
	if err != nil {
		return found{}, err
	}
	defer p.close()
	f := found{path: path.Join(filepath.ToSlash(p.files.Root()), p.name)}
	content, err := p.files.Read(ctx, p.name, fsapi.ReadOptions{Limit: limit, Text: true})
	switch code := fsapi.CodeOf(err); {
	case err == nil:
		f.text = string(content.Data)
		if content.Truncated {
			f.note = fmt.Sprintf("only the first %d of %d bytes", len(content.Data), content.Size)
			f.text += "\n[cut here: " + f.note + "]\n"
		}
		return f, nil
	case code == fsapi.NotText:
		return f, f.describe(ctx, p, name)
	case code != fsapi.NotRegular:
		return found{}, err
	}
	f.dir = true
	f.text, f.note, err = listing(ctx, p)
	if fsapi.CodeOf(err) == fsapi.NotDirectory { // a device or the like
		err = &fsapi.FileError{Code: fsapi.NotRegular, Op: "read", Path: name}
	}
	return f, err
}

// describe says what a file is that is no text. A picture is to be shown instead.
func (f *found) describe(ctx context.Context, p place, name string) (err error) {
	if f.image, err = loadImage(ctx, p, name); err != nil {
		return err
	}
	if f.image != nil {
		f.text = Shown(*f.image) + "\n"
		return nil
	}
	entry, err := p.files.Stat(ctx, p.name)
	f.note = fmt.Sprintf("not text, so its %d bytes are not shown", entry.Size)
	f.text = "[" + f.note + "]\n"
	return err
}

// bulky are directories that hold what others made, in numbers, also where git does not ignore them.
var bulky = map[string]bool{
	"node_modules": true, "bower_components": true, "__pycache__": true, ".venv": true, "venv": true, ".tox": true, ".mypy_cache": true,
	".pytest_cache": true, ".gradle": true, ".terraform": true, ".svn": true, ".hg": true, ".cache": true,
}

// listing gives the paths below a directory, one a line, each directory followed by what is in it.
func listing(ctx context.Context, p place) (text, note string, err error) {
	var b strings.Builder
	count := 0
	_, err = walk.Walk(ctx, p.files, p.name, walk.Options{Depth: maxLevels}, func(e fsapi.Entry) error {
		if count++; count > maxListed {
			note = fmt.Sprintf("only the first %d entries", maxListed)
			return fs.SkipAll
		}
		b.WriteString(entryLine(e))
		if e.IsDir() && bulky[e.Name] {
			return fs.SkipDir
		}
		return nil
	})
	if note != "" {
		b.WriteString("[cut here: " + note + "]\n")
	}
	return b.String(), note, err
}

// within runs work that may hang in a system call and gives up on it after a time. What it gives then
// is thrown away.
func within[T any](ctx context.Context, patience time.Duration, work func(context.Context) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	done := make(chan result, 1)
	go func() {
		value, err := work(ctx)
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
