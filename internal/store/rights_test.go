//go:build unix

package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"eidolon/internal/private"
)

// Nobody else can read a session, and the owner always can, whatever the umask is.
func TestRightsUnderAnyUmask(t *testing.T) {
	for name, mask := range map[string]int{"000": 0, "022": 0o022, "077": 0o077, "777": 0o777} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			t.Cleanup(func(old int) func() { return func() { syscall.Umask(old) } }(syscall.Umask(mask)))
			l := create(t, o)
			appendAll(t, l, conversation(12))
			log, err := l.AppLog()
			if err != nil {
				t.Fatal(err)
			}
			_ = log.Close()
			closed(t, l)
			requirePrivate(t, o.Base)

			put(t, content(t, l.Facts().Dir, eventsName)+"torn", l.Facts().Dir, eventsName)
			for _, derived := range []string{historyName, stateName, todosName, outName} {
				if err := os.RemoveAll(filepath.Join(l.Facts().Dir, derived)); err != nil {
					t.Fatal(err)
				}
			}
			l = reopen(t, o)
			if kinds(l) == "" {
				t.Error("nothing was mended")
			}
			requirePrivate(t, o.Base)

			memory := must(t)(Memory(o))
			requirePrivate(t, memory.Facts().OutDir)
		})
	}
}

func requirePrivate(t *testing.T, root string) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		want := private.FileMode
		if e.IsDir() {
			want = private.DirMode
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
		seen++
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d files seen: %v", seen, err)
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		asNobody(t, "TestReadOnlyDirectory")
		return
	}
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(5))
	closed(t, l)
	dir := l.Facts().Dir
	locked := func(mode fs.FileMode, paths ...string) {
		for _, p := range paths {
			if err := os.Chmod(p, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	locked(0o500, dir, filepath.Dir(dir))
	defer locked(0o700, filepath.Dir(dir), dir)

	other := o
	other.ID = strings.Replace(testID, "1", "2", 1)
	if _, err := Create(other); err == nil {
		t.Error("made a session in a directory that cannot be written to")
	}
	again := reopen(t, o) // its files can still be appended to
	if again.Next() != 5 || kinds(again) != "" {
		t.Errorf("next is %d, problems %q", again.Next(), kinds(again))
	}
	closed(t, again)

	locked(0o400, filepath.Join(dir, eventsName))
	defer locked(0o600, filepath.Join(dir, eventsName))
	if _, err := Open(o); err == nil {
		t.Error("opened a session whose events cannot be written to")
	}
}
