package actors_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// whoSaysWhat is the protocol: every word that one actor says to another. "owner" is whoever spawned
// the speaker, "asker" whoever the question named. A word that is not here must not be said.
const whoSaysWhat = `
call        -> owner      Done Progress
call        -> toolhost   Cancel Run
dispatcher  -> call       Cancel
dispatcher  -> owner      AskUser CallDone CallProgress CallStarted Judged Settled
dispatcher  -> routes     Resolve
dispatcher  -> slots      Acquire Release
dispatcher  -> toolhost   Classify Preview
guardian    -> routes     Register
journal     -> owner      Appended Closed WriteFailed
mcphost     -> asker      Changed Closed
mcphost     -> routes     Register
providers   -> asker      Granted Held Refused
providers   -> routes     Register
renderer    -> owner      Broken Closed Ready
routes      -> asker      Listing NotFound Resolved
session     -> asker      Closed
session     -> dispatcher Cancel CancelBlock Decide Dispatch Recorded Release SetRules
session     -> indexer    Grown
session     -> journal    Append Close
session     -> renderer   Batch Close
session     -> routes     Register
session     -> stream     Abort
sessions    -> asker      Lost Opened
slots       -> asker      Granted
stream      -> owner      BlockBegan BlockEnded BlockUnclosed CallClosed CallFailed CallInput CallOpened Ended Failed Held Notice ReasoningDelta TextDelta Used
stream      -> providers  Acquire Answering Release
stubmodel   -> asker      Began Ended Failed Panicked Said Wire
toolhost    -> asker      Classified Finished Previewed Progress
`

// hears names who takes a package's own notes.
func hears(pkg string) string {
	switch pkg {
	case "call", "dispatcher", "journal", "renderer", "stream":
		return "owner"
	}
	return "asker"
}

func TestNobodySaysAWordOutsideTheProtocol(t *testing.T) {
	words := map[string]map[string]string{} // package -> type of its messages.go -> "msg" or "note"
	files, err := filepath.Glob("*/messages.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no messages.go found", err)
	}
	for _, f := range files {
		words[filepath.Dir(f)] = typesOf(t, f)
	}
	said := map[string][]string{}
	for pkg := range words {
		for _, f := range sources(t, pkg) {
			ast.Inspect(f, func(n ast.Node) bool {
				lit, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				to, word := pkg, ""
				switch typ := lit.Type.(type) {
				case *ast.Ident:
					word = typ.Name
				case *ast.SelectorExpr:
					if x, ok := typ.X.(*ast.Ident); ok {
						to, word = x.Name, typ.Sel.Name
					}
				}
				// A package's own notes are told to its owner or to who asked; another's are only handled.
				switch {
				case to == pkg && words[to][word] == "note":
					to = hears(pkg)
				case to == pkg || words[to][word] != "msg":
					return true
				}
				if line := pkg + " -> " + to; !slices.Contains(said[line], word) {
					said[line] = append(said[line], word)
				}
				return true
			})
		}
	}
	want := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(whoSaysWhat)) {
		f := strings.Fields(line)
		want[strings.Join(f[:3], " ")] = f[3:]
	}
	for line, got := range said {
		slices.Sort(got)
		if !slices.Equal(got, want[line]) {
			t.Errorf("%s says %v, the protocol has %v", line, got, want[line])
		}
	}
	for line := range want {
		if said[line] == nil {
			t.Errorf("%s: nothing is said", line)
		}
	}
}

// typesOf tells for each message type of a file whether its package accepts it ("msg") or tells it
// ("note").
func typesOf(t *testing.T, path string) map[string]string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	marked := map[string]string{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && (d.Name.Name == "msg" || d.Name.Name == "note") {
				if id, ok := d.Recv.List[0].Type.(*ast.Ident); ok {
					marked[id.Name] = d.Name.Name
				}
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok && slices.Contains([]string{"Granted", "Closed", "Changed"}, ts.Name.Name) {
					marked[ts.Name.Name] = "note" // what goes to a ref of its own type needs no family
				}
			}
		}
	}
	return marked
}

func sources(t *testing.T, pkg string) []*ast.File {
	t.Helper()
	entries, err := os.ReadDir(pkg)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}
