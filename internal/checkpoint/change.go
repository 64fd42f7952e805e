package checkpoint

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"unicode/utf8"
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

// The types of entries. They are part of the format of trees.
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
	Size    int64       // of a file, in bytes
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

// Contents are shown up to these limits, in bytes.
const (
	showFile = 1 << 20
	showAll  = 32 << 20
)

// Changes tells what a restore of the checkpoint would do to the workspace now, in the order of the
// paths, and what it would leave alone. It changes nothing.
//
// Like Restore it changes and deletes only what the newest checkpoint has as it is now. Take one
// before, or what has changed since the last one is told as left alone.
func (s *Store) Changes(ctx context.Context, name string) (changes []Change, kept Omissions, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.reader.close()
	changes, kept, err = s.changes(ctx, name)
	if err != nil {
		return nil, Omissions{}, fmt.Errorf("compare with checkpoint %s: %w", name, err)
	}
	return changes, kept, nil
}

func (s *Store) changes(ctx context.Context, name string) ([]Change, Omissions, error) {
	if err := s.load(); err != nil {
		return nil, Omissions{}, err
	}
	target, err := s.read(name)
	if err != nil {
		return nil, Omissions{}, err
	}
	p, err := s.plan(ctx, target, nil)
	if err != nil {
		return nil, Omissions{}, err
	}
	changes := make([]Change, 0, len(p.steps))
	room := int64(showAll)
	for _, at := range p.steps {
		if err := ctx.Err(); err != nil {
			return nil, Omissions{}, err
		}
		change := Change{Path: at.path, Kind: at.kind, Old: side(at.now), New: side(at.want)}
		if at.kind != Mode {
			change.Old = show(change.Old, &room, func() ([]byte, error) { return s.current(at.path) })
			change.New = show(change.New, &room, func() ([]byte, error) { return s.content(at.want) })
		}
		changes = append(changes, change)
	}
	return changes, p.kept, nil
}

func side(e *entry) Side {
	if e == nil {
		return Side{}
	}
	s := Side{Type: e.typ, Mode: e.mode, Size: e.size, Target: e.target}
	switch {
	case e.reason == TooLarge || e.reason == OverTotal:
		s.Hidden = Large
	case e.reason != "":
		s.Hidden = Inaccessible
	}
	return s
}

// current reads a file of the workspace as it is now.
func (s *Store) current(name string) ([]byte, error) {
	dir, err := openDir(s.root, path.Dir(name))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	data, _, _, err := readOnce(dir, path.Base(name), showFile)
	return data, err
}

// show adds the content of a file that people can look at, while there is room.
func show(s Side, room *int64, fetch func() ([]byte, error)) Side {
	if s.Type != File {
		return s
	}
	if s.Size > showFile || s.Size > *room {
		s.Hidden = Large
		return s
	}
	data, err := fetch()
	switch {
	case err != nil:
		s.Hidden = Inaccessible
	case bytes.IndexByte(data, 0) >= 0 || !utf8.Valid(data):
		s.Hidden = Binary
	default:
		*room -= int64(len(data))
		s.Content = data
	}
	return s
}
