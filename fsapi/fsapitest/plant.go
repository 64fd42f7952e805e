package fsapitest

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"eidolon/fsapi"
)

const secret = "not for your eyes"

// put writes a file below root, with its parents.
func put(t *testing.T, root, name, content string) string {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return full
}

// link makes a symbolic link below root, or skips the test where links cannot be made.
func link(t *testing.T, root, name, target string) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, full); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

// content gives what is in a file below root.
func content(t *testing.T, root, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// outside makes a directory that nothing may touch and checks that at the test's end.
func outside(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "secret.txt", secret)
	put(t, dir, "sub/deep.txt", secret)
	before := tree(t, dir)
	t.Cleanup(func() {
		if after := tree(t, dir); !maps.Equal(before, after) {
			t.Errorf("outside the workspace was %v, is now %v", before, after)
		}
	})
	return dir
}

// tree gives the content of every file under dir, and "dir" for directories.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			found[path] = "dir"
			return err
		}
		data, err := os.ReadFile(path)
		found[path] = d.Type().String() + " " + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// wantCode checks the code of an error.
func wantCode(t *testing.T, what string, err error, want fsapi.Code) {
	t.Helper()
	if got := fsapi.CodeOf(err); got != want {
		t.Errorf("%s: code %q (%v), want %q", what, got, err, want)
	}
}
