package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Covers: E33
func TestProjectID(t *testing.T) {
	for path, want := range map[string]string{
		"/home/Me/My Project":          "home-me-my_project",
		"/a//b///c":                    "a-b-c",
		`C:\Users\Me\x`:                "c_-users-me-x",
		`\\server\share`:               "server-share",
		"/":                            "project",
		"":                             "project",
		"---":                          "project",
		"/-/-a":                        "a",
		"/a/-b":                        "a--b",
		"/a/":                          "a-",
		"/ÄÖ/日本":                       "__-__",
		"/a.b/../c":                    "a_b-__-c",
		"/x_y-z0":                      "x_y-z0",
		"/a\x00b\nc":                   "a_b_c",
		"/" + strings.Repeat("x", 999): strings.Repeat("x", maxProject),
	} {
		if got := projectID(path); got != want {
			t.Errorf("%q gives %q, want %q", path, got, want)
		}
	}
}

// Covers: E33
func TestProjectsOfOneNameStayApart(t *testing.T) {
	base := t.TempDir()
	dirs := map[string]string{}
	for range 2 { // the second time all are found again
		for _, workspace := range []string{"/a/b", "/A/b", "/a/B", "/a//b"} {
			dir, _, err := claimProject(base, workspace)
			if err != nil {
				t.Fatal(err)
			}
			if other, ok := dirs[dir]; ok && other != workspace {
				t.Errorf("%q and %q share %s", other, workspace, dir)
			}
			dirs[dir] = workspace
			if got := content(t, dir, workspaceName); got != workspace+"\n" {
				t.Errorf("%s belongs to %q", dir, got)
			}
			if found, err := findProject(base, workspace); err != nil || found != dir {
				t.Errorf("%q is found in %q, %v", workspace, found, err)
			}
		}
	}
	if len(dirs) != 4 {
		t.Errorf("directories are %v", dirs)
	}
	if dirs[filepath.Join(base, projectsName, "a-b")] != "/a/b" {
		t.Errorf("the first did not get the plain name: %v", dirs)
	}
}

func TestProjectsAreClaimedTogether(t *testing.T) {
	base := t.TempDir()
	var wg sync.WaitGroup
	var mu sync.Mutex
	dirs := map[string]map[string]bool{}
	for i := range 32 {
		wg.Go(func() {
			workspace := []string{"/a/b", "/A/b"}[i%2]
			dir, _, err := claimProject(base, workspace)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			if dirs[workspace] == nil {
				dirs[workspace] = map[string]bool{}
			}
			dirs[workspace][dir] = true
		})
	}
	wg.Wait()
	if len(dirs["/a/b"]) != 1 || len(dirs["/A/b"]) != 1 || cmp.Equal(dirs["/a/b"], dirs["/A/b"]) {
		t.Errorf("directories are %v", dirs)
	}
	left, err := filepath.Glob(filepath.Join(base, projectsName, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestProjectWithoutItsFile(t *testing.T) {
	o := options(t)
	closed(t, create(t, o))
	project, err := findProject(o.Base, o.Workspace)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(project, workspaceName)); err != nil {
		t.Fatal(err)
	}
	again, _, err := claimProject(o.Base, o.Workspace)
	if err != nil || again != project {
		t.Fatalf("claimed %s, %v", again, err)
	}
	closed(t, reopen(t, o))
}

// Covers: Z44
func TestIDs(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		o := options(t)
		o.ID = ""
		l := must(t)(Memory(o))
		id := l.Facts().ID
		if !isID(id) || seen[id] || string(l.Facts().Key) == "" {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
	for _, bad := range []string{
		"", "abc", "../../../etc/passwd", "..", testID + "/..", "/" + testID, testID + "\x00", testID + "0", "1b4e28ba/2fa1",
		"1b4e28ba-2fa1-1d3b-a3f5-ef19b5a7633b", "1b4e28ba-2fa1-4d3b-73f5-ef19b5a7633b", "{" + testID + "}", "urn:uuid:" + testID,
		strings.ReplaceAll(testID, "-", ""), "1b4e28bg", "1b4é", `1b4e28ba\2fa1`,
	} {
		o := options(t)
		o.ID = bad
		var id *IDError
		if _, err := Open(o); !errors.As(err, &id) {
			t.Errorf("open %q: %v", bad, err)
		}
		if bad == "" {
			continue
		}
		if _, err := Create(o); !errors.As(err, &id) {
			t.Errorf("create %q: %v", bad, err)
		}
		if _, err := Memory(o); !errors.As(err, &id) {
			t.Errorf("memory %q: %v", bad, err)
		}
	}
	o := options(t)
	o.ID = testID[:8] // a beginning is enough to find a session, not to make one
	if _, err := Create(o); err == nil {
		t.Error("made a session with half an id")
	}
}

func TestOpenByBeginning(t *testing.T) {
	o := options(t)
	for _, last := range "ab" {
		o.ID = testID[:len(testID)-1] + string(last)
		closed(t, create(t, o))
	}
	o.ID = "9" + testID[1:]
	closed(t, create(t, o))

	o.ID = strings.ToUpper("9b4e")
	if l := reopen(t, o); l.Facts().ID != "9"+testID[1:] {
		t.Errorf("got %s", l.Facts().ID)
	}
	o.ID = testID[:9]
	var many *AmbiguousError
	if _, err := Open(o); !errors.As(err, &many) || len(many.IDs) != 2 || !strings.Contains(err.Error(), many.IDs[1]) {
		t.Errorf("got %v", err)
	}
	o.ID = "abcd"
	var missing *NotFoundError
	if _, err := Open(o); !errors.As(err, &missing) || !strings.Contains(err.Error(), "threads list") {
		t.Errorf("got %v", err)
	}
	o.Workspace, o.ID = "/elsewhere", "9"+testID[1:]
	if _, err := Open(o); !errors.As(err, &missing) || missing.Elsewhere != "/home/Me/My Project" || !strings.Contains(err.Error(), missing.Elsewhere) {
		t.Errorf("got %v", err)
	}
}

func TestLatest(t *testing.T) {
	o := options(t)
	var missing *NotFoundError
	if _, err := Latest(t.Context(), o); !errors.As(err, &missing) {
		t.Errorf("without a project: %v", err)
	}
	var last string
	for i := range 3 {
		o.ID = fmt.Sprintf("%d%s", i, testID[1:])
		l := create(t, o)
		path := filepath.Join(l.Facts().Dir, eventsName)
		if i == 2 { // never used
			continue
		}
		put(t, "x\n", path)
		if err := os.Chtimes(path, time.Time{}, start.Add(-time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			last = o.ID
		}
	}
	if err := os.Mkdir(filepath.Join(o.Base, "projects/home-me-my_project/sessions/notes"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got, err := Latest(t.Context(), o); err != nil || got != last {
		t.Errorf("got %s, %v; want %s", got, err, last)
	}
	o.Workspace = "/elsewhere"
	if _, err := Latest(t.Context(), o); !errors.As(err, &missing) {
		t.Errorf("of another workspace: %v", err)
	}
}

func TestPathsMustBeAbsolute(t *testing.T) {
	for _, o := range []Options{{Base: "b", Workspace: "/w"}, {Base: t.TempDir(), Workspace: "w"}, {Base: t.TempDir()}} {
		if _, err := Create(o); err == nil {
			t.Errorf("created with %+v", o)
		}
		o.ID = testID
		if _, err := Open(o); err == nil {
			t.Errorf("opened with %+v", o)
		}
	}
}
