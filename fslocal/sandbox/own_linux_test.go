package sandbox_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fslocal/sandbox"
)

// TestOwnDirectory has the program's own directory in the workspace, as when somebody works in their home:
// who writes its settings says what may be done, from the next start on.
// Covers: R71
func TestOwnDirectory(t *testing.T) {
	p := newPlace(t, func(o *sandbox.Options) { o.Own = filepath.Join(o.Workspace, "sub/own") })
	own := filepath.Join(p.root, "sub/own")
	p.put(own+"/config.yaml", "kept\n")
	p.put(p.root+"/top", "old\n")
	p.put(p.root+"/other/f", "old\n")
	p.works("true")
	before := snapshot(t, own)
	for name, text := range map[string]string{
		"a new file":          "echo x > sub/own/new",
		"a file of it":        "echo x >> sub/own/config.yaml",
		"removed":             "rm sub/own/config.yaml",
		"a directory":         "mkdir sub/own/projects",
		"renamed":             "mv sub/own sub/other",
		"the one above":       "mv sub other/sub",
		"renamed in place":    "mv sub sub2",
		"through a hard link": "ln sub/own/config.yaml other/link && echo x > other/link",
		"moved in":            "echo x > other/new && mv other/new sub/own/new",
		"exchanged":           "ln -sfn ../other sub/own",
		"through a link":      "ln -s ../sub/own other/l && echo x > other/l/new",
		"a name beside":       "echo x > sub/new",
		"a name at the top":   "echo x > new",
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			p.fails(text)
			if diff := cmp.Diff(before, snapshot(t, own)); diff != "" {
				t.Error(diff)
			}
		})
	}
	p.t = t
	if got := p.fails("touch sub/own/new").Hindered; !strings.Contains(got, "settings") {
		t.Errorf("got %q", got)
	}
	if got := p.fails("touch new").Hindered; !strings.Contains(got, "settings lies below") {
		t.Errorf("got %q", got)
	}
	p.works("cat sub/own/config.yaml && echo new > top && echo new > other/f && mkdir other/d && mv other/f other/d/f && rm -r other/d && mktemp")
}

// TestOwnDirectoryIsToCome makes what is not there yet, and what a link is to lead to.
// Covers: R71
func TestOwnDirectoryIsToCome(t *testing.T) {
	p := newPlace(t, func(o *sandbox.Options) { o.Own = filepath.Join(o.Workspace, "new/own") })
	p.fails("mkdir -p new/own")

	p = newPlace(t, func(o *sandbox.Options) { o.Own = filepath.Join(o.Workspace, "dots/link") })
	p.put(p.root+"/real/config.yaml", "kept\n")
	p.put(p.root+"/dots/f", "")
	p.put(p.root+"/free/f", "")
	if err := os.Symlink("../real", p.root+"/dots/link"); err != nil {
		t.Fatal(err)
	}
	p.fails("echo x > real/config.yaml")
	p.fails("rm dots/link")
	p.fails("ln -sfn ../free dots/link")
	p.works("echo x > free/g")

	p = newPlace(t, func(o *sandbox.Options) { o.Own = filepath.Dir(o.Workspace) }) // the workspace lies in it
	p.fails("echo x > g")
	p.works("mktemp")
}
