package fsapitest

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/fsapi"
)

func testRemove(t *testing.T, open Open) {
	files, root := open(t)
	put(t, root, "a.txt", "a")
	put(t, root, "dir/x.txt", "x")
	if err := os.Mkdir(filepath.Join(root, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	link(t, root, "link", "dir/x.txt")
	for _, name := range []string{"a.txt", "empty", "link"} {
		if err := files.Remove(t.Context(), name); err != nil {
			t.Error(err)
		}
	}
	if got := names(t, files); got != "dir " {
		t.Errorf("%q is left", got)
	}
	if got := content(t, root, "dir/x.txt"); got != "x" {
		t.Errorf("the target of the link holds %q", got)
	}
	for _, c := range []struct {
		name, path string
		code       fsapi.Code
	}{
		{"nothing", "none", fsapi.NotFound},
		{"a directory with something in it", "dir", fsapi.NotEmpty},
		{"the root", ".", fsapi.InvalidPath},
		{"below a file", "dir/x.txt/y", fsapi.NotDirectory},
		{"outside", "../a.txt", fsapi.OutsideWorkspace},
	} {
		t.Run(c.name, func(t *testing.T) { wantCode(t, "delete", files.Remove(t.Context(), c.path), c.code) })
	}
	if got := content(t, root, "dir/x.txt"); got != "x" {
		t.Errorf("what was not to be deleted holds %q", got)
	}
}
