package house

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eidolon/internal/leaf/lang"
)

// langDir has the tables, and textType is what every text is that has translations.
const (
	langDir  = "internal/leaf/lang"
	textType = module + "/" + langDir + ".Text"
)

// translations has every text of the screen in every language, and no more than those.
func translations() Rule {
	return Rule{
		Name: "translations",
		Why:  "a screen in two languages at once is hard to read, and a verb too many shows as %!d(MISSING)",
		Check: func(t *Tree) []Finding {
			var texts texts
			texts.gather(t)
			all := texts.wrong
			for _, tag := range lang.Tags() {
				name := langDir + "/" + string(tag) + ".po"
				if file, err := t.text(name); err == nil {
					all = append(all, texts.compare(name, lang.Pairs(file))...)
				} else if tag != lang.English && len(texts.all) > 0 {
					all = append(all, missing(name, "there is no such file: %v", err))
				}
			}
			return all
		},
	}
}

// text is a text with the first place where it stands.
type text struct {
	words string
	where Finding
}

// texts are those in the sources.
type texts struct {
	all   []text
	known map[string]bool
	wrong []Finding
}

// compare holds the texts against a language's file.
func (x *texts) compare(name string, pairs []lang.Pair) []Finding {
	var all []Finding
	at := func(p lang.Pair, message string) {
		all = append(all, Finding{name, p.Line, message + ": " + strconv.Quote(string(p.English))})
	}
	has := map[string]bool{}
	for _, p := range pairs {
		english := string(p.English)
		switch {
		case has[english]:
			at(p, "this text has a translation already")
		case !x.known[english]:
			at(p, "nothing in the sources says this any more")
		case p.Own == "":
			at(p, "this text has no translation")
		case !sameVerbs(verbs(english), verbs(p.Own)):
			at(p, "the translation has other verbs")
		}
		has[english] = true
	}
	for _, one := range x.all {
		if !has[one.words] {
			f := one.where
			f.Message = name + " lacks " + strconv.Quote(one.words)
			all = append(all, f)
		}
	}
	return all
}

// gather finds all texts of the program. It has the types of our own packages worked out; those of
// libraries are of no consequence, so that none of them has to be read.
func (x *texts) gather(t *Tree) {
	x.known = map[string]bool{}
	c := newChecker(t)
	for _, f := range t.product(".") {
		if f.dir != langDir {
			c.check(f.dir)
			x.read(t, c, f)
		}
	}
}

// read takes the texts of a file.
func (x *texts) read(t *Tree, c *checker, f *file) {
	one := map[ast.Node]bool{}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			x.call(t, c, f, call, one)
		}
		e, ok := n.(ast.Expr)
		if !ok || one[n] {
			return !one[n]
		}
		words, ok := c.text(e)
		if !ok {
			return true
		}
		if !x.known[words] && strings.ContainsFunc(words, unicode.IsLetter) {
			x.known[words] = true
			x.all = append(x.all, text{words, t.at(f, n, "")})
		}
		return false
	})
}

// call looks at how a text is used. The first text of N is for English alone.
func (x *texts) call(t *Tree, c *checker, f *file, call *ast.CallExpr, one map[ast.Node]bool) {
	wrong := func(message string) { x.wrong = append(x.wrong, t.at(f, call, "%s", message)) }
	if c.conversion(call) {
		wrong("only a constant can be a text: what is made while the program runs is in no table")
		return
	}
	given, format := len(call.Args)-1, 0
	switch c.method(call) {
	case "T":
		given = 0
	case "F":
	case "N":
		given, format = len(call.Args)-2, 2
		one[call.Args[1]] = true
	default:
		return
	}
	if words, ok := c.text(call.Args[format]); ok && call.Ellipsis == token.NoPos && len(verbs(words)) != given {
		wrong("the text has another number of verbs than there are values")
	}
	if format < 2 {
		return
	}
	single, _ := c.text(call.Args[1])
	many, _ := c.text(call.Args[2])
	if rest := verbs(many); len(rest) == 0 || !slices.Equal(rest[1:], verbs(single)) {
		wrong("the text for one has other verbs than the text for many")
	}
}

// verbs gives the verbs of a format by the value that they are for. Two for the same value count once.
func verbs(format string) []string {
	all := map[int]string{}
	next, last := 1, 0
	for {
		_, rest, more := strings.Cut(format, "%")
		if !more {
			break
		}
		format = rest
		if strings.HasPrefix(format, "%") {
			format = format[1:]
			continue
		}
		if number, behind, ok := strings.Cut(strings.TrimPrefix(format, "["), "]"); ok && strings.HasPrefix(format, "[") {
			if n, err := strconv.Atoi(number); err == nil {
				next, format = n, behind
			}
		}
		end := strings.IndexFunc(format, unicode.IsLetter)
		if end < 0 {
			break
		}
		all[next] = format[end : end+1]
		last = max(last, next)
		next++
	}
	out := make([]string, last)
	for n, verb := range all {
		out[n-1] = verb
	}
	return out
}

func sameVerbs(a, b []string) bool { return slices.Equal(a, b) }

// checker works out the types of our own packages.
type checker struct {
	tree  *Tree
	info  *types.Info
	known map[string]*types.Package
}

func newChecker(t *Tree) *checker {
	return &checker{
		tree: t, known: map[string]*types.Package{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
	}
}

// check works out the types of a package. Whatever has to do with a library cannot be known, and is left
// as it is.
func (c *checker) check(dir string) *types.Package {
	name := module + "/" + dir
	if p := c.known[name]; p != nil {
		return p
	}
	var files []*ast.File
	for _, f := range c.tree.product(dir) {
		if f.dir == dir {
			files = append(files, f.ast)
		}
	}
	config := types.Config{Importer: c, Error: func(error) {}} // nothing of a library is known
	p, _ := config.Check(name, c.tree.set, files, c.info)
	c.known[name] = p
	return p
}

// Import implements [types.Importer]. Of a library there is an empty package.
func (c *checker) Import(name string) (*types.Package, error) {
	if dir, own := strings.CutPrefix(name, module+"/"); own {
		return c.check(dir), nil
	}
	if c.known[name] == nil {
		parts := strings.Split(name, "/")
		last := parts[len(parts)-1]
		if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && last[1] >= '0' && last[1] <= '9' {
			last = parts[len(parts)-2]
		}
		p := types.NewPackage(name, last)
		p.MarkComplete()
		c.known[name] = p
	}
	return c.known[name], nil
}

// text gives the constant text that an expression is.
func (c *checker) text(e ast.Expr) (string, bool) {
	tv := c.info.Types[e]
	if tv.Type == nil || tv.Value == nil || tv.Type.String() != textType {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// conversion says that a call makes a text of something that is no constant.
func (c *checker) conversion(call *ast.CallExpr) bool {
	fun := c.info.Types[call.Fun]
	return fun.IsType() && fun.Type.String() == textType && c.info.Types[call].Value == nil
}

// method gives the name of the table's method that is called, or "".
func (c *checker) method(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || c.info.Selections[sel] == nil {
		return ""
	}
	f := c.info.Selections[sel].Obj()
	if f.Pkg() == nil || f.Pkg().Path() != module+"/"+langDir {
		return ""
	}
	return f.Name()
}
