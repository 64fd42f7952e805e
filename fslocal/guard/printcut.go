package guard

import (
	"strconv"
	"strings"
)

// printCut is cut with constant lists of characters or fields.
func printCut(c *call) string {
	opts, files := grammar{short: "bcdf", long: "bytes characters delimiter fields output-delimiter"}.options(c.args)
	input := c.content(files)
	delimiter := "\t"
	if o, ok := find(opts, "d", "delimiter"); ok {
		delimiter = o.value.text
	}
	chars, byChar := find(opts, "b", "c", "bytes", "characters")
	fields, byField := find(opts, "f", "fields")
	if hasAny(input, markEvery) {
		return input
	}
	if !constant(input) || has(opts, "complement", "output-delimiter") || byChar == byField || delimiter == "" {
		return taint(input)
	}
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(input, "\n"), "\n") {
		list, parts, joint := fields.value.text, strings.Split(line, delimiter), delimiter
		if byChar {
			list, parts, joint = chars.value.text, strings.Split(line, ""), ""
		}
		picked, ok := pick(parts, list)
		if !ok {
			return taint(input)
		}
		b.WriteString(strings.Join(picked, joint) + "\n")
	}
	return b.String()
}

// pick gives the parts that a list such as "1,3-5,7-" names.
func pick(parts []string, list string) ([]string, bool) {
	var out []string
	for item := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(item, "-")
		first, last := 1, len(parts)
		var err1, err2 error
		if from != "" {
			first, err1 = strconv.Atoi(from)
		}
		switch {
		case !isRange:
			last = first
		case to != "":
			last, err2 = strconv.Atoi(to)
		}
		if err1 != nil || err2 != nil || first < 1 {
			return nil, false
		}
		for i := first; i <= min(last, len(parts)); i++ {
			out = append(out, parts[i-1])
		}
	}
	return out, true
}

// printAwk is the output of awk: one column of its input, or text that may hold its strings.
func printAwk(c *call) string {
	_, rest := grammar{short: "fFvEei", stop: true}.options(c.args)
	if len(rest) == 0 {
		return markAny
	}
	program := strings.NewReplacer(" ", "", ";", "").Replace(rest[0].text)
	input := c.content(rest[1:])
	if column, ok := strings.CutPrefix(program, "{print$"); ok && len(rest) == len(c.args) && constant(input) {
		if n, isNumber := integer(strings.TrimSuffix(column, "}")); isNumber && n > 0 {
			var b strings.Builder
			for line := range strings.SplitSeq(strings.TrimSuffix(input, "\n"), "\n") {
				if words := strings.Fields(line); n <= len(words) {
					b.WriteString(words[n-1])
				}
				b.WriteByte('\n')
			}
			return b.String()
		}
	}
	if hasAny(input, markEvery) && strings.HasPrefix(program, "{print$") {
		return markEvery + "\n"
	}
	return stringsOf(rest[0].text, c) + taint(input)
}

// printCode is the output of code on the command line: any text, but its strings are likely in it.
func printCode(c *call) string {
	var b strings.Builder
	opts, _ := codeGrammar(c.name).options(c.args)
	for _, o := range opts {
		if o.has && codeOption(c.name, o.name) {
			b.WriteString(stringsOf(o.value.text, c))
		}
	}
	return b.String() + taint(c.st.in)
}

// stringsOf are the string literals of code that could be shell commands, one on each line.
func stringsOf(code string, c *call) string {
	_, strs := codeWords(lexCode(code, c.name))
	var b strings.Builder
	for _, s := range strs {
		if strings.Contains(strings.TrimSpace(s), " ") && constant(s) {
			b.WriteString(s + "\n")
		}
	}
	return b.String()
}
