package sandbox

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree makes directories, files (names with content "f") and links (names with "-> target") in a new
// directory without links in its name, and gives the directory.
func tree(t *testing.T, entries ...string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no sandbox for this system")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(entries); i += 2 {
		name, target := filepath.Join(dir, entries[i]), entries[i+1]
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		switch target {
		case "dir":
			err = os.MkdirAll(name, 0o700)
		case "file":
			err = os.WriteFile(name, nil, 0o700)
		default:
			err = os.Symlink(target, name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// below takes the directory off the names.
func below(dir string, names []string) []string {
	var all []string
	for _, name := range names {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			rel = name
		}
		all = append(all, rel)
	}
	return all
}

func TestFindRoots(t *testing.T) {
	for _, tt := range []struct {
		name    string
		entries []string
		environ []string // "DIR" is the directory
		allow   []string
		want    []string // after the workspace
	}{
		{name: "only the cache of all", want: []string{"home/.cache"}},
		{name: "where a variable says", entries: []string{"home/.cache", "dir", "x", "dir"}, environ: []string{"XDG_CACHE_HOME=DIR/x"}, want: []string{"x"}},
		{name: "a variable that names no full path", entries: []string{"home/.cache", "dir"}, environ: []string{"XDG_CACHE_HOME=x"}, want: []string{"home/.cache"}},
		{name: "parts of a directory", entries: []string{"home/go/pkg", "dir", "home/go/bin", "dir"}, want: []string{"home/.cache", "home/go/pkg"}},
		{name: "made for its tool", entries: []string{"home", "dir", "bin/npm", "file"}, environ: []string{"PATH=DIR/bin"}, want: []string{"home/.cache", "home/.npm"}},
		{name: "allowed", entries: []string{"other", "dir", "home/own", "dir", "more", "dir"}, allow: []string{"../other", "~/own", "DIR/more"}, want: []string{"home/.cache", "home/own", "more", "other"}},
		{name: "a single file", entries: []string{"home/file", "file"}, allow: []string{"~/file"}, want: []string{"home/.cache", "home/file"}},
		{name: "through a link", entries: []string{"other", "dir", "link", "other"}, allow: []string{"../link"}, want: []string{"home/.cache", "other"}},
		{name: "within the workspace", entries: []string{"work/sub", "dir"}, allow: []string{"sub"}, want: []string{"home/.cache"}},
		{name: "a link in the workspace", entries: []string{"other", "dir", "work/link", "../other"}, allow: []string{"link"}, want: []string{"home/.cache"}},
		{
			name: "a link put into a cache", entries: []string{"home/.cache/pip", "../../home/.ssh", "home/.ssh", "dir"},
			environ: []string{"PIP_CACHE_DIR=DIR/home/.cache/pip"}, want: []string{"home/.cache"},
		},
		{
			name: "a way through a cache", entries: []string{"home/.cache/npm", "../.ssh", "home/.ssh", "dir", "home/.npm", ".cache/npm"},
			want: []string{"home/.cache"},
		},
		{
			name: "a way through what a cache leads to", entries: []string{"data/npm", "../home/.ssh", "home/.ssh", "dir", "home/.cache", "../data", "home/.npm", "../data/npm"},
			want: []string{"data"},
		},
		{name: "a loop", entries: []string{"a", "b", "b", "a"}, allow: []string{"../a"}, want: []string{"home/.cache"}},
		{name: "named twice", entries: []string{"other", "dir"}, allow: []string{"../other", "../other/", "DIR/other"}, want: []string{"home/.cache", "other"}},
		{name: "up through a link", entries: []string{"deep/er/dir", "dir", "link", "deep/er/dir/..", "deep/er/x", "dir"}, allow: []string{"../link/x"}, want: []string{"deep/er/x", "home/.cache"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := tree(t, append([]string{"work", "dir"}, tt.entries...)...)
			o := Options{Workspace: filepath.Join(dir, "work"), Home: filepath.Join(dir, "home")}
			fill := func(texts []string) (all []string) {
				for _, text := range texts {
					all = append(all, filled(text, dir))
				}
				return all
			}
			o.Environ, o.AllowWrite = fill(tt.environ), fill(tt.allow)
			if diff := cmp.Diff(append([]string{"work"}, tt.want...), below(dir, findRoots(o))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// filled puts the directory into a text in place of "DIR".
func filled(text, dir string) string {
	for i := 0; i+3 <= len(text); i++ {
		if text[i:i+3] == "DIR" {
			return text[:i] + dir + text[i+3:]
		}
	}
	return text
}

func TestFindHidden(t *testing.T) {
	entries := []string{
		"work/secrets/deep/key", "file", "work/a.key", "file", "work/b.key", "file", "work/[", "file", "work/sub/.env", "file",
		"work/other/.env", "file", "work/link", "secrets", "home/.ssh", "dir",
	}
	for pattern, want := range map[string][]string{
		"secrets":    {"work/secrets"},
		"./secrets/": {"work/secrets"},
		"*.key":      {"work/a.key", "work/b.key"},
		"?.key":      {"work/a.key", "work/b.key"},
		"*/.env":     {"work/sub/.env", "work/other/.env"},
		"link/deep":  {"work/secrets/deep"},
		"~/.ssh":     {"home/.ssh"},
		"~/x":        nil,
		"none/*":     nil,
		"secrets/[":  {"work/secrets/deep"}, // no valid pattern: all
		"[":          {"work/[", "work/a.key", "work/b.key", "work/secrets", "work/sub", "work/other"},
		".":          {"work"},
	} {
		t.Run(pattern, func(t *testing.T) {
			dir := tree(t, entries...)
			var got []string
			for _, found := range findHidden([]string{pattern}, filepath.Join(dir, "work"), filepath.Join(dir, "home")) {
				got = append(got, found.path)
			}
			if diff := cmp.Diff(set(want), set(below(dir, got))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func set(names []string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range names {
		all[name] = true
	}
	return all
}
