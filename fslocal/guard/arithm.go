package guard

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithm walks an arithmetic expression, because substitutions run inside of it, and gives its value
// as text: a number where it can be computed easily, else markName.
func (e *eval) arithm(st *state, x syntax.ArithmExpr) string {
	if x == nil {
		return ""
	}
	e.tree++
	defer func() { e.tree-- }()
	if e.tree > maxTree {
		e.report(ruleDepth, spanOf(x), "")
		return markName
	}
	if !e.step(spanOf(x)) {
		return markName
	}
	switch x := x.(type) {
	case *syntax.Word:
		return e.arithmWord(st, x)
	case *syntax.ParenArithm:
		return e.arithm(st, x.X)
	case *syntax.UnaryArithm:
		e.arithm(st, x.X)
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.Inc || x.Op == syntax.Dec) {
			e.assignNumber(st, w, markName)
		}
	case *syntax.BinaryArithm:
		return e.arithmBinary(st, x)
	default:
		e.report(ruleSyntax, spanOf(x), "arithmetic")
	}
	return markName
}

func (e *eval) arithmBinary(st *state, x *syntax.BinaryArithm) string {
	a, b := e.arithm(st, x.X), e.arithm(st, x.Y)
	if strings.HasSuffix(x.Op.String(), "=") && !comparison(x.Op) {
		result := markName
		if x.Op == syntax.Assgn {
			result = b
		}
		if w, ok := x.X.(*syntax.Word); ok {
			e.assignNumber(st, w, result)
		}
		return result
	}
	m, ok1 := integer(a)
	n, ok2 := integer(b)
	if !ok1 || !ok2 {
		return markName
	}
	if compute, ok := arithmetic[x.Op]; ok && len(e.escapes) == 0 {
		return strconv.Itoa(compute(m, n))
	}
	return markName
}

// arithmetic are the operators that are computed, outside of loops: inside, a counter is any number.
var arithmetic = map[syntax.BinAritOperator]func(m, n int) int{
	syntax.Add: func(m, n int) int { return m + n },
	syntax.Sub: func(m, n int) int { return m - n },
	syntax.Mul: func(m, n int) int { return m * n },
}

func comparison(op syntax.BinAritOperator) bool {
	return op == syntax.Eql || op == syntax.Neq || op == syntax.Leq || op == syntax.Geq
}

// assignNumber sets a variable inside an expression.
func (e *eval) assignNumber(st *state, w *syntax.Word, value string) {
	if name := w.Lit(); name != "" {
		e.assign(st, name, value)
	}
}

// arithmWord is a number, a variable, or an expansion. bash evaluates the text of a variable once
// more, subscripts with command substitutions included.
func (e *eval) arithmWord(st *state, w *syntax.Word) string {
	text := w.Lit()
	if text == "" {
		text = e.value(st, w)
	} else if _, err := strconv.Atoi(text); err != nil {
		text = e.scalar(st, text)
	}
	if st.untouched(w) {
		return markName
	}
	if _, err := strconv.Atoi(text); err == nil {
		return text
	}
	e.calculated(st, text, spanOf(w), map[string]bool{})
	return markName
}

// calculated judges text that is calculated, and the values of the variables that it names: those are
// calculated in their turn.
func (e *eval) calculated(st *state, text string, at span, met map[string]bool) {
	e.hiddenCode(st, text, at)
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r > 'z' || !syntax.ValidName("_"+string(r)) }) {
		if _, set := st.vars.get(name); set && !met[name] && e.step(at) {
			met[name] = true
			e.calculated(st, e.scalar(st, name), at, met)
		}
	}
}

// untouched tells whether a word is nothing but a variable that the command never set. It comes from the
// environment, which is the user's own.
func (st *state) untouched(w *syntax.Word) bool {
	name := w.Lit()
	if len(w.Parts) == 1 {
		p, ok := w.Parts[0].(*syntax.ParamExp)
		if ok && p.Param != nil && !p.Excl && p.Index == nil && p.Exp == nil && p.Repl == nil && p.Slice == nil {
			name = p.Param.Value
		}
	}
	if _, set := st.vars.get(name); set || !syntax.ValidName(name) || strings.HasPrefix(name, "BASH") {
		return false
	}
	return !slices.Contains([]string{"_", "PWD", "OLDPWD", "REPLY", "MAPFILE", "OPTARG", "DIRSTACK", "COPROC"}, name) // the shell sets these
}

// hiddenCode judges text that bash expands a second time, as it does with array subscripts. What cannot be
// known of it, as when it comes from a file, can be any command: "a[$(make)]" is a number to bash.
func (e *eval) hiddenCode(st *state, text string, at span) {
	if opaque(text) || globbed(text) || hasAny(text, markBelow) {
		e.list.lost()
		e.reads = false
	}
	if strings.Contains(text, "$(") || strings.Contains(text, "`") {
		e.nested(st.fork(), ": "+text, at)
	}
}

// test walks the expression of [[ ... ]].
func (e *eval) test(st *state, x syntax.TestExpr) {
	e.tree++
	defer func() { e.tree-- }()
	if e.tree > maxTree || !e.step(spanOf(x)) {
		e.report(ruleDepth, spanOf(x), "")
		return
	}
	switch x := x.(type) {
	case *syntax.Word:
		e.alternatives(st, func() { e.value(st, x) })
	case *syntax.ParenTest:
		e.test(st, x.X)
	case *syntax.UnaryTest:
		e.unaryTest(st, x)
	case *syntax.BinaryTest:
		e.test(st, x.X)
		e.test(st, x.Y)
		if x.Op >= syntax.TsEql && x.Op <= syntax.TsGtr {
			e.testNumber(st, x.X)
			e.testNumber(st, x.Y)
		}
	default:
		e.report(ruleSyntax, spanOf(x), "test")
	}
}

func (e *eval) unaryTest(st *state, x *syntax.UnaryTest) {
	w, ok := x.X.(*syntax.Word)
	if !ok {
		e.test(st, x.X)
		return
	}
	e.alternatives(st, func() {
		f := field{text: e.value(st, w), at: spanOf(w)}
		switch x.Op {
		case syntax.TsVarSet, syntax.TsRefVar:
			e.hiddenCode(st, f.text, f.at)
		case syntax.TsEmpStr, syntax.TsNempStr, syntax.TsOptSet, syntax.TsNot:
		default:
			e.readPath(st, f)
		}
	})
}

func (e *eval) testNumber(st *state, x syntax.TestExpr) {
	if w, ok := x.(*syntax.Word); ok {
		e.arithmWord(st, w)
	}
}
