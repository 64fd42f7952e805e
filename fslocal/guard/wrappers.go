package guard

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// wrapper makes the handler of a program that runs the program named by its operands, after skip of
// them that mean something else.
func wrapper(g grammar, skip int) func(*call) {
	g.stop = true
	return func(c *call) {
		_, rest := g.options(c.args)
		c.runOperands(rest, skip)
	}
}

func (c *call) runOperands(rest []field, skip int) {
	for skip > 0 && len(rest) > 0 && !rest[0].many {
		rest, skip = rest[1:], skip-1
	}
	if len(rest) > 0 {
		c.inside(func() { c.e.exec(c.st, rest, c.at) })
	}
}

// inside runs f one level deeper.
func (c *call) inside(f func()) {
	if c.e.enter(c.at) {
		f()
		c.e.leave()
	}
}

// elsewhere is inside for a program that is part of what the call itself is, because it runs on
// another machine or out of a package: it is judged, but not listed.
func (c *call) elsewhere(f func()) {
	c.inside(func() { c.e.list.unlisted(f) })
}

// env sets variables and runs a program; -S splits a text into program and arguments.
func (c *call) env() {
	g := grammar{short: "uCSP", long: "unset chdir split-string block-signal default-signal ignore-signal", stop: true}
	opts, rest := g.options(c.args)
	run := c.st.fork()
	run.funcs = table[*syntax.Stmt]{}
	run.equipped = run.equipped || len(opts) > 0
	for _, o := range opts {
		switch {
		case o.name == "i" || o.name == "u" || strings.HasPrefix(o.name, "ignore-e") || strings.HasPrefix(o.name, "un"):
			c.e.reads = false // readers rely on variables that are set for them
		case o.name == "C" || strings.HasPrefix(o.name, "ch"):
			run.dirs = c.e.resolve(run, o.value.text)
		case o.name == "S" || strings.HasPrefix(o.name, "sp"):
			c.inside(func() { c.e.nested(run, o.value.text+` "$@"`, c.at) })
			words := strings.Fields(o.value.text)
			split := make([]field, 0, len(words)+len(rest))
			for _, w := range words {
				split = append(split, field{text: w, at: c.at, quoted: true})
			}
			rest = append(split, rest...)
		}
	}
	for len(rest) > 0 && assignmentLike(rest[0].text) {
		name, value, _ := strings.Cut(rest[0].text, "=")
		c.e.store(run, name, variable{alts: []string{value}, exported: true})
		rest = rest[1:]
	}
	if len(rest) > 0 && (rest[0].text == "-" || rest[0].text == "--") {
		c.e.reads = c.e.reads && rest[0].text == "--"
		rest = rest[1:]
	}
	switch {
	case len(rest) > 0:
		c.inside(func() { c.e.exec(run, rest, c.at) })
	case len(opts) == 0 && len(c.args) == 0:
		c.st.out.print(markAny)
	}
	c.st.keepFiles(c.e, run)
}

// assignmentLike tells whether a word is NAME=value.
func assignmentLike(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/-") && constant(name)
}

// command is the builtin: with -v or -V it only tells where a program is.
func (c *call) command() {
	opts, rest := grammar{stop: true}.options(c.args)
	if has(opts, "v", "V") {
		c.st.out.print(locations(rest))
		return
	}
	c.runOperands(rest, 0)
}

// execBuiltin replaces the shell by a program.
func (c *call) execBuiltin() {
	opts, rest := grammar{short: "a", stop: true}.options(c.args)
	if len(rest) == 0 {
		return
	}
	c.e.reads = c.e.reads && !has(opts, "c")
	c.runOperands(rest, 0)
	c.st.left = leavesShell
}

// timeProgram is /usr/bin/time, which can write its figures to a file.
func (c *call) timeProgram() {
	opts, rest := grammar{short: "of", long: "output format", stop: true}.options(c.args)
	if o, ok := find(opts, "o", "output"); ok {
		c.e.writePath(c.st, o.value)
	}
	c.runOperands(rest, 0)
}

// nohup leaves a file behind when nobody redirects its output.
func (c *call) nohup() {
	c.e.reads = false
	c.runOperands(dropDashes(c.args), 0)
}

// shellWords runs its operands as one shell text, as watch and su -c do.
func shellWords(g grammar) func(*call) {
	g.stop = true
	return func(c *call) {
		_, rest := g.options(c.args)
		c.e.reads = false
		c.inside(func() { c.e.nested(c.st.child(c.e), strings.Join(texts(rest), " "), c.at) })
	}
}

// scriptProgram is the program script: -c takes a shell text, the operand is the file it records to.
func (c *call) scriptProgram() {
	opts, rest := grammar{short: "cIOBmToE", long: "command log-in log-out log-io", stop: true}.options(c.args)
	c.e.reads = false
	for _, o := range opts {
		if o.name == "c" || o.name == "command" {
			c.e.nested(c.st.child(c.e), o.value.text, c.at)
		}
	}
	if len(rest) > 0 {
		c.e.writePath(c.st, rest[0])
		c.runOperands(rest[1:], 0)
	}
}

// scheduler is at, batch and their like: they run standard input later.
func (c *call) scheduler() {
	opts, _ := grammar{short: "fqt", long: "file"}.options(c.args)
	if has(opts, "l", "c") {
		return
	}
	c.e.report(ruleSchedule, c.at, c.name)
	if o, ok := find(opts, "f"); ok {
		c.e.script(c.st, c.e.readFile(c.st, o.value), []field{o.value}, c.at)
		return
	}
	c.shellInput(c.st.child(c.e), c.st.in)
}

// busybox runs one of its own tools; without one it lists them.
func (c *call) busybox() {
	if len(c.args) > 0 && !isFlag(c.args[0]) {
		c.inside(func() { c.e.exec(c.st, c.args, c.at) })
	}
}
