package fence_test

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/internal/tools/fence"
)

// A name is what it leads to, as far as that is there.
func TestTarget(t *testing.T) {
	files := newWorkspace(t)
	root := files.Root()
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(root, "away")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(".", filepath.Join(root, "here")); err != nil {
		t.Fatal(err)
	}
	resolved, err := filepath.EvalSymlinks(outside)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		".": "", "open/a": "", "open/new": "", "nowhere/at/all": "",
		"to-dir": "secrets", "to-dir/deep/key": "secrets/deep/key", "to-dir/new/file": "secrets/new/file",
		"to-file": "private/a.key", "here": ".", "here/open/a": "open/a",
		"away/x": filepath.ToSlash(resolved) + "/x", filepath.ToSlash(root) + "/to-dir": "secrets",
	} {
		if got := fence.Target(root, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
