package guard

import (
	"path"
	"strings"
)

// printLines is grep with a pattern in front of its files: the lines are some of its input, with -l
// they are names of files.
func printLines(c *call) string {
	g := grammar{short: "efmABCdD", long: "regexp file max-count include exclude after-context before-context context"}
	if c.name == "rg" {
		g = grammar{short: "efmABCgtTjMrE", long: "regexp file max-count glob type replace after-context before-context context"}
	}
	opts, rest := g.options(c.args)
	patternGiven := has(opts, "e", "f", "regexp", "file")
	if !patternGiven && len(rest) > 0 {
		rest = rest[1:]
	}
	switch {
	case has(opts, "l", "L", "files-with-matches", "files-without-match", "files"):
		return c.namesBelow(rest)
	case has(opts, "c", "q", "count", "quiet"):
		return markName + "\n"
	case len(rest) > 0 || c.name == "rg" && c.st.in == "":
		return markAny
	}
	return c.st.in
}

// namesBelow are names of files found below directories.
func (c *call) namesBelow(dirs []field) string {
	if len(dirs) == 0 {
		return markBelow + "\n"
	}
	var b strings.Builder
	for _, d := range dirs {
		b.WriteString(strings.TrimSuffix(d.text, "/") + "/" + markBelow + "\n")
	}
	return b.String()
}

func printLs(c *call) string {
	opts, dirs := grammar{short: "IwT"}.options(c.args)
	switch {
	case has(opts, "l", "R", "s", "i", "o", "g", "n"):
		return markAny
	case has(opts, "d"):
		return strings.Join(texts(dirs), "\n") + "\n"
	case len(dirs) == 1 && globbed(dirs[0].text):
		return dirs[0].text + "\n"
	}
	return markStar + "\n"
}

func printFind(c *call) string {
	starts, tests := findParts(c.args)
	if len(starts) == 0 {
		starts = []field{{text: "."}}
	}
	out := c.namesBelow(starts)
	for _, t := range tests {
		switch t.text {
		case "-printf", "-ls", "-exec", "-execdir":
			return markAny
		case "-maxdepth", "-mindepth":
		}
	}
	if !filtered(tests) {
		out += strings.Join(texts(starts), "\n") + "\n"
	}
	return out
}

func printBasename(c *call) string {
	_, args := grammar{short: "s", long: "suffix"}.options(c.args)
	if len(args) == 0 {
		return ""
	}
	text := args[0].text
	if !constant(path.Base(text)) {
		return markName + "\n"
	}
	text = path.Base(text)
	if len(args) > 1 {
		text = strings.TrimSuffix(text, args[1].text)
	}
	return text + "\n"
}

func printDirname(c *call) string {
	var b strings.Builder
	for _, f := range c.args {
		text := f.text
		switch {
		case opaque(text):
			b.WriteString(markDir + "\n")
		case hasAny(text, markBelow):
			b.WriteString(path.Dir(text) + "\n" + text + "\n")
		default:
			b.WriteString(path.Dir(text) + "\n")
		}
	}
	return b.String()
}

// printRealpath makes its operands absolute.
func printRealpath(c *call) string {
	_, args := grammar{}.options(c.args)
	var b strings.Builder
	for _, f := range args {
		for _, p := range c.e.resolve(c.st, f.text) {
			b.WriteString(p + "\n")
		}
	}
	return b.String()
}

func printMktemp(c *call) string {
	opts, rest := grammar{short: "p", long: "tmpdir suffix"}.options(c.args)
	if has(opts, "p", "tmpdir") || len(rest) > 0 {
		for _, f := range rest {
			if !strings.HasPrefix(f.text, "/tmp/") {
				return markAny
			}
		}
		if has(opts, "p") {
			return markAny
		}
	}
	return markTemp + "\n"
}

// printWhich tells where programs lie; the directory does not matter.
func printWhich(c *call) string {
	_, names := grammar{}.options(c.args)
	return locations(names)
}

func locations(names []field) string {
	var b strings.Builder
	for _, f := range names {
		if strings.Contains(f.text, "/") || !constant(f.text) {
			b.WriteString(f.text + "\n")
		} else {
			b.WriteString("/usr/bin/" + f.text + "\n")
		}
	}
	return b.String()
}

func printName(*call) string { return markName + "\n" }

func printNothing(*call) string { return "" }

// printRemote is text from the network.
func printRemote(*call) string { return markRemote }

func printPwd(c *call) string { return c.e.scalar(c.st, "PWD") + "\n" }
