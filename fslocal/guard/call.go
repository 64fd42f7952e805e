package guard

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call is one program about to run, as the handlers see it.
type call struct {
	e    *eval
	st   *state
	name string // canonical: base name, lower case, without version and ".exe"
	path string // as written
	args []field
	at   span
}

// program is what the guard knows of a program. One that is not in the table is allowed, and counts
// as a writer.
type program struct {
	run    func(*call)
	inner  bool               // it changes nothing itself: what counts is what its handler runs
	wraps  bool               // it only starts others, even where it counts as a writer
	prints func(*call) string // what it writes to standard output, nil if not known
}

// simple judges a simple command: assignments, then the program.
func (e *eval) simple(st *state, c *syntax.CallExpr) {
	at := spanOf(c)
	place := 0
	if len(c.Args) > 0 {
		place = e.list.keep()
	}
	fields := e.fields(st, c.Args)
	if len(fields) == 0 {
		for _, a := range c.Assigns {
			e.assignment(st, a, false)
		}
		return
	}
	defer e.prefix(st, c.Assigns)()
	e.list.kept = place
	e.run(st, fields, at)
	e.list.kept = 0
}

// prefix makes the assignments in front of a program, and gives the function that takes them back.
func (e *eval) prefix(st *state, assigns []*syntax.Assign) func() {
	if len(assigns) == 0 {
		return func() {}
	}
	type saved struct {
		name string
		v    variable
		ok   bool
	}
	var before []saved
	equipped, prefixed := st.equipped, st.prefixed
	for _, a := range assigns {
		if a.Name == nil {
			continue
		}
		v, ok := st.vars.get(a.Name.Value)
		before = append(before, saved{a.Name.Value, v, ok})
		e.assignment(st, a, true)
	}
	st.equipped, st.prefixed = equipped, true
	return func() {
		st.prefixed = prefixed
		for _, b := range before {
			if b.ok {
				st.vars.set(e, b.name, b.v)
			} else {
				st.vars.del(e, b.name)
			}
		}
	}
}

// run judges the program that fields name, with its arguments.
func (e *eval) run(st *state, fields []field, at span) {
	if len(fields) == 0 || !e.step(at) {
		return
	}
	name := fields[0].text
	switch {
	case name == "":
		return
	case !constant(name):
		e.unknown(st, fields, at)
		return
	}
	if text, ok := st.aliases.get(name); ok && !fields[0].quoted && !e.expanding[name] {
		e.alias(st, name, text, fields, at)
	}
	if body, ok := st.funcs.get(name); ok {
		e.function(st, body, fields, at)
		if _, known := e.g.programs[canonical(name)]; !known {
			return
		}
	}
	e.exec(st, fields, at)
}

// exec judges a program by its name, functions and aliases left aside.
func (e *eval) exec(st *state, fields []field, at span) {
	if len(fields) == 0 || !e.step(at) {
		return
	}
	name := fields[0].text
	switch {
	case name == "":
		return
	case !constant(name):
		e.unknown(st, fields, at)
		return
	}
	if name == "--" {
		e.exec(st, fields[1:], at) // what "time -- program" leaves
		return
	}
	e.searched(st, fields, at)
	if strings.Contains(name, "/") {
		for _, p := range e.resolve(st, name) {
			if text, ok := st.files.get(p); ok {
				e.script(st, text, fields, at)
			}
			name = p // a link that the command made is followed
		}
	}
	e.dispatch(&call{
		e: e, st: st, name: canonical(name), path: fields[0].text, args: fields[1:], at: at,
	}, fields[0])
}

// searched judges a script that the command wrote into a directory of its own search path.
func (e *eval) searched(st *state, fields []field, at span) {
	v, ok := st.vars.get("PATH")
	if !ok || strings.Contains(fields[0].text, "/") || len(st.files.all()) == 0 {
		return
	}
	for _, value := range v.alts {
		for dir := range strings.SplitSeq(value, ":") {
			for _, p := range e.resolve(st, dir+"/"+fields[0].text) {
				if text, ok := st.files.get(p); ok && !opaque(p) {
					e.script(st, text, fields, at)
				}
			}
		}
	}
}

