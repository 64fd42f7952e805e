package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func grantsFor(t *testing.T, o Options) *Grants {
	t.Helper()
	o.Now = func() time.Time { return start }
	g, err := OpenGrants(o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What was allowed for a workspace holds in the next run, and the file says when and why.
func TestGrantsAreKeptForTheWorkspace(t *testing.T) {
	o := options(t)
	g := grantsFor(t, o)
	if got, err := g.Load(); err != nil || got != nil {
		t.Fatalf("a new workspace allows %q, %v", got, err)
	}
	want := []string{"Edit", "Bash(go test ./...)", "Bash(echo \"é\\n\"\n# no comment: [x]\x7f\x1b)", "T.send"}
	for _, grant := range append(want, "Edit") { // a second time changes nothing
		if err := g.Keep(grant, "SysBuiltIn.bash, call t1r1c1"); err != nil {
			t.Fatal(err)
		}
	}
	got, err := grantsFor(t, o).Load()
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("read back (-want +got):\n%s%v", diff, err)
	}
	content, err := os.ReadFile(g.path())
	if err != nil {
		t.Fatal(err)
	}
	begin := "# What you have allowed in /home/Me/My Project when you were asked and answered for the project.\n" +
		"# Nobody is asked about these again in this workspace. Remove a rule to be asked about it.\n" +
		"allow:\n" +
		"  # allowed on 2026-01-02 03:04:05 UTC, in session " + testID + ", when asked about SysBuiltIn.bash, call t1r1c1\n" +
		"  - \"Edit\"\n"
	if !strings.HasPrefix(string(content), begin) {
		t.Errorf("the file is\n%s", content)
	}
	if !strings.HasPrefix(g.path(), filepath.Join(o.Base, "projects")) {
		t.Errorf("the file is at %s", g.path())
	}
	other := o
	other.Workspace = "/elsewhere"
	if got, err := grantsFor(t, other).Load(); err != nil || got != nil {
		t.Errorf("another workspace allows %q, %v", got, err)
	}
}

// A file that a person has written differently is read, and never spoiled.
func TestGrantsOfAPersonAreLeftAlone(t *testing.T) {
	for name, tt := range map[string]struct {
		text  string
		loads bool
		keeps bool
	}{
		"no line break at the end": {"allow:\n  - Edit", true, true},
		"emptied":                  {"allow:\n", true, true},
		"in one line":              {"allow: [Edit]\n", true, false},
		"another key":              {"allow:\n  - Edit\nnever: 1\n", false, false},
		"no YAML":                  {"\t{", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := grantsFor(t, options(t))
			if err := g.Keep("T.x", "T.x, call t1r1c1"); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(g.path(), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := g.Load(); (err == nil) != tt.loads {
				t.Errorf("load: %v", err)
			}
			err := g.Keep("Bash(ls)", "")
			if (err == nil) != tt.keeps {
				t.Errorf("keep: %v", err)
			}
			content, readErr := os.ReadFile(g.path())
			if readErr != nil || !tt.keeps && string(content) != tt.text {
				t.Errorf("the file is %q, %v", content, readErr)
			}
			if got, _ := g.Load(); tt.keeps && !strings.Contains(strings.Join(got, " "), "Bash(ls)") {
				t.Errorf("it holds %q", got)
			}
		})
	}
}

// What was allowed can be taken back, and what a person wrote around it stays.
//
// Covers: R106
func TestGrantsAreTakenBack(t *testing.T) {
	g := grantsFor(t, options(t))
	if got, err := g.Drop(func(string) bool { return true }); err != nil || got != nil {
		t.Fatalf("of a new workspace %q were dropped, %v", got, err)
	}
	for _, grant := range []string{"Reads(mcp__a)", "Edit", "Reads(mcp__b)"} {
		if err := g.Keep(grant, "x"); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(g.path())
	if err != nil {
		t.Fatal(err)
	}
	mine := strings.Replace(string(content), "  - \"Edit\"\n", "  - Edit # mine\n  # a note\n", 1)
	if err := os.WriteFile(g.path(), []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	reads := func(grant string) bool { return strings.HasPrefix(grant, "Reads(") }
	for _, want := range [][]string{{"Reads(mcp__a)", "Reads(mcp__b)"}, nil} {
		got, err := g.Drop(reads)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("dropped (-want +got):\n%s%v", diff, err)
		}
	}
	if got, err := g.Load(); err != nil || len(got) != 1 || got[0] != "Edit" {
		t.Errorf("left is %q, %v", got, err)
	}
	content, err = os.ReadFile(g.path())
	if err != nil || !strings.HasSuffix(string(content), "when asked about x\n  - Edit # mine\n  # a note\n") || strings.Count(string(content), "# allowed on") != 1 {
		t.Errorf("the file is %s, %v", content, err)
	}
	if err := os.WriteFile(g.path(), []byte("allow: [\"Reads(x)\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := g.Drop(reads); err == nil || got != nil {
		t.Errorf("from a list of another form %q were dropped, %v", got, err)
	}
}
