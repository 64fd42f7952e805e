package rows

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// scripts is where the end-to-end scripts lie.
const scripts = "testdata/script"

// collect finds all claims of the repository. Claims in the wrong place become problems of r.
func collect(root fs.FS, r *Report) ([]claim, error) {
	var all []claim
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && skipped(d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return nil
		case strings.HasSuffix(name, "_test.go"):
			found, err := fromTests(root, name, r)
			all = append(all, found...)
			return err
		case strings.HasSuffix(name, ".txtar") && path.Dir(name) == scripts:
			found, err := fromScript(root, name)
			all = append(all, found...)
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for tests: %w", err)
	}
	return all, nil
}

// skipped names directories that hold no sources of ours.
func skipped(name string) bool {
	return name == "bin" || name == "dist" || strings.HasPrefix(name, ".")
}

// fromTests reads the claims of a test file. A claim counts only in the comment of a test.
func fromTests(root fs.FS, name string, r *Report) ([]claim, error) {
	src, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ofTest := map[*ast.CommentGroup]bool{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Doc != nil && isTest(f) {
			ofTest[f.Doc] = true
		}
	}
	var found []claim
	for _, group := range file.Comments {
		for _, c := range group.List {
			list, ok := strings.CutPrefix(c.Text, "// Covers:")
			if !ok {
				continue
			}
			line := set.Position(c.Pos()).Line
			switch {
			case !ofTest[group]:
				r.problem(name, line, "this comment stands above no test, so nothing shows its rows")
			case len(ids(list)) == 0:
				r.problem(name, line, "this comment names no row")
			default:
				found = append(found, claim{place(name, line), ids(list)})
			}
		}
	}
	return found, nil
}

// isTest says whether the test command runs a function and lets it fail.
func isTest(f *ast.FuncDecl) bool {
	for _, prefix := range []string{"Test", "Fuzz", "Example"} {
		if f.Recv == nil && strings.HasPrefix(f.Name.Name, prefix) {
			return true
		}
	}
	return false
}

// fromScript reads the claims of a script: comment lines in front of its files.
func fromScript(root fs.FS, name string) ([]claim, error) {
	src, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	var found []claim
	line := 0
	for l := range strings.Lines(string(src)) {
		line++
		if strings.HasPrefix(l, "-- ") {
			break
		}
		if list, ok := strings.CutPrefix(strings.TrimSpace(l), "# Covers:"); ok {
			found = append(found, claim{place(name, line), ids(list)})
		}
	}
	return found, nil
}
