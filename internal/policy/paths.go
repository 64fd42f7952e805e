package policy

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// places is what the names in rules count from.
type places struct {
	roots []string // absolute names of the workspace, with slashes
	home  string   // what "~" stands for; "" is none
}

func newPlaces(roots []string, home string) places {
	p := places{home: filepath.ToSlash(home)}
	for _, root := range roots {
		if root != "" {
			p.roots = append(p.roots, path.Clean(filepath.ToSlash(root)))
		}
	}
	return p
}

// allows says whether a rule that allows is about a path. One of its patterns has to match the whole name.
func (p places) allows(r Rule, name string) bool {
	return p.some(r, name, func(pattern, name string) bool {
		return fits(parts(pattern), parts(name), false)
	})
}

// tightens says whether a rule that denies or asks is about a path. It is read widely: letters may be of
// either case, as some file systems do not tell them apart; what lies below what the pattern names is
// meant too; and a pattern without a slash is for a name in any directory.
func (p places) tightens(r Rule, name string) bool {
	wide := r
	wide.pattern = slices.Clone(r.pattern)
	for i, pattern := range wide.pattern {
		if !strings.Contains(pattern, "/") {
			wide.pattern[i] = "**/" + pattern
		}
	}
	return p.some(wide, name, func(pattern, name string) bool {
		return fits(parts(strings.ToLower(pattern)), parts(strings.ToLower(name)), true)
	})
}

// holds says whether what a rule names lies below a directory, as far as the plain beginning of its
// patterns tells.
func (p places) holds(r Rule, dir string) bool {
	return p.some(r, dir, func(pattern, dir string) bool {
		start, over := plainStart(parts(strings.ToLower(pattern))), parts(strings.ToLower(dir))
		return len(start) >= len(over) && slices.Equal(start[:len(over)], over)
	})
}

// some says whether a pattern of a rule is about a form of a name.
func (p places) some(r Rule, name string, is func(pattern, name string) bool) bool {
	for _, spec := range r.pattern {
		pattern := p.complete(spec)
		for _, form := range p.forms(name, absolute(pattern)) {
			if is(pattern, form) {
				return true
			}
		}
	}
	return false
}

// complete brings a pattern to the form that is matched: "~" is the home, a leading "./" is the workspace,
// and a slash at the end means all that is in a directory.
func (p places) complete(pattern string) string {
	if rest, ok := strings.CutPrefix(pattern, "~/"); ok && p.home != "" {
		pattern = escape(p.home) + "/" + rest
	}
	if strings.HasSuffix(pattern, "/") && len(pattern) > 1 {
		pattern += "**"
	}
	rest, here := strings.CutPrefix(pattern, "./")
	for ; here; rest, here = strings.CutPrefix(pattern, "./") {
		pattern = strings.TrimLeft(rest, "/")
	}
	return pattern
}

// forms gives the forms of a name that a pattern may be about: absolute for one that is absolute, else
// relative to the workspace, which a name outside has not.
func (p places) forms(name string, full bool) []string {
	name = path.Clean(name)
	var all []string
	for _, root := range p.roots {
		rel, inside := strings.CutPrefix(name, strings.TrimSuffix(root, "/")+"/")
		switch {
		case full && !absolute(name):
			all = append(all, path.Join(root, name))
		case !full && name == root:
			return []string{"."}
		case !full && absolute(name) && inside:
			return []string{rel}
		}
	}
	if full == absolute(name) {
		all = append(all, name)
	}
	return all
}

func absolute(name string) bool {
	return strings.HasPrefix(name, "/") || filepath.IsAbs(filepath.FromSlash(name))
}

// escape makes a name the pattern of just that name.
func escape(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`, ",", `\,`).Replace(name)
}
