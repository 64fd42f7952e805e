package tools

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"eidolon/fsapi"
)

// filePattern chooses files by name. A pattern without a slash is for the name alone, at any depth,
// as in .gitignore; one with a slash is for the path below the directory that is searched.
type filePattern struct {
	pattern string
	byName  bool
}

func newPattern(param, pattern string) (filePattern, error) {
	pattern = strings.TrimSpace(pattern)
	for strings.HasPrefix(pattern, "./") {
		pattern = strings.TrimLeft(pattern[2:], "/")
	}
	switch {
	case pattern == "":
		return filePattern{}, invalid(param, "%s is empty; give a pattern such as *.go or src/**/*.ts", param)
	case !doublestar.ValidatePattern(pattern):
		return filePattern{}, invalid(param, "%s %q is not a usable pattern: a bracket or brace is not closed, "+
			"or it ends in a backslash; put a backslash before marks that are meant literally", param, pattern)
	}
	return filePattern{pattern: pattern, byName: !strings.Contains(pattern, "/")}, nil
}

// match says whether the pattern is for e. Paths count from base.
func (p filePattern) match(base string, e fsapi.Entry) bool {
	name := e.Name
	if !p.byName {
		name = below(base, e.Path)
	}
	return doublestar.MatchUnvalidated(p.pattern, name)
}

// split gives the directory that all matches lie in, as far as the pattern says it plainly, and the
// pattern for what is below it. An absolute pattern does not start at base.
func (p filePattern) split(base string) (dir string, rest filePattern) {
	if p.byName {
		return base, p
	}
	plain, pattern := doublestar.SplitPattern(p.pattern)
	if !strings.HasPrefix(plain, "/") {
		plain = base + "/" + plain
	}
	// In "src/*.go" the star is for names in src alone, which the missing slash must not widen.
	return path.Clean(plain), filePattern{pattern: pattern}
}
