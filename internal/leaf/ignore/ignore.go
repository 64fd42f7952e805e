// Package ignore says which paths git would ignore. It is given the text of .gitignore files and reads
// none itself.
package ignore

import (
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// MaxText is the number of bytes of a .gitignore that are worth reading.
const MaxText = 1 << 20

// rule is one line of a .gitignore file.
type rule struct {
	pattern gitignore.Pattern
	domain  []string // parts of the directory the file lies in
	byName  bool     // the pattern holds no slash but at its end, and is for the last part alone
}

// Rules are in the order in which they were read; a later one beats an earlier one.
type Rules []rule

// With gives r followed by more, leaving r as it is: several directories hand the same r down.
func (r Rules) With(more Rules) Rules {
	if len(more) == 0 {
		return r
	}
	return append(slices.Clip(r), more...)
}

// Match says whether rel is ignored, provided that no directory over it is. Git's own directory
// always is.
func (r Rules) Match(rel string, dir bool) bool {
	if path.Base(rel) == ".git" {
		return true
	}
	parts := strings.Split(rel, "/")
	for _, v := range slices.Backward(r) {
		switch v.match(parts, dir) {
		case gitignore.Exclude:
			return true
		case gitignore.Include:
			return false
		case gitignore.NoMatch:
		}
	}
	return false
}

// match asks the library about one path. The library lets a pattern match everything below what it
// matches. Here the directories over the path are known not to be ignored, so only a match of the
// path itself may count: "!*/" must not bring back every file of every directory.
func (r rule) match(parts []string, dir bool) gitignore.MatchResult {
	if len(parts) <= len(r.domain) {
		return gitignore.NoMatch
	}
	if r.byName {
		own := append(slices.Clip(r.domain), parts[len(parts)-1])
		return r.pattern.Match(own, dir)
	}
	result := r.pattern.Match(parts, dir)
	if result != gitignore.NoMatch && len(parts) > len(r.domain)+1 &&
		r.pattern.Match(parts[:len(parts)-1], true) != gitignore.NoMatch {
		return gitignore.NoMatch
	}
	return result
}

// Parse reads the text of a .gitignore file that lies in dir, "." for the root of the tree.
func Parse(text []byte, dir string) Rules {
	var domain []string
	if dir != "." {
		domain = strings.Split(dir, "/")
	}
	var out Rules
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		body := strings.TrimSuffix(strings.TrimRight(strings.TrimPrefix(line, "!"), " "), "/")
		out = append(out, rule{
			pattern: gitignore.ParsePattern(line, domain), domain: domain,
			byName: !strings.Contains(body, "/"),
		})
	}
	return out
}
