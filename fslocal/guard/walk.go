package guard

import (
	"fmt"

	"mvdan.cc/sh/v3/syntax"
)

// maxTree bounds how deep the syntax tree is followed.
const maxTree = 1000

// program judges a whole command.
func (e *eval) program(text, dir string) {
	st := newState(dir)
	e.dir = dir
	e.called = map[*syntax.Stmt]bool{}
	e.taps = map[string]*syntax.ProcSubst{}
	e.expanding = map[string]bool{}
	e.source(st, text)
	e.runUncalled()
	e.runTraps()
	e.runUncalled()
}

// runTraps judges what was registered with trap, in the state that holds at the end.
func (e *eval) runTraps() {
	for len(e.traps) > 0 {
		t := e.traps[0]
		e.traps = e.traps[1:]
		e.nested(t.st.fork(), t.text, t.at)
	}
}

// runUncalled judges the functions that nothing called, with unknown arguments.
func (e *eval) runUncalled() {
	for i := 0; i < len(e.declared); i++ {
		d := e.declared[i]
		if e.called[d.body] {
			continue
		}
		st := d.st.fork()
		st.args, st.argsAny = nil, true
		e.body(st, d.body)
	}
}

// stmts judges a list of statements. The last one is left unsettled, for a condition to look at.
func (e *eval) stmts(st *state, list []*syntax.Stmt) {
	for i, s := range list {
		if i > 0 {
			st.settle(e)
		}
		if !e.step(spanOf(s)) {
			return
		}
		e.stmt(st, s)
		if _, simple := s.Cmd.(*syntax.CallExpr); simple && st.errexit && i < len(list)-1 {
			st.fail = nil
		}
	}
}

// stmt judges one statement with its redirections.
func (e *eval) stmt(st *state, s *syntax.Stmt) {
	e.tree++
	defer func() { e.tree-- }()
	if e.tree > maxTree {
		e.report(ruleDepth, spanOf(s), "")
		return
	}
	if !e.step(spanOf(s)) {
		return
	}
	at, around := spanOf(s), e.here
	e.here = &at
	defer func() { e.here = around }()
	run := st
	if s.Background || s.Coprocess || s.Disown {
		run = st.fork()
		e.reads = false
		e.jobs++
		defer func() { e.jobs-- }()
	}
	e.redirected(run, s)
	if run != st {
		run.settle(e)
		st.keepFiles(e, run)
	}
	if s.Negated && st.fail != nil {
		f := st.failure()
		swapped := *st
		*st = *f
		st.fail = &swapped
	}
}

// redirected judges the command of s with its redirections in place, and takes them back after.
func (e *eval) redirected(st *state, s *syntax.Stmt) {
	before := st.io
	call, simple := s.Cmd.(*syntax.CallExpr)
	if !simple && s.Cmd != nil {
		var written []target
		e.alternatives(st, func() {
			st.io = before
			written = append(written, e.redirects(st, s.Redirs)...)
		})
		e.command(st, s.Cmd)
		e.wrote(st, written, before, spanOf(s))
		e.restore(st, before)
		return
	}
	e.alternatives(st, func() {
		st.io = before
		written := e.redirects(st, s.Redirs)
		if call != nil {
			e.simple(st, call)
		}
		e.wrote(st, written, before, spanOf(s))
	})
	st.arrive()
	if call == nil || !e.keepsRedirects(call) {
		e.restore(st, before)
		return
	}
	for path := range st.files.all() {
		if text, _ := st.files.get(path); text == "" {
			st.files.set(e, path, markAny) // later commands write it
		}
	}
}

func (e *eval) restore(st *state, before io) {
	st.io = before
	if st.fail != nil {
		st.fail.io = before
	}
}

// keepsRedirects tells whether the redirections of a call stay in place: those of exec without a
// program do.
func (e *eval) keepsRedirects(call *syntax.CallExpr) bool {
	return len(call.Args) == 1 && call.Args[0].Lit() == "exec"
}

// command judges one node of the grammar. An unknown kind of node asks.
func (e *eval) command(st *state, cmd syntax.Command) {
	switch c := cmd.(type) {
	case nil, *syntax.CallExpr: // judged together with its redirections
	case *syntax.BinaryCmd:
		e.binary(st, c)
	case *syntax.Block:
		e.stmts(st, c.Stmts)
	case *syntax.Subshell:
		e.subshell(st, c.Stmts)
	case *syntax.IfClause:
		e.ifClause(st, c)
	case *syntax.WhileClause:
		e.whileClause(st, c)
	case *syntax.ForClause:
		e.forClause(st, c)
	case *syntax.CaseClause:
		e.caseClause(st, c)
	case *syntax.FuncDecl:
		e.funcDecl(st, c)
	case *syntax.ArithmCmd:
		e.arithm(st, c.X)
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			e.arithm(st, x)
		}
	case *syntax.TestClause:
		e.test(st, c.X)
	case *syntax.DeclClause:
		e.declClause(st, c)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			e.stmt(st, c.Stmt)
		}
	case *syntax.CoprocClause:
		name := "COPROC"
		if c.Name != nil && c.Name.Lit() != "" {
			name = c.Name.Lit()
		}
		run := st.fork()
		st.vars.set(e, name, variable{array: true, elems: []string{markName, markName}})
		run.in, run.out = markAny, nil
		e.reads = false
		e.stmt(run, c.Stmt)
	default:
		e.report(ruleSyntax, spanOf(cmd), fmt.Sprintf("%T", cmd))
	}
}

// subshell judges statements whose effects on the shell are lost, but not those on files.
func (e *eval) subshell(st *state, list []*syntax.Stmt) {
	run := st.fork()
	e.stmts(run, list)
	run.settle(e)
	st.keepFiles(e, run)
}

func (e *eval) binary(st *state, c *syntax.BinaryCmd) {
	switch c.Op {
	case syntax.AndStmt:
		e.and(st, c)
	case syntax.OrStmt:
		e.stmt(st, c.X)
		f := st.failure()
		e.stmt(f, c.Y)
		st.merge(e, f)
	case syntax.Pipe, syntax.PipeAll:
		e.pipe(st, c)
	default:
		e.report(ruleSyntax, spanOf(c), c.Op.String())
	}
}

// and judges X && Y: Y runs in the state that X leaves when it succeeds.
func (e *eval) and(st *state, c *syntax.BinaryCmd) {
	e.stmt(st, c.X)
	failed := st.failure()
	e.stmt(st, c.Y)
	if st.fail == nil && st.alike(failed) {
		return
	}
	failed.merge(e, st.failure())
	st.fail = failed
}

// pipe judges X | Y: what X prints is what Y reads. Both run in a subshell.
func (e *eval) pipe(st *state, c *syntax.BinaryCmd) {
	e.pipelines++
	defer func() { e.pipelines-- }()
	left := st.fork()
	left.out = &sink{}
	e.stmt(left, c.X)
	left.settle(e)
	right := st.fork()
	right.in, right.loose, right.keys = left.out.text(), !left.out.exact(), left.out.keys
	e.stmt(right, c.Y)
	right.settle(e)
	st.keepFiles(e, left)
	st.keepFiles(e, right)
}
