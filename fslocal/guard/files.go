package guard

import (
	"path"
	"strings"
)

// remover is rm and its relatives: every operand is destroyed.
func remover(g grammar) func(*call) {
	return func(c *call) {
		opts, rest := g.options(c.args)
		for _, o := range opts {
			if o.name == "no-preserve-root" {
				c.e.report(ruleDelRoot, c.at, "--no-preserve-root")
			}
		}
		for _, f := range rest {
			c.destroy(f)
		}
	}
}

// gio is the tool of the desktop for files: a verb, then operands.
func (c *call) gio() {
	_, rest := grammar{}.options(c.args)
	if len(rest) < 2 {
		return
	}
	switch rest[0].text {
	case "trash", "remove":
		for _, f := range rest[1:] {
			c.destroy(f)
		}
	case "copy", "move", "save", "mkdir":
		c.write(rest[len(rest)-1])
	}
}

func (c *call) destroy(f field) { c.e.destroyPath(c.st, f) }

func (c *call) write(f field) { c.e.writePath(c.st, f) }

// creator is touch, mkdir and the like: every operand is written.
func creator(g grammar) func(*call) {
	return func(c *call) {
		_, rest := g.options(c.args)
		for _, f := range rest {
			c.write(f)
		}
	}
}

var copyGrammar = grammar{short: "tSgmo", long: "target-directory suffix group mode owner backup"}

// targets splits the operands of cp, mv, ln and install into sources and destination.
func (c *call) targets() (opts []option, sources []field, dest field, ok bool) {
	opts, rest := copyGrammar.options(c.args)
	if o, given := find(opts, "t", "target-directory"); given {
		return opts, rest, o.value, true
	}
	if len(rest) < 2 {
		return opts, rest, field{}, false
	}
	return opts, rest[:len(rest)-1], rest[len(rest)-1], true
}

// cp writes its destination. A copied file keeps its text, and a copied program its nature.
func (c *call) cp() {
	opts, sources, dest, ok := c.targets()
	if c.name == "install" && has(opts, "d", "directory") {
		for _, f := range append(sources, dest) {
			if f.text != "" {
				c.write(f)
			}
		}
		return
	}
	if mode, given := find(opts, "m", "mode"); given && strings.HasSuffix(c.name, "install") && lendsRights(mode.value.text) {
		c.e.report(ruleService, c.at, c.name+" -m "+mode.value.text)
	}
	if !ok {
		return
	}
	c.write(dest)
	for _, s := range sources {
		c.place(s, dest, false)
		if has(opts, "r", "R", "a", "recursive", "archive") {
			c.holdsSecrets(s)
		}
	}
}

// mv destroys its sources and writes its destination.
func (c *call) mv() {
	_, sources, dest, ok := c.targets()
	for _, s := range sources {
		c.destroy(s)
	}
	if ok {
		c.write(dest)
		for _, s := range sources {
			c.place(s, dest, false)
		}
	}
}

// ln makes names for other files.
func (c *call) ln() {
	_, sources, dest, ok := c.targets()
	if !ok {
		if len(sources) == 1 {
			c.place(sources[0], field{text: path.Base(sources[0].text)}, true)
		}
		return
	}
	c.write(dest)
	for _, s := range sources {
		c.place(s, dest, true)
	}
}

// place notes what lies at dest, or in it, after a copy, a move or a link.
func (c *call) place(source, dest field, link bool) {
	from := c.e.resolve(c.st, source.text)[0]
	if link && !strings.HasPrefix(source.text, "/") && constant(source.text) {
		from = clean(path.Dir(c.e.resolve(c.st, dest.text)[0]) + "/" + source.text)
	}
	for _, to := range c.e.resolve(c.st, dest.text) {
		for _, p := range []string{to, clean(to + "/" + path.Base(source.text))} {
			if text, ok := c.st.files.get(from); ok {
				c.st.files.set(c.e, p, text)
				continue
			}
			if p != from && (link && p != "/" || !c.e.g.places.inside(from)) && under(p, c.st.dirs[0]) && p != c.st.dirs[0] {
				c.st.links.set(c.e, p, from)
			}
		}
	}
}

// dd writes the file after "of=".
func (c *call) dd() {
	for _, f := range c.args {
		key, value, _ := strings.Cut(f.text, "=")
		f.text = value
		switch key {
		case "of":
			c.write(f)
		case "if":
			c.e.readPath(c.st, f)
		}
	}
}

// tee copies its input to files.
func (c *call) tee() {
	opts, rest := grammar{}.options(c.args)
	for _, f := range rest {
		c.write(f)
		for _, p := range c.e.resolve(c.st, f.text) {
			c.e.save(c.st, p, c.st.in, has(opts, "a", "append"), c.at)
		}
	}
}

