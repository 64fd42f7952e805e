package walk_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/internal/tools/walk"
)

// tree makes a workspace with the given files; a name that ends in a slash is a directory.
func tree(t *testing.T, files map[string]string) *fslocal.Workspace {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		full := filepath.Join(root, filepath.FromSlash(name))
		dir := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			dir = full
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if dir == full {
			continue
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func paths(t *testing.T, files fsapi.Files, start string, opts walk.Options) []string {
	t.Helper()
	got := []string{}
	_, err := walk.Walk(t.Context(), files, start, opts, func(e fsapi.Entry) error {
		name := e.Path
		if e.IsDir() {
			name += "/"
		}
		got = append(got, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestWalk(t *testing.T) {
	files := tree(t, map[string]string{
		"a.go": "", "a/x.go": "", "a-b/y": "", "skip/z": "", "deep/1/2/3": "",
		".gitignore": "skip/\n*.log\n", "a/t.log": "", "a/.gitignore": "!t.log\n",
		".git/config": "", ".hidden": "",
	})
	tests := map[string]struct {
		start string
		opts  walk.Options
		want  []string
	}{
		"all, in the order of paths": {".", walk.Options{}, []string{
			".gitignore", ".hidden", "a-b/", "a-b/y", "a.go", "a/", "a/.gitignore", "a/t.log", "a/x.go",
			"deep/", "deep/1/", "deep/1/2/", "deep/1/2/3",
		}},
		"one level, ignored ones too": {".", walk.Options{Depth: 1, Ignored: true}, []string{
			".git/", ".gitignore", ".hidden", "a-b/", "a.go", "a/", "deep/", "skip/",
		}},
		"ignored ones are not entered": {".", walk.Options{Depth: 2, Ignored: true}, []string{
			".git/", ".gitignore", ".hidden", "a-b/", "a-b/y", "a.go", "a/", "a/.gitignore", "a/t.log", "a/x.go",
			"deep/", "deep/1/", "skip/",
		}},
		"a start below":        {"a", walk.Options{}, []string{"a/.gitignore", "a/t.log", "a/x.go"}},
		"an ignored start":     {"skip", walk.Options{}, []string{"skip/z"}},
		"git's own directory":  {".git", walk.Options{}, []string{".git/config"}},
		"a start that is deep": {"deep/1/2", walk.Options{}, []string{"deep/1/2/3"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, paths(t, files, tt.start, tt.opts)); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWalkEnds(t *testing.T) {
	files := tree(t, map[string]string{"a/b": "", "c/d": "", "e": ""})
	broken := errors.New("broken")
	tests := map[string]struct {
		at   string
		err  error
		want []string
		fail error
	}{
		"skips a directory": {"a", fs.SkipDir, []string{"a", "c", "c/d", "e"}, nil},
		"ends":              {"c", fs.SkipAll, []string{"a", "a/b", "c"}, nil},
		"fails":             {"a/b", broken, []string{"a", "a/b"}, broken},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := []string{}
			_, err := walk.Walk(t.Context(), files, ".", walk.Options{}, func(e fsapi.Entry) error {
				got = append(got, e.Path)
				if e.Path == tt.at {
					return tt.err
				}
				return nil
			})
			if !errors.Is(err, tt.fail) {
				t.Errorf("error %v, want %v", err, tt.fail)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("paths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWalkIsCancelled(t *testing.T) {
	files := tree(t, map[string]string{"a": "", "b": ""})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := walk.Walk(ctx, files, ".", walk.Options{}, func(fsapi.Entry) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestWalkStart(t *testing.T) {
	files := tree(t, map[string]string{"a": ""})
	for start, code := range map[string]fsapi.Code{
		"..": fsapi.OutsideWorkspace, "none": fsapi.NotFound, "a": fsapi.NotDirectory,
	} {
		_, err := walk.Walk(t.Context(), files, start, walk.Options{}, func(fsapi.Entry) error { return nil })
		if fsapi.CodeOf(err) != code {
			t.Errorf("start %q: error %v, want %s", start, err, code)
		}
	}
}

// Links are shown once and not followed, so a link to a directory above makes no endless walk.
func TestWalkDoesNotFollowLinks(t *testing.T) {
	files := tree(t, map[string]string{"a/b": ""})
	if err := os.Symlink("..", filepath.Join(files.Root(), "a", "up")); err != nil {
		t.Skip(err)
	}
	want := []string{"a/", "a/b", "a/up"}
	if diff := cmp.Diff(want, paths(t, files, ".", walk.Options{})); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
}

// What is ignored is what git ignores.
func TestWalkAgreesWithGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	names := []string{
		"a.txt", "b.log", "build/out.txt", "src/build/x", "src/a.go", "src/a.txt", "src/keep.txt",
		"docs/a/b/c.md", "docs/c.md", "foo/bar/x", "foo/baz", "abc/keep", "abc/x", "#name", "!bang", "trail ",
		"node_modules/x/y.js", "sub/node_modules/z.js", "only/a.go", "only/b.txt", "only/deep/c.go",
	}
	tests := map[string]map[string]string{
		"names and directories":    {".gitignore": "*.log\nbuild/\nnode_modules\n"},
		"anchored":                 {".gitignore": "/a.txt\n/src/build\n"},
		"brought back":             {".gitignore": "*.txt\n!keep.txt\n"},
		"a parent stays ignored":   {".gitignore": "foo/\n!foo/baz\n"},
		"only some of a directory": {".gitignore": "/foo/*\n!/foo/bar\n"},
		"everything but one kind":  {".gitignore": "*\n!*/\n!*.go\n"},
		"two stars":                {".gitignore": "docs/**/c.md\n"},
		"two stars at the end":     {".gitignore": "abc/**\n"},
		"comments and escapes":     {".gitignore": "# a.txt\n\\#name\n\\!bang\ntrail\\ \n\n"},
		"carriage returns":         {".gitignore": "*.log\r\n*.txt\r\n"},
		"a byte order mark":        {".gitignore": "\ufeff*.log\n"},
		"nested":                   {".gitignore": "*.txt\n", "src/.gitignore": "!a.txt\n*.go\n"},
		"nested, anchored":         {"src/.gitignore": "/a.go\nbuild/\n"},
		"a directory brought back": {".gitignore": "*.txt\n!/only/\n"},
		"exclude file":             {".git/info/exclude": "*.md\n"},
	}
	for name, rules := range tests {
		t.Run(name, func(t *testing.T) {
			content := map[string]string{}
			for _, n := range names {
				content[n] = ""
			}
			maps.Copy(content, rules)
			files := tree(t, content)
			run := func(args ...string) string {
				cmd := exec.CommandContext(t.Context(), git, append([]string{"-C", files.Root(), "-c", "core.excludesFile="}, args...)...)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("git %v: %v\n%s", args, err, out)
				}
				return string(out)
			}
			run("init", "-q", "--template=")
			want := strings.Split(strings.TrimSuffix(run("ls-files", "-z", "--others", "--exclude-standard"), "\x00"), "\x00")
			slices.Sort(want)
			var got []string
			for _, p := range paths(t, files, ".", walk.Options{}) {
				if !strings.HasSuffix(p, "/") {
					got = append(got, p)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("files (-git +walk):\n%s", diff)
			}
		})
	}
}
