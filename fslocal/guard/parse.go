package guard

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// source judges shell text in the state given. bash runs the lines before a syntax error, so what
// was parsed until then is judged too. An error in text that is not all known is no news: that text
// asks anyway.
func (e *eval) source(st *state, text string) {
	stmts, failed := parse(text)
	for range maxRetries {
		split, at := splitParentheses(text, failed)
		if at < 0 {
			break
		}
		if e.outer == nil {
			e.inserted = append(e.inserted, at)
		}
		text = split
		stmts, failed = parse(text)
	}
	if strings.Contains(text, "<<") {
		dropEmptyHereDocs(stmts)
	}
	before := e.text
	e.text = text
	e.stmts(st, stmts)
	e.text = before
	if failed != nil && !opaque(text) {
		e.report(ruleParse, span{0, len(text)}, firstLine(failed.Error()))
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// parse gives the statements in front of the first error, and that error. It goes on to the end in any
// case: the parser goes on after an error, and panics when nobody wants to hear of it.
func parse(text string) (stmts []*syntax.Stmt, failed error) {
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	for stmt, err := range parser.StmtsSeq(strings.NewReader(text)) {
		switch {
		case failed != nil:
		case err != nil:
			failed = err
		default:
			stmts = append(stmts, stmt)
		}
	}
	return stmts, failed
}

// maxRetries bounds how many double parentheses of one text are taken apart.
const maxRetries = 8

// splitParentheses puts a blank between the two parentheses whose content is not arithmetic: bash
// then reads them as a subshell in a subshell, which the parser does only with the blank. It gives
// the new text and where the blank is, or -1.
func splitParentheses(text string, failed error) (string, int) {
	var pe syntax.ParseError
	if !errors.As(failed, &pe) || !strings.Contains(pe.Text, "arithmetic") && !strings.Contains(pe.Text, "((") {
		return text, -1
	}
	i := strings.LastIndex(text[:min(int(pe.Pos.Offset()), len(text))], "((")
	if i < 0 {
		return text, -1
	}
	return text[:i+1] + " " + text[i+1:], i + 1
}

// dropEmptyHereDocs removes the bodies that have no parts: the parser cannot tell where those end.
func dropEmptyHereDocs(stmts []*syntax.Stmt) {
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Redirect); ok && r.Hdoc != nil && len(r.Hdoc.Parts) == 0 {
				r.Hdoc = nil
			}
			return true
		})
	}
}
