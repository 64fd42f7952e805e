package guard

import (
	"slices"
	"strings"
)

// awk runs its first operand, or the file after -f, as a program.
func (c *call) awk() {
	opts, rest := grammar{short: "fFvEei", long: "file field-separator assign exec source include", stop: true}.options(c.args)
	program := ""
	file := false
	for _, o := range opts {
		switch o.name {
		case "f", "file", "E", "exec":
			file = true
			if text := c.e.readFile(c.st, o.value); text != markFile {
				program += known(text)
			}
		case "e", "source":
			program += o.value.text
			file = true
		}
	}
	if !file && len(rest) > 0 {
		program, rest = rest[0].text, rest[1:]
	}
	c.awkProgram(program)
	for _, f := range rest {
		c.e.readPath(c.st, f)
	}
}

// awkProgram judges the strings that a program hands to a shell or writes to.
func (c *call) awkProgram(program string) {
	switch {
	case hasAny(program, markRemote):
		c.e.report(ruleRemote, c.at, c.name)
		return
	case opaque(program):
		c.e.report(ruleCode, c.at, c.name)
	}
	tokens := lexCode(program, c.name)
	words, strs := codeWords(tokens)
	c.readsSecrets(program, strs)
	pipes := strings.Contains(strings.ReplaceAll(program, "||", ""), "|")
	writes := awkWrites(program)
	if containsAny(words, []string{"system"}) || pipes {
		c.judgeStrings(strs)
		if hasAny(c.st.in, markRemote) && strings.Contains(program, "$") {
			c.e.report(ruleRemote, c.at, c.name)
		}
		if containsAny(words, []string{"system"}) {
			c.e.report(ruleCode, c.at, c.name)
		}
		if pipes && containsAny(words, []string{"getline", "print", "printf"}) && len(strs) > 0 && !c.plainPipes(program) {
			c.e.report(ruleCode, c.at, c.name)
		}
	}
	if writes {
		c.e.reads = false
		for _, s := range strs {
			if strings.HasPrefix(s, "/") && !strings.Contains(s, " ") && len(s) > 1 {
				c.write(field{text: s, at: c.at})
			}
		}
	}
}

// plainPipes judges the commands that awk prints to, and tells whether they were all there is: each
// bar stands between a print and a single string.
func (c *call) plainPipes(program string) bool {
	if strings.Contains(program, "getline") || strings.Contains(program, "system") {
		return false
	}
	for i := 0; i < len(program); i++ {
		switch program[i] {
		case '"':
			i = stringEnd(program, i)
		case '|':
			if i+1 < len(program) && program[i+1] == '|' {
				i++
				continue
			}
			rest := strings.TrimLeft(program[i+1:], " &")
			if !strings.HasPrefix(rest, `"`) {
				return false
			}
			end := stringEnd(rest, 0)
			after := strings.TrimLeft(rest[min(end+1, len(rest)):], " ")
			if after != "" && !strings.ContainsAny(after[:1], "};\n") {
				return false
			}
			c.e.reads = false
			c.inside(func() {
				run := c.st.child(c.e)
				run.in = markAny
				c.e.nested(run, ansiC(rest[1:end]), c.at)
			})
		}
	}
	return true
}

// awkWrites tells whether a program sends output to a file: a ">" that a string or a parenthesis
// follows, outside of strings.
func awkWrites(program string) bool {
	for i := 0; i < len(program); i++ {
		switch program[i] {
		case '"':
			i = stringEnd(program, i)
		case '>':
			rest := strings.TrimLeft(program[i+1:], "> ")
			if rest != "" && (rest[0] == '"' || rest[0] == '(' || letter(rest[0]) || rest[0] == '$') && strings.Contains(program, "print") {
				return true
			}
		}
	}
	return false
}

