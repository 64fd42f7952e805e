package house

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Rule is one rule of the house.
type Rule struct {
	Name  string
	Why   string // the reason, said to whoever breaks it
	Check func(*Tree) []Finding
	// Except excuses files and directories, each with the reason.
	Except map[string]string
}

// Rules are all rules.
func Rules() []Rule {
	return []Rule{
		concurrency(), variables(), actorDocs(), messageFiles(),
		libraries(), heavyLibraries(), standardOnly(), actorImports(), internalImports(),
		toolParts(), toolCards(),
		decisions(), links(), newcomerCommands(),
		translations(), readmesAgree(),
	}
}

// Broken gives the findings of a rule that nothing excuses, and the exceptions that excuse nothing.
func (r Rule) Broken(t *Tree) []Finding {
	var left []Finding
	used := map[string]bool{}
	for _, f := range r.Check(t) {
		if by := r.excusedBy(f.Path); by != "" {
			used[by] = true
			continue
		}
		left = append(left, f)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Except)) {
		if !used[name] {
			left = append(left, missing(name, "the rule %q makes an exception here that nothing needs: take it out", r.Name))
		}
	}
	slices.SortFunc(left, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message))
	})
	return left
}

// excusedBy gives the exception that covers a path, or "".
func (r Rule) excusedBy(path string) string {
	for name := range r.Except {
		if within(path, name) {
			return name
		}
	}
	return ""
}

// String names the rule and its reason.
func (r Rule) String() string { return fmt.Sprintf("%s: %s", r.Name, r.Why) }
