package checkpoint

import (
	"context"
	"io/fs"
	"maps"
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

// plan is the way from the workspace as it is to a checkpoint. Nothing that it changes or takes away
// is lost, because the newest checkpoint has it (holds.go).
type plan struct {
	steps []step // in the order of the paths
	kept  Omissions
	found []seen

	store  *Store
	target *checkpoint
	now    tree
	stays  map[string]Reason // what is left alone, and why
	filled map[string]bool   // directories with something in them that is left alone
	shut   map[string]bool   // directories that cannot be looked into, or could not before this restore
}

// plan compares the workspace with a checkpoint. The restore that asks may have opened directories
// for its work, whose modes are not the user's then.
func (s *Store) plan(ctx context.Context, target *checkpoint, opened map[string]fs.FileMode) (*plan, error) {
	c := collector{store: s, taken: s.opts.Now().UnixNano()}
	if s.head != nil {
		c.cache = s.head.tree
	}
	found, _, err := s.scan(ctx, target.tree)
	if err != nil {
		return nil, err
	}
	for i, at := range found {
		// A file that is above a limit now and has the size of one that was kept may be that one.
		want := target.tree[at.path]
		if (at.reason == TooLarge || at.reason == OverTotal) && (want == nil || want.typ == File) &&
			(want.sized(at.info) || c.cache[at.path].sized(at.info)) {
			found[i].typ, found[i].reason = File, ""
		}
	}
	if err := c.collect(ctx, found); err != nil {
		return nil, err
	}
	p := &plan{
		found: found, store: s, target: target, now: c.tree, stays: map[string]Reason{}, filled: map[string]bool{}, shut: map[string]bool{},
	}
	for dir := range opened {
		p.shut[dir] = true
	}
	p.leave()
	p.put()
	if !target.incomplete {
		p.clear()
	}
	slices.SortFunc(p.steps, func(a, b step) int { return strings.Compare(a.path, b.path) })
	p.kept = s.omissions(target.incomplete)
	for _, path := range slices.Sorted(maps.Keys(p.stays)) {
		p.kept = p.kept.and(path, p.stays[path])
	}
	return p, nil
}

// sized says that e is a file of the size that info shows.
func (e *entry) sized(info fs.FileInfo) bool {
	return e != nil && e.typ == File && e.size == info.Size()
}

// leave finds what was made since and has to stay, and the directories that it lies in.
func (p *plan) leave() {
	for _, at := range p.found {
		now, known := p.now[at.path], p.target.tree[at.path] != nil
		if at.shut() {
			p.shut[at.path] = true
		}
		switch {
		case at.typ != None && (known || now == nil): // put looks at it, or it has vanished
			continue
		case known || p.target.incomplete: // perhaps it was there all the time
		case at.typ == None:
			p.stays[at.path] = at.reason
		case p.store.holds(at.path, now):
			continue
		default:
			p.stays[at.path] = p.store.whyNot(at.path, now)
		}
		for dir := path.Dir(at.path); dir != "." && !p.filled[dir]; dir = path.Dir(dir) {
			p.filled[dir] = true
		}
	}
}

// put plans what the checkpoint has, but nothing in a directory that has become one of ours since or
// whose place is taken by something that stays.
func (p *plan) put() {
	blocked := map[string]bool{}
	for _, at := range p.found {
		if at.reason == Skipped {
			blocked[at.path] = true
		}
	}
	for _, name := range p.target.tree.paths() {
		want, old := p.target.tree[name], p.now[name]
		switch {
		case blocked[name] || blocked[path.Dir(name)]: // a directory comes before what is in it
			blocked[name] = true
		case want.typ == None || old != nil && old.same(want):
		case old == nil:
			p.steps = append(p.steps, step{path: name, kind: Create, want: want})
		default:
			at := step{path: name, kind: kindOf(old, want), now: old, want: want}
			if why := p.spare(at); why != "" {
				p.stays[name], blocked[name] = why, old.typ != Dir
				continue
			}
			p.steps = append(p.steps, at)
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

// clear plans to take away what was made since, but not what stays and the directories that it lies
// in.
func (p *plan) clear() {
	for path, now := range p.now {
		if now.typ != None && p.target.tree[path] == nil && p.stays[path] == "" && !p.filled[path] {
			p.steps = append(p.steps, step{path: path, kind: Delete, now: now})
		}
	}
}

// locked lists the directories that cannot be looked into and that the checkpoint knows, with their
// modes.
func (p *plan) locked() map[string]fs.FileMode {
	dirs := map[string]fs.FileMode{}
	for _, at := range p.found {
		want := p.target.tree[at.path]
		if !at.shut() || want == nil || want.typ != Dir {
			continue
		}
		if mode := at.info.Mode().Perm(); mode&ownerAll != ownerAll {
			dirs[at.path] = mode
		}
	}
	return dirs
}
