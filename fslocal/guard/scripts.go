package guard

import (
	"path"
	"strings"
)

// script judges running text as a script file, in a shell process of its own.
func (e *eval) script(st *state, text string, fields []field, at span) {
	e.reads = false
	if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "#!") && !shellLine(first) {
		if name := canonical(interpreter(first)); codeLanguages[name] {
			c := &call{e: e, st: st.child(e), name: name, at: at}
			c.code(text)
		}
		return
	}
	if text == markFile {
		return
	}
	run := st.child(e)
	run.name = fields[0].text
	run.setArgs(fields[1:])
	e.nested(run, known(text), at)
}

// known leaves out the part of a script that was in the file before the command.
func known(text string) string { return strings.ReplaceAll(text, markFile, "\n") }

func shellLine(line string) bool { return shells[canonical(interpreter(line))] }

// interpreter is the program that a "#!" line names.
func interpreter(line string) string {
	for w := range strings.FieldsSeq(strings.TrimPrefix(line, "#!")) {
		if base := path.Base(w); base != "env" && !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			return base
		}
	}
	return "sh"
}

// sourceFile judges running a file in the current shell.
func (e *eval) sourceFile(st *state, f field) {
	e.reads = false
	switch {
	case hasAny(f.text, markRemote):
		e.report(ruleRemote, f.at, f.text)
		return
	case opaque(path.Base(f.text)):
		e.report(ruleShell, f.at, f.text)
		return
	}
	text := e.readFile(st, f)
	if text != "" {
		e.list.lost()
	}
	if text == markFile {
		return
	}
	e.nested(st, known(text), f.at)
}

// shellInput judges text that a shell reads from its standard input.
func (c *call) shellInput(st *state, text string) {
	c.e.reads = false
	c.readsProgram()
	if c.st.loose {
		c.e.list.lost()
	}
	if text == markFile {
		return
	}
	c.e.nested(st, known(text), c.at)
}

// shell is sh, bash and their relatives: a text after -c, a script file, or standard input.
func (c *call) shell() {
	run := c.st.child(c.e)
	run.posix = c.name != "bash"
	c.startFiles(run)
	command, rest := false, c.args
	for len(rest) > 0 {
		arg := rest[0].text
		if arg == "--" || arg == "-" {
			rest = rest[1:]
			break
		}
		if len(arg) < 2 || arg[0] != '-' && arg[0] != '+' {
			break
		}
		rest = rest[1:]
		if !constant(arg) {
			c.e.report(ruleShell, c.at, arg)
		}
		switch {
		case arg == "--rcfile" || arg == "--init-file":
			if len(rest) > 0 {
				c.e.sourceFile(run.fork(), rest[0])
				rest = rest[1:]
			}
		case strings.HasPrefix(arg, "--"):
			_, file, ok := strings.Cut(arg, "=")
			if ok && (strings.HasPrefix(arg, "--rcfile") || strings.HasPrefix(arg, "--init-file")) {
				c.e.sourceFile(run.fork(), field{text: file, at: c.at})
			}
			command = command || arg == "--command"
		default:
			if strings.Contains(arg, "i") && arg[0] == '-' && !strings.Contains(arg, "c") && c.st.out != nil && len(rest) == 0 {
				c.e.report(ruleRemote, c.at, c.path+" "+arg) // a shell that another program talks to
			}
			command = command || arg[0] == '-' && strings.Contains(arg, "c")
			run.errexit = run.errexit || strings.Contains(arg, "e")
			if last := arg[len(arg)-1]; (last == 'o' || last == 'O') && len(rest) > 0 {
				rest = rest[1:]
			}
			if strings.HasSuffix(arg, "s") && arg[0] == '-' && !command {
				run.setArgs(rest)
				c.shellInput(run, c.st.in)
				return
			}
		}
	}
	c.shellOperands(run, command, rest)
}

// startFiles judges the file that a new shell runs first, where the command wrote it before.
func (c *call) startFiles(run *state) {
	for _, name := range []string{"BASH_ENV", "ENV"} {
		v, ok := run.vars.get(name)
		if !ok || len(run.files.all()) == 0 {
			continue
		}
		for _, file := range v.alts {
			if file != "" {
				c.e.sourceFile(run.fork(), field{text: file, at: c.at})
			}
		}
	}
}

func (c *call) shellOperands(run *state, command bool, rest []field) {
	switch {
	case command && len(rest) > 0:
		if len(rest) > 1 {
			run.name = rest[1].text
			run.setArgs(rest[2:])
		}
		c.e.nested(run, rest[0].text, rest[0].at)
	case command:
	case len(rest) == 0:
		c.shellInput(run, c.st.in)
	case rest[0].many && rest[0].text == markAny:
		c.e.report(ruleShell, c.at, rest[0].text)
	case hasAny(rest[0].text, markRemote):
		c.e.report(ruleRemote, c.at, rest[0].text)
	case opaque(path.Base(rest[0].text)):
		c.e.report(ruleShell, c.at, rest[0].text)
	default:
		text := c.e.readFile(c.st, rest[0])
		c.e.script(c.st, text, rest, c.at)
	}
}

// eval joins its arguments with blanks and runs them in the current shell.
func (c *call) eval() {
	c.e.nested(c.st, strings.Join(texts(dropDashes(c.args)), " "), c.at)
}

func dropDashes(args []field) []field {
	if len(args) > 0 && args[0].text == "--" {
		return args[1:]
	}
	return args
}

// dot is "." and source.
func (c *call) dot() {
	args := dropDashes(c.args)
	if len(args) == 0 {
		return
	}
	if len(args) > 1 {
		before, unknown, loose := c.st.args, c.st.argsAny, c.st.argsLoose
		c.st.setArgs(args[1:])
		defer func() { c.st.args, c.st.argsAny, c.st.argsLoose = before, unknown, loose }()
	}
	c.e.sourceFile(c.st, args[0])
}

// trap keeps its text for the end of the walk.
func (c *call) trap() {
	args := dropDashes(c.args)
	if len(args) < 2 || strings.HasPrefix(args[0].text, "-") {
		return
	}
	c.e.traps = append(c.e.traps, trap{args[0].text, c.st, args[0].at})
}
