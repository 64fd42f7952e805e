package guard

import (
	"maps"
	"slices"
)

// failure takes the state that holds if the last command failed.
func (st *state) failure() *state {
	f := st.fail
	st.fail = nil
	if f == nil {
		return st.fork()
	}
	return f
}

// settle ends a statement whose outcome nobody looks at: both outcomes are possible from here on.
func (st *state) settle(e *eval) {
	if f := st.fail; f != nil {
		st.fail = nil
		st.merge(e, f)
	}
}

// merge makes st the state after a branch that may or may not have been taken.
func (st *state) merge(e *eval, branch *state) {
	st.settle(e)
	branch.settle(e)
	st.equipped = st.equipped || branch.equipped
	if branch.left != stays || st.left != stays {
		if branch.left == stays {
			files, links, streams := st.files, st.links, st.io
			branch.equipped = st.equipped
			*st = *branch
			branch.files, branch.links = files, links
			st.io = streams
		}
		st.keepFiles(e, branch)
		return
	}
	st.dirs = unite(st.dirs, branch.dirs, markDir)
	st.argsLoose = st.argsLoose || branch.argsLoose
	if st.argsAny || branch.argsAny || !slices.Equal(st.args, branch.args) {
		st.args, st.argsAny = nil, true
	}
	mergeVars(e, &st.vars, &branch.vars)
	keep(e, &st.funcs, &branch.funcs, last)
	keep(e, &st.aliases, &branch.aliases, last)
	st.keepFiles(e, branch)
}

// alike tells whether nothing that a command can change differs between the two.
func (st *state) alike(o *state) bool {
	return st.left == o.left && st.argsAny == o.argsAny && slices.Equal(st.dirs, o.dirs) &&
		slices.Equal(st.args, o.args) && st.vars.same(&o.vars) && st.funcs.same(&o.funcs) &&
		st.aliases.same(&o.aliases) && st.files.same(&o.files) && st.links.same(&o.links)
}

// equal tells whether the two hold the same values.
func (st *state) equal(o *state) bool {
	return st.left == o.left && slices.Equal(st.dirs, o.dirs) && slices.Equal(st.args, o.args) &&
		maps.EqualFunc(st.vars.all(), o.vars.all(), variable.equal) &&
		maps.Equal(st.files.all(), o.files.all()) && maps.Equal(st.links.all(), o.links.all())
}

// keepFiles adds what a branch or a subshell left in the file system. A file written by both has the
// text of both, one after the other.
func (st *state) keepFiles(e *eval, branch *state) {
	keep(e, &st.files, &branch.files, func(a, b string) string {
		if len(a)+len(b) > maxValue {
			return taint(a + b)
		}
		return a + "\n" + b
	})
	keep(e, &st.links, &branch.links, last)
}

func last[V any](_, b V) V { return b }

// keep adds the entries of from to into.
func keep[V comparable](e *eval, into, from *table[V], both func(a, b V) V) {
	if into.same(from) {
		return
	}
	e.steps += len(from.all()) / 4
	for k, v := range from.all() {
		old, ok := into.get(k)
		switch {
		case !ok:
			into.set(e, k, v)
		case old != v:
			into.set(e, k, both(old, v))
		}
	}
}

func mergeVars(e *eval, into, from *table[variable]) {
	if into.same(from) {
		return
	}
	e.steps += (len(into.all()) + len(from.all())) / 4
	for k, b := range from.all() {
		if a, ok := into.get(k); !ok || !a.equal(b) {
			into.set(e, k, either(a, ok, b))
		}
	}
	for k, a := range into.all() {
		if _, ok := from.get(k); !ok {
			into.set(e, k, either(variable{}, false, a))
		}
	}
}

// either is the variable that is a or b; without known, a is whatever the environment holds.
func either(a variable, known bool, b variable) variable {
	if !known {
		a = variable{alts: []string{markAny}}
	}
	if a.array || b.array {
		if a.array && b.array {
			return variable{
				array: true, elems: joined(a.elems, b.elems), exported: b.exported,
				loose: a.loose || b.loose || !slices.Equal(a.elems, b.elems),
			}
		}
		return variable{alts: []string{markAny}}
	}
	return variable{alts: unite(a.alts, b.alts, markAny), exported: a.exported || b.exported, loose: a.loose || b.loose}
}

// joined is an array that holds the elements of both.
func joined(a, b []string) []string {
	if slices.Equal(a, b) {
		return a
	}
	if len(a)+len(b) > maxElements {
		return []string{unknownOf(append(slices.Clone(a), b...))}
	}
	return append(slices.Clone(a), b...)
}

// unite gives the alternatives of both lists, or only the mark when there are too many.
func unite(a, b []string, mark string) []string {
	out := slices.Clone(a)
	for _, v := range b {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	if len(out) > maxAlternatives {
		return []string{mark}
	}
	return out
}
