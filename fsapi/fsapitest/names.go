package fsapitest

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/fsapi"
)

func testNames(t *testing.T, open Open) {
	files, root := open(t)
	resolved, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	if files.Root() != resolved {
		t.Errorf("Root() = %q, want %q", files.Root(), resolved)
	}
	up := filepath.Dir(resolved)
	for _, c := range []struct {
		name, in, want string
		code           fsapi.Code
	}{
		{"plain", "a.txt", "a.txt", ""},
		{"dot", ".", ".", ""},
		{"leading dot", "./a//b/", "a/b", ""},
		{"up and down inside", "a/../b", "b", ""},
		{"root by way of a directory", "a/..", ".", ""},
		{"tilde is a character", "~/x", "~/x", ""},
		{"dollar is a character", "$HOME/x", "$HOME/x", ""},
		{"three dots", ".../x", ".../x", ""},
		{"dots in a name", "..a/b..", "..a/b..", ""},
		{"blank", " ", " ", ""},
		{"absolute", filepath.Join(root, "a", "b"), "a/b", ""},
		{"absolute, links resolved", filepath.Join(resolved, "a"), "a", ""},
		{"absolute root", resolved, ".", ""},
		{"absolute root with slash", resolved + "/", ".", ""},
		{"absolute, up and down", resolved + "/a/../b", "b", ""},
		{"absolute, out and in", resolved + "/../" + filepath.Base(resolved) + "/a", "a", ""},
		{"empty", "", "", fsapi.InvalidPath},
		{"NUL", "a\x00b", "", fsapi.InvalidPath},
		{"NUL after an escape", "../a\x00", "", fsapi.InvalidPath},
		{"up", "..", "", fsapi.OutsideWorkspace},
		{"up with slash", "../", "", fsapi.OutsideWorkspace},
		{"up and away", "../../etc/passwd", "", fsapi.OutsideWorkspace},
		{"down and further up", "a/../../x", "", fsapi.OutsideWorkspace},
		{"many ups", strings.Repeat("../", 200) + "etc", "", fsapi.OutsideWorkspace},
		{"absolute elsewhere", filepath.Join(up, "elsewhere"), "", fsapi.OutsideWorkspace},
		{"absolute parent", up, "", fsapi.OutsideWorkspace},
		{"absolute up", resolved + "/../x", "", fsapi.OutsideWorkspace},
		{"same beginning", resolved + "2/x", "", fsapi.OutsideWorkspace},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := files.Resolve(c.in)
			if got != c.want || fsapi.CodeOf(err) != c.code {
				t.Errorf("Resolve(%q) = %q, %v; want %q, %q", c.in, got, err, c.want, c.code)
			}
			if c.code == "" {
				return
			}
			for op, err := range every(t, files, c.in) {
				wantCode(t, op, err, c.code)
			}
		})
	}
	t.Run("nothing came into being", func(t *testing.T) {
		entries, err := os.ReadDir(root)
		if err != nil || len(entries) != 0 {
			t.Errorf("the workspace holds %v, %v", entries, err)
		}
	})
}

// every tries each operation on name and gives the errors by operation.
func every(t *testing.T, files fsapi.Files, name string) map[string]error {
	t.Helper()
	ctx := t.Context()
	errs := make(map[string]error)
	_, errs["stat"] = files.Stat(ctx, name)
	maps.Copy(errs, through(t, files, name))
	errs["move from"] = files.Move(ctx, name, "taken away")
	errs["move to"] = files.Move(ctx, "whatever", name)
	return errs
}

// through tries the operations that follow a link in the last part of name.
func through(t *testing.T, files fsapi.Files, name string) map[string]error {
	t.Helper()
	ctx := t.Context()
	errs := make(map[string]error)
	_, errs["read"] = files.Read(ctx, name, fsapi.ReadOptions{})
	_, errs["write"] = files.Write(ctx, name, []byte("x"), fsapi.WriteOptions{})
	_, errs["append"] = files.Write(ctx, name, []byte("x"), fsapi.WriteOptions{Append: true})
	_, errs["edit"] = files.Edit(ctx, name, func(old []byte) ([]byte, error) { return append(old, 'x'), nil })
	_, errs["list"] = files.List(ctx, name)
	return errs
}
