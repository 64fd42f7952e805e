package guard

import (
	"slices"
	"strings"
)

// read gives variables lines of the input. As it may stand in a loop, every line is an alternative.
func (c *call) read() {
	g := grammar{short: "adinNptu"}
	opts, names := g.options(c.args)
	input := c.st.in
	for _, o := range opts {
		if o.name == "u" {
			input = markAny
			if text, ok := c.st.fds.get(o.value.text); ok {
				input = text
			}
		}
		if o.name == "a" {
			c.e.store(c.st, o.value.text, variable{array: true, elems: strings.Fields(input), loose: true})
		}
	}
	if len(names) == 0 {
		names = []field{{text: "REPLY"}}
	}
	lines := inputLines(input)
	for i, n := range names {
		c.e.hiddenCode(c.st, n.text, n.at)
		alts := []string{}
		for _, l := range lines {
			alts = unite(alts, []string{column(l, i, i == len(names)-1, c.e.ifs(c.st))}, markAny)
		}
		c.e.store(c.st, n.text, variable{alts: alts, loose: true})
	}
}

// inputLines gives the lines of a text, or unknown text for what cannot be told.
func inputLines(input string) []string {
	if hasAny(input, markEvery) {
		return []string{markEvery}
	}
	if hasAny(input, markAny, markFile) {
		return []string{taint(input)}
	}
	lines := strings.Split(strings.TrimRight(input, "\n"), "\n")
	if len(lines) > maxAlternatives {
		return []string{taint(input)}
	}
	return lines
}

// column is the i-th word of a line, or all from it on.
func column(line string, i int, rest bool, ifs string) string {
	line = strings.Trim(line, ifs)
	for ; i > 0; i-- {
		n := strings.IndexAny(line, ifs)
		if n < 0 {
			return ""
		}
		line = strings.TrimLeft(line[n:], ifs)
	}
	if n := strings.IndexAny(line, ifs); n >= 0 && !rest && ifs != "" {
		return line[:n]
	}
	return line
}

// mapfile reads lines into an array.
func (c *call) mapfile() {
	opts, names := grammar{short: "CcdnOsu"}.options(c.args)
	for _, o := range opts {
		if o.name == "C" {
			c.e.nested(c.st.fork(), o.value.text, c.at)
		}
	}
	name := "MAPFILE"
	if len(names) > 0 {
		name = names[0].text
	}
	c.e.store(c.st, name, variable{array: true, elems: inputLines(c.st.in), loose: true})
}

// printfBuiltin can set a variable.
func (c *call) printfBuiltin() {
	if len(c.args) > 2 && c.args[0].text == "-v" {
		c.e.hiddenCode(c.st, c.args[1].text, c.args[1].at)
		c.e.loose = slices.ContainsFunc(c.args, unsure) || !plainFormat(c.args[2].text)
		c.e.assign(c.st, c.args[1].text, format(texts(c.args[2:])))
	}
}

// declareCommand is declare and its like behind command or builtin, where the parser sees words.
func (c *call) declareCommand() {
	exported := c.name == "export"
	for _, f := range c.args {
		if isFlag(f) {
			exported = exported || strings.Contains(f.text, "x")
			continue
		}
		c.e.declareText(c.st, f, exported)
	}
}

// takesSetting notes that a variable is touched which readers rely on: the settings of git that keep
// the programs of a repository from running are set for them in the environment.
func (e *eval) takesSetting(name string) {
	if strings.HasPrefix(name, "GIT_") || opaque(name) {
		e.reads = false
	}
}

// let evaluates its arguments as arithmetic.
func (c *call) let() {
	for _, f := range c.args {
		c.e.hiddenCode(c.st, f.text, f.at)
		if name, _, ok := strings.Cut(f.text, "="); ok {
			c.e.assign(c.st, strings.TrimRight(name, "+-*/%&|^<> "), markName)
		}
	}
}

// subscripts judges code in array subscripts, which several builtins expand.
func (c *call) subscripts() {
	for _, f := range c.args {
		c.e.hiddenCode(c.st, f.text, f.at)
	}
	if c.name == "getopts" || slices.ContainsFunc(c.args, func(f field) bool { return f.text == "-p" }) {
		c.e.list.lost() // it sets variables
	}
}

// testProgram is test and "[": only file tests read, and nothing is written.
func (c *call) testProgram() {
	for i, f := range c.args {
		if f.text == "-v" && i+1 < len(c.args) {
			c.e.hiddenCode(c.st, c.args[i+1].text, f.at)
		}
	}
}

func (c *call) unset() {
	for _, f := range c.args {
		c.e.hiddenCode(c.st, f.text, f.at)
		if isFlag(f) {
			continue
		}
		c.e.takesSetting(f.text)
		c.st.equips(f.text, false)
		c.st.vars.set(c.e, f.text, variable{})
		c.st.funcs.del(c.e, f.text)
	}
}
