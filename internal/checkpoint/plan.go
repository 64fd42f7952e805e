package checkpoint

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// step is what has to be done to one path.
type step struct {
	path string
	kind Kind
	now  *entry // nil when there is nothing, or nothing that a checkpoint keeps
	want *entry // nil when it has to go
}

// plan is the way from the workspace as it is to a checkpoint.
type plan struct {
	steps []step // in the order of the paths
	kept  Omissions
	found []seen
}

// plan compares the workspace with a checkpoint.
func (s *Store) plan(ctx context.Context, target *checkpoint) (*plan, error) {
	taken := s.opts.Now().UnixNano()
	found, _, err := s.scan(ctx, target.tree)
	if err != nil {
		return nil, err
	}
	for i, at := range found {
		// A file that is above a limit now and has the size of the one that was kept may be that one.
		want := target.tree[at.path]
		if (at.reason == TooLarge || at.reason == OverTotal) && want != nil && want.typ == File && want.size == at.info.Size() {
			found[i].typ, found[i].reason = File, ""
		}
	}
	c := collector{store: s, taken: taken}
	if s.head != nil {
		c.cache = s.head.tree
	}
	if err := c.collect(ctx, found); err != nil {
		return nil, err
	}
	p := &plan{found: found}
	p.put(target, c.tree)
	if !target.incomplete {
		p.clear(target, c.tree)
	}
	slices.SortFunc(p.steps, func(a, b step) int { return strings.Compare(a.path, b.path) })
	return p, nil
}

// put plans what the checkpoint has, but nothing in a directory that has become one of ours since.
func (p *plan) put(target *checkpoint, now tree) {
	var ours []string
	for _, at := range p.found {
		if at.reason == Skipped {
			ours = append(ours, at.path)
		}
	}
	for path, want := range target.tree {
		old := now[path]
		switch {
		case want.typ == None || old != nil && old.same(want):
		case slices.ContainsFunc(ours, func(dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }):
		case old == nil:
			p.steps = append(p.steps, step{path: path, kind: Create, want: want})
		default:
			p.steps = append(p.steps, step{path: path, kind: kindOf(old, want), now: old, want: want})
		}
	}
}

// kindOf says what it takes to make want of old, which is something else.
func kindOf(old, want *entry) Kind {
	switch {
	case old.typ == None && old.reason == Unreadable && want.typ == Dir:
		return Mode
	case old.typ == None && old.reason != Special && want.typ == File:
		return Modify
	case old.typ != want.typ:
		return Retype
	case old.size == want.size && old.hash == want.hash && old.target == want.target:
		return Mode
	}
	return Modify
}

// clear plans to take away what was made since. What no checkpoint could bring back stays, and so
// do the directories that it lies in.
func (p *plan) clear(target *checkpoint, now tree) {
	held := map[string]bool{}
	for _, at := range p.found {
		if at.typ != None {
			continue
		}
		if target.tree[at.path] == nil {
			p.kept.add(at.path, at.reason)
		}
		for dir := path.Dir(at.path); dir != "." && !held[dir]; dir = path.Dir(dir) {
			held[dir] = true
		}
	}
	for path, old := range now {
		if old.typ != None && target.tree[path] == nil && !held[path] {
			p.steps = append(p.steps, step{path: path, kind: Delete, now: old})
		}
	}
}

// locked lists the directories that cannot be looked into and that the checkpoint knows, with their
// modes.
func (p *plan) locked(target tree) map[string]fs.FileMode {
	dirs := map[string]fs.FileMode{}
	for _, at := range p.found {
		want := target[at.path]
		if at.reason == Unreadable && at.info != nil && at.info.IsDir() && want != nil && want.typ == Dir {
			if mode := at.info.Mode().Perm(); mode&ownerAll != ownerAll {
				dirs[at.path] = mode
			}
		}
	}
	return dirs
}
