package guard

import (
	"path"
	"slices"
	"strings"

	"eidolon/fslocal/protected"
)

// places knows the directories that a judgement depends on.
type places struct {
	workspace, home string
	above           []string // directories that hold the workspace, "/" left out
	allowed         []string // directories outside of the workspace that are open for writing
	protected       []string // names that programs act on, in lower case
	own             []string // directories with the program's own files
	tempOutside     bool     // the workspace lies among temporary files, so its neighbours are not free
}

func newPlaces(workspace, home string) places {
	p := places{workspace: path.Clean("/" + workspace), home: path.Clean("/" + home), protected: protected.ForCommands()}
	if slices.Contains(noWorkspace, p.workspace) {
		p.workspace = "/.no-workspace" // nothing lies in there
	}
	for dir := path.Dir(p.workspace); dir != "/"; dir = path.Dir(dir) {
		p.above = append(p.above, dir)
	}
	p.tempOutside = slices.ContainsFunc(tempDirs, func(t string) bool { return under(p.workspace, t) })
	return p
}

// allow opens a directory for writing, unless it is one of the high ones that hold everything.
func (pl *places) allow(dir string) {
	if !slices.Contains(noWorkspace, dir) {
		pl.allowed = append(pl.allowed, dir)
	}
}

// under tells whether p is dir or lies below it. p may hold marks.
func under(p, dir string) bool {
	return dir == "/" || strings.HasPrefix(p, dir) && (len(p) == len(dir) || p[len(dir)] == '/')
}

// of gives the zone of an absolute and clean path that may hold marks.
func (pl *places) of(p string) zone {
	switch {
	case strings.HasPrefix(p, markTemp) && !opaque(p):
		return zoneTemp
	case strings.HasPrefix(p, markDir), strings.HasPrefix(p, markTemp):
		return zoneUnknown
	case opaque(p):
		return pl.ofUnknown(p)
	}
	if prefix, _, ok := strings.Cut(p, markBelow); ok {
		return pl.ofBelow(prefix)
	}
	dir, all := contents(p)
	if all {
		return pl.ofAll(dir)
	}
	return pl.ofKnown(p)
}

// contents splits a path that means everything in a directory, such as "/*".
func contents(p string) (dir string, all bool) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 || !broad(p[i+1:]) {
		return "", false
	}
	for i > 0 && broad(p[strings.LastIndexByte(p[:i], '/')+1:i]) {
		i = strings.LastIndexByte(p[:i], '/')
	}
	return p[:max(i, 1)], true
}

// ofAll is the zone of everything in a directory: what is as bad as the directory itself keeps its
// zone.
func (pl *places) ofAll(dir string) zone {
	switch z := pl.ofKnown(dir); z {
	case zoneTop:
		if slices.Contains(tempDirs, dir) {
			return zoneOutside
		}
		return z
	default:
		return z
	}
}

// ofKnown is the zone of a path without unknown text. Its segments may hold globs.
func (pl *places) ofKnown(p string) zone {
	lower := strings.ToLower(p)
	switch {
	case p == "/":
		return zoneRoot
	case p == pl.home || like(p, pl.home):
		return zoneHome
	case slices.ContainsFunc(pl.above, func(d string) bool { return like(p, d) }):
		return zoneAbove
	case p == pl.workspace || like(p, pl.workspace):
		return zoneWorkspace
	case slices.ContainsFunc(pl.own, func(dir string) bool { return under(p, dir) }):
		return zoneProtected
	case under(p, pl.workspace):
		return pl.within(p[len(pl.workspace):])
	case pl.allows(p) != zoneOutside:
		return pl.allows(p)
	case slices.ContainsFunc(topDirs, func(d string) bool { return like(lower, strings.ToLower(d)) }):
		return zoneTop
	case slices.ContainsFunc(tempDirs, func(d string) bool { return under(p, d) }):
		if pl.tempOutside {
			return zoneNeighbour
		}
		return zoneTemp
	case under(lower, "/dev") || like(lower, "/dev"):
		return device(strings.TrimPrefix(p, "/dev"))
	case under(p, "/usr/local"):
		return zoneOutside
	case slices.ContainsFunc(systemDirs, func(d string) bool { return belowLike(lower, strings.ToLower(d)) }):
		return zoneSystem
	case otherHome(p):
		return zoneHome
	}
	return zoneOutside
}

// allows gives the zone of a path in a directory that is open for writing, or zoneOutside. What
// programs act on by themselves is protected there, too.
func (pl *places) allows(p string) zone {
	for _, dir := range pl.allowed {
		switch {
		case p == dir || like(p, dir):
			return zoneAllowedTop
		case !under(p, dir):
		case pl.within(p[len(dir):]) == zoneProtected:
			return zoneProtected
		default:
			return zoneAllowed
		}
	}
	return zoneOutside
}

