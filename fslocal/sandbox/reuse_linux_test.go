package sandbox

import (
	"os"
	"path/filepath"
	"testing"
)

// Rules serve further commands as long as all names that they were made of lead to the same files, and not
// a moment longer.
func TestRulesAreUsedAgain(t *testing.T) {
	if landlockABI() == 0 {
		t.Skip("this kernel has no Landlock")
	}
	for name, c := range map[string]struct {
		change func(dir string) error
		again  bool
	}{
		"nothing changes":        {func(string) error { return nil }, true},
		"a file of the project":  {func(dir string) error { return os.WriteFile(dir+"/project/new", nil, 0o600) }, true},
		"text of what is hidden": {func(dir string) error { return os.WriteFile(dir+"/home/keys/.env", []byte("new"), 0o600) }, true},
		"a file beside the hidden one": {
			func(dir string) error { return os.WriteFile(dir+"/home/keys/new", nil, 0o600) }, false,
		},
		"another file is hidden": {func(dir string) error {
			if err := os.WriteFile(dir+"/new", nil, 0o600); err != nil {
				return err
			}
			return os.Rename(dir+"/new", dir+"/home/keys/.env")
		}, false},
		"another directory above": {func(dir string) error {
			if err := os.Rename(dir+"/home/keys", dir+"/home/old"); err != nil {
				return err
			}
			return os.Mkdir(dir+"/home/keys", 0o700)
		}, false},
		"another workspace of its name": {func(dir string) error {
			if err := os.Rename(dir+"/project", dir+"/old"); err != nil {
				return err
			}
			return os.Mkdir(dir+"/project", 0o700)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := projectAndHome(t)
			l := rulesOf(t, dir)
			if err := c.change(dir); err != nil {
				t.Fatal(err)
			}
			again, err := l.of(hiding(dir))
			if err != nil || (again != nil) != c.again {
				t.Errorf("used again: %t (%v), want %t", again != nil, err, c.again)
			}
			if again != nil {
				again.close()
			}
		})
	}
}

// projectAndHome makes a workspace and a home with a file that is hidden.
func projectAndHome(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, made := range []string{"/project", "/home/keys"} {
		if err := os.MkdirAll(dir+made, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(dir+"/home/keys/.env", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// hiding is a plan for the two.
func hiding(dir string) *Plan {
	project := dir + "/project"
	return &Plan{workspace: project, writable: []string{project}, hidden: findHidden([]string{"~/keys/.env"}, project, dir+"/home")}
}

// rulesOf makes the rules of such a plan and keeps them. Only the home is looked through: what lies above
// it belongs to other tests too.
func rulesOf(t *testing.T, dir string) *last {
	t.Helper()
	p, l := hiding(dir), &last{}
	t.Cleanup(l.close)
	set, err := newRuleset(landlockABI(), true)
	if err != nil {
		t.Fatal(err)
	}
	p.rules = set
	defer p.Close()
	if err := newReader(p, set).allow(dir + "/home"); err != nil {
		t.Fatal(err)
	}
	if err := p.allowWrite(set, dir+"/project"); err != nil {
		t.Fatal(err)
	}
	if l.keep(p); l.rules != nil {
		t.Fatal("rules made a moment after a change are kept, and the times may not tell the next change")
	}
	for !set.lasting() { // until nothing has changed for long enough
	}
	l.keep(p)
	return l
}
