package guard

import (
	"slices"
	"strings"
)

// argRule says which options of a program reach further than the program itself. Names stand without
// dashes, separated by blanks; one of a single letter is a short option.
type argRule struct {
	runs   string // their value is a shell command
	sets   string // variable with the name of a new file that the commands see
	code   string // their value is code in the program's own language
	writes string // their value is a file or directory that is written
	edits  string // with one of them, every operand is changed in place; "*" means always, but not to check
	verbs  string // first operands that have the same effect
	comma  bool   // commands have commas between their words
	skip   int    // operands that are not edited, in front of those that are
}

// argRules are for programs whose only danger are such options, and for some that have more.
var argRules = map[string]argRule{
	// A command in an option.
	"split": {runs: "filter", sets: "FILE"}, "gsplit": {runs: "filter", sets: "FILE"},
	"compgen": {runs: "C"}, "complete": {runs: "C"},
	"gcc": {runs: "wrapper", comma: true}, "g++": {runs: "wrapper", comma: true}, "cc": {runs: "wrapper", comma: true},
	"c++": {runs: "wrapper", comma: true}, "gfortran": {runs: "wrapper", comma: true},
	"fzf":       {runs: "preview"},
	"nodemon":   {runs: "exec x"},
	"onchange":  {runs: "command"},
	"chokidar":  {runs: "command c"},
	"reflex":    {runs: "command"},
	"air":       {runs: "build.cmd build.bin"},
	"tcpdump":   {runs: "z", writes: "w"},
	"logrotate": {runs: "mail", writes: "state s"},
	"bat":       {runs: "pager"},
	"delta":     {runs: "pager"},
	"ctest":     {writes: "output-log O output-junit"},
	"rg":        {runs: "pre hostname-bin"},
	"zip":       {runs: "unzip-command TT"},
	"cpio":      {runs: "rsh-command"},
	"dpkg":      {runs: "pre-invoke post-invoke status-logger"},
	"install":   {runs: "strip-program"},
	"wget":      {runs: "use-askpass"},
	"mysqldump": {writes: "result-file r tab T"},
	"pg_dump":   {writes: "file f"},
	"psql":      {writes: "output o log-file L"},

	// A file in an option.
	"openssl": {writes: "out keyout CAserial writerand sigfile certout"},
	"gpg":     {writes: "output o logger-file status-file"}, "gpg2": {writes: "output o logger-file status-file"},
	"age": {writes: "output o"}, "age-keygen": {writes: "output o"},
	"shuf": {writes: "output o"}, "tree": {writes: "o output"},
	"xmllint": {writes: "output o"}, "xsltproc": {writes: "output o"}, "protoc": {writes: "descriptor_set_out go_out python_out cpp_out java_out"},
	"javac": {writes: "d s h"}, "rustc": {writes: "o out-dir"}, "ld": {writes: "o output Map"},
	"go":     {writes: "o coverprofile cpuprofile memprofile blockprofile mutexprofile trace outputdir pkgdir"},
	"pytest": {writes: "junitxml junit-xml basetemp"}, "pip": {writes: "target t prefix root log"},
	"strace": {writes: "o output"}, "ltrace": {writes: "o output"}, "perf": {writes: "o output"},
	"uncrustify": {writes: "o"}, "curlie": {writes: "o output"},

	// Formatters and other tools that change files in place.
	"gofmt": {edits: "w", writes: "cpuprofile"}, "goimports": {edits: "w"}, "gofumpt": {edits: "w"}, "golines": {edits: "w write-output"},
	"shfmt": {edits: "w write"}, "prettier": {edits: "w write"}, "eslint": {edits: "fix", writes: "o output-file"},
	"stylelint": {edits: "fix"}, "standard": {edits: "fix"}, "xo": {edits: "fix"}, "biome": {edits: "write fix apply", skip: 1},
	"dprint": {verbs: "fmt", skip: 1}, "rome": {edits: "write", skip: 1},
	"black": {edits: "*"}, "isort": {edits: "*"}, "blue": {edits: "*"}, "autopep8": {edits: "i in-place"}, "yapf": {edits: "i in-place"},
	"autoflake": {edits: "i in-place"}, "pyupgrade": {edits: "*"}, "docformatter": {edits: "i in-place"}, "djlint": {edits: "reformat"},
	"ruff": {edits: "fix fix-only", verbs: "format", skip: 1}, "2to3": {edits: "w write"}, "codespell": {edits: "w write-changes"}, "typos": {edits: "w write-changes"},
	"clang-format": {edits: "i"}, "clang-tidy": {edits: "fix fix-errors"}, "astyle": {edits: "*"}, "indent": {edits: "*"},
	"rustfmt": {edits: "*"}, "stylua": {edits: "*"}, "zigfmt": {edits: "*"}, "ocamlformat": {edits: "i inplace"}, "ormolu": {edits: "i"},
	"fourmolu": {edits: "i"}, "scalafmt": {edits: "*"}, "ktlint": {edits: "F format"}, "swiftformat": {edits: "*"},
	"swift-format": {edits: "i in-place"}, "google-java-format": {edits: "i replace"}, "nixfmt": {edits: "*"}, "alejandra": {edits: "*"},
	"buildifier": {edits: "*"}, "perltidy": {edits: "b"}, "js-beautify": {edits: "r replace"}, "tidy": {edits: "m modify"},
	"rubocop": {edits: "a A autocorrect auto-correct autocorrect-all"}, "php-cs-fixer": {verbs: "fix", skip: 1}, "phpcbf": {edits: "*"},
	"markdownlint": {edits: "f fix"}, "mdformat": {edits: "*"}, "taplo": {verbs: "fmt format", skip: 1},
	"yq": {edits: "i inplace in-place", skip: 1}, "sd": {edits: "*", skip: 2}, "dos2unix": {edits: "*"}, "unix2dos": {edits: "*"},
	"mac2unix": {edits: "*"}, "recode": {edits: "*", skip: 1}, "crudini": {edits: "set del merge"}, "dasel": {writes: "w write"},
	"mogrify": {edits: "*"}, "exiftool": {edits: "overwrite_original"}, "strip": {edits: "*", writes: "o"}, "patchelf": {edits: "*"},
	"optipng": {edits: "*"}, "jpegoptim": {edits: "*"}, "rename": {edits: "*", skip: 1}, "prename": {edits: "*", skip: 1},
	"fixjsstyle": {edits: "*"}, "xmlstarlet": {edits: "L inplace", skip: 1},

	// Code in an option.
	"bun":   {code: "e eval p print"},
	"emacs": {code: "eval execute"}, "emacsclient": {code: "eval e"},
	"guile": {code: "c"}, "gdb": {code: "ex eval-command"}, "sbcl": {code: "eval"}, "clisp": {code: "x"}, "racket": {code: "e eval"},
	"ocaml": {code: "e"}, "ghc": {code: "e"}, "runghc": {code: "e"}, "octave": {code: "eval"}, "r": {code: "e"},
	"erl": {code: "eval"}, "iex": {code: "e eval"}, "clojure": {code: "e eval"}, "clj": {code: "e eval"}, "bb": {code: "e eval"},
	"raku": {code: "e"}, "nim": {code: "eval"}, "tsx": {code: "e eval p print"}, "ts-node": {code: "e eval p print"},
	"gnuplot": {code: "e"}, "maxima": {code: "batch-string"}, "gimp": {code: "b batch"}, "qjs": {code: "e eval"},
}

