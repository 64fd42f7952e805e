//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"eidolon/actors/event"
)

// Whatever stands where a file of a session should be: nothing waits for it, nothing behind a link is
// read or changed, and the session is either opened or refused.
func TestOddFiles(t *testing.T) {
	odd := map[string]func(path, victim string) error{
		"link":      func(path, victim string) error { return os.Symlink(victim, path) },
		"dangling":  func(path, victim string) error { return os.Symlink(victim+"-none", path) },
		"fifo":      func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
		"directory": func(path, _ string) error { return os.Mkdir(path, 0o700) },
	}
	for _, name := range []string{eventsName, historyName, stateName, todosName, lockName, appLogName} {
		for kind, place := range odd {
			t.Run(name+" is a "+kind, func(t *testing.T) {
				o := options(t)
				l := create(t, o)
				appendAll(t, l, conversation(12))
				closed(t, l)
				victim := filepath.Join(t.TempDir(), "victim")
				put(t, "not ours", victim)
				path := filepath.Join(l.Facts().Dir, name)
				if err := errors.Join(os.RemoveAll(path), place(path, victim)); err != nil {
					t.Fatal(err)
				}
				use(t, o)
				if got := content(t, victim); got != "not ours" {
					t.Errorf("what is behind the link is %q now", got)
				}
				if _, err := os.Stat(victim + "-none"); err == nil {
					t.Error("a file was made behind the link")
				}
			})
		}
	}
}

// use does everything with a session that can be done with one. Errors are fine.
func use(t *testing.T, o Options) {
	t.Helper()
	list, err := List(Options{Base: o.Base}, 0)
	if err != nil || len(list.Sessions)+len(list.Broken) != 1 {
		t.Errorf("listed %d, broken %v, %v", len(list.Sessions), list.Broken, err)
	}
	s := find(t, o)
	_, _ = s.Summary()
	_, _ = s.Check()
	_, _, _ = s.Tail(t.Context(), 1)
	_, _ = s.Lineage(t.Context())
	_ = s.Read(t.Context(), func(event.Envelope, []byte) error { return nil })
	_, _ = Latest(t.Context(), o)
	if fork, err := Fork(t.Context(), o, s, -1); err == nil {
		if err := fork.Purge(o); err != nil {
			t.Error(err)
		}
	}
	l, err := Open(o)
	if err != nil {
		return
	}
	if log, err := l.AppLog(); err == nil {
		_, _ = log.Write([]byte("diagnostics"))
		_ = log.Close()
	}
	_, _ = l.Add(event.Title{Title: "x"})
	_, _ = l.Add(event.Todos{})
	_ = l.Close()
}

// No number is given that would not be read back.
func TestNumbersEnd(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(3))
	closed(t, l)
	line := strings.Replace(written(t, conversation(3)[2:]), `"seq":2,`, `"seq":9007199254740991,`, 1)
	put(t, written(t, conversation(2))+line, l.Facts().Dir, eventsName)
	l = reopen(t, o)
	if _, err := l.Add(event.Title{Title: "precious"}); err == nil || !strings.Contains(err.Error(), "used up its numbers") {
		t.Errorf("appended: %v", err)
	}
}
