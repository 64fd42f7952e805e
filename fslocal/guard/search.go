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

// branch gives the part of an expression in front of the action at i: from the last "-o" outside of
// parentheses on.
func branch(expression []field, i int) []field {
	from, depth := 0, 0
	for j, t := range expression[:i] {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
		case "-o", "-or", ",":
			if depth == 0 {
				from = j + 1
			}
		}
	}
	return expression[from:i]
}

// leavesStart tells whether the expression never means the starting point itself.
func leavesStart(expression []field) bool {
	for i, t := range expression {
		if i+1 == len(expression) {
			return false
		}
		switch value := expression[i+1].text; {
		case t.text == "-mindepth" && number(value) && value != "0":
			return true
		case t.text == "-type" && len(value) == 1 && value != "d" && (i == 0 || expression[i-1].text != "!" && expression[i-1].text != "-not"):
			return true
		}
	}
	return false
}

// filtered tells whether the expression picks files by a name that is not simply everything, or those
// without content.
func filtered(expression []field) bool {
	for i, t := range expression {
		switch t.text {
		case "-empty":
			return true
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
	for i, t := range tests {
		switch t.text {
		case "-delete":
			c.found(starts, tests, i, func(f field) { c.destroy(f) })
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			if i+1 < len(tests) {
				c.write(tests[i+1])
			}
		case "-exec", "-execdir", "-ok", "-okdir":
			words := findCommand(tests[i+1:])
			c.showsKeys(starts, tests[:i])
			c.found(starts, tests, i, func(f field) {
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

// showsKeys asks where the programs that find starts get files of keys outside of the workspace.
func (c *call) showsKeys(starts, tests []field) {
	for i, t := range tests {
		if t.text != "-name" && t.text != "-iname" || i+1 == len(tests) || !keyFile(tests[i+1].text) {
			continue
		}
		for _, s := range starts {
			for _, p := range c.e.resolve(c.st, s.text) {
				if !c.e.g.places.inside(p) && c.e.g.places.of(p) != zoneTemp {
					c.e.report(ruleSecret, tests[i+1].at, tests[i+1].text)
				}
			}
		}
	}
}

// namesIn are the names without globs that an expression looks for, the first few of them.
func namesIn(expression []field) []string {
	var out []string
	for i, t := range expression {
		if len(out) < maxLines && t.text == "-name" && i+1 < len(expression) && constant(expression[i+1].text) && !strings.ContainsAny(expression[i+1].text, "*?[") {
			out = append(out, expression[i+1].text)
		}
	}
	return out
}

// found calls f with what the action at i of an expression gets: something below each starting point
// and, without a filter by name, the starting point itself or all that is in it. A filter does not help
// at the root of the file system.
func (c *call) found(starts, tests []field, i int, f func(field)) {
	c.e.steps += i >> 4
	narrow := filtered(branch(tests, i))
	inner := leavesStart(branch(tests, i)) || leavesStart(tests[:i]) && len(branch(tests, i)) == i
	for _, s := range starts {
		below := s
		below.text = strings.TrimSuffix(s.text, "/") + "/" + markBelow
		if s.text == "" {
			below.text = markBelow
		}
		f(below)
		for _, name := range namesIn(tests[:i]) {
			named := s
			named.text = strings.TrimSuffix(s.text, "/") + "/" + name
			f(named)
		}
		switch {
		case narrow:
		case inner:
			all := s
			all.text = strings.TrimSuffix(s.text, "/") + "/" + markStar
			f(all)
		default:
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
