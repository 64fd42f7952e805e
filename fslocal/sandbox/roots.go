package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// findRoots gives the directories that commands may write to: the workspace first, then what the
// configuration adds and the caches of tools. Each is absolute and without links.
//
// A place that lies in another one gives nothing new, and must not be looked at: a command that may
// write to ~/.cache could have replaced ~/.cache/tool by a link to anywhere. So a name is followed part
// by part, and dropped as soon as it leads through another place.
func findRoots(o Options) []string {
	var names []string
	for _, name := range o.AllowWrite {
		names = append(names, absolute(name, o.Workspace, o.Home))
	}
	names = append(names, findCaches(o.Home, o.Environ)...)
	// Twice, because a name may lead through a place that only another name leads to.
	roots := follow(names, append(slices.Clone(names), o.Workspace))
	roots = follow(names, slices.Concat(names, roots, []string{o.Workspace}))
	slices.Sort(roots)
	roots = slices.DeleteFunc(slices.Compact(roots), func(root string) bool { return root == o.Workspace })
	return append([]string{o.Workspace}, roots...)
}

// follow resolves names. Those that are not there, or lead through one of the places, are left out.
func follow(names, places []string) []string {
	var roots []string
	for _, name := range names {
		if real, ok := resolve(name, places); ok {
			roots = append(roots, real)
		}
	}
	return roots
}

// resolve follows the links in an absolute name. It answers false where nothing is, and where the way
// leads through a place before it ends.
func resolve(name string, places []string) (string, bool) {
	const most = 40 // links, as many as the system itself follows
	at, todo, links := separator, parts(name), 0
	for len(todo) > 0 {
		if slices.Contains(places, at) {
			return "", false
		}
		next := filepath.Join(at, todo[0])
		info, err := os.Lstat(next)
		if err != nil {
			return "", false
		}
		todo = todo[1:]
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := os.Readlink(next)
		if links++; err != nil || links > most {
			return "", false
		}
		if filepath.IsAbs(target) {
			at = separator
		}
		todo = append(parts(target), todo...)
	}
	return at, true
}

const separator = string(filepath.Separator)

// parts splits a path. What stands twice or for nothing is left out; ".." is not, because what it
// means is known only where it is met.
func parts(path string) []string {
	return slices.DeleteFunc(strings.Split(path, separator), func(part string) bool { return part == "" || part == "." })
}

// absolute gives the full name of a path of the configuration.
func absolute(name, workspace, home string) string {
	switch {
	case name == "~" || strings.HasPrefix(name, "~/"):
		name = filepath.Join(home, name[1:])
	case !filepath.IsAbs(name):
		name = filepath.Join(workspace, name)
	}
	return filepath.Clean(name)
}

// within says whether a clean path is the directory or lies below it.
func within(path, dir string) bool {
	if dir == separator {
		return true
	}
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator)
}
