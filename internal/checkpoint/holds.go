package checkpoint

// holds says that the newest checkpoint has a path exactly as it is now, so that it can be brought
// back after a restore has changed it. Whoever wants to go back takes a checkpoint right before.
func (s *Store) holds(path string, now *entry) bool {
	if s.head == nil {
		return false
	}
	e := s.head.tree[path]
	return e != nil && e.typ != None && e.same(now) && (e.typ != File || s.has(e.hash))
}

// whyNot says why the newest checkpoint does not have a path as it is now.
func (s *Store) whyNot(path string, now *entry) Reason {
	if now.typ == None {
		return now.reason
	}
	if s.head != nil && s.head.tree[path] != nil && s.head.tree[path].typ == None {
		return s.head.tree[path].reason
	}
	return Unkept
}

// spare says why a step must not be taken, or gives "".
func (p *plan) spare(at step) Reason {
	switch {
	case at.want.typ == Dir && p.shut[at.path]:
		// Its permission bits are all that is changed. What it holds is judged when it can be seen.
		return ""
	case !p.store.holds(at.path, at.now):
		return p.store.whyNot(at.path, at.now)
	case at.now.typ == Dir && at.kind == Retype && p.filled[at.path]:
		return Filled
	}
	return ""
}

// shut says that a path is a directory that the system does not let us look into.
func (at seen) shut() bool {
	return at.reason == Unreadable && at.info != nil && at.info.IsDir()
}
