package guard

import (
	"path"
	"strings"
)

// maxPath is the longest name that a system can start.
const maxPath = 4096

// unknown judges a program whose name is not known. Unquoted unknown text may also be nothing at all,
// and then the next word is the program.
func (e *eval) unknown(st *state, fields []field, at span) {
	name := fields[0].text
	e.reads = false
	e.list.lost()
	switch {
	case hasAny(name, markRemote):
		e.report(ruleRemote, at, name)
		return
	case hasAny(name, markCoded):
		e.report(ruleCoded, at, name)
		return
	}
	if len(name) > maxPath {
		e.report(ruleProgram, fields[0].at, name)
		return
	}
	for _, p := range e.resolve(st, name) {
		// Of a file whose name is unknown, only where its text came from is worth knowing.
		if text, ok := st.files.get(p); ok && (!opaque(p) || taint(text) != markAny) {
			e.script(st, text, fields, at)
			return
		}
	}
	base := path.Base(name)
	if strings.Contains(name, "/") && constant(base) {
		known := append([]field{{text: base, at: fields[0].at, quoted: true}}, fields[1:]...)
		e.list.unlisted(func() { e.exec(st, known, at) })
		return
	}
	e.report(ruleProgram, fields[0].at, name)
	e.suspect(st, fields[1:])
	if rest := behind(fields); len(rest) < len(fields) && e.enter(at) {
		e.run(st, rest, at)
		e.leave()
	}
	if globbed(name) {
		e.candidates(st, fields, at)
	}
	st.out.print(taint(name))
}

// behind gives the fields behind those that may be nothing at all.
func behind(fields []field) []field {
	for len(fields) > 0 && fields[0].many && !constant(fields[0].text) {
		fields = fields[1:]
	}
	return fields
}

// suspect denies an unknown program with the arguments of a recursive deletion of what must stay.
func (e *eval) suspect(st *state, args []field) {
	recursive := false
	for _, f := range args {
		if flag := strings.TrimLeft(f.text, "-"); flag != f.text {
			recursive = recursive || strings.ContainsAny(flag, "rR")
			continue
		}
		if !recursive || !strings.ContainsAny(f.text, "/.~") {
			continue
		}
		for _, p := range e.resolve(st, f.text) {
			if e.g.places.of(p).stays() {
				e.destroyed(p, f)
			}
		}
	}
}

// candidates judges every known program that a glob in the program's place can mean.
func (e *eval) candidates(st *state, fields []field, at span) {
	if e.guessing {
		return
	}
	e.guessing = true
	pattern := path.Base(fields[0].text)
	for _, name := range e.g.names {
		if matches(pattern, name) && e.step(at) {
			guess := append([]field{{text: name, at: fields[0].at, quoted: true}}, fields[1:]...)
			e.list.unlisted(func() { e.exec(st.fork(), guess, at) })
		}
	}
	e.guessing = false
}
