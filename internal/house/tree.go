package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// module is the path that our own packages begin with.
const module = "eidolon"

// Tree is the repository as the rules see it.
type Tree struct {
	root  fs.FS
	set   *token.FileSet
	files []*file // sorted by path
}

// file is one Go file.
type file struct {
	path string // from the repository's root
	dir  string
	test bool // only part of tests
	ast  *ast.File
}

// Load parses all Go files below root, but for those under testdata and in directories that begin
// with a dot or hold what was built.
func Load(root fs.FS) (*Tree, error) {
	t := &Tree{root: root, set: token.NewFileSet()}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && skipped(d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(t.set, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		t.files = append(t.files, &file{
			path: name, dir: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), ast: parsed,
		})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the sources: %w", err)
	}
	return t, nil
}

func skipped(name string) bool {
	return name == "testdata" || name == "bin" || name == "dist" || strings.HasPrefix(name, ".")
}

// Finding is a place that breaks a rule.
type Finding struct {
	Path    string // of the file, or of what is missing
	Line    int    // 0 when the whole file is meant
	Message string
}

// String gives the finding with its place.
func (f Finding) String() string {
	if f.Line == 0 {
		return f.Path + ": " + f.Message
	}
	return fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Message)
}

// at makes a finding of a place in a file.
func (t *Tree) at(f *file, n ast.Node, format string, args ...any) Finding {
	return Finding{f.path, t.set.Position(n.Pos()).Line, fmt.Sprintf(format, args...)}
}

// missing makes a finding of something that should be there.
func missing(name, format string, args ...any) Finding {
	return Finding{Path: name, Message: fmt.Sprintf(format, args...)}
}

// product gives the files of a directory and below that are part of the program.
func (t *Tree) product(dir string) []*file {
	var some []*file
	for _, f := range t.files {
		if !f.test && within(f.dir, dir) {
			some = append(some, f)
		}
	}
	return some
}

// find gives the file of that path, or nil.
func (t *Tree) find(name string) *file {
	i := slices.IndexFunc(t.files, func(f *file) bool { return f.path == name })
	if i < 0 {
		return nil
	}
	return t.files[i]
}

// text reads a file that is not Go.
func (t *Tree) text(name string) (string, error) {
	b, err := fs.ReadFile(t.root, name)
	return string(b), err
}

// within says whether a slash-separated path is dir or below it.
func within(name, dir string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}

// imports gives the paths that a file imports, with the place of each.
func (f *file) imports() map[string]ast.Node {
	all := map[string]ast.Node{}
	for _, spec := range f.ast.Imports {
		if name, err := strconv.Unquote(spec.Path.Value); err == nil {
			all[name] = spec
		}
	}
	return all
}
