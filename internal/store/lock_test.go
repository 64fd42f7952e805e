package store

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
)

// Covers: Y25
func TestLock(t *testing.T) {
	o, all := options(t), conversation(12)
	o.Now = func() time.Time { return start }
	l := create(t, o)
	appendAll(t, l, all[:5])
	dir := l.Facts().Dir
	var locked *LockedError
	for _, id := range []string{testID, testID[:8]} {
		o.ID = id
		if _, err := Open(o); !errors.As(err, &locked) {
			t.Fatalf("a second opening: %v", err)
		}
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if want := (Holder{PID: os.Getpid(), Host: host, Since: start}); locked.Holder != want || locked.ID != testID {
		t.Errorf("got %+v", locked)
	}
	for _, want := range []string{testID, "process id " + strconv.Itoa(os.Getpid()), host, "2026-01-02 03:04:05 UTC"} {
		if !strings.Contains(locked.Error(), want) {
			t.Errorf("%q does not say %q", locked, want)
		}
	}
	appendAll(t, l, all[5:7]) // the first one is not disturbed
	closed(t, l)
	if got := content(t, dir, lockName); got != lockFirst {
		t.Errorf("after the end the lock says %q", got)
	}
	l = reopen(t, o)
	appendAll(t, l, all[7:])
	closed(t, l)
	closed(t, l) // releases nothing that somebody else may have by now
}

func TestLockOfNobody(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "a lie": `{"pid":1,"host":"h","since":"2026-01-02T03:04:05Z"}`, "anything": "\x00\x1b[31m\n", "missing": "-",
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			l := create(t, o)
			appendAll(t, l, conversation(3))
			closed(t, l)
			path := filepath.Join(l.Facts().Dir, lockName)
			if text == "-" {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			} else {
				put(t, text, path)
			}
			if h := holder(l.Facts().Dir); h != nil {
				t.Errorf("held by %+v", h)
			}
			closed(t, reopen(t, o))
		})
	}
}

// A look at who holds a lock never keeps a writer out.
func TestLookingDoesNotLock(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(3))
	closed(t, l)
	put(t, `{"pid":1}`, l.Facts().Dir, lockName) // makes every look a closer one
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				_ = holder(l.Facts().Dir)
			}
		}
	}()
	for range 50 {
		closed(t, reopen(t, o))
	}
	close(stop)
	<-done
}

// The lock of a process that is killed is free, and while it lives it is not.
// Covers: Z46
func TestKillFreesTheLock(t *testing.T) {
	base := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), crashBase+"="+base)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !bufio.NewScanner(out).Scan() {
		t.Fatal("it acknowledged nothing")
	}
	o := Options{Base: base, Workspace: "/w", ID: testID}
	var locked *LockedError
	if _, err := Open(o); !errors.As(err, &locked) || locked.Holder.PID != cmd.Process.Pid {
		t.Errorf("while it runs: %v", err)
	}
	s, err := Find(o)
	if err != nil {
		t.Fatal(err)
	}
	if sum, err := s.Summary(); err != nil || sum.State != StatusOpen || sum.Holder.PID != cmd.Process.Pid {
		t.Errorf("while it runs: %+v, %v", sum, err)
	}
	if _, err := s.Trash(o); !errors.As(err, &locked) {
		t.Errorf("deleting while it runs: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if sum, err := s.Summary(); err != nil || sum.State != StatusInterrupted || sum.Holder != nil {
		t.Errorf("after its end: %+v, %v", sum, err)
	}
	l := reopen(t, o)
	if err := l.Read(t.Context(), 0, func(event.Envelope) error { return nil }); err != nil {
		t.Error(err)
	}
}
