package fence

import (
	"path"
	"path/filepath"
	"strings"
)

// Target gives the name of what a name of the workspace leads to when links are followed, relative to its
// root like the name itself, or absolute when it lies outside. It is "" when no link is in the way. What
// a link leads to may change at any time: this is for judging what is asked for, not for keeping it.
func Target(root, name string) string {
	root = filepath.ToSlash(root)
	full := name
	if !filepath.IsAbs(filepath.FromSlash(name)) {
		full = path.Join(root, name)
	}
	target := follow(full)
	if target == full {
		return ""
	}
	if rel, inside := strings.CutPrefix(target, strings.TrimSuffix(root, "/")+"/"); inside {
		return rel
	}
	if target == root {
		return "."
	}
	return target
}