// dispatch hands a call to the handler of its program.
func (e *eval) dispatch(c *call, first field) {
	for i := range len(c.path) {
		if c.path[i] >= 0x80 {
			e.report(ruleLetters, first.at, c.path)
			break
		}
	}
	p, known := e.g.programs[c.name]
	e.listed(c, first, p, func() {
		switch {
		case known:
			p.run(c)
		case !c.onlyReads():
			c.stranger()
		}
		if rule, ok := argRules[c.name]; ok {
			rule.judge(c)
		}
		if words, ok := publishers[c.name]; ok {
			c.publishes(words)
		}
		if !p.inner && e.reads && !c.onlyReads() {
			e.reads = false
		}
	})
	c.secrets()
	if c.st.out != nil {
		c.st.out.keys = c.st.out.keys || c.printsKeys()
	}
	if c.st.out == nil || p.inner && p.prints == nil {
		return
	}
	if p.prints == nil {
		c.st.out.print(taint(c.st.in))
		return
	}
	c.st.out.print(p.prints(c))
	c.st.out.loose = c.st.out.loose || !c.printsExactly()
}

// stranger judges a program that is not in the table: it likely writes what "-o" names, and may run
// what stands behind "--". Of that, only a denial counts.
func (c *call) stranger() {
	opts, _ := grammar{short: "o", long: "output out"}.options(c.args)
	for _, o := range opts {
		if o.has && (o.name == "o" || o.name == "output" || o.name == "out") && o.value.text != "" {
			c.write(o.value)
		}
	}
	for i, f := range c.args {
		if f.text == "--" && i+1 < len(c.args) {
			c.inside(func() { c.onlyDenials(func() { c.e.exec(c.st.fork(), c.args[i+1:], c.at) }) })
			return
		}
	}
}

// secrets asks where an argument names a file of keys or passwords.
func (c *call) secrets() {
	for _, f := range c.args {
		text := strings.TrimPrefix(f.text, "@")
		if _, value, ok := strings.Cut(text, "="); ok {
			text = value
		}
		if len(text) > 2 && text[0] == '-' && text[2] == '/' {
			text = text[2:]
		}
		if strings.HasPrefix(text, "/") {
			c.e.secret(clean(text), f)
			continue
		}
		for _, dir := range c.st.dirs {
			if !under(dir, c.e.g.places.workspace) {
				c.e.secret(clean(dir+"/"+text), f)
			}
		}
	}
}

// canonical is the name under which a program stands in the table: case and versions do not matter,
// because file systems may ignore case and "python3.12" is python.
func canonical(name string) string {
	name = strings.TrimSuffix(strings.ToLower(path.Base(name)), ".exe")
	switch {
	case strings.HasPrefix(name, "mkfs."):
		return "mkfs"
	case strings.HasPrefix(name, "ld-") && strings.Contains(name, ".so"):
		return "ld.so"
	}
	for _, family := range versioned {
		if rest, ok := strings.CutPrefix(name, family); ok && strings.Trim(rest, "0123456789.-") == "" {
			return family
		}
	}
	return name
}

// versioned programs are installed with a version behind their name.
var versioned = []string{
	"python", "pypy", "perl", "ruby", "lua", "php", "node", "nodejs", "pip", "bash", "zsh", "ksh", "go",
	"awk", "gawk", "tclsh", "iptables", "ip6tables",
}

// function judges a call of a function. One that calls itself is not walked again. If it does so in
// the background, or in a pipeline outside of any loop, it is a fork bomb; a pipeline in a loop is how
// one walks a tree.
func (e *eval) function(st *state, body *syntax.Stmt, fields []field, at span) {
	if slices.Contains(e.calling, body) {
		if e.jobs > 0 || e.pipelines > 0 && e.loops == 0 {
			e.report(ruleForkBomb, at, "")
		}
		e.list.lost() // its arguments may change from call to call
		st.out.print(markAny)
		return
	}
	if !e.enter(at) {
		return
	}
	defer e.leave()
	args, unknown, loose := st.args, st.argsAny, st.argsLoose
	pipelines, jobs, loops := e.pipelines, e.jobs, e.loops
	st.setArgs(fields[1:])
	e.pipelines, e.jobs, e.loops = 0, 0, 0
	e.body(st, body)
	st.args, st.argsAny, st.argsLoose = args, unknown, loose
	e.pipelines, e.jobs, e.loops = pipelines, jobs, loops
}

func texts(fields []field) []string {
	out := make([]string, 0, len(fields))
	for _, f := range fields {
		out = append(out, f.text)
	}
	return out
}

// alias judges the text of an alias with the arguments behind it.
func (e *eval) alias(st *state, name, text string, fields []field, at span) {
	run := st.fork()
	run.setArgs(fields[1:])
	e.expanding[name] = true
	e.nested(run, text+` "$@"`, at)
	delete(e.expanding, name)
}
