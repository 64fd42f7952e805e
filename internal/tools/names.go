package tools

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/nearest"
)

// CheckNames gives an error for the first of the names that none of the tools has. A tool has its
// full name, its short one and its aliases.
func CheckNames(names []string, specs []tool.Spec) error {
	var known, short, all []string
	for _, s := range specs {
		known = append(known, s.Name)
		short = append(append(short, s.Name), s.Aliases...)
		all = append(all, s.Names()...)
	}
	for _, name := range names {
		if slices.Contains(all, name) {
			continue
		}
		hint := ""
		// A namespace that is right must not make any name in it look like any other.
		if near := nearest.Name(name[strings.LastIndex(name, ".")+1:], short); near != "" {
			hint = fmt.Sprintf(" (did you mean %q?)", near)
		}
		return fmt.Errorf("there is no tool %q%s; there are: %s", name, hint, strings.Join(known, ", "))
	}
	return nil
}
