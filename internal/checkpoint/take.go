package checkpoint

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"eidolon/internal/private"
)

// Take keeps the workspace as it is now. When nothing has changed since the last checkpoint it
// gives that one again and writes nothing.
func (s *Store) Take(ctx context.Context) (Point, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	point, err := s.take(ctx)
	if err != nil {
		return Point{}, fmt.Errorf("take a checkpoint of %s: %w", s.real, err)
	}
	return point, nil
}

func (s *Store) take(ctx context.Context) (Point, error) {
	if err := s.load(); err != nil {
		return Point{}, err
	}
	var cache tree
	first := s.head == nil
	if first {
		cache = s.takeBase()
	} else {
		cache = s.head.tree
	}
	taken := s.opts.Now().UnixNano()
	found, incomplete, err := s.scan(ctx, nil)
	if err != nil {
		return Point{}, err
	}
	pack := newPacker(filepath.Join(s.opts.Dir, packsName), s.blobs)
	c := collector{store: s, cache: cache, pack: pack, taken: taken}
	if err := c.collect(ctx, found); err != nil {
		pack.abandon()
		return Point{}, err
	}
	now := &checkpoint{tree: c.tree, incomplete: incomplete}
	if pack.size == 0 && len(pack.added) == 0 && s.unchanged(now) {
		now.name = s.head.name
		s.head = now
		return s.point(now), nil
	}
	if err := s.keep(now, pack, taken); err != nil {
		return Point{}, err
	}
	point := s.point(now)
	point.Bytes = pack.size
	if first && s.opts.Base != "" && drifted(point.Files, c.read, pack.size) {
		// Without a base the next session reads more, which is all there is to lose.
		_ = s.makeBase(s.treeFile(now, taken))
	}
	return point, nil
}

// unchanged says whether a tree is that of the newest checkpoint.
func (s *Store) unchanged(now *checkpoint) bool {
	if s.head == nil || len(s.head.tree) != len(now.tree) || s.head.incomplete != now.incomplete {
		return false
	}
	for path, e := range now.tree {
		if old := s.head.tree[path]; old == nil || !old.same(e) {
			return false
		}
	}
	return true
}

// fullEvery is how many checkpoints there are between two trees with all entries. A tree that stands
// on others needs all of them: this bounds what is read after opening a session and what one damaged
// tree takes along, and costs about as much disk as a few changed files in each checkpoint.
const fullEvery = 50

// keep writes a checkpoint: first the contents, then the tree that says where they are.
func (s *Store) keep(now *checkpoint, pack *packer, taken int64) error {
	packName, err := pack.finish()
	if err != nil {
		return err
	}
	if packName != "" {
		s.addPack(packName)
		for hash, at := range pack.added {
			at.pack = packName
			s.blobs[hash] = at
		}
	}
	now.name = pointName(s.last + 1)
	f := s.treeFile(now, taken)
	if s.last%fullEvery != 0 {
		f.onTopOf(s.head)
	}
	if s.foreign() {
		s.loaded = false
		return errTaken
	}
	if _, err := private.MakeDir(s.opts.Dir); err != nil {
		return err
	}
	if err := private.Replace(s.treePath(now.name), func(w io.Writer) error { return f.write(w) }); err != nil {
		return err
	}
	for _, e := range now.tree {
		e.unsaved = false
	}
	s.last++
	s.head = now
	return nil
}

// treeFile gives a tree the form of a file with all entries.
func (s *Store) treeFile(now *checkpoint, taken int64) *treeFile {
	return &treeFile{
		header:  header{Version: formatVersion, Root: escape(s.real), Taken: taken, Incomplete: now.incomplete},
		entries: now.tree, blobs: s.blobs,
	}
}

// onTopOf takes out of f what the checkpoint before has already.
func (f *treeFile) onTopOf(before *checkpoint) {
	if before == nil {
		return
	}
	all := f.entries
	f.On, f.entries = before.name, tree{}
	for path, e := range all {
		if old := before.tree[path]; old == nil || e.unsaved || !old.same(e) {
			f.entries[path] = e
		}
	}
	for path := range before.tree {
		if all[path] == nil {
			f.gone = append(f.gone, path)
		}
	}
	slices.Sort(f.gone)
}

// point describes a checkpoint.
func (s *Store) point(p *checkpoint) Point {
	point := Point{Name: p.name, LeftOut: s.omissions(p.incomplete)}
	var out []string
	for path, e := range p.tree {
		switch e.typ {
		case File, Link:
			point.Files++
		case None:
			out = append(out, path)
		case Dir:
		}
	}
	slices.Sort(out)
	for _, path := range out {
		point.LeftOut = point.LeftOut.and(path, p.tree[path].reason)
	}
	return point
}
