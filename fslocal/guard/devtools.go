package guard

import (
	"slices"
	"strings"
)

// makeProgram is make: SHELL and --eval bring shell text with them.
func (c *call) makeProgram() {
	opts, rest := grammar{short: "fCIjloEW", long: "file makefile directory eval include-dir jobs"}.options(c.args)
	for _, o := range opts {
		switch o.name {
		case "E", "eval":
			c.e.hiddenCode(c.st, strings.NewReplacer("$(shell ", "$(").Replace(o.value.text), c.at)
		case "f", "file", "makefile":
			text := c.st.in
			if o.value.text == "-" {
				c.readsProgram()
			} else {
				text = c.e.readFile(c.st, o.value)
			}
			c.makefile(text)
		}
	}
	for _, f := range rest {
		if value, ok := strings.CutPrefix(f.text, "SHELL="); ok {
			c.e.nested(c.st.child(c.e), value, c.at)
		}
	}
	for _, name := range []string{"Makefile", "makefile", "GNUmakefile"} {
		for _, p := range c.e.resolve(c.st, name) {
			if text, ok := c.st.files.get(p); ok {
				c.makefile(text)
			}
		}
	}
}

// makefile judges the recipes of a makefile that the command itself brought along.
func (c *call) makefile(text string) {
	switch {
	case text == markFile:
		return
	case hasAny(text, markRemote):
		c.e.report(ruleRemote, c.at, c.name)
		return
	}
	for i, l := range strings.Split(known(text), "\n") {
		if i > 10*maxLines {
			return
		}
		_, inline, _ := strings.Cut(l, ";")
		if recipe, ok := strings.CutPrefix(l, "\t"); ok {
			inline = recipe
		}
		inline = strings.ReplaceAll(strings.TrimLeft(inline, "@-+ "), "$$", "$")
		c.onlyDenials(func() { c.e.nested(c.st.child(c.e), inline, c.at) })
	}
}

// editor runs commands given on its command line.
func (c *call) editor() {
	c.e.reads = false
	g := grammar{short: "cSusUTwWi", long: "cmd eval"}
	if c.name == "ex" || c.name == "ed" {
		g.short = "cp"
	}
	opts, rest := g.options(c.args)
	for _, o := range opts {
		c.editorCommand(o.value.text)
	}
	for _, f := range rest {
		if text, ok := strings.CutPrefix(f.text, "+"); ok {
			c.editorCommand(text)
			continue
		}
		c.write(f)
	}
	if c.name == "ed" || c.name == "ex" {
		c.readsProgram()
		for l := range strings.SplitSeq(c.st.in, "\n") {
			c.editorCommand(l)
		}
	}
}

// pager runs commands that stand behind a plus.
func (c *call) pager() {
	for _, f := range c.args {
		if strings.HasPrefix(f.text, "+") {
			c.editorCommand(f.text)
		}
	}
}

// editorCommand judges "!" commands of vi and ed, and those that write another file.
func (c *call) editorCommand(text string) {
	if words := strings.Fields(strings.TrimLeft(text, ":%,$0123456789")); len(words) == 2 && constant(text) {
		switch strings.TrimSuffix(words[0], "!") {
		case "w", "wq", "write", "saveas", "sav", "x", "W":
			c.write(field{text: words[1], at: c.at})
		}
	}
	if _, shell, ok := strings.Cut(text, "!"); ok {
		c.onlyDenials(func() { c.e.nested(c.st.child(c.e), shell, c.at) })
	}
	if strings.Contains(text, "system(") {
		c.judgeStrings([]string{strings.Trim(text[strings.Index(text, "system(")+7:], `'")`)})
	}
}

// packageScript judges text that npm and its like run: "exec -c", "npx -c".
func (c *call) packageScript() {
	opts, rest := grammar{short: "cp", long: "call package", stop: true}.options(c.args)
	for _, o := range opts {
		if (o.name == "c" || o.name == "call") && o.has {
			c.e.nested(c.st.child(c.e), o.value.text, c.at)
		}
	}
	if len(rest) == 0 {
		return
	}
	c.packageFile(rest)
	switch {
	case c.name == "npx" || c.name == "bunx":
		c.elsewhere(func() { c.e.exec(c.st, rest, c.at) })
	case rest[0].text == "exec" || rest[0].text == "x" || rest[0].text == "dlx":
		_, inner := grammar{short: "cp", long: "call package", stop: true}.options(rest[1:])
		c.elsewhere(func() { c.runOperands(inner, 0) })
	case len(rest) > 2 && rest[0].text == "config" && rest[1].text == "set" && strings.HasPrefix(rest[2].text, "script-shell"):
		c.e.report(ruleLoader, c.at, c.name+" config set script-shell")
	case slices.Contains([]string{"login", "adduser", "token", "owner", "access", "dist-tag"}, rest[0].text) && c.name != "yarn" || len(rest) > 1 && rest[0].text == "npm" && rest[1].text == "publish":
		c.e.report(rulePublish, c.at, c.name+" "+rest[0].text)
	case rest[0].text == "publish" || rest[0].text == "unpublish" || rest[0].text == "deprecate":
		if !slices.ContainsFunc(rest, dryRun) {
			c.e.report(rulePublish, c.at, c.name+" "+rest[0].text)
		}
	case slices.ContainsFunc(c.args, func(f field) bool { return f.text == "-g" || f.text == "--global" }):
		switch rest[0].text {
		case "install", "i", "add", "uninstall", "remove", "rm", "update", "link":
			c.e.report(rulePackages, c.at, c.name+" "+rest[0].text+" --global")
		}
	}
}

// packageFile judges the scripts of a package that the command itself brought along.
func (c *call) packageFile(rest []field) {
	if rest[0].text == "pkg" {
		for _, f := range rest[1:] {
			if key, text, ok := strings.Cut(f.text, "="); ok && strings.HasPrefix(key, "scripts.") {
				c.tryShell(text)
			}
		}
	}
	for _, p := range c.e.resolve(c.st, "package.json") {
		text, ok := c.st.files.get(p)
		if !ok || opaque(text) {
			continue
		}
		_, strs := codeWords(lexCode(text, "node"))
		c.judgeStrings(strs)
	}
}

// pip asks where it changes the packages of the system's own Python.
func (c *call) pip() {
	for _, f := range c.args {
		if f.text == "--break-system-packages" {
			c.e.report(rulePackages, c.at, "pip "+f.text)
		}
	}
}

// goProgram is the go tool: some of its flags and subcommands run other programs.
func (c *call) goProgram() {
	if len(c.args) > 2 && c.args[0].text == "env" && c.args[1].text == "-w" {
		for _, f := range c.args[2:] {
			key, value, _ := strings.Cut(f.text, "=")
			if key == "CC" || key == "CXX" || strings.Contains(value, "exec") {
				c.e.report(ruleLoader, c.at, "go env -w "+f.text)
			}
		}
	}
	for i, f := range c.args {
		name, value, given := strings.Cut(strings.TrimLeft(f.text, "-"), "=")
		if !isFlag(f) || name != "exec" && name != "toolexec" && name != "vettool" {
			continue
		}
		if !given && i+1 < len(c.args) {
			value = c.args[i+1].text
		}
		c.e.nested(c.st.child(c.e), value, c.at)
	}
}
