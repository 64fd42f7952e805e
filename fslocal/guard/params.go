package guard

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// presence says whether a parameter is set.
type presence int

const (
	isSet presence = iota
	isUnset
	mayBeSet // the environment may hold it
)

// parameter is what a parameter expansion begins with, before its operators.
type parameter struct {
	values   []string
	list     bool // "$@" and "${a[@]}": one field for each value
	presence presence
}

func one(s string) parameter { return parameter{values: []string{s}} }

// param expands a parameter with its operators.
func (b *word) param(p *syntax.ParamExp, quoted bool) {
	if p.Param == nil {
		b.add(markAny, quoted)
		return
	}
	v := b.e.parameter(b.st, p, b.field.at)
	v = b.e.operate(b.st, p, v, b.field.at)
	if !v.list {
		b.add(v.values[0], quoted)
		return
	}
	for i, s := range v.values {
		if i > 0 && !b.single {
			b.flush()
		} else if i > 0 {
			b.text(" ")
		}
		if quoted {
			b.open, b.field.quoted = true, true
		}
		b.add(s, quoted)
	}
	if quoted && len(v.values) == 0 && b.cur.Len() == 0 {
		b.open = false
	}
}

// parameter looks up the parameter of p: a variable, an array, a positional or a special one.
func (e *eval) parameter(st *state, p *syntax.ParamExp, at span) parameter {
	name := p.Param.Value
	if p.Names != 0 {
		return one(markAny)
	}
	if p.Index != nil {
		e.arithm(st, p.Index)
	}
	v := e.named(st, name, p.Index)
	if p.Excl {
		e.loose = true
		v = e.indirect(st, v, at)
	}
	if p.Length {
		return one(markName)
	}
	return v
}

// named gives the parameter with a name, or the element of an array.
func (e *eval) named(st *state, name string, index syntax.ArithmExpr) parameter {
	switch {
	case name == "@" || name == "*":
		return e.allArgs(st, name == "@")
	case index != nil:
		return e.element(st, name, index)
	}
	if v, ok := st.vars.get(name); ok && v.ref != "" {
		e.loose = true
		name = st.referred(name)
	}
	if v, ok := st.vars.get(name); ok {
		e.loose = e.loose || v.loose
		switch {
		case v.array && len(v.elems) > 0:
			return one(v.elems[0])
		case len(v.alts) == 0:
			return parameter{values: []string{""}, presence: isUnset}
		}
		if i := e.choose("$"+name, len(v.alts)); i >= 0 {
			return one(v.alts[i])
		}
		return one(unknownOf(v.alts))
	}
	return e.special(st, name)
}

// unknownOf is the mark for one of several texts.
func unknownOf(alts []string) string {
	numbers := len(alts) > 0
	for _, a := range alts {
		if t := taint(a); t != markAny {
			return t
		}
		numbers = numbers && (number(a) || a == markName)
	}
	if numbers {
		return markName
	}
	return markAny
}

func (e *eval) positional(st *state) []field {
	if st.argsAny {
		return []field{{text: markAny, many: true}}
	}
	out := make([]field, 0, len(st.args))
	for _, a := range st.args {
		out = append(out, field{text: a, quoted: true, loose: st.argsLoose})
	}
	return out
}

func (e *eval) allArgs(st *state, list bool) parameter {
	e.loose = e.loose || st.argsLoose
	switch {
	case st.argsAny:
		return parameter{values: []string{markAny}, presence: mayBeSet}
	case !list:
		return one(strings.Join(st.args, " "))
	case len(st.args) == 0:
		return parameter{list: true, presence: isUnset}
	}
	return parameter{values: st.args, list: true}
}

func (e *eval) element(st *state, name string, index syntax.ArithmExpr) parameter {
	v, ok := st.vars.get(name)
	e.loose = e.loose || v.loose
	if !ok || !v.array {
		if w, isWord := index.(*syntax.Word); isWord && ok && (w.Lit() == "0" || w.Lit() == "@" || w.Lit() == "*") {
			return e.named(st, name, nil)
		}
		return parameter{values: []string{markAny}, presence: mayBeSet}
	}
	w, ok := index.(*syntax.Word)
	if !ok {
		return one(markAny)
	}
	switch lit := w.Lit(); {
	case lit == "@":
		return parameter{values: v.elems, list: true}
	case lit == "*":
		return one(strings.Join(v.elems, " "))
	case number(lit):
		if n, err := strconv.Atoi(lit); err == nil && n < len(v.elems) {
			return one(v.elems[n])
		}
		return parameter{values: []string{""}, presence: isUnset}
	}
	return one(markAny)
}

func (e *eval) indirect(st *state, v parameter, at span) parameter {
	if len(v.values) != 1 {
		return one(markAny)
	}
	e.hiddenCode(st, v.values[0], at)
	if !constant(v.values[0]) {
		return one(markAny)
	}
	name, _, subscript := strings.Cut(v.values[0], "[")
	if subscript {
		return one(markAny)
	}
	return e.named(st, name, nil)
}

// special gives parameters that the shell or the environment sets.
func (e *eval) special(st *state, name string) parameter {
	switch name {
	case "HOME":
		return one(e.g.places.home)
	case "USER", "LOGNAME":
		if e.g.user != "" {
			return one(e.g.user)
		}
	case "PWD":
		if i := e.choose("PWD", len(st.dirs)); i >= 0 {
			return one(st.dirs[i])
		}
		return one(markDir)
	case "OLDPWD":
		if len(st.old) > 0 {
			if i := e.choose("OLDPWD", len(st.old)); i >= 0 {
				return one(st.old[i])
			}
		}
		return one(markDir)
	case "IFS":
		return one(" \t\n")
	case "TMPDIR", "TEMP", "TMP":
		return parameter{values: []string{markTmpdir}, presence: mayBeSet}
	case "PATH":
		return one("/" + markAny)
	case "BASH", "SHELL":
		e.loose = true
		return one("/bin/bash")
	case "0":
		return one(st.name)
	case "#", "?", "$", "!", "-", "UID", "EUID", "RANDOM", "SRANDOM", "SECONDS", "LINENO",
		"SHLVL", "EPOCHSECONDS", "BASHPID", "HOSTNAME", "OSTYPE", "HOSTTYPE", "BASH_VERSION", "COLUMNS":
		return one(markName)
	case "PPID":
		return one(markParent)
	}
	if number(name) {
		return e.argument(st, name)
	}
	return parameter{values: []string{markAny}, presence: mayBeSet}
}

func (e *eval) argument(st *state, name string) parameter {
	n, err := strconv.Atoi(name)
	e.loose = e.loose || st.argsLoose
	switch {
	case err != nil || st.argsAny:
		return parameter{values: []string{markAny}, presence: mayBeSet}
	case n < 1: // ${00} is ${0}
		return one(st.name)
	case n > len(st.args):
		return parameter{values: []string{""}, presence: isUnset}
	}
	return one(st.args[n-1])
}

// scalar is the value of a variable as one text.
func (e *eval) scalar(st *state, name string) string {
	v := e.named(st, name, nil)
	if len(v.values) == 0 {
		return ""
	}
	return v.values[0]
}
