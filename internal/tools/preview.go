package tools

import (
	"context"
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

// Preview implements [tool.Previewer]: it gives the difference that the call would make.
func (h handler[In]) Preview(ctx context.Context, c tool.Call) string {
	in, err := tool.Into[In](c.Input)
	if err != nil || h.preview == nil {
		return ""
	}
	return h.preview(ctx, call{Call: c, emit: func(tool.Progress) {}}, in).Diff
}
