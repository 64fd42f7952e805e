package guard

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// operate applies the operators of a parameter expansion.
func (e *eval) operate(st *state, p *syntax.ParamExp, v parameter, at span) parameter {
	switch {
	case p.Exp != nil:
		return e.operator(st, p, v, at)
	case p.Repl != nil:
		from, to := e.pattern(st, p.Repl.Orig), e.value(st, p.Repl.With)
		return v.each(func(s string) string { return replace(s, from, to, p.Repl.All) })
	case p.Slice != nil:
		return e.slice(st, p, v)
	}
	return v
}

// each applies f to all values.
func (v parameter) each(f func(string) string) parameter {
	out := make([]string, 0, len(v.values))
	for _, s := range v.values {
		out = append(out, f(s))
	}
	v.values = out
	return v
}

func (e *eval) operator(st *state, p *syntax.ParamExp, v parameter, at span) parameter {
	op, w := p.Exp.Op, p.Exp.Word
	switch op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		return e.orDefault(st, p, v)
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return e.ifSet(st, p, v)
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		e.value(st, w)
		if len(v.values) == 1 && v.values[0] == markTmpdir {
			return one(markTemp)
		}
		if v.presence != isSet || len(v.values) == 1 && v.values[0] == markAny {
			return one(markDir)
		}
		return v
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		pat := e.pattern(st, w)
		return v.each(func(s string) string { return trim(s, pat, op) })
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		if e.value(st, w) != "" {
			return v.each(taint)
		}
		return v.each(func(s string) string { return changeCase(s, op) })
	case syntax.OtherParamOps:
		return e.transform(st, v, w.Lit(), at)
	case syntax.MatchEmpty, syntax.ArrayExclude, syntax.ArrayIntersect:
	}
	return v.each(taint)
}

// orDefault is ${x:-w} and ${x:=w}.
func (e *eval) orDefault(st *state, p *syntax.ParamExp, v parameter) parameter {
	colon := p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AssignUnsetOrNull
	w := e.value(st, p.Exp.Word)
	empty := len(v.values) == 0 || colon && !v.list && v.values[0] == ""
	take := v.presence == isUnset || empty
	if v.presence == mayBeSet && !inherited(p.Param.Value) {
		v.presence, take = isUnset, true
		e.loose = true
	}
	unsure := v.presence == mayBeSet || v.presence != isUnset && !v.list && !empty && v.values[0] == markAny
	if unsure && e.choose("default "+strconv.Itoa(int(p.Pos().Offset())), 2) == 0 {
		take = true
	}
	switch {
	case !take && colon && v.values[0] == markTmpdir:
		return one(markTemp)
	case !take && colon && unsure:
		return one(markDir) // whatever it is, it is not empty
	case !take:
		return v
	}
	if p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull {
		e.assign(st, p.Param.Value, w)
	}
	return one(w)
}

// ifSet is ${x:+w}.
func (e *eval) ifSet(st *state, p *syntax.ParamExp, v parameter) parameter {
	w := e.value(st, p.Exp.Word)
	switch {
	case v.presence == isUnset,
		p.Exp.Op == syntax.AlternateUnsetOrNull && !v.list && v.values[0] == "":
		return one("")
	case v.presence == mayBeSet && e.choose("set "+strconv.Itoa(int(p.Pos().Offset())), 2) == 1:
		return one("")
	}
	return one(w)
}

// transform is ${x@U} and its relatives. ${x@P} expands the value again, as a prompt.
func (e *eval) transform(st *state, v parameter, op string, at span) parameter {
	switch op {
	case "U":
		return v.each(strings.ToUpper)
	case "L":
		return v.each(strings.ToLower)
	case "u":
		return v.each(func(s string) string { return changeCase(s, syntax.UpperFirst) })
	case "E":
		return v.each(ansiC)
	case "P":
		if len(v.values) == 0 {
			v.values = []string{markAny}
		}
		for _, s := range v.values {
			e.hiddenCode(st, s, at)
		}
	}
	return v.each(taint)
}

func changeCase(s string, op syntax.ParExpOperator) string {
	switch {
	case op == syntax.UpperAll:
		return strings.ToUpper(s)
	case op == syntax.LowerAll:
		return strings.ToLower(s)
	case s == "" || markAt(s, 0):
		return s
	case op == syntax.UpperFirst:
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// trim removes the shortest or longest prefix or suffix that matches pat.
func trim(s, pat string, op syntax.ParExpOperator) string {
	prefix := op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix
	switch {
	case opaque(s) || opaque(pat) || hasAny(pat, markSet) || len(s)*len(pat) > 1<<16:
		return taint(s)
	case pat == markStar+"/" && op == syntax.RemLargePrefix && hasAny(s, markBelow):
		return markName
	case hasAny(s, markBelow) && !constant(pat):
		return taint(s)
	case constant(pat) && prefix:
		return strings.TrimPrefix(s, pat)
	case constant(pat):
		return strings.TrimSuffix(s, pat)
	}
	longest := op == syntax.RemLargePrefix || op == syntax.RemLargeSuffix
	for i := range len(s) + 1 {
		n := i
		if longest {
			n = len(s) - i
		}
		if prefix && matches(pat, s[:n]) {
			return s[n:]
		}
		if !prefix && matches(pat, s[len(s)-n:]) {
			return s[:len(s)-n]
		}
	}
	return s
}

// replace is ${x/from/to}. Patterns with globs give unknown text, unless they cannot match at all.
func replace(s, from, to string, all bool) string {
	anchored := strings.HasPrefix(from, "#") || strings.HasPrefix(from, "%")
	switch {
	case from == "":
		return s
	case opaque(s) || !constant(from) || anchored:
		return taint(s + to)
	case all:
		if strings.Count(s, from)*len(to) > maxValue {
			return taint(s + to)
		}
		return strings.ReplaceAll(s, from, to)
	}
	return strings.Replace(s, from, to, 1)
}

// slice is ${x:offset:length} with constant numbers.
func (e *eval) slice(st *state, p *syntax.ParamExp, v parameter) parameter {
	s := p.Slice
	from, ok := integer(e.arithm(st, s.Offset))
	n, limited := 0, s.Length != nil
	if limited {
		var known bool
		n, known = integer(e.arithm(st, s.Length))
		ok = ok && known && n >= 0
	}
	if !ok || from < 0 {
		return parameter{values: []string{unknownOf(v.values)}, presence: v.presence}
	}
	if v.list {
		if p.Index == nil {
			from = max(0, from-1) // $@ counts from 1
		}
		vals := v.values[min(from, len(v.values)):]
		if limited {
			vals = vals[:min(n, len(vals))]
		}
		v.values = vals
		return v
	}
	return v.each(func(t string) string {
		if mark := firstMark(t); mark >= 0 && (!limited || from+n > mark) {
			return taint(t)
		}
		t = t[min(from, len(t)):]
		if limited {
			t = t[:min(n, len(t))]
		}
		return t
	})
}

func integer(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil
}
