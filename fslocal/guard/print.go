package guard

import (
	"strconv"
	"strings"
)

// The functions in this file compute what well-known programs print, because shells read it through
// pipes and substitutions. What cannot be computed is a mark.

func printEcho(c *call) string {
	args := c.args
	escapes, newline := false, "\n"
	for len(args) > 0 && len(args[0].text) > 1 && strings.Trim(args[0].text, "neE") == "-" {
		escapes = escapes || strings.Contains(args[0].text, "e")
		if strings.Contains(args[0].text, "n") {
			newline = ""
		}
		args = args[1:]
	}
	text := strings.Join(texts(args), " ")
	switch {
	case escapes:
		text = ansiC(text)
	case c.st.posix && strings.Contains(text, "\\"):
		text += "\n" + ansiC(text) // one or the other
	}
	return text + newline
}

func printPrintf(c *call) string {
	args := dropDashes(c.args)
	if len(args) == 0 || args[0].text == "-v" {
		return ""
	}
	return format(texts(args))
}

// format computes printf. The format is used again while arguments are left.
func format(args []string) string {
	f := ansiC(args[0])
	args = args[1:]
	var b strings.Builder
	for round := 0; round == 0 || len(args) > 0 && strings.Contains(f, "%") && round < maxFields; round++ {
		before := len(args)
		args = formatOnce(&b, f, args)
		if len(args) == before || b.Len() > maxValue {
			break
		}
	}
	return b.String()
}

func formatOnce(b *strings.Builder, f string, args []string) []string {
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			b.WriteByte(f[i])
			continue
		}
		j := i + 1
		for j < len(f) && strings.IndexByte("-+ #0123456789.*", f[j]) >= 0 {
			j++
		}
		if j == len(f) {
			return args
		}
		if f[j] == '%' {
			b.WriteByte('%')
			i = j
			continue
		}
		arg := ""
		if len(args) > 0 {
			arg, args = args[0], args[1:]
		}
		b.WriteString(conversion(f[i+1:j], f[j], arg))
		i = j
	}
	return args
}

func conversion(flags string, verb byte, arg string) string {
	switch verb {
	case 's':
		if n, ok := strings.CutPrefix(flags, "."); ok {
			if k, isNumber := integer(n); isNumber && k < len(arg) && constant(arg) {
				return arg[:k]
			}
		}
		return arg
	case 'b':
		return ansiC(arg)
	case 'q':
		return quote(arg)
	case 'c':
		if arg != "" && !markAt(arg, 0) {
			return arg[:1]
		}
		return arg
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(arg, "'"), 0, 64)
	if err != nil {
		return markName
	}
	switch verb {
	case 'd', 'i', 'u':
		return strconv.FormatInt(n, 10)
	case 'x':
		return strconv.FormatInt(n, 16)
	case 'o':
		return strconv.FormatInt(n, 8)
	}
	return markName
}

// printCat joins its files. Filters that only drop, reorder or number lines count as cat: what they
// print is part of what they read.
func printCat(c *call) string {
	g := grammar{short: "nckCAB", long: "lines bytes key"}
	if c.name == "cat" || c.name == "tac" {
		g = grammar{}
	}
	opts, files := g.options(c.args)
	text := c.content(files)
	if c.name == "head" || c.name == "tail" {
		text = someOf(text)
	}
	o, cut := find(opts, "c", "bytes")
	if !cut || c.name != "head" && c.name != "tail" {
		return text
	}
	if n, ok := integer(o.value.text); ok && c.name == "head" && constant(text) && n >= 0 {
		return text[:min(n, len(text))]
	}
	return taint(text)
}

// content is the text of the files, or of standard input when there are none.
func (c *call) content(files []field) string {
	if len(files) == 0 {
		return c.st.in
	}
	var b strings.Builder
	for _, f := range files {
		if f.text == "-" {
			b.WriteString(c.st.in)
		} else {
			b.WriteString(c.fileText(f))
		}
	}
	return b.String()
}

// fileText is the text of a file. Reading is judged elsewhere, so it is not reported again.
func (c *call) fileText(f field) string {
	for _, p := range c.e.resolve(c.st, f.text) {
		switch {
		case p == "/dev/stdin" || p == "/dev/fd/0":
			return c.st.in
		case socket(p):
			return markRemote
		}
		if text, ok := c.st.files.get(p); ok {
			return text
		}
		if rest, ok := strings.CutPrefix(p, "/dev/fd/"); ok {
			if text, known := c.st.fds.get(rest); known {
				return text
			}
		}
	}
	return markFile
}
