package contextfiles_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
	"eidolon/internal/contextfiles"
)

// Covers: E42, R85
func TestList(t *testing.T) {
	s := set(t, map[string]string{
		"w/b.go": "", "w/a.go": "", "w/z/y/x": "", "w/dir/f": "", "w/out.log": "", "w/.gitignore": "*.log\n", "w/.git/config": "",
		"elsewhere/e": "", "home/h": "",
	})
	if err := os.Symlink("z", filepath.Join(s.dir, "w", "link")); err != nil {
		t.Skip(err)
	}
	tests := map[string]struct{ dir, want string }{
		"the workspace":       {"", "dir/ link/ z/ .gitignore a.go b.go"},
		"one level of it":     {"z", "y/"},
		"with a slash":        {"z/y/", "x"},
		"through a link":      {"link", "y/"},
		"an absolute one":     {s.dir + "/elsewhere", "e"},
		"of the home":         {"~", "h"},
		"below the home":      {"~/.", "h"},
		"git's own directory": {".git", "config"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			entries, err := s.List(t.Context(), tt.dir)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range entries {
				if e.Dir {
					e.Name += "/"
				}
				got = append(got, e.Name)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
		})
	}
	for dir, want := range map[string]fsapi.Code{"none": fsapi.NotFound, "a.go": fsapi.NotDirectory, "..": fsapi.OutsideWorkspace, "private": fsapi.ProtectedPath} {
		if _, err := s.List(t.Context(), dir); fsapi.CodeOf(err) != want {
			t.Errorf("%s: error %v, want %s", dir, err, want)
		}
	}
}

// Covers: E59
func TestWalk(t *testing.T) {
	files := map[string]string{"w/node_modules/x": "", "w/a/b": "", "w/skip/y": "", "w/.gitignore": "skip\n"}
	for i := range 450 {
		files[fmt.Sprintf("w/z/%03d", i)] = ""
	}
	s := set(t, files)
	var all []string
	var sizes []int
	err := s.Walk(t.Context(), func(page []string) bool {
		all, sizes = append(all, page...), append(sizes, len(page))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{200, 200, 55}, sizes); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{".gitignore", "a/", "a/b", "node_modules/", "z/", "z/000"}, all[:6]); diff != "" || slices.Contains(all, "skip/y") {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
	pages := 0
	if err := s.Walk(t.Context(), func([]string) bool { pages++; return false }); err != nil || pages != 1 {
		t.Errorf("%d pages after the first was enough, error %v", pages, err)
	}
}

// Covers: E59
func TestPreview(t *testing.T) {
	s := set(t, map[string]string{
		"w/a": "one\x1b[31m\n", "w/long": strings.Repeat("é", 8<<10), "w/bin": "\x00\x01", "w/latin": "caf\xe9 x", "w/dir/x": "", "w/private/k": "k",
	})
	for name, want := range map[string]string{
		"a": "one␛[31m\n", "dir": "dir/x\n", "bin": "[not text, so its 2 bytes are not shown]\n",
		"long": strings.Repeat("é", 4<<10) + "\n[cut here: only the first 8192 of 16384 bytes]\n", "latin": "[not text, so its 6 bytes are not shown]\n",
	} {
		if got, err := s.Preview(t.Context(), name); err != nil || got != want {
			t.Errorf("%s: %.60q, error %v", name, got, err)
		}
	}
	if _, err := s.Preview(t.Context(), "private/k"); fsapi.CodeOf(err) != fsapi.ProtectedPath {
		t.Errorf("a forbidden file: error %v", err)
	}
}

// stuck is a workspace on a disk that does not answer.
type stuck struct {
	fsapi.Files
	release <-chan struct{}
}

func (s stuck) Resolve(name string) (string, error) { return name, nil }

func (s stuck) Root() string { return "/" }

func (s stuck) List(context.Context, string) ([]fsapi.Entry, error) {
	<-s.release
	return nil, broken("list")
}

func (s stuck) Read(context.Context, string, fsapi.ReadOptions) (fsapi.Content, error) {
	<-s.release
	return fsapi.Content{}, broken("read")
}

func broken(op string) error { return &fsapi.FileError{Code: fsapi.IOError, Op: op} }

// A disk that does not answer costs two seconds and the reference, and not the turn.
//
// Covers: E43, R84
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		r := contextfiles.New(contextfiles.Options{Files: stuck{release: release}})
		if _, err := r.List(t.Context(), "."); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("List: error %v", err)
		}
		if err := r.Walk(t.Context(), func([]string) bool { return true }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Walk: error %v", err)
		}
		if _, err := r.Preview(t.Context(), "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Preview: error %v", err)
		}
		got, err := r.Resolve(t.Context(), contextfiles.Input{Text: "see @x"})
		if err != nil || got.Text != "see @x" {
			t.Errorf("Resolve: %q, error %v", got.Text, err)
		}
		if diff := cmp.Diff([]string{"@x was left out: it took longer than 2s"}, got.Notices); diff != "" {
			t.Errorf("notices (-want +got):\n%s", diff)
		}
		close(release)
		synctest.Wait()
	})
}

func BenchmarkResolvePlain(b *testing.B) {
	r := contextfiles.New(contextfiles.Options{})
	in := contextfiles.Input{Text: strings.Repeat("Find out why the parser test fails. ", 100)}
	for b.Loop() {
		if _, err := r.Resolve(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}
