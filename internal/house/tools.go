package house

import (
	"go/ast"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// toolDirs are where the built-in tools are: those of the workspace, those that look up kept sessions, the
// one that starts others, and those that reach the network.
var toolDirs = []string{"internal/tools", "internal/recall", "internal/subagents", "internal/web"}

const (
	cardDir  = "prompts/tools"
	toolPage = "docs/tools.md"
)

// toolParts asks for all that belongs to a tool.
func toolParts() Rule {
	return Rule{
		Name: "tool parts",
		Why:  "a tool is its code, two cards for the model, a test, and a section for people",
		Check: func(t *Tree) []Finding {
			page, err := t.text(toolPage)
			if err != nil {
				return []Finding{missing(toolPage, "cannot be read: %v", err)}
			}
			var all []Finding
			for name, f := range t.tools() {
				for _, card := range cards(name) {
					if _, err := fs.Stat(t.root, card); err != nil {
						all = append(all, missing(card, "the tool %s of %s has no such card", name, f.path))
					}
				}
				if !strings.Contains(page, "\n## "+name+"\n") {
					all = append(all, missing(toolPage, "no section on the tool %s", name))
				}
				if !t.tested(name, f.dir) {
					all = append(all, missing(f.path, "no test in %s names the tool %s", f.dir, name))
				}
			}
			return all
		},
	}
}

// toolCards finds cards without a tool.
func toolCards() Rule {
	return Rule{
		Name: "tool cards",
		Why:  "a card without a tool would be shown to the model for nothing",
		Check: func(t *Tree) []Finding {
			var known []string
			for name := range maps.Keys(t.tools()) {
				known = append(known, cards(name)...)
			}
			found, err := fs.Glob(t.root, cardDir+"/*.xnl")
			if err != nil {
				return []Finding{missing(cardDir, "cannot be listed: %v", err)}
			}
			var all []Finding
			for _, card := range found {
				if !slices.Contains(known, card) {
					all = append(all, missing(card, "there is no tool for this card"))
				}
			}
			return all
		},
	}
}

func cards(tool string) []string {
	return []string{path.Join(cardDir, tool+".brief.xnl"), path.Join(cardDir, tool+".detail.xnl")}
}

// tools gives the built-in tools by name, with the file that declares each: where a tool.Spec with
// that name is made.
func (t *Tree) tools() map[string]*file {
	found := map[string]*file{}
	for _, dir := range toolDirs {
		for _, f := range t.product(dir) {
			ast.Inspect(f.ast, func(n ast.Node) bool {
				if lit, ok := n.(*ast.CompositeLit); ok && isSelector(lit.Type, "tool", "Spec") {
					if name, ok := stringField(lit, "Name"); ok {
						found[name] = f
					}
				}
				return true
			})
		}
	}
	return found
}

// tested says whether a test in a directory has the name in a string of its own or in a Go string that
// holds it as a word.
func (t *Tree) tested(name, dir string) bool {
	hit := false
	for _, f := range t.files {
		if !f.test || f.dir != dir {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Value == strconv.Quote(name) {
				hit = true
			}
			return !hit
		})
	}
	return hit
}

func isSelector(e ast.Expr, pkg, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg
}

// stringField gives the value of a field that is written as a string.
func stringField(lit *ast.CompositeLit, field string) (string, bool) {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, isName := kv.Key.(*ast.Ident)
		value, isText := kv.Value.(*ast.BasicLit)
		if isName && isText && key.Name == field {
			s, err := strconv.Unquote(value.Value)
			return s, err == nil
		}
	}
	return "", false
}
