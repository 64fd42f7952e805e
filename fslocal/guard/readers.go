package guard

import (
	"path"
	"slices"
	"strings"
)

// reader says how a program that only reads is called. Every argument that can be a path must stay
// inside the workspace.
type reader struct {
	text   bool   // operands are no paths
	first  bool   // the first operand is a pattern or a program, unless flags in from give it
	from   string // flags that take the place of the first operand
	not    string // flags that write or run something, separated by blanks
	only   string // if not empty, the only flags allowed
	most   int    // if not zero, the number of operands allowed
	walk   bool   // reads all below its operands
	walkIf string // the same with one of these flags
	check  func(c *call) bool
}

// readers are the programs known to change nothing.
var readers = map[string]reader{
	"ls": {walkIf: "R recursive"}, "cat": {}, "head": {}, "tail": {not: "f F follow retry"}, "wc": {not: "files0-from"}, "cut": {}, "nl": {}, "tac": {}, "rev": {},
	"fold": {}, "expand": {}, "unexpand": {}, "paste": {}, "join": {}, "comm": {}, "cmp": {}, "diff": {walkIf: "r recursive"},
	"stat": {}, "du": {walk: true, not: "files0-from"}, "df": {}, "basename": {text: true}, "dirname": {text: true},
	"realpath": {}, "readlink": {}, "cksum": {not: "c check"}, "sum": {}, "md5sum": {not: "c check"}, "sha1sum": {not: "c check"},
	"sha256sum": {not: "c check"}, "sha512sum": {not: "c check"}, "b2sum": {not: "c check"}, "od": {}, "hexdump": {}, "strings": {},
	"column": {}, "tr": {text: true}, "base64": {}, "uniq": {most: 1}, "xxd": {check: xxdReads},
	"file": {not: "C compile f files-from z uncompress"}, "tree": {walk: true, not: "o output R"},
	"grep":  {first: true, from: "e regexp f file", walkIf: "r R recursive dereference-recursive"},
	"egrep": {first: true, from: "e regexp f file", walkIf: "r R recursive"},
	"fgrep": {first: true, from: "e regexp f file", walkIf: "r R recursive"},
	"rg":    {first: true, from: "e regexp f file files type-list", walk: true, not: "pre hostname-bin z search-zip"},
	"sort":  {not: "o output compress-program files0-from T temporary-directory"},
	"jq":    {first: true, from: "f from-file", not: "slurpfile rawfile L"},
	"echo":  {text: true}, "printf": {text: true, not: "v"}, "true": {text: true}, "false": {text: true}, ":": {text: true},
	"sleep": {text: true}, "seq": {text: true}, "expr": {text: true}, "nproc": {text: true}, "whoami": {text: true}, "id": {text: true},
	"groups": {text: true}, "uname": {text: true}, "arch": {most: -1}, "logname": {text: true}, "tty": {text: true}, "uptime": {text: true}, "free": {text: true},
	"ps": {text: true}, "which": {text: true}, "type": {text: true}, "whereis": {text: true}, "printenv": {text: true}, "locale": {text: true},
	"hostname": {most: -1, not: "F file b boot"}, "getconf": {text: true}, "factor": {text: true}, "bc": {most: -1},
	"test": {check: testReads}, "[": {check: testReads}, "date": {check: dateReads}, "go": {check: goReads}, "git": {check: gitReads},
	"sed": {check: sedReads}, "awk": {check: awkReads}, "gawk": {check: awkReads}, "mawk": {check: awkReads},
	"python": {check: versionOnly}, "node": {check: versionOnly}, "npm": {check: versionOnly}, "cargo": {check: versionOnly},
	"rustc": {check: versionOnly}, "gcc": {check: versionOnly}, "clang": {check: versionOnly}, "make": {check: versionOnly},
	"java": {check: versionOnly}, "javac": {check: versionOnly}, "ruby": {check: versionOnly}, "perl": {check: versionOnly},
	"pip": {check: versionOnly}, "gofmt": {check: gofmtReads}, "cmake": {check: versionOnly}, "php": {check: versionOnly},
	"docker": {check: versionOnly}, "bash": {check: versionOnly}, "deno": {check: versionOnly}, "tsc": {check: versionOnly},
}

// programDirs are where a program named with its path may lie to count as itself.
var programDirs = []string{"/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"}

// onlyReads tells whether the call changes nothing and reads nothing outside the workspace.
func (c *call) onlyReads() bool {
	r, ok := readers[c.name]
	if !ok || strings.ToLower(c.path) != c.path {
		return false
	}
	if strings.Contains(c.path, "/") && !slices.Contains(programDirs, path.Dir(c.path)) {
		return false
	}
	if r.check != nil {
		return r.check(c)
	}
	return r.reads(c)
}

