package guard

import (
	"slices"
	"strings"
)

// interpreterCall judges the code after -c, -e and the like, and code on standard input.
func (c *call) interpreterCall() {
	g := codeGrammar(c.name)
	args := slices.Clone(c.args)
	for i := range args {
		if args[i].text == "-pe" && (c.name == "node" || c.name == "nodejs" || c.name == "bun") {
			args[i].text = "-e"
		}
	}
	opts, rest := g.options(args)
	given := false
	for _, o := range opts {
		o.name = optionName(c.name, o.name)
		if o.name == "encodedcommand" {
			c.e.report(ruleCoded, c.at, c.name)
		}
		if o.has && codeOption(c.name, o.name) {
			given = true
			c.code(o.value.text)
			if words, _ := codeWords(lexCode(o.value.text, c.name)); containsAny(words, runWords) {
				c.inside(func() { c.onlyDenials(func() { c.e.exec(c.st.fork(), rest, c.at) }) })
			}
		}
		if o.name == "i" && c.name == "perl" || o.name == "i" && c.name == "ruby" {
			for _, f := range rest {
				c.write(f)
			}
		}
	}
	if given || has(opts, "m") || has(opts, "version", "V", "v", "help", "h") && len(rest) == 0 {
		return
	}
	if c.name == "deno" && len(rest) > 1 && rest[0].text == "eval" {
		c.code(rest[1].text)
		return
	}
	if len(rest) == 0 || rest[0].text == "-" || rest[0].text == "/dev/stdin" {
		c.readsProgram()
		if c.st.in != markFile {
			c.code(known(c.st.in))
		}
		return
	}
	c.codeFile(rest[0])
}

// codeFile judges a file of code that the command itself wrote.
func (c *call) codeFile(f field) {
	switch {
	case hasAny(f.text, markRemote):
		c.e.report(ruleRemote, c.at, c.name)
		return
	case f.text == markAny && f.many:
		c.e.report(ruleCode, c.at, c.name)
		return
	}
	if text := c.e.readFile(c.st, f); text != markFile {
		c.code(known(text))
	}
}

func codeGrammar(name string) grammar {
	switch name {
	case "perl", "ruby":
		return grammar{short: "eEIMmrC", stop: true}
	case "node", "nodejs", "bun", "deno":
		return grammar{short: "epr", long: "eval print require import", stop: true}
	case "php":
		return grammar{short: "rcdzBRF", stop: true}
	case "lua", "luajit", "osascript", "julia", "rscript", "groovy", "swift", "elixir":
		return grammar{short: "elE", long: "eval", stop: true}
	case "pwsh", "powershell":
		return grammar{long: "command Command c C encodedcommand EncodedCommand enc ec e file File", plain: true}
	}
	return grammar{short: "cmWX", stop: true}
}

func codeOption(language, option string) bool {
	switch language {
	case "python", "pypy", "tclsh", "expect", "guile":
		return option == "c"
	case "php":
		return option == "r" || option == "B" || option == "R"
	case "pwsh", "powershell":
		return option == "command"
	}
	return option == "e" || option == "E" || option == "p" || option == "eval" || option == "print"
}

// code judges a text in a programming language by its words and strings. It is denied when it starts
// programs and one of its strings would be denied as a shell command, or when it deletes or writes
// and one of its strings is a path that must stay. What starts programs otherwise asks.
func (c *call) code(text string) {
	switch {
	case hasAny(text, markRemote):
		c.e.report(ruleRemote, c.at, c.name)
		return
	case hasAny(text, markCoded):
		c.e.report(ruleCoded, c.at, c.name)
		return
	case strings.TrimSpace(text) == "":
		return
	case text == "-":
		c.readsProgram()
		c.code(known(c.st.in))
		return
	case opaque(text):
		c.e.report(ruleCode, c.at, c.name)
	}
	tokens := lexCode(text, c.name)
	c.e.steps += len(tokens)
	words, strs := codeWords(tokens)
	if c.name == "php" {
		words = append(words, strs...) // a string can name the function to call
	}
	if slices.Contains(words, "fork") && (slices.Contains(words, "while") || slices.Contains(words, "loop") || slices.Contains(words, "for")) {
		c.e.report(ruleForkBomb, c.at, "")
	}
	runs, destroys := containsAny(words, runWords), destroysFiles(words, strs)
	c.readsSecrets(text, strs)
	runs = c.opensPipes(words, strs) || runs
	if c.backquoted(text) {
		runs = true
	}
	if runs {
		c.judgeStrings(strs)
	}
	if destroys {
		for i, t := range tokens {
			if t.string && !onlyRead(tokens, i) {
				c.judgePath(strings.TrimLeft(t.text, "+<> "))
			}
		}
		if containsAny(words, treeWords) && namesHome(words, strs) {
			c.e.report(ruleCode, c.at, c.name)
		}
	}
	evals := containsAny(words, evalWords) || strings.HasPrefix(c.name, "py") && slices.Contains(words, "exec")
	fetched := slices.ContainsFunc(strs, func(s string) bool { return strings.Contains(s, "http://") || strings.Contains(s, "https://") })
	switch {
	case evals && fetched,
		(evals || runs && opensProcess(words)) && hasAny(c.st.in, markRemote) && containsAny(words, []string{"stdin", "gets", "read"}),
		runs && slices.Contains(words, "socket") && (slices.Contains(words, "dup2") || slices.ContainsFunc(strs, func(s string) bool { return runsShell(s) })):
		c.e.report(ruleRemote, c.at, c.name)
	}
	if runs && opensProcess(words) || evals && (obscure(words) || obscure(strs)) {
		c.e.report(ruleCode, c.at, c.name)
	}
	switch c.name {
	case "expect", "tclsh":
		for l := range strings.SplitSeq(text, "\n") {
			_, command, _ := strings.Cut(strings.TrimSpace(l), " ")
			c.tryShell(command)
		}
	case "osascript":
		c.appleScript(strings.ToLower(text))
	case "pwsh", "powershell":
		c.powerShell(text)
	}
}

