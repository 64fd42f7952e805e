package policy

import (
	"errors"
	"path"
	"strings"
)

// Patterns come from files that anybody may have written, and are matched for each call. These bounds
// keep that quick whatever they hold.
const (
	maxPattern      = 4096 // bytes
	maxAlternatives = 100  // patterns that one with braces stands for
)

// readPatterns finds the patterns without braces that a pattern stands for.
func readPatterns(spec string) ([]string, error) {
	if len(spec) > maxPattern {
		return nil, errors.New("its pattern is too long")
	}
	all, err := alternatives(spec)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		for part := range strings.SplitSeq(one, "/") {
			if _, err := path.Match(part, ""); err != nil {
				return nil, errPattern
			}
		}
	}
	return all, nil
}

var errPattern = errors.New("a bracket or brace of its pattern is not closed, or it ends in a backslash; " +
	"put a backslash before marks that are meant literally")

// alternatives writes out the first braces of a pattern, and then those of what that gave.
func alternatives(pattern string) ([]string, error) {
	open, shut, commas := braces(pattern)
	switch {
	case open < 0 && shut >= 0, open >= 0 && shut < 0:
		return nil, errPattern
	case open < 0:
		return []string{pattern}, nil
	}
	var all []string
	begin := open + 1
	for _, end := range append(commas, shut) {
		more, err := alternatives(pattern[:open] + pattern[begin:end] + pattern[shut+1:])
		if err != nil {
			return nil, err
		}
		if all = append(all, more...); len(all) > maxAlternatives {
			return nil, errors.New("its braces stand for too many patterns")
		}
		begin = end + 1
	}
	return all, nil
}

// braces finds the first pair of braces in a pattern and the commas between its alternatives; -1 is where
// there is none.
func braces(pattern string) (open, shut int, commas []int) {
	open, shut = -1, -1
	depth := 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			if depth++; depth == 1 {
				open = i
			}
		case ',':
			if depth == 1 {
				commas = append(commas, i)
			}
		case '}':
			if depth--; depth <= 0 {
				return open, i, commas
			}
		}
	}
	return open, shut, commas
}

// parts cuts a name or a pattern at its slashes. The workspace itself has no parts.
func parts(name string) []string {
	name = strings.TrimSuffix(name, "/")
	if name == "." {
		return nil
	}
	return strings.Split(name, "/")
}

// fits says whether a pattern is about a name: "**" stands for any number of directories, other parts are
// matched one by one. With below, it is enough when it is about a directory over the name. The places in
// the name at which the pattern so far may end are followed side by side.
func fits(pattern, name []string, below bool) bool {
	at := make([]bool, len(name)+1)
	at[0] = true
	for _, p := range pattern {
		next := make([]bool, len(name)+1)
		reached := false
		for i := range at {
			switch {
			case p == "**":
				reached = reached || at[i]
				next[i] = reached
			case at[i] && i < len(name):
				// What is no pattern was refused when the rule was read.
				if ok, err := path.Match(p, name[i]); ok && err == nil {
					next[i+1] = true
				}
			}
		}
		at = next
	}
	if !below {
		return at[len(name)]
	}
	for _, here := range at {
		if here {
			return true
		}
	}
	return false
}

// plainStart gives the parts that a pattern begins with and that are no patterns.
func plainStart(pattern []string) []string {
	for i, p := range pattern {
		if strings.ContainsAny(p, `*?[\`) {
			return pattern[:i]
		}
	}
	return pattern
}
