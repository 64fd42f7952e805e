package guard

import (
	"slices"
	"strings"
)

// findParts splits the arguments of find into starting points and the expression.
func findParts(args []field) (starts, expression []field) {
	i := 0
	for i < len(args) {
		switch text := args[i].text; {
		case text == "-H" || text == "-L" || text == "-P" || strings.HasPrefix(text, "-O"):
			i++
		case text == "-D":
			i += 2
		case strings.HasPrefix(text, "-") && text != "-" || text == "(" || text == "!":
			return starts, args[i:]
		default:
			starts = append(starts, args[i])
			i++
		}
	}
	return starts, nil
}

// filtered tells whether the expression picks files by a name that is not simply everything.
func filtered(expression []field) bool {
	for i, t := range expression {
		switch t.text {
		case "-o", "-or", "!", "-not", ",":
			return false
		case "-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex":
			if i+1 < len(expression) && strings.Trim(expression[i+1].text, "*?./[]") != "" && constant(expression[i+1].text) {
				return true
			}
		}
	}
	return false
}

// find deletes with -delete, writes with -fprint and runs programs with -exec.
func (c *call) find() {
	starts, tests := findParts(c.args)
	if len(starts) == 0 {
		starts = []field{{text: ".", at: c.at}}
	}
	for _, s := range starts {
		c.e.readPath(c.st, s)
		c.e.reads = c.e.reads && c.staysInside(s, true)
	}
	narrow := filtered(tests)
	for i, t := range tests {
		switch t.text {
		case "-delete":
			c.found(starts, narrow, func(f field) { c.destroy(f) })
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			if i+1 < len(tests) {
				c.write(tests[i+1])
			}
		case "-exec", "-execdir", "-ok", "-okdir":
			words := findCommand(tests[i+1:])
			c.found(starts, narrow, func(f field) {
				run := c.st.fork()
				run.in = ""
				if strings.HasSuffix(t.text, "dir") {
					run.dirs = []string{markDir}
				}
				c.inside(func() { c.e.exec(run, fill(words, "{}", []field{f}), c.at) })
			})
		}
	}
}

// findCommand gives the words of an -exec up to its end.
func findCommand(tests []field) []field {
	end := slices.IndexFunc(tests, func(f field) bool { return f.text == ";" })
	for i := 1; i < len(tests) && (end < 0 || i < end); i++ {
		if tests[i].text == "+" && tests[i-1].text == "{}" {
			return tests[:i]
		}
	}
	if end < 0 {
		return tests
	}
	return tests[:end]
}

// found calls f with what find may find: something below each starting point and, without a filter
// by name, the starting point itself. A filter does not help at the root of the file system.
func (c *call) found(starts []field, narrow bool, f func(field)) {
	for _, s := range starts {
		below := s
		below.text = strings.TrimSuffix(s.text, "/") + "/" + markBelow
		if s.text == "" {
			below.text = markBelow
		}
		f(below)
		if !narrow {
			f(s)
		}
	}
}

// fd is find for everyday use: -x and -X run programs.
func (c *call) fd() {
	for i, a := range c.args {
		switch a.text {
		case "-x", "-X", "--exec", "--exec-batch":
			words := findCommand(c.args[i+1:])
			if len(words) > 0 && !strings.Contains(strings.Join(texts(words), " "), "{") {
				words = append(slices.Clone(words), field{text: "{}", at: a.at})
			}
			c.inside(func() {
				c.e.exec(c.st.fork(), fill(words, "{}", []field{{text: markBelow, at: a.at}}), c.at)
			})
			return
		}
	}
}

// ripgrep runs a program on each file with --pre.
func (c *call) ripgrep() {
	opts, _ := grammar{short: "efgtTmABCEjMr", long: "pre pre-glob regexp file glob type hostname-bin"}.options(c.args)
	for _, o := range opts {
		if o.name == "pre" || o.name == "hostname-bin" {
			c.inside(func() { c.e.nested(c.st.child(c.e), o.value.text, c.at) })
		}
	}
}
