package house

import (
	"go/ast"
	"go/token"
)

// variables lets a package have tables and errors, and no state: nothing assigns to what is declared
// outside of functions.
func variables() Rule {
	return Rule{
		Name: "variables",
		Why:  "state belongs to a value that somebody owns; a package variable is a table or an error",
		Check: func(t *Tree) []Finding {
			names := map[string]map[string]bool{} // directory -> package variables
			for _, f := range t.product(".") {
				if names[f.dir] == nil {
					names[f.dir] = map[string]bool{}
				}
				for _, name := range f.variables() {
					names[f.dir][name] = true
				}
			}
			var all []Finding
			for _, f := range t.product(".") {
				for _, d := range f.ast.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
						all = append(all, t.assigned(f, fn, names[f.dir])...)
					}
				}
			}
			return all
		},
	}
}

// variables gives the names of the package variables that a file declares.
func (f *file) variables() []string {
	var names []string
	for _, d := range f.ast.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, s := range gen.Specs {
			if vs, ok := s.(*ast.ValueSpec); ok {
				for _, name := range vs.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// assigned finds changes of package variables in a function. A name that the function declares
// itself, anywhere, is taken for its own.
func (t *Tree) assigned(f *file, fn *ast.FuncDecl, globals map[string]bool) []Finding {
	own := locals(fn)
	var all []Finding
	found := func(e ast.Expr) {
		if name := rootName(e); name != "" && name != "_" && globals[name] && !own[name] {
			all = append(all, t.at(f, e, "the package variable %s is changed", name))
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					found(e)
				}
			}
		case *ast.IncDecStmt:
			found(n.X)
		}
		return true
	})
	return all
}

// locals gives the names that a function declares: its receiver, parameters, results and variables,
// those of functions inside it included.
func locals(fn *ast.FuncDecl) map[string]bool {
	own := map[string]bool{}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, name := range n.Names {
				own[name.Name] = true
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				own[name.Name] = true
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					own[rootName(e)] = true
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				own[rootName(n.Key)], own[rootName(n.Value)] = true, true
			}
		}
		return true
	})
	return own
}

// rootName gives the variable at the root of an expression such as a.b[c], or "".
func rootName(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return ""
		}
	}
}