// judge judges the options of c that the rule names.
func (r argRule) judge(c *call) {
	edits := r.edits == "*" && !slices.ContainsFunc(c.args, onlyChecks) || len(c.args) > 0 && slices.Contains(strings.Fields(r.verbs), c.args[0].text)
	for i := range c.args {
		if c.args[i].text == "--" {
			break
		}
		if !isFlag(c.args[i]) {
			continue
		}
		edits = edits || flagIn(c.args[i].text, r.edits)
		if v, ok := optionValue(c.args[i:], r.runs); ok {
			text := v.text
			if r.comma {
				text = strings.ReplaceAll(text, ",", " ")
			}
			c.e.reads = false
			run := c.st.child(c.e)
			if r.sets != "" {
				c.e.store(run, r.sets, variable{alts: []string{markName}, exported: true})
			}
			c.inside(func() { c.e.nested(run, text, c.at) })
		}
		if v, ok := optionValue(c.args[i:], r.code); ok {
			c.e.reads = false
			c.code(v.text)
		}
		if v, ok := optionValue(c.args[i:], r.writes); ok && v.text != "-" {
			c.write(v)
		}
	}
	if !edits {
		return
	}
	_, rest := grammar{}.options(c.args)
	for _, f := range rest[min(r.skip, len(rest)):] {
		if strings.HasPrefix(f.text, "/") || strings.Contains(f.text, "..") || !constant(f.text) || !c.e.g.places.inside(c.st.dirs[0]) {
			c.editsPlace(f)
		}
	}
}

// onlyChecks tells whether a formatter is told to change nothing.
func onlyChecks(f field) bool {
	return slices.Contains([]string{"--check", "--diff", "--dry-run", "--check-only", "--version", "--help"}, f.text)
}

// editsPlace judges an operand that is changed in place. It need not be a path, so one that is not
// known does not ask.
func (c *call) editsPlace(f field) {
	for _, p := range c.e.resolve(c.st, f.text) {
		if !opaque(p) {
			c.e.written(p, f)
		}
	}
}

// optionValue gives the value of the flag args[0] if it is one of names: behind "=", right behind a
// short name, or in the next argument.
func optionValue(args []field, names string) (field, bool) {
	flag := args[0]
	body := strings.TrimLeft(flag.text, "-")
	name, value, given := strings.Cut(body, "=")
	for n := range strings.FieldsSeq(names) {
		single := len(n) == 1 && !strings.HasPrefix(flag.text, "--")
		switch {
		case name == n && given:
			flag.text = value
			return flag, true
		case name == n, single && strings.HasSuffix(body, n) && len(body) < 4:
			if len(args) > 1 {
				return args[1], true
			}
		case single && strings.HasPrefix(body, n):
			flag.text = body[1:]
			return flag, true
		}
	}
	return field{}, false
}
