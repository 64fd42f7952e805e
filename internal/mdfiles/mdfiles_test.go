package mdfiles_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/mdfiles"
)

// folder makes a directory of the user's with the given files.
func folder(t *testing.T, files map[string]string) mdfiles.Folder {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return mdfiles.Folder{Tree: mdfiles.Local(dir), Dir: ".", Shown: "~", Source: mdfiles.User}
}

func TestFind(t *testing.T) {
	f := folder(t, map[string]string{
		"b.md": "b", "a/z.md": "z", "a.MD": "a", "a/skip/x.md": "x", ".git/x.md": "x", "c.txt": "c", "not.md": "\xff",
		"half.md": strings.Repeat("é", mdfiles.MaxBytes),
	})
	f.Skip = func(rel string, dir bool) bool { return dir && rel == "a/skip" }
	none := folder(t, nil)
	none.Dir = "none"
	files, notices := mdfiles.Find(t.Context(), []mdfiles.Folder{none, f})
	var got []string
	for _, file := range files {
		got = append(got, fmt.Sprintf("%s %s %s", file.Path, file.Rel, file.Body))
	}
	if diff := cmp.Diff([]string{"~/a.MD a.MD a", "~/a/z.md a/z.md z", "~/b.md b.md b"}, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	want := []string{"~/half.md: larger than 256 KiB, so it is not used", "~/not.md: the file is not text"}
	if diff := cmp.Diff(want, notices); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

func TestDecode(t *testing.T) {
	files, _ := mdfiles.Find(t.Context(), []mdfiles.Folder{folder(t, map[string]string{
		"a.md": "---\nname: a\nother: 1\n---\nx", "b.md": "---\nname: [1]\n---\nx", "c.md": "x",
	})})
	want := []string{"a ", " ~/b.md:2: name must be text, not a list", " "}
	var got []string
	for _, f := range files {
		var head struct {
			Name string `yaml:"name"`
		}
		text := ""
		if err := f.Decode(&head, "name"); err != nil {
			text = err.Error()
		}
		got = append(got, head.Name+" "+text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
}

// No file makes the reader panic, and what it finds in the body was in the file.
func FuzzFind(f *testing.F) {
	f.Add("---\ndescription: [a] b: c\n---\nText.")
	f.Add("---\ndescription: 'x\n---\n")
	f.Add("---\r\n---\r\n\r\n x")
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		one := mdfiles.Folder{Tree: mdfiles.Local(dir), Dir: ".", Shown: "~"}
		files, notices := mdfiles.Find(t.Context(), []mdfiles.Folder{one}, "description")
		if len(files)+len(notices) != 1 {
			t.Errorf("%d files, notices %q", len(files), notices)
		}
		for _, file := range files {
			if !strings.Contains(strings.ReplaceAll(text, "\r\n", "\n"), file.Body) {
				t.Errorf("the body %q is not in %q", file.Body, text)
			}
		}
	})
}
