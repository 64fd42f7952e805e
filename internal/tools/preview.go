package tools

import (
	"context"
	"errors"
	"slices"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// dryFiles are files on which changes are made in thought only: what they answer is what would have
// come of it.
type dryFiles struct{ fsapi.Files }

// Write implements fsapi.Files.
func (f dryFiles) Write(ctx context.Context, name string, data []byte, opts fsapi.WriteOptions) (fsapi.Change, error) {
	old, err := f.Read(ctx, name, fsapi.ReadOptions{})
	if fsapi.CodeOf(err) == fsapi.NotFound {
		return fsapi.Change{Path: name, Created: true, New: data}, nil
	}
	if err != nil {
		return fsapi.Change{}, err
	}
	if opts.Append {
		data = slices.Concat(old.Data, data)
	}
	return fsapi.Change{Path: old.Path, Old: old.Data, New: data}, nil
}

// Edit implements fsapi.Files.
func (f dryFiles) Edit(ctx context.Context, name string, edit func(old []byte) ([]byte, error)) (fsapi.Change, error) {
	old, err := f.Read(ctx, name, fsapi.ReadOptions{Text: true})
	if failed, ok := errors.AsType[*fsapi.FileError](err); ok {
		told := *failed
		told.Op = "edit" // as the real files say
		err = &told
	}
	if err != nil {
		return fsapi.Change{}, err
	}
	data, err := edit(old.Data)
	if err != nil {
		return fsapi.Change{}, err
	}
	return fsapi.Change{Path: old.Path, Old: old.Data, New: data}, nil
}

// Move implements fsapi.Files.
func (f dryFiles) Move(context.Context, string, string) error { return nil }

// Remove implements fsapi.Files.
func (f dryFiles) Remove(context.Context, string) error { return nil }

// dry gives the same tools on files that do not change.
func (k *kit) dry() *kit {
	o := k.Options
	o.Files = dryFiles{o.Files}
	return &kit{o}
}

// Preview implements [tool.Previewer]: it gives the difference that the call would make, or says that the
// call asks for what is not there.
func (h handler[In]) Preview(ctx context.Context, c tool.Call) (diff string, fails *tool.Result) {
	in, err := tool.Into[In](c.Input)
	if err != nil || h.preview == nil {
		return "", nil
	}
	r := h.preview(ctx, call{Call: c, emit: func(tool.Progress) {}}, in)
	if !r.OK && ctx.Err() == nil && slices.Contains(misfits, r.Code) {
		return "", &r
	}
	return r.Diff, nil
}

// misfits are the failures that lie in what a call asks of the files as they are. Of any other one the dry
// files may know less than the real ones.
var misfits = []tool.Code{tool.OldNotFound, tool.ReplacementCountMismatch, tool.NotFound}
