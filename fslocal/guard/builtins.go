package guard

import (
	"slices"
	"strings"
)

// cd changes the directory. It may fail, and then the shell stays where it is.
func (c *call) cd() {
	_, rest := grammar{}.options(slices.DeleteFunc(slices.Clone(c.args), func(f field) bool { return f.text == "-" }))
	target := c.e.homeOf(c.st, "")
	switch {
	case len(c.args) > 0 && c.args[len(c.args)-1].text == "-":
		target = markDir
		if len(c.st.old) > 0 {
			c.move(c.st.old)
			return
		}
	case len(rest) > 0:
		target = rest[0].text
	}
	if target == "" {
		return
	}
	var dirs []string
	switch {
	case opaque(target) && len(rest) > 0 && rest[0].many && !strings.Contains(target, "/"):
		// Without quotes an empty value means the home directory.
		dirs = []string{markDir}
	case opaque(target) && !strings.HasPrefix(target, "/") && !strings.Contains(target, "/"):
		dirs = []string{markDir}
	case opaque(target):
		dirs = c.unsureDirs(target)
	default:
		dirs = c.searchDirs(target)
	}
	for _, d := range dirs {
		c.e.readPath(c.st, field{text: d, at: c.at})
	}
	c.move(dirs)
}

// searchDirs are the directories that cd may find for a target, with CDPATH.
func (c *call) searchDirs(target string) []string {
	dirs := c.e.resolve(c.st, target)
	if named, ok := c.st.vars.get(target); ok && c.e.cdable {
		for _, value := range named.alts {
			dirs = unite(dirs, c.e.resolve(c.st, value), markDir)
		}
	}
	v, ok := c.st.vars.get("CDPATH")
	if !ok || strings.HasPrefix(target, "/") || strings.HasPrefix(target, ".") {
		return dirs
	}
	for _, value := range v.alts {
		for base := range strings.SplitSeq(value, ":") {
			dirs = unite(dirs, c.e.resolve(c.st, base+"/"+target), markDir)
		}
	}
	return dirs
}

// shopt switches options of the shell. Of these, one changes what cd means.
func (c *call) shopt() {
	for _, f := range c.args {
		c.e.cdable = c.e.cdable || f.text == "cdable_vars" || opaque(f.text)
	}
}

// unsureDirs are the directories of a cd whose target is partly unknown: any, or the one that is left
// when the unknown text is empty.
func (c *call) unsureDirs(target string) []string {
	var out []string
	for _, p := range c.e.resolve(c.st, target) {
		switch c.e.g.places.of(p) {
		case zoneUnset:
			out = append(out, clean("/"+stripOpaque(p)))
		default:
			out = append(out, markDir)
		}
	}
	return out
}

func stripOpaque(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if markAt(s, i) && opaque(s[i:i+markLen]) {
			i += markLen
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// move makes dirs the working directory and keeps the state of a failure. A later pass over the same
// command adds directories: the first pass left the old ones in the state of failure.
func (c *call) move(dirs []string) {
	st := c.st
	if c.e.again() && st.fail != nil {
		st.next = unite(st.next, dirs, markDir)
		return
	}
	st.fail = st.fork()
	st.next = dirs
}

func (c *call) pushd() {
	if len(c.args) == 0 || strings.HasPrefix(c.args[0].text, "+") {
		c.move([]string{markDir})
		return
	}
	c.st.stack = append(slices.Clip(c.st.stack), c.st.dirs)
	c.cd()
}

// popd goes back to where pushd came from.
func (c *call) popd() {
	n := len(c.st.stack)
	if n == 0 {
		return
	}
	dirs := c.st.stack[n-1]
	c.st.stack = c.st.stack[:n-1]
	c.move(dirs)
}

// set gives positional parameters and shell options.
func (c *call) set() {
	args := c.args
	for len(args) > 0 && len(args[0].text) > 1 && strings.ContainsAny(args[0].text[:1], "-+") && args[0].text != "--" {
		flags := args[0].text
		args = args[1:]
		on := flags[0] == '-'
		if strings.Contains(flags, "e") && flags[1] != 'o' {
			c.st.errexit = on
		}
		if strings.Contains(flags, "a") {
			c.st.allexport = on
		}
		if strings.HasSuffix(flags, "o") && len(args) > 0 {
			c.st.errexit = c.st.errexit || on && args[0].text == "errexit"
			args = args[1:]
		}
	}
	if len(args) > 0 {
		c.st.setArgs(dropDashes(args))
		for _, f := range args {
			c.st.argsAny = c.st.argsAny || f.many
		}
	}
}

func (c *call) shift() {
	n := 1
	if len(c.args) > 0 {
		k, ok := integer(c.args[0].text)
		if !ok {
			c.st.args, c.st.argsAny = nil, true
			return
		}
		n = k
	}
	c.st.args = c.st.args[min(max(n, 0), len(c.st.args)):]
}

func (c *call) aliasBuiltin() {
	for _, f := range c.args {
		if name, text, ok := strings.Cut(f.text, "="); ok {
			c.e.list.lost() // whether the shell minds aliases depends on its settings
			c.st.aliases.set(c.e, name, text)
		}
	}
}

// exit, return, break and continue.
func (c *call) exit() { c.st.left = leavesShell }

func (c *call) escape() { c.e.escape(c.st) }

// enable can load code from a file.
func (c *call) enable() {
	opts, _ := grammar{short: "f"}.options(c.args)
	if has(opts, "f") {
		c.e.report(ruleLoader, c.at, "enable -f")
	}
}

// hash -p makes a name mean another program.
func (c *call) hash() {
	opts, names := grammar{short: "p"}.options(c.args)
	if o, ok := find(opts, "p"); ok {
		for _, n := range names {
			c.e.list.lost()
			c.st.aliases.set(c.e, n.text, quote(o.value.text))
		}
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// clearHistory is the history builtin.
func (c *call) clearHistory() {
	if len(c.args) > 0 && strings.ContainsAny(strings.TrimLeft(c.args[0].text, "-"), "cdw") {
		c.e.report(ruleHistory, c.at, "history "+c.args[0].text)
	}
}
