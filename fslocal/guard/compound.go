package guard

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

func (e *eval) ifClause(st *state, c *syntax.IfClause) {
	if c.ThenPos.IsValid() {
		e.stmts(st, c.Cond)
	}
	otherwise := st.failure()
	e.stmts(st, c.Then)
	if !c.ThenPos.IsValid() {
		return
	}
	if c.Else != nil {
		e.tree++
		if e.tree > maxTree {
			e.report(ruleDepth, spanOf(c), "")
		} else {
			e.ifClause(otherwise, c.Else)
		}
		e.tree--
	}
	st.merge(e, otherwise)
}

// whileClause judges the body again while it changes something that it may itself depend on.
func (e *eval) whileClause(st *state, c *syntax.WhileClause) {
	if endless(c) && spawns(c.Do) {
		e.report(ruleForkBomb, spanOf(c), "")
	}
	if !endless(c) {
		e.loops++
		defer func() { e.loops-- }()
	}
	e.frame(st, func() {
		e.repeat(st, func() {
			e.stmts(st, c.Cond)
			done := st.failure()
			e.stmts(st, c.Do)
			st.merge(e, done)
		})
	})
}

// maxRepeats bounds how often a loop body is walked until the state no longer changes.
const maxRepeats = 4

// repeat walks the body of a loop until the states before and after it are the same.
func (e *eval) repeat(st *state, body func()) {
	for range maxRepeats {
		before := st.fork()
		body()
		if st.alike(before) {
			return
		}
		st.merge(e, before)
		e.steps += len(st.vars.all()) / 4
		if st.equal(before) {
			return
		}
	}
	e.list.lost() // a later round may run something else
}

// frame runs f as the body of a loop or function: whatever left it early joins the state at its end.
func (e *eval) frame(st *state, f func()) {
	e.escapes = append(e.escapes, nil)
	f()
	n := len(e.escapes) - 1
	early := e.escapes[n]
	e.escapes = e.escapes[:n]
	if st.left == leavesFrame {
		st.left = stays
	}
	for _, s := range early {
		s.left, s.io = stays, st.io
		st.merge(e, s)
	}
}

// escape notes that control leaves the innermost loop or function here.
func (e *eval) escape(st *state) {
	if n := len(e.escapes) - 1; n >= 0 && len(e.escapes[n]) < maxAlternatives {
		e.escapes[n] = append(e.escapes[n], st.fork())
	}
	st.left = max(st.left, leavesFrame)
}

// endless recognises the usual ways to write a loop without end.
func endless(c *syntax.WhileClause) bool {
	if len(c.Cond) != 1 {
		return false
	}
	switch cond := c.Cond[0].Cmd.(type) {
	case *syntax.CallExpr:
		if len(cond.Args) == 0 {
			return false
		}
		name := cond.Args[0].Lit()
		return !c.Until && (name == "true" || name == ":") || c.Until && name == "false"
	case *syntax.ArithmCmd:
		return !c.Until
	case *syntax.TestClause:
		_, word := cond.X.(*syntax.Word)
		return !c.Until && word
	}
	return false
}

// spawns tells whether a loop body starts background jobs and never waits for anything.
func spawns(body []*syntax.Stmt) bool {
	background, waits := false, false
	for _, s := range body {
		if s.Background {
			background = true
			continue
		}
		call, ok := s.Cmd.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			continue
		}
		switch call.Args[0].Lit() {
		case "wait", "sleep", "read", "break", "exit", "return":
			waits = true
		}
	}
	return background && !waits
}

func (e *eval) forClause(st *state, c *syntax.ForClause) {
	switch loop := c.Loop.(type) {
	case *syntax.CStyleLoop:
		e.cLoop(st, c, loop)
	case *syntax.WordIter:
		e.wordLoop(st, c, loop)
	default:
		e.report(ruleSyntax, spanOf(c), "for")
	}
}

func (e *eval) cLoop(st *state, c *syntax.ForClause, loop *syntax.CStyleLoop) {
	if loop.Cond == nil && spawns(c.Do) {
		e.report(ruleForkBomb, spanOf(c), "")
	}
	e.arithm(st, loop.Init)
	e.frame(st, func() {
		e.repeat(st, func() {
			e.arithm(st, loop.Cond)
			e.stmts(st, c.Do)
			st.settle(e)
			e.arithm(st, loop.Post)
		})
	})
}

// maxRounds bounds how many items of a for loop are walked one by one.
const maxRounds = 64

// wordLoop walks the body once for each item. Beyond the limit the rest is one unknown item.
func (e *eval) wordLoop(st *state, c *syntax.ForClause, loop *syntax.WordIter) {
	var items []field
	e.alternatives(st, func() {
		if loop.InPos.IsValid() {
			items = append(items, e.fields(st, loop.Items)...)
		} else {
			items = append(items, e.positional(st)...)
		}
	})
	loose := slices.ContainsFunc(items, unsure)
	values := make([]string, 0, len(items))
	for _, f := range items {
		if !slices.Contains(values, f.text) || len(values) > maxRounds {
			values = append(values, f.text)
		}
	}
	if len(values) > maxRounds {
		values = append(values[:maxRounds], summary(values[maxRounds:]))
	}
	if c.Select && len(values) > 0 {
		st.vars.set(e, "REPLY", variable{alts: []string{markAny}})
	}
	st.equips(loop.Name.Value, false)
	before := st.fork()
	e.loops++
	defer func() { e.loops-- }()
	e.frame(st, func() {
		for _, v := range values {
			if !e.step(spanOf(c)) {
				return
			}
			st.vars.set(e, loop.Name.Value, variable{alts: []string{v}, loose: loose})
			e.stmts(st, c.Do)
			st.settle(e)
		}
	})
	if len(values) == 0 {
		e.stmts(before, c.Do)
		return
	}
	if slices.ContainsFunc(items, func(f field) bool { return f.many }) {
		st.merge(e, before)
	}
}

// summary is one value that stands for many.
func summary(values []string) string {
	out := markName
	for _, v := range values {
		switch {
		case !constant(v):
			return taint(v)
		case !number(v):
			out = markAny
		}
	}
	return out
}

// number tells whether s is a plain decimal number.
func number(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func (e *eval) caseClause(st *state, c *syntax.CaseClause) {
	e.alternatives(st, func() { e.value(st, c.Word) })
	ends := make([]*state, 0, len(c.Items))
	for _, item := range c.Items {
		if !e.step(spanOf(c)) {
			return
		}
		branch := st.fork()
		for _, p := range item.Patterns {
			e.value(branch, p)
		}
		if n := len(ends); n > 0 && c.Items[n-1].Op != syntax.Break {
			branch.merge(e, ends[n-1].fork())
		}
		e.stmts(branch, item.Stmts)
		ends = append(ends, branch)
	}
	for _, branch := range ends {
		st.merge(e, branch)
	}
}

// funcDecl remembers a function; its body is judged where it is called, or at the end.
func (e *eval) funcDecl(st *state, c *syntax.FuncDecl) {
	if c.Name == nil || c.Body == nil {
		e.report(ruleSyntax, spanOf(c), "function")
		return
	}
	st.funcs.set(e, c.Name.Value, c.Body)
	e.declared = append(e.declared, declared{c.Body, st})
}

// body judges a function body.
func (e *eval) body(st *state, b *syntax.Stmt) {
	e.called[b] = true
	e.calling = append(e.calling, b)
	e.frame(st, func() {
		e.stmt(st, b)
		st.settle(e)
	})
	e.calling = e.calling[:len(e.calling)-1]
}
