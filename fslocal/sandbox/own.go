package sandbox

import (
	"os"
	"path/filepath"
	"slices"
)

// findOwn gives the names that have to stay as they are for a directory to be what it is, whether it is
// there or not: each link on the way to it, and where the way ends. They are absolute, and no link stands
// before their last part.
func findOwn(name string) []string {
	if name == "" {
		return nil
	}
	const most = 40 // links, as in resolve
	var all []string
	at, todo := separator, parts(name)
	for links := 0; len(todo) > 0; {
		next := filepath.Join(at, todo[0])
		todo = todo[1:]
		target, err := os.Readlink(next)
		if err != nil || links == most {
			at = next // also what is not there: nobody is to make it
			continue
		}
		links++
		all = append(all, next)
		if filepath.IsAbs(target) {
			at = separator
		}
		todo = append(parts(target), todo...)
	}
	return append(all, at)
}

// leadsToOwn says whether something that commands may not change lies in a directory.
func (p *Plan) leadsToOwn(dir string) bool {
	return slices.ContainsFunc(p.own, func(own string) bool { return within(own, dir) })
}

// isOwn says whether a path is something that commands may not change, or lies in it.
func (p *Plan) isOwn(path string) bool {
	return slices.ContainsFunc(p.own, func(own string) bool { return within(path, own) })
}
