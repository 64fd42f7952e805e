package guard

import "strings"

// grammar says how a program reads its arguments.
type grammar struct {
	short string // short options that take a value, one byte each
	long  string // long options that take a value, separated by blanks
	stop  bool   // options end at the first operand
	plain bool   // long options have one dash, as in find or go
}

// option is one option as it was given.
type option struct {
	name  string // "r" or "recursive", without dashes
	value field
	has   bool
}

// options splits arguments into options and operands, as getopt does.
func (g grammar) options(args []field) (opts []option, operands []field) {
	for i := 0; i < len(args); i++ {
		arg := args[i].text
		switch {
		case arg == "--":
			return opts, append(operands, args[i+1:]...)
		case len(arg) < 2 || arg[0] != '-':
			operands = append(operands, args[i])
			if g.stop {
				return opts, append(operands, args[i+1:]...)
			}
		case arg[1] == '-' || g.plain:
			o, more := g.longOption(args, i)
			opts = append(opts, o)
			i += more
		default:
			o, more := g.shortOptions(args, i)
			opts = append(opts, o...)
			i += more
		}
	}
	return opts, operands
}

func (g grammar) longOption(args []field, i int) (o option, more int) {
	name, value, has := strings.Cut(strings.TrimLeft(args[i].text, "-"), "=")
	o = option{name: name, value: args[i], has: has}
	o.value.text = value
	if !has && g.takesLong(name) && i+1 < len(args) {
		o.value, o.has = args[i+1], true
		return o, 1
	}
	return o, 0
}

// takesLong tells whether a long option takes a value. It may be abbreviated.
func (g grammar) takesLong(name string) bool {
	for l := range strings.FieldsSeq(g.long) {
		if l == name || len(name) > 2 && strings.HasPrefix(l, name) {
			return true
		}
	}
	return false
}

func (g grammar) shortOptions(args []field, i int) (opts []option, more int) {
	text := args[i].text
	for j := 1; j < len(text); j++ {
		o := option{name: text[j : j+1]}
		if strings.IndexByte(g.short, text[j]) < 0 {
			opts = append(opts, o)
			continue
		}
		o.has = true
		o.value = args[i]
		o.value.text = text[j+1:]
		if o.value.text == "" && i+1 < len(args) {
			o.value = args[i+1]
			more = 1
		}
		return append(opts, o), more
	}
	return opts, 0
}

// has tells whether one of the options was given. A long name may be abbreviated to three letters.
func has(opts []option, names ...string) bool {
	_, ok := find(opts, names...)
	return ok
}

func find(opts []option, names ...string) (option, bool) {
	for _, o := range opts {
		for _, n := range names {
			if o.name == n || len(n) > 1 && len(o.name) > 2 && strings.HasPrefix(n, o.name) {
				return o, true
			}
		}
	}
	return option{}, false
}

// findExact is find without abbreviations.
func findExact(opts []option, name string) (option, bool) {
	for _, o := range opts {
		if o.name == name {
			return o, true
		}
	}
	return option{}, false
}

func isFlag(f field) bool { return len(f.text) > 1 && f.text[0] == '-' }