// plainAwk tells whether a program can only read: no pipe, no output to files, no commands.
func plainAwk(program string) bool {
	words, _ := codeWords(lexCode(program, "awk"))
	return constant(program) && !awkWrites(program) && !containsAny(words, []string{"system", "getline", "close", "load", "include"}) &&
		!strings.Contains(strings.ReplaceAll(program, "||", ""), "|")
}

// sed edits files with -i, and its commands e, w and r reach further.
func (c *call) sed() {
	scripts, files, inPlace := sedParts(c)
	for _, s := range scripts {
		if hasAny(s, markRemote) && !sedReads(c) {
			c.e.report(ruleRemote, c.at, "sed")
		}
		c.sedScript(s)
	}
	for _, f := range files {
		if inPlace {
			c.write(f)
		} else {
			c.e.readPath(c.st, f)
		}
	}
}

// sedReads: what the commands of a script do is checked by sed itself, unless they stand in a file.
func sedReads(c *call) bool {
	opts, _ := sedGrammar.options(c.args)
	return !slices.ContainsFunc(opts, sedFile)
}

// sedGrammar is how sed reads its arguments.
var sedGrammar = grammar{short: "efl", long: "expression file fi line-length"}

// sedFile tells whether an option names a script file. Its name may be abbreviated.
func sedFile(o option) bool {
	return o.name == "f" || len(o.name) > 1 && strings.HasPrefix("file", o.name)
}

// sedParts gives the scripts and the files of a call of sed.
func sedParts(c *call) (scripts []string, files []field, inPlace bool) {
	opts, rest := sedGrammar.options(c.args)
	given := false
	for _, o := range opts {
		switch {
		case o.name == "e" || o.name == "expression":
			given = true
			scripts = append(scripts, o.value.text)
		case sedFile(o):
			given = true
			scripts = append(scripts, known(c.scriptText(o.value)))
		case o.name == "i" || o.name == "I" || strings.HasPrefix(o.name, "in-"):
			inPlace = true
		}
	}
	if !given && len(rest) > 0 {
		scripts, rest = []string{rest[0].text}, rest[1:]
	}
	return scripts, rest, inPlace
}

// scriptText is the text of a script file; "-" is standard input.
func (c *call) scriptText(f field) string {
	if f.text == "-" {
		return c.st.in
	}
	return c.fileText(f)
}

// sedScript judges the commands of a script that run programs or write files.
func (c *call) sedScript(script string) {
	if opaque(script) && sedEffects(strings.ReplaceAll(script, markAny, "")) == nil {
		c.e.reads = false
		return
	}
	for _, effect := range sedEffects(script) {
		switch effect.kind {
		case 'r':
			c.e.readPath(c.st, field{text: effect.text, at: c.at})
		case 'e':
			c.e.reads = false
			if effect.text == "" {
				if hasAny(c.st.in, markRemote) {
					c.e.report(ruleRemote, c.at, "sed")
				}
				c.e.report(ruleCode, c.at, "sed")
				continue
			}
			c.e.nested(c.st.child(c.e), effect.text, c.at)
		case 'w':
			c.write(field{text: effect.text, at: c.at})
		}
	}
}

// printSed is the input where the script does not change it.
func printSed(c *call) string {
	scripts, files, _ := sedParts(c)
	input := c.content(files)
	if len(scripts) != 1 {
		return taint(input)
	}
	s := scripts[0]
	if strings.Trim(s, "0123456789,$pdq;! ") == "" {
		return input
	}
	if len(s) > 3 && s[0] == 's' && constant(s) && constant(input) {
		from := delimited(s, 2, s[1])
		to := delimited(s, from, s[1])
		old, repl := s[2:max(2, from-1)], s[min(from, len(s)):max(min(to-1, len(s)), min(from, len(s)))]
		if old != "" && !strings.ContainsAny(old, `\.*[]^$+?(){}|&`) && !strings.ContainsAny(repl, `\&`) && strings.Trim(s[min(to, len(s)):], "g") == "" {
			return strings.ReplaceAll(input, old, repl)
		}
	}
	return taint(input)
}
