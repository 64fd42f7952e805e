package fsapitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/fsapi"
)

func testMove(t *testing.T, open Open) {
	files, root := open(t)
	ctx := t.Context()
	put(t, root, "a.txt", "content")
	put(t, root, "dir/x/y.txt", "deep")
	if err := files.Move(ctx, "a.txt", "new/place/b.txt"); err != nil {
		t.Error(err)
	}
	if got := content(t, root, "new/place/b.txt"); got != "content" {
		t.Errorf("content %q", got)
	}
	if err := files.Move(ctx, "dir", "other"); err != nil {
		t.Error(err)
	}
	if got := content(t, root, "other/x/y.txt"); got != "deep" {
		t.Errorf("content %q", got)
	}
	onlyFiles(t, root, "new", "other")

	link(t, root, "link", "other/x/y.txt")
	if err := files.Move(ctx, "link", "renamed"); err != nil {
		t.Error(err)
	}
	if target, err := os.Readlink(filepath.Join(root, "renamed")); err != nil || target != "other/x/y.txt" {
		t.Errorf("the moved link is %q, %v", target, err)
	}
}

func testMoveRefused(t *testing.T, open Open) {
	files, root := open(t)
	put(t, root, "a.txt", "a")
	put(t, root, "b.txt", "b")
	put(t, root, "dir/x.txt", "x")
	put(t, root, "full/y.txt", "y")
	if err := os.Mkdir(filepath.Join(root, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	link(t, root, "dead", "nowhere")
	before := names(t, files)
	for _, c := range []struct {
		name, from, to string
		code           fsapi.Code
	}{
		{"target is a file", "a.txt", "b.txt", fsapi.AlreadyExists},
		{"target is itself", "a.txt", "a.txt", fsapi.AlreadyExists},
		{"target is an empty directory", "dir", "empty", fsapi.AlreadyExists},
		{"target is a full directory", "dir", "full", fsapi.AlreadyExists},
		{"target is a dead link", "a.txt", "dead", fsapi.AlreadyExists},
		{"source is missing", "none", "c.txt", fsapi.NotFound},
		{"source is missing, target too deep", "none", "new/c.txt", fsapi.NotFound},
		{"into itself", "dir", "dir/sub", fsapi.InvalidPath},
		{"the root", ".", "c", fsapi.InvalidPath},
		{"the root by way of a directory", "dir/..", "c", fsapi.InvalidPath},
		{"the absolute root", root, "c", fsapi.InvalidPath},
		{"onto the root", "dir", "full/..", fsapi.InvalidPath},
		{"below a file", "a.txt", "b.txt/c", fsapi.NotDirectory},
		{"outside", "a.txt", "../a.txt", fsapi.OutsideWorkspace},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantCode(t, "move", files.Move(t.Context(), c.from, c.to), c.code)
			if after := names(t, files); after != before {
				t.Errorf("the workspace changed from %s to %s", before, after)
			}
		})
	}
}

// names gives the names at the top of the workspace in one string.
func names(t *testing.T, files fsapi.Files) string {
	t.Helper()
	entries, err := files.List(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, e := range entries {
		all.WriteString(e.Name + " ")
	}
	return all.String()
}
