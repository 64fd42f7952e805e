package trust_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/trust"
)

func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 1, time.UTC) }

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Covers: R87
func TestCovers(t *testing.T) {
	files := trust.Contents{}
	files.Add("a", []byte("x"))
	files.Add("empty", []byte{})
	trusted := trust.Record{Decision: trust.Trusted, Files: files}
	refused := trust.Record{Decision: trust.Refused, Files: files}
	tests := map[string]struct {
		record trust.Record
		name   string
		data   []byte
		want   bool
	}{
		"as it was":                {trusted, "a", []byte("x"), true},
		"changed":                  {trusted, "a", []byte("y"), false},
		"new":                      {trusted, "b", []byte("x"), false},
		"gone":                     {trusted, "a", nil, false},
		"never there":              {trusted, "b", nil, true},
		"empty":                    {trusted, "empty", []byte{}, true},
		"refused":                  {refused, "a", []byte("x"), false},
		"nobody decided":           {trust.Record{}, "a", []byte("x"), false},
		"nobody decided, no file":  {trust.Record{}, "a", nil, false},
		"a decision of the future": {trust.Record{Decision: "always", Files: files}, "a", []byte("x"), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tt.record.Covers(tt.name, tt.data); got != tt.want {
				t.Errorf("got %t", got)
			}
		})
	}
	if !refused.Settles(trust.Contents{"a": files["a"], "empty": files["empty"]}) || refused.Settles(trust.Contents{"a": files["a"]}) || (trust.Record{}).Settles(nil) {
		t.Error("a decision settles something else than exactly its files")
	}
}

func TestStore(t *testing.T) {
	base, dir := filepath.Join(t.TempDir(), "base"), t.TempDir()
	s := trust.Open(base, noon)
	if r, err := s.Lookup(dir); err != nil || r.Decision != "" {
		t.Fatalf("without a file: %+v, %v", r, err)
	}
	if _, err := os.Stat(base); err == nil {
		t.Error("looking something up made a directory")
	}
	files := trust.Contents{}
	files.Add(".eidolon/config.yaml", []byte("x"))
	_, err := s.Keep(dir, trust.Refused, trust.Contents{})
	check(t, err)
	kept, err := s.Keep(dir, trust.Trusted, files)
	check(t, err)
	if want := noon().Truncate(time.Second); !kept.When.Equal(want) || kept.Files[".eidolon/config.yaml"] != "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" {
		t.Errorf("kept %+v", kept)
	}
	info, err := os.Stat(s.Path())
	check(t, err)
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v", info.Mode())
	}

	link := filepath.Join(t.TempDir(), "link")
	check(t, os.Symlink(dir, link))
	for _, name := range []string{dir, link, dir + "/."} {
		r, err := trust.Open(base, noon).Lookup(name)
		check(t, err)
		if diff := cmp.Diff(kept, r); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	other, err := s.Lookup(t.TempDir())
	check(t, err)
	if other.Decision != "" {
		t.Errorf("another directory: %+v", other)
	}
	list, err := s.List()
	check(t, err)
	if diff := cmp.Diff([]trust.Record{kept}, list); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}

	check(t, os.RemoveAll(dir)) // what is gone can be forgotten
	if found, err := s.Forget(dir); err != nil || !found {
		t.Errorf("forget: %t, %v", found, err)
	}
	if found, err := s.Forget(dir); err != nil || found {
		t.Errorf("forget again: %t, %v", found, err)
	}
}

// A directory that took the place of the one that was decided about is another one.
func TestAnotherDirectoryOfTheName(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a directory that is open elsewhere cannot be renamed there")
	}
	top := t.TempDir()
	dir, other := filepath.Join(top, "w"), filepath.Join(top, "other")
	check(t, os.Mkdir(dir, 0o700))
	check(t, os.Mkdir(other, 0o700))
	s := trust.Open(filepath.Join(top, "base"), noon)
	_, err := s.Keep(dir, trust.Trusted, nil)
	check(t, err)
	check(t, os.Rename(dir, filepath.Join(top, "gone")))
	check(t, os.Rename(other, dir))
	if r, err := s.Lookup(dir); err != nil || r.Decision != "" {
		t.Errorf("%+v, %v", r, err)
	}
	check(t, os.RemoveAll(dir))
	check(t, os.Rename(filepath.Join(top, "gone"), dir))
	if r, err := s.Lookup(dir); err != nil || r.Decision != trust.Trusted {
		t.Errorf("after it came back: %+v, %v", r, err)
	}
}

// A file that cannot be believed trusts nothing, and is not written over.
func TestBadFile(t *testing.T) {
	dir := t.TempDir()
	tests := map[string]struct {
		text string
		mode os.FileMode
		says string
	}{
		"no JSON":             {"x", 0o600, "nothing is trusted until"},
		"of a newer version":  {`{"version":2}`, 0o600, "version 2"},
		"an unknown decision": {`{"version":1,"workspaces":[{"path":"/","decision":"all"}]}`, 0o600, `"all"`},
		"writable by others":  {`{"version":1}`, 0o622, "chmod 600"},
		"too large":           {strings.Repeat(" ", 9<<20), 0o600, "larger"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && tt.mode != 0o600 {
				t.Skip("it has no such bits")
			}
			s := trust.Open(t.TempDir(), noon)
			check(t, os.WriteFile(s.Path(), []byte(tt.text), 0o600))
			check(t, os.Chmod(s.Path(), tt.mode))
			if r, err := s.Lookup(dir); err == nil || !strings.Contains(err.Error(), tt.says) || r.Decision != "" {
				t.Errorf("%+v, %v", r, err)
			}
			if _, err := s.Keep(dir, trust.Trusted, nil); err == nil {
				t.Error("a decision was kept over it")
			}
			text, err := os.ReadFile(s.Path())
			check(t, err)
			if string(text) != tt.text {
				t.Errorf("now it says %q", text)
			}
		})
	}
}

// Whatever is in the file, nothing panics and nothing of an unknown kind is trusted.
func FuzzList(f *testing.F) {
	f.Add(`{"version":1,"workspaces":[{"path":"/w","id":1,"decision":"trusted","files":{"a":"b"}}]}`)
	f.Add(`{"version":1,"workspaces":[{"decision":"Trusted"}]}`)
	f.Add(`[`)
	f.Fuzz(func(t *testing.T, text string) {
		s := trust.Open(t.TempDir(), noon)
		check(t, os.WriteFile(s.Path(), []byte(text), 0o600))
		list, err := s.List()
		if err != nil && len(list) > 0 {
			t.Errorf("%v, and still %+v", err, list)
		}
		for _, r := range list {
			if r.Decision != trust.Trusted && r.Decision != trust.Refused {
				t.Errorf("decision %q", r.Decision)
			}
		}
	})
}
