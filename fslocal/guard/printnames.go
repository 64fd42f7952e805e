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
	if has(opts, "v", "invert-match") || len(c.args) > 0 && strings.Trim(c.args[len(c.args)-1].text, "^.*[]0-9+$\\d'\" ") == "" {
		return c.st.in
	}
	return someOf(c.st.in)
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
	var out strings.Builder
	out.WriteString(c.namesBelow(starts))
	for _, t := range tests {
		switch t.text {
		case "-printf", "-ls", "-exec", "-execdir":
			return markAny
		case "-maxdepth", "-mindepth":
		}
	}
	for _, s := range starts {
		for _, name := range namesIn(tests) {
			out.WriteString(strings.TrimSuffix(s.text, "/") + "/" + name + "\n")
		}
	}
	if !filtered(tests) {
		out.WriteString(strings.Join(texts(starts), "\n") + "\n")
	}
	return out.String()
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
	opts, rest := grammar{short: "p", long: "suffix"}.options(c.args)
	dir, template := "", "tmp.XXX"
	if len(rest) > 0 {
		template = rest[0].text
	}
	for _, o := range opts {
		if o.name == "p" || o.name == "tmpdir" && o.has {
			dir = o.value.text
		}
	}
	switch {
	case dir == "" && (len(rest) == 0 || has(opts, "t", "tmpdir")):
		return markTemp + "\n"
	case dir != "":
		template = dir + "/" + path.Base(template)
	case !strings.Contains(template, "/"):
		return madeName(template) + "\n"
	}
	// What was just made can be anywhere below the directory, but not the directory itself.
	for _, p := range c.e.resolve(c.st, template) {
		switch z := c.e.g.places.of(p); z {
		case zoneTemp, zoneNeighbour:
		case zoneInside, zoneAllowed:
			return path.Dir(p) + "/" + madeName(path.Base(p)) + "\n"
		default:
			return markAny
		}
	}
	return markTemp + "\n"
}

// madeName is the name that mktemp makes of a template.
func madeName(template string) string { return strings.TrimRight(template, "X") + markName }

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