// reads checks the arguments of a call: flags first, then everything that can be a path.
func (r reader) reads(c *call) bool {
	operands, skip, walks, flags := 0, r.first, r.walk, true
	for _, f := range c.args {
		if flags && f.text == "--" {
			flags = false
			continue
		}
		if flags && isFlag(f) {
			if hasAny(f.text, markAny, markRemote, markCoded, markFile) && !r.text || !r.flag(f.text) {
				return false
			}
			skip = skip && !flagIn(f.text, r.from)
			walks = walks || flagIn(f.text, r.walkIf)
		}
	}
	flags = true
	for _, f := range c.args {
		switch {
		case flags && f.text == "--":
			flags = false
			continue
		case flags && isFlag(f):
		default:
			operands++
			if skip {
				skip = false
				continue
			}
		}
		if !r.text && !c.staysInside(f, walks) {
			return false
		}
	}
	if walks && operands == 0 && !c.staysInside(field{text: "."}, true) {
		return false
	}
	return r.most == 0 || operands <= max(r.most, 0)
}

// flag tells whether a flag is harmless.
func (r reader) flag(text string) bool {
	if flagIn(text, r.not) {
		return false
	}
	return r.only == "" || flagIn(text, r.only)
}

// flagIn tells whether a flag, or one of a cluster of short flags, is in a list. Long flags may be
// abbreviated.
func flagIn(text, list string) bool {
	if list == "" {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimLeft(text, "-"), "=")
	long := strings.HasPrefix(text, "--")
	for n := range strings.FieldsSeq(list) {
		switch {
		case name == n:
			return true
		case long && len(n) > 1 && len(name) > 1 && strings.HasPrefix(n, name):
			return true
		case !long && len(n) == 1 && strings.Contains(name, n):
			return true
		}
	}
	return false
}

// staysInside tells whether an argument, read as a path in every way it can be, stays inside the
// workspace and outside the forbidden paths.
func (c *call) staysInside(f field, walks bool) bool {
	for _, name := range pathsIn(f.text) {
		for _, p := range c.e.resolve(c.st, name) {
			if !c.e.g.places.inside(p) || c.e.g.forbidden(p, walks) {
				return false
			}
		}
	}
	return true
}

// pathsIn gives the texts inside an argument that a program may take as a path.
func pathsIn(arg string) []string {
	if !strings.HasPrefix(arg, "-") || arg == "-" {
		return []string{arg}
	}
	var out []string
	if _, value, ok := strings.Cut(arg, "="); ok {
		out = append(out, value)
	}
	if len(arg) > 2 && arg[1] != '-' {
		out = append(out, arg[2:])
	}
	return out
}

func versionOnly(c *call) bool {
	if len(c.args) != 1 {
		return false
	}
	switch c.args[0].text {
	case "--version", "-version", "-V":
		return true
	case "-v":
		return c.name == "node" || c.name == "npm" || c.name == "ruby" || c.name == "perl" || c.name == "php"
	}
	return false
}

// xxdReads: the second operand is a file that xxd writes.
func xxdReads(c *call) bool {
	opts, rest := grammar{short: "cglosn"}.options(c.args)
	return !has(opts, "r", "revert") && len(rest) < 2 && !slices.ContainsFunc(rest, func(f field) bool { return !c.staysInside(f, false) })
}

// testReads: the operand of a file test is read.
func testReads(c *call) bool {
	for i, f := range c.args {
		fileTest := i > 0 && len(c.args[i-1].text) == 2 && c.args[i-1].text[0] == '-' && strings.Contains("abcdefghkprstuwxGLNOS", c.args[i-1].text[1:])
		if fileTest && !c.staysInside(f, false) {
			return false
		}
	}
	return true
}

// dateReads: without a new time, date only shows.
func dateReads(c *call) bool {
	opts, rest := grammar{short: "dfrsI", long: "date file reference set"}.options(c.args)
	if has(opts, "s", "set", "f", "file", "r", "reference") {
		return false
	}
	for _, f := range rest {
		if !strings.HasPrefix(f.text, "+") {
			return false
		}
	}
	return true
}

// goReads: the subcommands of go that change nothing, with the flags that keep it so.
func goReads(c *call) bool {
	if len(c.args) == 0 {
		return false
	}
	allowed := ""
	switch c.args[0].text {
	case "version":
		return len(c.args) == 1
	case "env":
		allowed = "json changed"
	case "list":
		allowed = "f json deps e find test m"
	case "help":
		return true
	default:
		return false
	}
	for _, f := range c.args[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(f.text, "-"), "=")
		if isFlag(f) && !slices.Contains(strings.Fields(allowed), name) || !isFlag(f) && !c.staysInside(f, true) {
			return false
		}
	}
	return true
}

// gofmtReads: gofmt prints unless it is told to write.
func gofmtReads(c *call) bool {
	return reader{not: "w cpuprofile", walk: true}.reads(c)
}

// awkReads: what the program of awk may do is checked by awk itself, except reading.
func awkReads(c *call) bool {
	opts, rest := grammar{short: "fFvEei", long: "file field-separator assign exec source include load", stop: true}.options(c.args)
	for _, o := range opts {
		if o.name != "F" && o.name != "v" && o.name != "field-separator" && o.name != "assign" {
			return false
		}
	}
	if len(rest) == 0 || !plainAwk(rest[0].text) {
		return false
	}
	for _, f := range rest[1:] {
		if !c.staysInside(f, false) {
			return false
		}
	}
	return true
}
