package house

import (
	"go/ast"
	"go/token"
)

// concurrency keeps goroutines, channels and locks out of the actors.
func concurrency() Rule {
	return Rule{
		Name: "concurrency",
		Why:  "an actor is logic that takes one message at a time; what may block runs in Env.Go",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for _, f := range t.product("actors") {
				all = append(all, t.locks(f)...)
				ast.Inspect(f.ast, func(n ast.Node) bool {
					if what := concurrent(n); what != "" {
						all = append(all, t.at(f, n, "%s", what))
					}
					return true
				})
			}
			return all
		},
		Except: map[string]string{
			"actors/actorkit":        "the ground of the actors is where all of it lives",
			"actors/model/modeltest": "a suite for tests: it plays a server and its clients",
		},
	}
}

// concurrent names what a node does with goroutines or channels, or gives "".
func concurrent(n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "a go statement"
	case *ast.ChanType:
		return "a channel"
	case *ast.SelectStmt:
		return "a select statement"
	case *ast.SendStmt:
		return "a send on a channel"
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "a receive from a channel"
		}
	}
	return ""
}

// locks finds imports of the packages with locks and atomics.
func (t *Tree) locks(f *file) []Finding {
	var all []Finding
	for name, spec := range f.imports() {
		if name == "sync" || name == "sync/atomic" {
			all = append(all, t.at(f, spec, "an import of %s", name))
		}
	}
	return all
}
