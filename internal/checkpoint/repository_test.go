package checkpoint

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRulesAbove takes checkpoints of the directory a/b, with rules for it at all the places at which
// git looks for them. Every directory has a file in it.
func TestRulesAbove(t *testing.T) {
	for _, c := range []struct {
		name    string
		setup   func(w *world)
		dirs    []string
		ignored []string
	}{
		{
			"below the top of a repository",
			func(w *world) {
				w.mkdir(".git")
				w.write(".gitignore", "out/\n/anchored/\n/a/*/exact/\nback/\n*.d/\n")
				w.write("a/.gitignore", "mid/\nb/from-a/\n!back/\n")
				w.write("a/b/.gitignore", "/own/\n!keep.d/\n")
				w.write(".git/info/exclude", "excluded/\nback/\n")
			},
			[]string{
				"out", "deep/out", "anchored", "exact", "deep/exact", "mid", "from-a", "deep/from-a", "back",
				"own", "deep/own", "some.d", "keep.d", "excluded",
			},
			[]string{"deep/out", "exact", "excluded", "from-a", "mid", "out", "own", "some.d"},
		},
		{
			"a repository in a repository",
			func(w *world) {
				w.mkdir(".git")
				w.write(".gitignore", "far/\n")
				w.write(".git/info/exclude", "far/\n")
				w.write("a/.git/info/exclude", "near/\n")
			},
			[]string{"far", "near"},
			[]string{"near"},
		},
		{
			"a worktree",
			func(w *world) {
				w.write("a/.git", "gitdir: ../main/.git/worktrees/a\n")
				w.write("main/.git/worktrees/a/commondir", "../..\n")
				w.write("main/.git/info/exclude", "excluded/\n")
				w.write("main/.gitignore", "other/\n")
			},
			[]string{"excluded", "other"},
			[]string{"excluded"},
		},
		{
			"the workspace is a worktree itself, by a full path",
			func(w *world) {
				w.write("a/b/.git", "gitdir: "+filepath.ToSlash(w.path("main/.git/worktrees/b"))+"\n")
				w.write("main/.git/worktrees/b/commondir", filepath.ToSlash(w.path("main/.git"))+"\n")
				w.write("main/.git/info/exclude", "excluded/\n")
			},
			[]string{"excluded"},
			[]string{"excluded"},
		},
		{
			"a submodule",
			func(w *world) {
				w.write("a/.git", "gitdir: ../.git/modules/a\n")
				w.write(".git/modules/a/info/exclude", "excluded/\n")
			},
			[]string{"excluded"},
			[]string{"excluded"},
		},
		{
			"no repository",
			func(w *world) { w.write("a/.gitignore", "out/\n"); w.write("a/b/.gitignore", "own/\n") },
			[]string{"out", "own"},
			[]string{"own"},
		},
		{
			"a workspace that is ignored itself",
			func(w *world) {
				w.mkdir(".git")
				w.write(".gitignore", "/a/\nout/\n")
				w.write("a/b/.gitignore", "own/\n")
			},
			[]string{"out", "own"},
			[]string{"own"},
		},
		{
			"links and what is no text",
			func(w *world) {
				w.mkdir(".git")
				w.write("rules", "out/\n")
				w.link("rules", ".gitignore")
				w.write("a/.gitignore", "mid/\n\x00")
			},
			[]string{"out", "mid"},
			nil,
		},
		{
			"a pointer that leads nowhere",
			func(w *world) { w.write("a/.git", "gitdir: ../none\n"); w.write("a/.gitignore", "out/\n") },
			[]string{"out"},
			[]string{"out"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.setup(w)
			for _, dir := range c.dirs {
				w.write("a/b/"+dir+"/file", "x")
			}
			w.opts.Root = w.path("a/b")
			s := w.open()
			w.take(s)
			var ignored []string
			for path, e := range s.head.tree {
				if e.reason == Ignored {
					ignored = append(ignored, path)
				}
			}
			slices.Sort(ignored)
			if d := cmp.Diff(c.ignored, ignored); d != "" {
				t.Errorf("ignored (-want +got):\n%s", d)
			}
		})
	}
}
