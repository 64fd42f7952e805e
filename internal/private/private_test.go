package private_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"eidolon/internal/private"
)

// names lists a directory.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestMakeDir(t *testing.T) {
	base := t.TempDir()
	deep := filepath.Join(base, "a", "b", "c")
	changed, err := private.MakeDir(deep)
	if want := []string{base, filepath.Join(base, "a"), filepath.Join(base, "a", "b")}; err != nil || !slices.Equal(changed, want) {
		t.Errorf("changed %q, %v", changed, err)
	}
	if info, err := os.Stat(deep); err != nil || info.Mode().Perm() != private.DirMode {
		t.Errorf("it is %v, %v", info, err)
	}
	if changed, err := private.MakeDir(deep); err != nil || len(changed) > 0 {
		t.Errorf("once more: %q, %v", changed, err)
	}
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := private.MakeDir(file); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	say := func(text string, fail error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, fail)
		}
	}
	if err := private.Replace(path, say("one", nil)); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := private.Replace(path, say("tw", broken)); !errors.Is(err, broken) {
		t.Errorf("a failed write: %v", err)
	}
	content, err := os.ReadFile(path)
	info, statErr := os.Stat(path)
	if errors.Join(err, statErr) != nil || string(content) != "one" || info.Mode().Perm() != private.FileMode {
		t.Errorf("it is %q, %v, %v", content, info, errors.Join(err, statErr))
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left is %q", got)
	}
}

func TestShare(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	if err := private.Share(one, two); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	if err := os.WriteFile(one, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := private.Share(one, two); err != nil {
			t.Fatal(err)
		}
	}
	if content, err := os.ReadFile(two); err != nil || string(content) != "x" {
		t.Errorf("the second name has %q, %v", content, err)
	}
}
