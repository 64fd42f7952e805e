package checkpoint

import (
	"context"
	"errors"
	"io/fs"
)

// Kind is what a restore does to a path.
type Kind string

// The kinds of changes.
const (
	Create Kind = "create" // it is not there now
	Delete Kind = "delete" // it was made since
	Modify Kind = "modify" // a file's content or a link's target, perhaps its mode too
	Mode   Kind = "mode"   // permission bits alone
	Retype Kind = "type"   // a file, link or directory takes the place of another of these
)

// Type is what a path is.
type Type string

// The types of entries.
const (
	File Type = "file"
	Link Type = "link"
	Dir  Type = "dir"
	None Type = "" // nothing, or something that no checkpoint keeps
)

// Change is what a restore does to one path.
type Change struct {
	Path string // below the workspace, with slashes
	Kind Kind
	Old  Side // as it is now
	New  Side // as it is in the checkpoint
}

// Side is one state of a path.
type Side struct {
	Type    Type
	Mode    fs.FileMode // permission bits
	Size    int64       // of a file
	Target  string      // of a link
	Content []byte      // of a file, unless Hidden says why it is not here
	Hidden  Hidden
}

// Hidden says why the content of a file is not shown.
type Hidden string

// Why there is no content.
const (
	Shown        Hidden = ""
	Binary       Hidden = "binary"
	Large        Hidden = "too large to show"
	Inaccessible Hidden = "cannot be read"
)

// Changes tells what a restore of the checkpoint would do to the workspace now, in the order of the
// paths. It changes nothing.
func (s *Store) Changes(ctx context.Context, name string) ([]Change, error) {
	return nil, errors.ErrUnsupported
}
