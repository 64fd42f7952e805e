package house

import (
	"go/ast"
	"path"
	"regexp"
)

// actorDirs gives the packages that are actors: those that declare their messages in a file.
func (t *Tree) actorDirs() []string {
	var dirs []string
	for _, f := range t.product("actors") {
		if path.Base(f.path) == "messages.go" {
			dirs = append(dirs, f.dir)
		}
	}
	return dirs
}

// docTable is what the comment of an actor's package says, each at the head of a line.
var docTable = []string{"accepts", "tells", "children", "on failure", "survives"}

// actorDocs asks each actor for its table.
func actorDocs() Rule {
	return Rule{
		Name: "actor docs",
		Why:  "the package comment in doc.go says what an actor accepts, tells, owns, and what its crash means",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for _, dir := range t.actorDirs() {
				doc := t.find(path.Join(dir, "doc.go"))
				if doc == nil || doc.ast.Doc == nil {
					all = append(all, missing(path.Join(dir, "doc.go"), "the actor has no doc.go with a package comment"))
					continue
				}
				for _, head := range docTable {
					if !regexp.MustCompile(`(?m)^\s+` + head + `\b`).MatchString(doc.ast.Doc.Text()) {
						all = append(all, missing(doc.path, "the table has no line %q", head))
					}
				}
			}
			return all
		},
		Except: map[string]string{},
	}
}

// messageFiles keeps logic out of messages.go, and messages in it.
func messageFiles() Rule {
	return Rule{
		Name: "message files",
		Why:  "messages.go is the protocol and nothing else: types, the marks of their family, and their sizes",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for _, f := range t.product("actors") {
				if msg := f.declares("Msg"); msg != nil && path.Base(f.path) != "messages.go" {
					all = append(all, t.at(f, msg, "Msg is declared outside messages.go"))
				}
			}
			for _, dir := range t.actorDirs() {
				f := t.find(path.Join(dir, "messages.go"))
				for _, d := range f.ast.Decls {
					if what := notMessage(d); what != "" {
						all = append(all, t.at(f, d, "%s", what))
					}
				}
			}
			return all
		},
		Except: map[string]string{},
	}
}

// declares gives the declaration of a type, or nil.
func (f *file) declares(name string) ast.Node {
	for _, d := range f.ast.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range gen.Specs {
			if ts, ok := s.(*ast.TypeSpec); ok && ts.Name.Name == name {
				return ts
			}
		}
	}
	return nil
}

// notMessage says what a declaration is that does not belong to a protocol, or gives "".
func notMessage(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.GenDecl:
		switch d.Tok.String() {
		case "import", "type":
			return ""
		}
		return "a declaration of a " + d.Tok.String()
	case *ast.FuncDecl:
		if d.Recv == nil {
			return "the function " + d.Name.Name
		}
		mark := !d.Name.IsExported() && len(d.Body.List) == 0 && d.Type.Params.NumFields() == 0
		if !mark && d.Name.Name != "Size" {
			return "the method " + d.Name.Name
		}
	}
	return ""
}
