package guard

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// enter goes one level deeper into commands inside commands, and tells whether that is allowed.
func (e *eval) enter(at span) bool {
	if e.depth >= maxDepth {
		e.report(ruleDepth, at, "")
		return false
	}
	e.depth++
	return true
}

func (e *eval) leave() { e.depth-- }

// substitute judges a command substitution and gives what it prints.
func (e *eval) substitute(st *state, c *syntax.CmdSubst) string {
	around, keys := e.loose, e.keys
	defer func() { e.loose = e.loose || around }()
	if !e.enter(spanOf(c)) {
		return markAny
	}
	defer e.leave()
	run := st.fork()
	run.out, run.filed, run.saved = &sink{}, false, false
	e.stmts(run, c.Stmts)
	run.settle(e)
	st.keepFiles(e, run)
	e.loose = !run.out.exact() || !plainCall(c.Stmts)
	e.keys = keys || run.out.keys
	text := run.out.text()
	if file := fileOnly(c.Stmts); file != nil {
		e.redirects(run, file)
		text = run.in
	}
	return strings.TrimRight(text, "\n")
}

// plainCall tells whether statements are one program, which runs in any case.
func plainCall(stmts []*syntax.Stmt) bool {
	if len(stmts) != 1 {
		return false
	}
	_, ok := stmts[0].Cmd.(*syntax.CallExpr)
	return ok
}

// fileOnly recognises $(<file), which gives the content of the file.
func fileOnly(stmts []*syntax.Stmt) []*syntax.Redirect {
	if len(stmts) == 1 && stmts[0].Cmd == nil && len(stmts[0].Redirs) == 1 && stmts[0].Redirs[0].Op == syntax.RdrIn {
		return stmts[0].Redirs
	}
	return nil
}

// procSubst judges <(...) or >(...) and gives the path that stands for it.
func (e *eval) procSubst(st *state, p *syntax.ProcSubst) string {
	e.pipes++
	path := "/dev/fd/p" + strconv.Itoa(e.pipes)
	if !e.enter(spanOf(p)) {
		return path
	}
	defer e.leave()
	run := st.fork()
	switch p.Op {
	case syntax.CmdOut:
		e.taps[path] = p
		run.in, run.out = markAny, nil
		e.stmts(run, p.Stmts)
		run.settle(e)
	default:
		run.out = &sink{}
		e.stmts(run, p.Stmts)
		run.settle(e)
		st.files.set(e, path, run.out.text())
	}
	st.keepFiles(e, run)
	return path
}

// nested judges shell text that the command passes to a shell, in the state that shell has. What is
// not known of the text asks, and is a word like any other; what is known is judged.
func (e *eval) nested(st *state, text string, at span) {
	switch {
	case hasAny(text, markRemote):
		e.report(ruleRemote, at, "shell")
		return
	case hasAny(text, markCoded):
		e.report(ruleCoded, at, "shell")
		return
	case strings.TrimSpace(text) == "":
		return
	case opaque(text):
		e.report(ruleShell, at, text)
		e.reads = false
	case hasAny(text, markStar, markBelow):
		e.list.lost() // a name can hold more than one word
		e.reads = false
	}
	if !e.enter(at) {
		return
	}
	defer e.leave()
	e.steps += len(text) >> 6
	outer, odometer, reads := e.outer, e.odometer, e.reads
	e.reads = true // what the text does is not what the call that runs it does by itself
	if outer == nil {
		e.outer = &at
	}
	if e.nesting(text, at) && e.steps <= maxSteps {
		e.source(st, text)
		st.settle(e)
	}
	e.list.changed = e.list.changed || !e.reads
	e.outer, e.odometer, e.reads = outer, odometer, reads
}
