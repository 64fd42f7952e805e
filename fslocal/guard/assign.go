package guard

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// referred follows references to the name of the variable that is meant.
func (st *state) referred(name string) string {
	for range 8 {
		v, ok := st.vars.get(name)
		if !ok || v.ref == "" {
			break
		}
		name = v.ref
	}
	return name
}

// assign sets a variable to a text.
func (e *eval) assign(st *state, name, value string) {
	e.store(st, name, variable{alts: []string{value}, loose: e.loose})
}

// store sets a variable.
func (e *eval) store(st *state, name string, v variable) {
	name = st.referred(name)
	old, ok := st.vars.get(name)
	v.exported = v.exported || ok && old.exported || st.allexport
	for _, a := range v.alts {
		e.steps += len(a) >> 8
	}
	if len(v.elems) > maxElements {
		v.elems = []string{unknownOf(v.elems)}
	}
	e.steps += len(v.elems) >> 4
	if strings.Contains(name, "[") {
		e.list.lost() // an element of an array, which keeps its old value here
	}
	e.odometer.note(st, name)
	st.vars.set(e, name, v)
	st.equips(name, v.exported)
	for _, a := range v.alts {
		e.environment(st, name, a)
		if e.numeric && e.here != nil {
			e.hiddenCode(st, a, *e.here)
		}
	}
}

// assignment judges one name=value of the grammar.
func (e *eval) assignment(st *state, a *syntax.Assign, exported bool) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	old, _ := st.vars.get(name)
	v := variable{exported: exported}
	around := e.loose
	e.loose = (a.Append || a.Index != nil) && old.loose
	defer func() { e.loose = around }()
	switch {
	case a.Array != nil:
		v.array = true
		if a.Append {
			v.elems = slices.Clone(e.elementsOf(old))
		}
		v.elems = append(v.elems, e.arrayElems(st, a.Array)...)
	case a.Index != nil:
		v = e.setElement(st, a, old)
		v.exported = exported
		e.loose = e.loose || v.loose
	case a.Append && old.array:
		v.array, v.elems = true, slices.Clone(old.elems)
		if len(v.elems) > 0 {
			v.elems[0] += e.value(st, a.Value)
		}
	case a.Append:
		v.alts = []string{e.bounded(e.scalar(st, name) + e.value(st, a.Value))}
	default:
		v.alts = []string{e.value(st, a.Value)}
	}
	v.loose = e.loose
	e.store(st, name, v)
}

func (e *eval) bounded(s string) string {
	e.steps += len(s) >> 10
	if len(s) > maxValue {
		return taint(s)
	}
	return s
}

// elementsOf gives the elements of a variable as if it were an array.
func (e *eval) elementsOf(v variable) []string {
	if v.array {
		return v.elems
	}
	return v.alts
}

func (e *eval) arrayElems(st *state, a *syntax.ArrayExpr) []string {
	var out []string
	for _, el := range a.Elems {
		if el.Index != nil {
			e.arithm(st, el.Index)
		}
		if el.Value == nil {
			continue
		}
		for _, f := range e.fields(st, []*syntax.Word{el.Value}) {
			out = append(out, f.text)
			e.loose = e.loose || unsure(f)
		}
	}
	return out
}

// setElement is a[i]=v. Only small constant indices are followed.
func (e *eval) setElement(st *state, a *syntax.Assign, old variable) variable {
	index := e.arithm(st, a.Index)
	value := e.value(st, a.Value)
	elems := slices.Clone(e.elementsOf(old))
	n, err := strconv.Atoi(index)
	if err != nil || n < 0 || n > 64 {
		return variable{array: true, elems: append(elems, value), loose: true}
	}
	for len(elems) <= n {
		elems = append(elems, "")
	}
	elems[n] = value
	return variable{array: true, elems: elems}
}

// declClause is declare, local, export, readonly and typeset.
func (e *eval) declClause(st *state, c *syntax.DeclClause) {
	exported := c.Variant.Value == "export"
	numeric, reference := false, false
	e.alternatives(st, func() {
		for _, a := range c.Args {
			if !a.Naked {
				e.assignment(st, a, exported)
				if v, ok := st.vars.get(a.Name.Value); ok && (numeric || reference) {
					e.odd(st, a, v, reference)
				}
				continue
			}
			if a.Name != nil {
				e.mark(st, a.Name.Value, exported)
				continue
			}
			for _, f := range e.fields(st, []*syntax.Word{a.Value}) {
				if strings.HasPrefix(f.text, "-") {
					exported = exported || strings.Contains(f.text, "x")
					numeric = numeric || strings.Contains(f.text, "i")
					reference = reference || strings.Contains(f.text, "n")
					if strings.ContainsAny(f.text, "ilnuc") {
						e.list.lost() // such variables hold something else than what is assigned
					}
					if strings.Contains(f.text, "i") && !strings.HasPrefix(f.text, "--") {
						e.numeric = true
					}
					continue
				}
				e.declareText(st, f, exported)
			}
		}
	})
}

// odd handles variables whose value is more than text: numbers are evaluated, references renamed.
func (e *eval) odd(st *state, a *syntax.Assign, v variable, reference bool) {
	for _, alt := range v.alts {
		e.hiddenCode(st, alt, spanOf(a))
	}
	if reference {
		ref := ""
		if len(v.alts) == 1 && constant(v.alts[0]) && v.alts[0] != a.Name.Value {
			ref = v.alts[0]
		}
		st.vars.set(e, a.Name.Value, variable{alts: []string{markAny}, ref: ref, loose: true})
	}
}

// mark exports a variable that keeps its value.
func (e *eval) mark(st *state, name string, exported bool) {
	e.takesSetting(name)
	st.equips(name, exported)
	if v, ok := st.vars.get(name); ok && exported {
		v.exported = true
		st.vars.set(e, name, v)
		for _, a := range v.alts {
			e.environment(st, name, a)
		}
	}
}

// declareText handles an argument that only the expansion made an assignment.
func (e *eval) declareText(st *state, f field, exported bool) {
	name, value, assigned := strings.Cut(f.text, "=")
	e.hiddenCode(st, name, f.at)
	switch {
	case exported && !assigned && taint(f.text) == markAny && f.many:
		e.list.lost() // "export $(cat settings)" is how one reads a file of settings
		e.reads = false
		st.equips(name, true)
	case !constant(name):
		e.report(ruleShell, f.at, f.text)
	case assigned:
		e.store(st, strings.TrimSuffix(name, "+"), variable{alts: []string{value}, exported: exported, loose: f.loose})
	default:
		e.mark(st, name, exported)
	}
}
