package tools

import (
	"bytes"
	"context"
	"errors"
	"io/fs"

	"eidolon/fsapi"
	"eidolon/internal/tools/patch"
)

// patchPlan is what a patch does to the files of the workspace, found out before any of them is written. A
// file may be named several times: each part sees what the ones before made of it.
type patchPlan struct {
	files []*patchedFile          // in the order in which they are named first
	at    map[string]*patchedFile // by the names that they have now
	gone  map[string]*patchedFile // by names that they had, or have if they are deleted
	moved []*patchedFile          // in the order in which they are moved
}

// patchedFile is a file before and after the patch.
type patchedFile struct {
	from    string // its name before, or "" if the patch makes it
	path    string // its name afterwards
	before  []byte
	now     []byte
	deleted bool
	renewed bool // it was deleted and made again, so it may have been anything before
}

// unchanged says that in the end nothing happens to the file.
func (f *patchedFile) unchanged() bool {
	if f.from == "" {
		return f.deleted
	}
	return !f.deleted && f.from == f.path && bytes.Equal(f.before, f.now)
}

// add adds what one part of the patch does.
func (p *patchPlan) add(ctx context.Context, files fsapi.Files, part patch.File) error {
	switch part.Action {
	case patch.Add:
		return p.addFile(ctx, files, part)
	case patch.Delete:
		return p.deleteFile(ctx, files, part)
	case patch.Update:
	}
	return p.updateFile(ctx, files, part)
}

func (p *patchPlan) addFile(ctx context.Context, files fsapi.Files, part patch.File) error {
	if err := p.free(ctx, files, part.Path); err != nil {
		return err
	}
	f := p.gone[part.Path]
	if f == nil || !f.deleted || f.path != part.Path { // else the file is made anew
		f = &patchedFile{path: part.Path}
		p.files = append(p.files, f)
	}
	f.now, f.deleted, f.renewed = []byte(part.Content), false, f.from != ""
	p.at[part.Path] = f
	return nil
}

func (p *patchPlan) deleteFile(ctx context.Context, files fsapi.Files, part patch.File) error {
	f, err := p.load(ctx, files, part)
	if err != nil {
		return err
	}
	f.deleted, f.now = true, nil
	delete(p.at, part.Path)
	p.gone[part.Path] = f
	return nil
}

func (p *patchPlan) updateFile(ctx context.Context, files fsapi.Files, part patch.File) error {
	f, err := p.load(ctx, files, part)
	if err != nil {
		return err
	}
	after, err := part.Apply(string(f.now))
	if err != nil {
		return err
	}
	f.now = []byte(after)
	if part.MoveTo == "" || part.MoveTo == part.Path {
		return nil
	}
	if err := p.free(ctx, files, part.MoveTo); err != nil {
		return err
	}
	delete(p.at, part.Path)
	p.gone[part.Path], p.at[part.MoveTo] = f, f
	f.path = part.MoveTo
	if f.from != "" {
		p.moved = append(p.moved, f)
	}
	return nil
}

// load gives a file as the patch has left it so far. A link is changed by its name, and neither moved nor
// deleted: it could not be put back when another file cannot be written.
func (p *patchPlan) load(ctx context.Context, files fsapi.Files, part patch.File) (*patchedFile, error) {
	name, deletes := part.Path, part.Action == patch.Delete
	if f := p.at[name]; f != nil {
		return f, nil
	}
	if p.gone[name] != nil {
		return nil, &fsapi.FileError{Code: fsapi.NotFound, Op: "edit", Path: name, Err: errGone}
	}
	if deletes || part.MoveTo != "" {
		if e, err := files.Stat(ctx, name); err == nil && e.Mode&fs.ModeSymlink != 0 {
			return nil, &fsapi.FileError{Code: fsapi.NotRegular, Op: "patch", Path: name, Err: errLink}
		}
	}
	c, err := files.Read(ctx, name, fsapi.ReadOptions{Text: !deletes})
	if err != nil {
		return nil, err
	}
	f := &patchedFile{from: name, path: name, before: c.Data, now: c.Data}
	p.files, p.at[name] = append(p.files, f), f
	return f, nil
}

// errLink is why a link is left alone.
var errLink = errors.New("it is a link; move_file and bash can move and delete it")

// errGone says that the patch itself took a file away before it wants to change it.
var errGone = errors.New("this patch deletes or moves it before")

// free refuses a name that a file has.
func (p *patchPlan) free(ctx context.Context, files fsapi.Files, name string) error {
	taken := p.at[name] != nil
	if !taken && p.gone[name] == nil {
		_, err := files.Stat(ctx, name)
		if err != nil && fsapi.CodeOf(err) != fsapi.NotFound {
			return err
		}
		taken = err == nil
	}
	if taken {
		return &fsapi.FileError{Code: fsapi.AlreadyExists, Op: "add", Path: name}
	}
	return nil
}
