package adapter

import (
	"context"
	"fmt"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/protected"
)

type pathAnswer struct {
	Verdict fsapi.Decision `json:"verdict"`
	Error   fsapi.Code     `json:"error"`
	Data    any            `json:"data,omitempty"` // text that was read, or names that were listed
}

// path carries out a file operation in the workspace at root. The verdict says what confinement and the
// protected names say, the error what happened:
//
//	allow   nothing stands against it; it was tried, and error is "" or why the file system said no
//	ask     a name that programs act on is to be changed; nothing was done
//	deny    it leads out of the workspace, or to what is no file; nothing was done
//
// An edit puts data in the place of what a text file holds. A directory is deleted when it is empty.
func (r request) path(ctx context.Context) any {
	w, err := fslocal.Open(fslocal.Options{Root: r.Root})
	if err != nil {
		return failure{err.Error()}
	}
	defer func() { _ = w.Close() }() // what was written is synced
	do, changed, known := r.operation(ctx, w)
	if !known {
		return failure{fmt.Sprintf("unknown op %q; there are read, write, edit, list, mkdir, delete and rename", r.Op)}
	}
	kept := false
	for _, name := range changed {
		rel, err := w.Resolve(name)
		if err != nil {
			return pathAnswer{Verdict: fsapi.Deny, Error: fsapi.CodeOf(err)}
		}
		kept = kept || protected.Name(rel)
	}
	if kept {
		return pathAnswer{Verdict: fsapi.Ask, Error: fsapi.ProtectedPath}
	}
	data, err := do()
	return pathAnswer{Verdict: r.verdict(ctx, w, err), Error: fsapi.CodeOf(err), Data: data}
}

// operation gives what the request asks for, and the names that it would change.
func (r request) operation(ctx context.Context, w *fslocal.Workspace) (do func() (any, error), changed []string, known bool) {
	changed = []string{r.Path}
	switch r.Op {
	case "read":
		return func() (any, error) {
			c, err := w.Read(ctx, r.Path, fsapi.ReadOptions{Text: true})
			return string(c.Data), err
		}, nil, true
	case "list":
		return func() (any, error) {
			entries, err := w.List(ctx, r.Path)
			names := make([]string, len(entries))
			for i, e := range entries {
				names[i] = e.Name
			}
			return names, err
		}, nil, true
	case "write":
		return func() (any, error) {
			_, err := w.Write(ctx, r.Path, []byte(r.Data), fsapi.WriteOptions{})
			return nil, err
		}, changed, true
	case "edit":
		return func() (any, error) {
			_, err := w.Edit(ctx, r.Path, func([]byte) ([]byte, error) { return []byte(r.Data), nil })
			return nil, err
		}, changed, true
	case "mkdir":
		return func() (any, error) { return nil, w.MakeDir(ctx, r.Path) }, changed, true
	case "delete":
		return func() (any, error) { return nil, w.Remove(ctx, r.Path) }, changed, true
	case "rename":
		return func() (any, error) { return nil, w.Move(ctx, r.Path, r.Path2) }, append(changed, r.Path2), true
	}
	return nil, nil, false
}

// verdict says what an error of the workspace means. What the file system says of a name that may be
// used is no refusal.
func (r request) verdict(ctx context.Context, w *fslocal.Workspace, err error) fsapi.Decision {
	switch fsapi.CodeOf(err) {
	case fsapi.OutsideWorkspace, fsapi.InvalidPath, fsapi.ProtectedPath:
		return fsapi.Deny
	case fsapi.NotRegular: // a directory is harmless, a device is not
		if _, err := w.List(ctx, r.Path); err != nil {
			return fsapi.Deny
		}
		return fsapi.Allow
	default:
		return fsapi.Allow
	}
}
