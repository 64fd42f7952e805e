package tools

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/toolmatch"
)

// CheckNames gives an error for the first of the names that none of the tools has. A tool has its
// full name, its short one and its aliases. Those of servers are not known yet, and none of them is wrong.
func CheckNames(names []string, specs []tool.Spec) error {
	for _, name := range names {
		if _, found := named(name, specs); found || toolmatch.OfServer(name) {
			continue
		}
		hint := ""
		if near := nearestName(name, specs); near != "" {
			hint = fmt.Sprintf(" (did you mean %q?)", near)
		}
		return fmt.Errorf("there is no tool %q%s; there are: %s", name, hint, shortNames(specs))
	}
	return nil
}

// named gives the tool that has a name.
func named(name string, specs []tool.Spec) (tool.Spec, bool) {
	i := slices.IndexFunc(specs, func(s tool.Spec) bool { return slices.Contains(s.Names(), name) })
	if i < 0 {
		return tool.Spec{}, false
	}
	return specs[i], true
}

// nearestName gives the name of a tool that was probably meant, or "".
func nearestName(name string, specs []tool.Spec) string {
	var short []string
	for _, s := range specs {
		short = append(append(short, s.Name), s.Aliases...)
	}
	// A namespace that is right must not make any name in it look like any other.
	return nearest.Name(name[strings.LastIndex(name, ".")+1:], short)
}

// shortNames lists tools by their short names.
func shortNames(specs []tool.Spec) string {
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.Name
	}
	return strings.Join(names, ", ")
}
