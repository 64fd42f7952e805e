package guard

import "strings"

// xargs adds words from its input to a program's arguments.
func (c *call) xargs() {
	g := grammar{short: "adEILnPsRSJ", long: "arg-file delimiter eof max-args max-chars max-lines max-procs replace", stop: true}
	opts, rest := g.options(c.args)
	input := c.st.in
	for _, o := range opts {
		if o.name == "a" || o.name == "arg-file" {
			input = c.e.readFile(c.st, o.value)
		}
	}
	if len(rest) == 0 {
		c.st.out.print(strings.Join(strings.Fields(input), " ") + "\n")
		return
	}
	run := c.st.fork()
	run.in = ""
	mark := ""
	if o, ok := find(opts, "I", "i", "replace", "J"); ok {
		mark = o.value.text
		if mark == "" {
			mark = "{}"
		}
	}
	for _, items := range xargsItems(input, mark != "", c.at) {
		c.inside(func() { c.e.exec(run, fill(rest, mark, items), c.at) })
	}
}

// maxLines bounds how many lines of input are judged one by one.
const maxLines = 32

// xargsItems gives the argument lists that the input makes: one, or one for each line where a line
// replaces a word.
func xargsItems(input string, single bool, at span) [][]field {
	input = strings.ReplaceAll(input, "\x00", "\n")
	if !single {
		words := strings.Fields(strings.NewReplacer("'", "", `"`, "", "\\", "").Replace(input))
		list := make([]field, 0, len(words))
		for _, w := range words {
			list = append(list, item(w, at))
		}
		return [][]field{list}
	}
	lines := strings.Split(strings.TrimRight(input, "\n"), "\n")
	if len(lines) > maxLines {
		lines = append(lines[:maxLines], taint(strings.Join(lines[maxLines:], "")))
	}
	out := make([][]field, 0, len(lines))
	for _, l := range lines {
		out = append(out, []field{item(strings.TrimSpace(l), at)})
	}
	return out
}

// item is a word of input. An unknown one stands for several.
func item(s string, at span) field {
	return field{text: s, at: at, quoted: true, many: opaque(s), loose: true}
}

// fill puts items at the place of mark in the words, or behind them.
func fill(words []field, mark string, items []field) []field {
	if mark == "" {
		return append(append([]field(nil), words...), items...)
	}
	out := make([]field, 0, len(words))
	for _, w := range words {
		if len(items) == 1 && strings.Contains(w.text, mark) {
			w.many, w.loose = w.text == mark && items[0].many, true
			w.text = strings.ReplaceAll(w.text, mark, items[0].text)
		}
		out = append(out, w)
	}
	return out
}

// parallel is xargs whose words are a shell text; ":::" starts the items.
func (c *call) parallel() {
	g := grammar{
		short: "jnaISLNPE",
		long:  "jobs max-args arg-file colsep delay joblog results retries tmpdir workdir timeout sshlogin",
		stop:  true,
	}
	opts, rest := g.options(c.args)
	c.e.reads = false
	if has(opts, "S", "sshlogin") {
		c.e.report(ruleHost, c.at, c.name)
	}
	var words, items []field
	for i, f := range rest {
		if strings.HasPrefix(f.text, ":::") {
			words, items = rest[:i], rest[i+1:]
			break
		}
		words = rest
	}
	if items == nil {
		for _, l := range xargsItems(c.st.in, true, c.at) {
			items = append(items, l...)
		}
	}
	for i, it := range items {
		if i > maxLines {
			break
		}
		mark := ""
		if strings.Contains(strings.Join(texts(words), " "), "{}") {
			mark = "{}"
		}
		line := strings.Join(texts(fill(words, mark, []field{it})), " ")
		c.inside(func() { c.e.nested(c.st.child(c.e), line, c.at) })
	}
}
