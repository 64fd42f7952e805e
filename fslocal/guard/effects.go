package guard

import (
	"path"
	"slices"
	"strings"
)

// resolve gives the absolute, clean paths that a name may mean: one for each directory the shell may
// be in. Links made by the command itself are followed.
func (e *eval) resolve(st *state, name string) []string {
	if strings.HasPrefix(name, "/") || markedStart(name) {
		return []string{e.follow(st, clean(name))}
	}
	dirs := st.dirs
	if i := e.choose("PWD", len(dirs)); i >= 0 {
		dirs = dirs[i : i+1]
	}
	out := make([]string, 0, len(dirs))
	for _, d := range dirs {
		out = append(out, e.follow(st, clean(d+"/"+name)))
	}
	return out
}

// resolveName is resolve for programs that act on a link itself: only a name that ends in a slash
// means what the link leads to.
func (e *eval) resolveName(st *state, name string) []string {
	base := path.Base(name)
	if len(st.links.all()) == 0 || strings.HasSuffix(name, "/") || base == "." || base == ".." {
		return e.resolve(st, name)
	}
	dirs := e.resolve(st, path.Dir(name))
	for i, d := range dirs {
		dirs[i] = clean(d + "/" + base)
	}
	return dirs
}

// markedStart tells whether a name begins with text that may be a whole absolute path.
func markedStart(name string) bool {
	return markAt(name, 0) && (opaque(name[:markLen]) || name[:markLen] == markTemp)
}

// clean is path.Clean for a path with marks. Where ".." meets text that may hold slashes, the outcome
// is not known.
func clean(p string) string {
	if !strings.Contains(p, "..") {
		return tidy(p)
	}
	segs := strings.Split(p, "/")
	for i, s := range segs {
		if s == ".." && i > 0 && (opaque(segs[i-1]) || hasAny(segs[i-1], markBelow, markTemp)) {
			return markDir
		}
	}
	return tidy(p)
}

// tidy cleans a path. Unknown text keeps the slash after it, which tells it from a mere name.
func tidy(p string) string {
	out := path.Clean(p)
	if markedStart(p) && strings.HasSuffix(p, "/") && out != "/" {
		return out + "/"
	}
	return out
}

// follow replaces a link that the command made by what it leads to.
func (e *eval) follow(st *state, p string) string {
	links := st.links.all()
	if len(links) == 0 {
		return p
	}
	for range 8 {
		dir := p
		for dir != "/" && dir != "." && links[dir] == "" {
			dir = path.Dir(dir)
		}
		to := links[dir]
		if to == "" {
			return p
		}
		p = clean(to + p[len(dir):])
	}
	return markDir
}

// destroyPath judges deleting or moving away what f names.
func (e *eval) destroyPath(st *state, f field) {
	e.reads = false
	for _, p := range e.resolveName(st, f.text) {
		e.destroyed(p, f)
	}
	if f.many {
		e.report(rulePath, f.at, f.text)
	}
}

func (e *eval) destroyed(p string, f field) {
	e.list.touch(p)
	switch e.g.places.of(p) {
	case zoneInside, zoneAllowed, zoneTemp, zoneNull:
	case zoneProtected:
		e.report(ruleProtected, f.at, f.text)
	case zoneWorkspace:
		e.report(ruleDelWork, f.at, f.text)
	case zoneRepository:
		e.report(ruleDelRepo, f.at, f.text)
	case zoneRoot:
		e.report(ruleDelRoot, f.at, f.text)
	case zoneSystem, zoneTop:
		e.report(ruleDelSystem, f.at, f.text)
	case zoneDevice:
		e.report(ruleDevice, f.at, f.text)
	case zoneHome:
		e.report(ruleDelHome, f.at, f.text)
	case zoneAbove:
		e.report(ruleDelAbove, f.at, f.text)
	case zoneUnset:
		e.report(ruleDelUnset, f.at, f.text)
	case zoneUnknown:
		e.report(rulePath, f.at, f.text)
	case zoneOutside, zoneAllowedTop, zoneNeighbour:
		e.report(ruleDelOutside, f.at, f.text)
	}
}