// readsSecrets asks where a string is the path of keys, or the text may put one together.
func (c *call) readsSecrets(text string, strs []string) {
	for _, s := range strs {
		if rest, ok := strings.CutPrefix(s, "~/"); ok {
			s = c.e.g.places.home + "/" + rest
		}
		if strings.HasPrefix(s, "/") && len(s) < maxPath {
			c.e.secret(clean(s), field{text: s, at: c.at})
		}
	}
	if strings.Contains(text, "/proc/") && (strings.Contains(text, "environ") || strings.Contains(text, "/mem")) {
		c.e.report(ruleSecret, c.at, "/proc")
	}
}

// opensPipes judges names of files that are commands: perl, ruby and tcl run what stands beside a bar.
func (c *call) opensPipes(words, strs []string) bool {
	if !slices.Contains([]string{"perl", "ruby", "tclsh", "expect"}, c.name) || !slices.Contains(words, "open") {
		return false
	}
	pipes := false
	for _, s := range strs {
		if bare := strings.Trim(s, "|- "); strings.HasPrefix(s, "|") || strings.HasSuffix(s, "|") || s == "-|" {
			pipes = true
			c.tryShell(bare)
		}
	}
	if pipes {
		c.e.report(ruleCode, c.at, c.name)
	}
	return pipes
}

// backquoted tells whether the language runs text between backquotes.
func (c *call) backquoted(text string) bool {
	switch c.name {
	case "perl", "ruby", "php":
		return strings.Contains(text, "`") || strings.Contains(text, "qx") || strings.Contains(text, "%x")
	}
	return false
}

// judgeStrings judges every string as a shell command, and all of them as the words of one.
func (c *call) judgeStrings(strs []string) {
	fields := make([]field, 0, len(strs))
	for i, s := range strs {
		if i >= maxLines {
			break
		}
		fields = append(fields, field{text: s, at: c.at, quoted: true})
		c.tryShell(s)
	}
	if len(strs) > 1 && len(strs) < maxLines {
		c.tryShell(strings.Join(strs, ""))
	}
	for i := range fields {
		if _, known := c.e.g.programs[canonical(fields[i].text)]; known {
			c.inside(func() { c.onlyDenials(func() { c.e.exec(c.st.fork(), fields[i:], c.at) }) })
		}
	}
}

// tryShell judges a string that may be a shell command. It may as well be prose, so only denials
// count.
func (c *call) tryShell(s string) {
	if strings.TrimSpace(s) == "" || opaque(s) {
		return
	}
	c.onlyDenials(func() { c.e.nested(c.st.child(c.e), s, c.at) })
}

// onlyDenials runs f and forgets what it found unless it is a denial of something dangerous.
func (c *call) onlyDenials(f func()) {
	before := c.e.worst
	c.e.worst = finding{}
	c.e.list.unlisted(f)
	found := c.e.worst
	c.e.worst = before
	if severity(found.decision) > severity(before.decision) && severity(found.decision) == 3 && found.rule != ruleParse {
		c.e.worst = found
	}
}

// judgePath judges a string as the path of something destroyed, if it looks like an absolute path
// that must stay.
func (c *call) judgePath(s string) {
	if rest, ok := strings.CutPrefix(s, "~"); ok && (rest == "" || rest[0] == '/') {
		s = c.e.g.places.home + rest
	}
	if !strings.HasPrefix(s, "/") || strings.ContainsAny(s, " \n") {
		return
	}
	s = strings.NewReplacer("**", markStar, "*", markStar, "?", markOne).Replace(s)
	f := field{text: s, at: c.at}
	for _, p := range c.e.resolve(c.st, s) {
		if c.e.g.places.of(p).stays() {
			c.e.destroyed(p, f)
		}
	}
}
