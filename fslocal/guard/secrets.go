package guard

import (
	"path"
	"slices"
	"strings"
)

// secret tells whether a path holds keys or passwords.
func (pl *places) secret(p string) bool {
	if p == "/etc/shadow" || p == "/etc/gshadow" || p == "/etc/sudoers" {
		return true
	}
	if strings.HasPrefix(p, "/proc/") && processSecret(p) {
		return true
	}
	if strings.HasSuffix(p, ".pub") || strings.HasSuffix(p, "/known_hosts") || opaque(p) {
		return false
	}
	for _, home := range []string{pl.home, "/root", "/home/" + markStar, "/Users/" + markStar} {
		if rest, ok := belowHome(p, home); ok && slices.ContainsFunc(secretNames, func(n string) bool { return hiddenLike(rest, n) }) {
			return true
		}
	}
	return false
}

// belowHome gives what is left of a path below a home directory. Both may hold globs.
func belowHome(p, home string) (rest string, ok bool) {
	for home != "" {
		var a, b string
		a, p, ok = strings.Cut(strings.TrimPrefix(p, "/"), "/")
		b, home, _ = strings.Cut(strings.TrimPrefix(home, "/"), "/")
		if !ok || a != b && !matches(a, b) && !(b == markStar && constant(a)) {
			return "", false
		}
	}
	return p, true
}

// hiddenLike tells whether the path, with its globs, can be the named one or lie in it. A glob at the
// beginning of a name does not match a dot.
func hiddenLike(p, name string) bool {
	for name != "" {
		var a, b string
		a, p, _ = strings.Cut(p, "/")
		b, name, _ = strings.Cut(name, "/")
		if a != b && (constant(a) || markAt(a, 0) && b[0] == '.' || !matches(a, b)) {
			return false
		}
	}
	return true
}

// processSecret tells whether a path below /proc shows the environment or memory of a process, where
// keys are.
func processSecret(p string) bool {
	base := path.Base(p)
	if path.Dir(p) == "/proc" {
		return base == "kcore"
	}
	return slices.ContainsFunc(processFiles, func(name string) bool { return base == name || !constant(base) && matches(base, name) })
}
