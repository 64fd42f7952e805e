package contextfiles_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/internal/contextfiles"
)

// plant makes files below a directory; a name that ends in a slash is a directory.
func plant(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		parent := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			parent = full
		}
		if err := os.MkdirAll(parent, 0o755); err != nil {
			t.Fatal(err)
		}
		if parent == full {
			continue
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// open opens a workspace.
func open(t *testing.T, root string) *fslocal.Workspace {
	t.Helper()
	w, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// top is a directory for a test, with its links resolved.
func top(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// gather reads the project context of the directory root below a directory with the given files. In
// what it gives, that directory is called "T".
func gather(t *testing.T, files map[string]string, root string) contextfiles.Gathered {
	t.Helper()
	dir := top(t)
	plant(t, dir, files)
	return gatherIn(t, dir, root)
}

func gatherIn(t *testing.T, dir, root string) contextfiles.Gathered {
	t.Helper()
	g := contextfiles.Gather(t.Context(), contextfiles.Place{
		Base: filepath.Join(dir, "base"), Home: filepath.Join(dir, "home"),
		Files: open(t, filepath.Join(dir, root)), Open: func(d string) (fsapi.Files, error) { return fslocal.OpenReadOnly(d) },
	})
	short := func(s string) string { return strings.ReplaceAll(filepath.ToSlash(s), filepath.ToSlash(dir), "T") }
	g.Text = short(g.Text)
	for i := range g.Loaded {
		g.Loaded[i] = short(g.Loaded[i])
	}
	for i := range g.Warnings {
		g.Warnings[i] = short(g.Warnings[i])
	}
	return g
}

// Covers: Z72
func TestGather(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		root  string
		want  []string
	}{
		"below the home": {
			map[string]string{
				"base/AGENTS.md": "1", "AGENTS.md": "no", "home/AGENTS.md": "2", "home/src/AGENTS.md": "3", "home/src/p/": "",
				"home/src/p/w/AGENTS.md": "4", "home/src/p/w/sub/AGENTS.md": "no",
			},
			"home/src/p/w",
			[]string{"T/base/AGENTS.md", "T/home/AGENTS.md", "T/home/src/AGENTS.md", "T/home/src/p/w/AGENTS.md"},
		},
		"the home itself": {
			map[string]string{"base/AGENTS.md": "1", "AGENTS.md": "no", ".git/": "", "home/AGENTS.md": "2"},
			"home",
			[]string{"T/base/AGENTS.md", "T/home/AGENTS.md"},
		},
		"CLAUDE.md where no AGENTS.md is": {
			map[string]string{"home/CLAUDE.md": "1", "home/w/CLAUDE.md": "no", "home/w/AGENTS.md": "2"},
			"home/w",
			[]string{"T/home/CLAUDE.md", "T/home/w/AGENTS.md"},
		},
		"a repository elsewhere": {
			map[string]string{"AGENTS.md": "no", "repo/.git/": "", "repo/AGENTS.md": "1", "repo/a/b/AGENTS.md": "2", "repo/a/AGENTS.md": "3", "home/": ""},
			"repo/a/b",
			[]string{"T/repo/AGENTS.md", "T/repo/a/AGENTS.md", "T/repo/a/b/AGENTS.md"},
		},
		"the top of a repository elsewhere": {
			map[string]string{"AGENTS.md": "no", ".git/": "", "repo/.git": "gitdir: x", "repo/AGENTS.md": "1"},
			"repo",
			[]string{"T/repo/AGENTS.md"},
		},
		"the base directory on the way": {
			map[string]string{"base/AGENTS.md": "1", "base/.git/": "", "base/w/AGENTS.md": "2"},
			"base/w",
			[]string{"T/base/AGENTS.md", "T/base/w/AGENTS.md"},
		},
		"the base directory as the workspace": {
			map[string]string{"base/AGENTS.md": "1"}, "base", []string{"T/base/AGENTS.md"},
		},
		"nothing": {map[string]string{"w/": ""}, "w", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := gather(t, tt.files, tt.root)
			if diff := cmp.Diff(tt.want, got.Loaded); diff != "" {
				t.Errorf("loaded (-want +got):\n%s", diff)
			}
			if len(got.Warnings) > 0 {
				t.Errorf("warnings %q", got.Warnings)
			}
		})
	}
}

// Covers: Z72, Z74
func TestGatherText(t *testing.T) {
	files := map[string]string{"base/AGENTS.md": "\ufeffBe brief.\r\nAlways.\r\n", "w/AGENTS.md": "\n# Rules\n\nUse tabs.\n\n"}
	got := gather(t, files, "w")
	want := "# Project Context\n\n## T/base/AGENTS.md\n\nBe brief.\nAlways.\n\n## T/w/AGENTS.md\n\n# Rules\n\nUse tabs."
	if diff := cmp.Diff(want, got.Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if again := gather(t, files, "w"); again.Text != got.Text {
		t.Error("the same files gave another text")
	}
}

// Covers: Z73
func TestGatherFaults(t *testing.T) {
	long := strings.Repeat("0123456789abcde\n", 2100) // over the limit of one file
	tests := map[string]struct {
		files  map[string]string
		loaded []string
		warns  []string
	}{
		"empty": {map[string]string{"w/AGENTS.md": " \n"}, nil, nil},
		"binary": {
			map[string]string{"w/AGENTS.md": "a\x00"},
			nil,
			[]string{"T/w/AGENTS.md was left out of the project context: the file is not text"},
		},
		"a directory": {
			map[string]string{"w/AGENTS.md/": "", "base/AGENTS.md/": "", "w/CLAUDE.md": "no"},
			nil,
			[]string{
				"T/base/AGENTS.md was left out of the project context: not a regular file",
				"T/w/AGENTS.md was left out of the project context: not a regular file",
			},
		},
		"long": {
			map[string]string{"w/AGENTS.md": long},
			[]string{"T/w/AGENTS.md"},
			[]string{"T/w/AGENTS.md: only its first 32 KiB are in the project context"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := gather(t, tt.files, "w")
			if diff := cmp.Diff(tt.loaded, got.Loaded); diff != "" {
				t.Errorf("loaded (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.warns, got.Warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
			if name == "long" && !strings.HasSuffix(got.Text, "[cut here: the first 32 KiB of a longer file]") {
				t.Errorf("the text ends in %q", got.Text[len(got.Text)-60:])
			}
		})
	}
}

// When there is too much, what is nearest to the workspace stays.
func TestGatherIsBounded(t *testing.T) {
	files, dir := map[string]string{"home/.git/": ""}, "home"
	for range 6 {
		files[dir+"/AGENTS.md"] = strings.Repeat("0123456789abcde\n", 1900) // 30,400 bytes
		dir += "/d"
	}
	files[dir+"/"] = ""
	got := gather(t, files, dir)
	want := []string{"T/home/d/d/AGENTS.md", "T/home/d/d/d/AGENTS.md", "T/home/d/d/d/d/AGENTS.md", "T/home/d/d/d/d/d/AGENTS.md"}
	if diff := cmp.Diff(want, got.Loaded); diff != "" {
		t.Errorf("loaded (-want +got):\n%s", diff)
	}
	if len(got.Warnings) != 2 {
		t.Errorf("warnings %q", got.Warnings)
	}
}

// A repository's AGENTS.md cannot bring in what lies outside of its directory, and a directory that
// everybody writes to is nobody's.
func TestGatherTrustsNoOneElse(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and modes are other things there")
	}
	dir := top(t)
	plant(t, dir, map[string]string{"secret": "secret", "home/repo/w/real.md": "real", "shared/.git/": "", "shared/AGENTS.md": "planted", "shared/w/": ""})
	for link, target := range map[string]string{
		"home/repo/AGENTS.md":   "../../secret",
		"home/repo/w/AGENTS.md": "real.md",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	got := gatherIn(t, dir, "home/repo/w")
	if strings.Contains(got.Text, "secret") || !strings.HasSuffix(got.Text, "real") {
		t.Errorf("text %q", got.Text)
	}
	if diff := cmp.Diff([]string{"T/home/repo/AGENTS.md was left out of the project context: it is a link that leads elsewhere"}, got.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if err := os.Chmod(filepath.Join(dir, "shared"), 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	if got := gatherIn(t, dir, "shared/w"); got.Text != "" {
		t.Errorf("text %q", got.Text)
	}
}