// writePath judges creating or changing the file that f names.
func (e *eval) writePath(st *state, f field) {
	for _, p := range e.resolve(st, f.text) {
		e.written(p, f)
	}
}

func (e *eval) written(p string, f field) {
	z := e.g.places.of(p)
	if z != zoneNull {
		e.reads = false
		e.list.touch(p)
	}
	switch z {
	case zoneInside, zoneWorkspace, zoneRepository, zoneAllowed, zoneAllowedTop, zoneTemp, zoneNeighbour:
	case zoneNull:
		if socket(p) {
			e.report(ruleSocket, f.at, f.text)
		}
	case zoneProtected:
		e.report(ruleProtected, f.at, f.text)
	case zoneSystem, zoneRoot:
		e.report(ruleSystem, f.at, f.text)
	case zoneDevice:
		e.report(ruleDevice, f.at, f.text)
	case zoneUnknown, zoneUnset:
		e.report(rulePath, f.at, f.text)
	case zoneTop, zoneHome, zoneAbove, zoneOutside:
		e.report(ruleOutside, f.at, f.text)
	}
}

// changeMode judges changing owner or permissions of what f names.
func (e *eval) changeMode(st *state, f field, recursive bool) {
	e.reads = false
	for _, p := range e.resolve(st, f.text) {
		switch z := e.g.places.of(p); z {
		case zoneRoot, zoneSystem, zoneTop, zoneDevice:
			e.report(rulePerm, f.at, f.text)
		case zoneHome, zoneAbove, zoneUnset:
			if recursive {
				e.report(rulePerm, f.at, f.text)
			}
			e.report(ruleOutside, f.at, f.text)
		default:
			e.written(p, f)
		}
	}
}

// readPath judges reading what f names: a reader must stay inside the workspace and outside the
// forbidden paths, and keys and passwords ask.
func (e *eval) readPath(st *state, f field) {
	for _, p := range e.resolve(st, f.text) {
		if !e.g.places.inside(p) || e.g.forbidden(p, false) {
			e.reads = false
		}
		e.secret(p, f)
	}
}

func (e *eval) secret(p string, f field) {
	if e.g.places.secret(p) {
		e.report(ruleSecret, f.at, f.text)
	}
}

// forbidden tells whether a path is one that readers must not touch; walks also covers what lies
// below it.
func (g *Guard) forbidden(p string, walks bool) bool {
	return slices.ContainsFunc(g.forbid, func(f string) bool {
		return belowLike(p, f) || matchForbidden(f, p) || walks && (under(f, p) || like(p, f))
	})
}

// matchForbidden matches a configured pattern with "*" and "?" against a path or its parents.
func matchForbidden(pattern, p string) bool {
	for ; p != "/" && p != "." && p != ""; p = path.Dir(p) {
		if ok, err := path.Match(pattern, p); err != nil || ok {
			return true
		}
	}
	return false
}

// readFile judges reading a file and gives its text: what the command wrote into it before, or the
// mark of a file that was there already.
func (e *eval) readFile(st *state, f field) string {
	text := markFile
	for _, p := range e.resolve(st, f.text) {
		switch {
		case socket(p):
			e.report(ruleSocket, f.at, f.text)
			text = markRemote
		case p == "/dev/null":
			return ""
		case p == "/dev/stdin" || p == "/dev/fd/0":
			return st.in
		case strings.HasPrefix(p, "/dev/fd/") && !strings.HasPrefix(p, "/dev/fd/p"):
			if known, ok := st.fds.get(strings.TrimPrefix(p, "/dev/fd/")); ok {
				return known
			}
			text = markAny
		default:
			if known, ok := st.files.get(p); ok {
				text = known
			}
		}
	}
	e.readPath(st, f)
	return text
}
