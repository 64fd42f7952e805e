package guard

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// field is one word after expansion, as a program gets it.
type field struct {
	text   string
	at     span
	quoted bool // some part was quoted
	many   bool // unquoted unknown text: it may be no field, one, or several
	keys   bool // it holds what a file of keys or the environment says
	loose  bool // the text is near the truth, but need not be all of it
}

// word builds fields out of the parts of a word.
type word struct {
	e      *eval
	st     *state
	single bool // neither split nor glob: assignments, case, here-documents
	ifs    string
	out    []field
	cur    strings.Builder
	open   bool // a field was begun
	field  field
}

// fields expands words as bash does for a simple command: braces, tilde, parameters, command
// substitution, splitting, globs (which stay as marks) and quote removal.
func (e *eval) fields(st *state, words []*syntax.Word) []field {
	var out []field
	around, keys := e.loose, e.keys
	defer func() { e.loose, e.keys = around, keys }()
	for _, w := range words {
		for _, one := range e.braces(w) {
			e.loose, e.keys = false, false
			b := &word{e: e, st: st, ifs: e.ifs(st), field: field{at: spanOf(w)}}
			b.expand(one)
			for _, f := range b.out {
				f.loose, f.keys = e.loose, e.keys
				out = append(out, f)
			}
			e.steps += len(b.out)
			if len(out) > maxFields {
				e.report(ruleSteps, spanOf(w), "")
				return out
			}
		}
	}
	return out
}

// value expands a word where bash makes exactly one text out of it.
func (e *eval) value(st *state, w *syntax.Word) string {
	if w == nil {
		return ""
	}
	b := &word{e: e, st: st, single: true, field: field{at: spanOf(w)}}
	b.expand(w)
	if len(b.out) == 0 {
		return ""
	}
	return b.out[0].text
}

// pattern expands a word that is matched against text: its unquoted globs become marks.
func (e *eval) pattern(st *state, w *syntax.Word) string {
	if w == nil {
		return ""
	}
	b := &word{e: e, st: st, ifs: "", field: field{at: spanOf(w)}}
	b.expand(w)
	if len(b.out) == 0 {
		return ""
	}
	return b.out[0].text
}

func (e *eval) ifs(st *state) string {
	v, ok := st.vars.get("IFS")
	if !ok || len(v.alts) == 0 {
		return " \t\n"
	}
	if len(v.alts) > 1 || !constant(v.alts[0]) {
		e.loose = true
		return " \t\n,:;_-"
	}
	return v.alts[0]
}

func (b *word) expand(w *syntax.Word) {
	parts := w.Parts
	if len(parts) > 0 {
		if lit, ok := parts[0].(*syntax.Lit); ok && strings.HasPrefix(lit.Value, "~") {
			parts = b.tilde(lit, parts)
		}
	}
	b.parts(parts, false)
	b.flush()
}

// tilde writes the directory that a leading "~" stands for, and gives the parts that are left.
func (b *word) tilde(lit *syntax.Lit, parts []syntax.WordPart) []syntax.WordPart {
	name, rest, slash := strings.Cut(lit.Value[1:], "/")
	if !slash && len(parts) > 1 || strings.ContainsAny(name, "\\*?[") {
		return parts
	}
	dir := b.e.homeOf(b.st, name)
	b.text(dir)
	if !slash {
		return parts[1:]
	}
	left := *lit
	left.Value = "/" + rest
	return append([]syntax.WordPart{&left}, parts[1:]...)
}

func (e *eval) homeOf(st *state, name string) string {
	switch name {
	case "":
		return e.scalar(st, "HOME")
	case "+":
		return e.scalar(st, "PWD")
	case "-":
		return e.scalar(st, "OLDPWD")
	case e.g.user:
		return e.g.places.home
	case "root":
		return "/root"
	}
	if number(strings.TrimLeft(name, "+-")) {
		return markDir
	}
	e.loose = true
	return "/home/" + name
}

func (b *word) parts(parts []syntax.WordPart, quoted bool) {
	for _, p := range parts {
		if !b.e.step(b.field.at) {
			return
		}
		b.part(p, quoted)
	}
}

func (b *word) part(p syntax.WordPart, quoted bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		if quoted {
			b.text(unescape(p.Value, "$`\"\\"))
		} else {
			b.bare(p.Value)
		}
	case *syntax.SglQuoted:
		b.field.quoted = true
		if p.Dollar {
			b.text(ansiC(p.Value))
		} else {
			b.text(p.Value)
		}
	case *syntax.DblQuoted:
		b.field.quoted, b.open = true, true
		b.parts(p.Parts, true)
	case *syntax.ParamExp:
		b.param(p, quoted)
	case *syntax.CmdSubst:
		b.add(b.e.substitute(b.st, p), quoted)
	case *syntax.ArithmExp:
		b.add(b.e.arithm(b.st, p.X), quoted)
	case *syntax.ProcSubst:
		b.text(b.e.procSubst(b.st, p))
		b.e.loose = true // the shell chooses the name
	case *syntax.ExtGlob:
		b.e.hiddenCode(b.st, p.Pattern.Value, b.field.at)
		b.text(markStar)
	default:
		b.e.report(ruleSyntax, b.field.at, "word")
		b.text(markAny)
	}
}

// text appends to the current field, which it begins if need be.
func (b *word) text(s string) {
	if b.cur.Len()+len(s) > maxValue {
		s = taint(s)
	}
	b.open = true
	b.cur.WriteString(s)
}

// add appends the result of an expansion: as it is where quoted, else split and open to globs.
func (b *word) add(s string, quoted bool) {
	if quoted || b.single {
		b.text(s)
		return
	}
	if hasAny(s, markAny, markRemote, markCoded, markFile) {
		b.field.many = true
	}
	for i := 0; i < len(s); {
		if markAt(s, i) {
			b.text(s[i : i+markLen])
			i += markLen
			continue
		}
		if strings.IndexByte(b.ifs, s[i]) >= 0 {
			if b.open || s[i] > ' ' {
				b.split()
			}
			i++
			continue
		}
		i += b.glob(s, i)
	}
}

// bare appends an unquoted literal: backslashes escape, glob characters become marks.
func (b *word) bare(s string) {
	for i := 0; i < len(s); {
		if markAt(s, i) {
			b.add(s[i:i+markLen], false)
			i += markLen
			continue
		}
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] != '\n' {
				b.field.quoted = true
				b.text(s[i+1 : i+2])
			}
			i += 2
			continue
		}
		if b.single {
			b.text(s[i : i+1])
			i++
			continue
		}
		i += b.glob(s, i)
	}
}

// glob appends s[i], as a mark if it is a glob character, and gives the number of bytes taken.
func (b *word) glob(s string, i int) int {
	switch s[i] {
	case '*':
		if !strings.HasSuffix(b.cur.String(), markStar) {
			b.text(markStar)
		}
		return 1
	case '?':
		b.text(markOne)
		return 1
	case '[':
		rest := s[i+1:]
		if len(rest) > 1 {
			if end := strings.IndexByte(rest[1:], ']'); end >= 0 && !strings.Contains(rest[:end+1], "/") {
				b.text(markSet)
				return end + 3
			}
		}
	}
	b.text(s[i : i+1])
	return 1
}

// split ends a field in the middle of an expansion.
func (b *word) split() {
	b.open = true
	b.flush()
	b.field.many = false
}

// flush ends the current field, if one was begun.
func (b *word) flush() {
	if !b.open {
		return
	}
	f := b.field
	f.text = b.cur.String()
	b.out = append(b.out, f)
	b.cur.Reset()
	b.open, b.field.quoted = false, false
}
