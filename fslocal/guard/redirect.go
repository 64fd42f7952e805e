package guard

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// target is a file that standard output goes to.
type target struct {
	path string
	more bool // appended
}

// redirects judges redirections from left to right and puts them in place. It gives the files that
// will get what the command prints.
func (e *eval) redirects(st *state, list []*syntax.Redirect) []target {
	var out []target
	for _, r := range list {
		if !e.step(spanOf(r)) {
			return out
		}
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			e.feedText(st, r, func() string { return e.hereDoc(st, r) })
		case syntax.WordHdoc:
			e.feedText(st, r, func() string { return e.value(st, r.Word) + "\n" })
		case syntax.DplIn:
			e.feed(st, r, e.duplicate(st, r))
		case syntax.DplOut:
			switch text := e.value(st, r.Word); {
			case !descriptor(text):
				out = append(out, e.writes(st, r)...)
			case r.N != nil && r.N.Value == "0":
				e.feed(st, r, e.duplicate(st, r))
			}
		case syntax.RdrIn, syntax.RdrInOut:
			for _, f := range e.fields(st, []*syntax.Word{r.Word}) {
				if r.Op == syntax.RdrInOut {
					e.writePath(st, f)
				}
				e.files(st, f, r.Op == syntax.RdrInOut)
				e.feed(st, r, e.readFile(st, f))
				st.keys = st.keys || keyFile(f.text)
			}
		default:
			out = append(out, e.writes(st, r)...)
		}
	}
	return out
}

// descriptor tells whether the word after >& or <& is a descriptor and not a file.
func descriptor(s string) bool {
	s = strings.TrimSuffix(s, "-")
	return s == "" || number(s) || s == markName
}

// feedText is feed for text that stands in the command.
func (e *eval) feedText(st *state, r *syntax.Redirect, text func() string) {
	around := e.loose
	e.loose = false
	e.feed(st, r, text())
	st.loose = st.loose && e.loose
	e.loose = around
}

// feed makes text what can be read from the descriptor of r.
func (e *eval) feed(st *state, r *syntax.Redirect, text string) {
	text = e.bounded(text)
	if r.N == nil || r.N.Value == "0" {
		st.in, st.loose, st.keys = text, text != "", false
		return
	}
	st.fds.set(e, strings.Trim(r.N.Value, "{}"), text)
}

func (e *eval) duplicate(st *state, r *syntax.Redirect) string {
	from := strings.TrimSuffix(e.value(st, r.Word), "-")
	switch from {
	case "":
		return ""
	case "0":
		return st.in
	}
	for _, key := range []string{from, varName(r.Word)} {
		if text, ok := st.fds.get(key); ok {
			return text
		}
	}
	return markAny
}

// varName gives x for the word $x or ${x}.
func varName(w *syntax.Word) string {
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Param != nil {
			return p.Param.Value
		}
	}
	return ""
}

// writes judges a redirection of output.
func (e *eval) writes(st *state, r *syntax.Redirect) []target {
	more := r.Op == syntax.AppOut || r.Op == syntax.AppAll || r.Op == syntax.AppClob || r.Op == syntax.AppAllClob
	stdout := r.N == nil || r.N.Value == "1"
	var out []target
	for _, f := range e.fields(st, []*syntax.Word{r.Word}) {
		f.at = spanOf(r)
		e.writePath(st, f)
		e.files(st, f, true)
		if !stdout {
			continue
		}
		for _, p := range e.resolve(st, f.text) {
			if p == "/dev/null" {
				st.out = nil
				continue
			}
			if socket(p) {
				st.fds.set(e, "1", markRemote)
			}
			out = append(out, target{p, more})
		}
	}
	if len(out) > 0 {
		st.out = &sink{}
	}
	if stdout && st.out != nil && len(out) == 0 {
		st.out = nil
	}
	return out
}

// files notes that a redirection reads or writes a file, which the terminal, /dev/null and the other
// streams of the command are not.
func (e *eval) files(st *state, f field, writes bool) {
	for _, p := range e.resolve(st, f.text) {
		if strings.HasPrefix(p, "/dev/fd/") || e.g.places.of(p) == zoneNull && !socket(p) {
			continue
		}
		st.filed, st.saved = true, st.saved || writes
	}
}

// wrote stores what a command printed into the files its output went to.
func (e *eval) wrote(st *state, targets []target, before io, at span) {
	if len(targets) == 0 {
		return
	}
	text := st.out.text()
	for _, t := range targets {
		switch t.path {
		case "/dev/stdout", "/dev/fd/1", "/dev/tty":
			before.out.print(text)
			continue
		}
		e.save(st, t.path, text, t.more, at)
	}
}

// socket tells whether bash opens a connection for the path.
func socket(p string) bool {
	return strings.HasPrefix(p, "/dev/tcp/") || strings.HasPrefix(p, "/dev/udp/")
}

// save notes the content of a file that the command has written. Text sent to a ">(...)" is run
// through the command behind it.
func (e *eval) save(st *state, path, text string, more bool, at span) {
	if tap, ok := e.taps[path]; ok {
		run := st.fork()
		run.in, run.out = text, nil
		if e.enter(at) {
			e.stmts(run, tap.Stmts)
			run.settle(e)
			e.leave()
		}
		return
	}
	old, ok := st.files.get(path)
	switch {
	case more && ok:
		text = e.bounded(old + text)
	case more:
		text = e.bounded(markFile + text)
	}
	st.files.set(e, path, text)
}

// hereDoc gives the text of a here-document.
func (e *eval) hereDoc(st *state, r *syntax.Redirect) string {
	if r.Hdoc == nil {
		return ""
	}
	literal := quotedWord(r.Word)
	b := &word{e: e, st: st, single: true, field: field{at: spanOf(r.Word)}}
	for _, p := range r.Hdoc.Parts {
		lit, ok := p.(*syntax.Lit)
		switch {
		case ok && literal:
			b.text(lit.Value)
		case ok:
			b.text(unescape(lit.Value, "$`\\"))
		default:
			b.part(p, true)
		}
	}
	text := b.cur.String()
	if r.Op == syntax.DashHdoc {
		text = stripTabs(text)
	}
	return text
}

// quotedWord tells whether a here-document's delimiter is quoted, which keeps its text literal.
func quotedWord(w *syntax.Word) bool {
	for _, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok || strings.Contains(lit.Value, "\\") {
			return true
		}
	}
	return false
}

func stripTabs(s string) string {
	lines := strings.SplitAfter(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimLeft(l, "\t")
	}
	return strings.Join(lines, "")
}