// chmod changes permissions. Setting the user id lends the file's owner's rights to others.
func (c *call) chmod() {
	args := c.args
	recursive := false
	var rest []field
	reference := false
	for _, f := range args {
		switch {
		case strings.HasPrefix(f.text, "--"):
			recursive = recursive || strings.HasPrefix("--recursive", f.text)
			reference = reference || strings.HasPrefix(f.text, "--reference")
		case len(f.text) > 1 && f.text[0] == '-' && strings.Trim(f.text[1:], "RfvcHLPh") == "":
			recursive = recursive || strings.Contains(f.text, "R")
		default:
			rest = append(rest, f)
		}
	}
	if !reference && len(rest) > 0 {
		if c.name == "chmod" && lendsRights(rest[0].text) {
			c.e.report(ruleService, c.at, "chmod "+rest[0].text)
		}
		rest = rest[1:]
	}
	for _, f := range rest {
		c.e.changeMode(c.st, f, recursive)
	}
}

// lendsRights tells whether a mode sets the user or group id bit.
func lendsRights(mode string) bool {
	if number(mode) {
		return len(mode) > 3 && strings.TrimLeft(mode[:len(mode)-3], "01") != ""
	}
	_, perms, ok := strings.Cut(mode, "+")
	if !ok {
		_, perms, _ = strings.Cut(mode, "=")
	}
	return strings.Contains(perms, "s")
}

// setfacl and chattr name the change first and then the files.
func (c *call) attributes() {
	opts, rest := grammar{short: "mxMX", long: "modify remove set"}.options(c.args)
	if c.name == "chattr" && len(rest) > 1 && strings.ContainsAny(rest[0].text[:min(1, len(rest[0].text))], "+=-") {
		rest = rest[1:]
	}
	for _, f := range rest {
		c.e.changeMode(c.st, f, has(opts, "R", "recursive"))
	}
}

// rsync writes its destination, deletes there if told so, and runs the program given by -e.
func (c *call) rsync() {
	g := grammar{short: "efTBMf@", long: "rsh exclude include exclude-from include-from files-from filter temp-dir log-file backup-dir rsync-path password-file compare-dest link-dest"}
	opts, rest := g.options(c.args)
	for _, o := range opts {
		switch {
		case o.name == "e" || o.name == "rsh" || o.name == "rsync-path":
			c.e.nested(c.st.child(c.e), o.value.text, c.at)
		case o.name == "log-file" || o.name == "backup-dir" || o.name == "temp-dir":
			c.write(o.value)
		case o.name == "remove-source-files" && len(rest) > 1:
			for _, s := range rest[:len(rest)-1] {
				c.destroy(s)
			}
		}
	}
	deletes := false
	for _, o := range opts {
		deletes = deletes || strings.HasPrefix(o.name, "del") && o.name != "delete-missing-args"
	}
	for i, f := range rest {
		host, _, remote := strings.Cut(f.text, ":")
		switch {
		case remote && !strings.Contains(host, "/"):
			c.e.report(ruleHost, f.at, c.name)
		case i == len(rest)-1 && len(rest) > 1 && deletes:
			c.destroy(f)
		case i == len(rest)-1 && len(rest) > 1:
			c.write(f)
		default:
			c.holdsSecrets(f)
		}
	}
}

// patch changes files named inside its input; of its own, it names a few.
func (c *call) patch() {
	opts, rest := grammar{short: "dioprBDFgVxYz", long: "directory input output reject-file"}.options(c.args)
	for _, o := range opts {
		switch o.name {
		case "d", "directory", "o", "output", "r", "reject-file":
			c.write(o.value)
		}
	}
	if len(rest) > 0 {
		c.write(rest[0])
	}
}

// sortProgram writes the file after -o and runs the program after --compress-program.
func (c *call) sortProgram() {
	opts, _ := grammar{short: "okStT", long: "output key buffer-size field-separator temporary-directory compress-program files0-from parallel batch-size"}.options(c.args)
	for _, o := range opts {
		switch o.name {
		case "o", "output":
			c.write(o.value)
		case "compress-program":
			c.e.nested(c.st.child(c.e), o.value.text, c.at)
		}
	}
}

// uniq writes its second operand.
func (c *call) uniq() {
	_, rest := grammar{short: "fsw", long: "skip-fields skip-chars check-chars group"}.options(c.args)
	if len(rest) > 1 {
		c.write(rest[1])
	}
}

// lastOperand is for programs that write what their last operand names.
func (c *call) lastOperand() {
	_, rest := grammar{}.options(c.args)
	if len(rest) > 1 {
		c.write(rest[len(rest)-1])
	}
}

// mkfifo makes pipes, whose text is whatever somebody will write.
func (c *call) mkfifo() {
	_, rest := grammar{short: "mZ", long: "mode context"}.options(c.args)
	for _, f := range rest {
		c.write(f)
		for _, p := range c.e.resolve(c.st, f.text) {
			c.e.save(c.st, p, markAny, false, c.at)
		}
	}
}

// mknod can make a file that is a disk.
func (c *call) mknod() {
	_, rest := grammar{short: "mZ", long: "mode"}.options(c.args)
	if len(rest) > 1 && strings.ContainsAny(rest[1].text, "bcu") {
		c.e.report(ruleDevice, c.at, rest[0].text)
		return
	}
	if len(rest) > 0 {
		c.write(rest[0])
	}
}