// like tells whether the path, with its globs, can be the directory.
func like(p, dir string) bool {
	if p == dir {
		return true
	}
	if constant(p) || strings.Count(p, "/") != strings.Count(dir, "/") {
		return false
	}
	return segments(p, dir)
}

// belowLike tells whether the path, with its globs, can be the directory or lie in it.
func belowLike(p, dir string) bool {
	if constant(p) {
		return under(p, dir)
	}
	return strings.Count(p, "/") >= strings.Count(dir, "/") && segments(p, dir)
}

// segments matches the first segments of p with those of dir.
func segments(p, dir string) bool {
	for dir != "" {
		var a, b string
		a, p, _ = strings.Cut(strings.TrimPrefix(p, "/"), "/")
		b, dir, _ = strings.Cut(strings.TrimPrefix(dir, "/"), "/")
		if !matches(a, b) {
			return false
		}
	}
	return true
}

// otherHome tells whether p is a home directory by its place.
func otherHome(p string) bool {
	for _, homes := range []string{"/home/", "/Users/"} {
		if rest, ok := strings.CutPrefix(p, homes); ok {
			return rest != "" && !strings.Contains(rest, "/") && rest != "Shared"
		}
	}
	return false
}

func device(rest string) zone {
	name, deeper, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	switch {
	case name == "":
		return zoneSystem
	case name == "tcp" || name == "udp":
		return zoneNull
	case slices.Contains(safeDevices, name) && (deeper == "" || name == "fd" || name == "pts" || name == "shm"):
		return zoneNull
	}
	return zoneDevice
}

// within is the zone of a path below the workspace; rest begins with a slash.
func (pl *places) within(rest string) zone {
	rest = strings.ToLower(rest[1:])
	if rest == ".git" || strings.HasSuffix(rest, "/.git") || like("/"+rest, "/.git") && !broad(rest) {
		return zoneRepository
	}
	for _, name := range pl.protected {
		if under(rest, name) || strings.HasSuffix(rest, "/"+name) || strings.Contains(rest, "/"+name+"/") {
			return zoneProtected
		}
	}
	return zoneInside
}

// ofBelow is the zone of something below a directory.
func (pl *places) ofBelow(prefix string) zone {
	prefix = path.Clean("/" + prefix)
	if slices.Contains(tempDirs, prefix) {
		return pl.ofKnown(prefix + "/x")
	}
	switch z := pl.ofKnown(prefix); z {
	case zoneWorkspace, zoneInside:
		return zoneInside
	case zoneAllowed, zoneAllowedTop:
		return zoneAllowed
	case zoneNeighbour, zoneRoot, zoneSystem, zoneTemp, zoneRepository, zoneProtected, zoneDevice:
		return z
	default:
		return zoneOutside
	}
}

// ofUnknown is the zone of a path with unknown text in it. If that text is empty, which it is when a
// variable is not set or a command fails, the path may be one that must stay.
func (pl *places) ofUnknown(p string) zone {
	var b strings.Builder
	for i := 0; i < len(p); {
		if markAt(p, i) && opaque(p[i:i+markLen]) {
			i += markLen
			continue
		}
		b.WriteByte(p[i])
		i++
	}
	rest := b.String()
	if strings.HasPrefix(p, "/dev/") {
		return zoneDevice
	}
	if !strings.HasPrefix(rest, "/") {
		return zoneUnknown
	}
	rest = path.Clean(rest)
	if rest == "/" && !strings.HasSuffix(p, "/") && !strings.HasPrefix(p, "/") {
		return zoneUnknown
	}
	if pl.of(rest).stays() {
		return zoneUnset
	}
	if inner, ok := strings.CutPrefix(p, markTmpdir+"/"); ok && inner != "" && !opaque(inner) {
		return zoneTemp
	}
	return zoneUnknown
}

// inside tells whether reading the path stays in the workspace.
func (pl *places) inside(p string) bool {
	if strings.HasPrefix(p, "/dev/fd/") {
		return true
	}
	switch pl.of(p) {
	case zoneInside, zoneWorkspace, zoneProtected, zoneRepository:
		return true
	case zoneTemp:
		return strings.HasPrefix(p, markTemp)
	case zoneNull:
		return p == "/dev/null" || p == "/dev/stdin"
	case zoneDevice, zoneRoot, zoneSystem, zoneTop, zoneHome, zoneAbove, zoneOutside, zoneUnknown, zoneUnset,
		zoneAllowed, zoneAllowedTop, zoneNeighbour:
	}
	return false
}
