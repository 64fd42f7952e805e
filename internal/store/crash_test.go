package store

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"eidolon/actors/event"
)

// crashBase is set in the process that TestKill kills.
const crashBase = "EIDOLON_TEST_CRASH_BASE"

func TestMain(m *testing.M) {
	if base := os.Getenv(crashBase); base != "" {
		fmt.Fprintln(os.Stderr, appendMany(base))
		return
	}
	m.Run()
}

// maxAppends is how far the process gets, at most, ahead of who is to kill it.
const maxAppends = 60

// appendMany goes on with a session, or starts it, prints the number of each event that was
// acknowledged, and then waits for its end.
func appendMany(base string) error {
	o := Options{Base: base, Workspace: "/w", ID: testID}
	l, err := Open(o)
	if err != nil {
		if l, err = Create(o); err != nil {
			return err
		}
	}
	for range maxAppends {
		n := l.Next()
		batch := make([]event.Envelope, 1+n%3)
		for i := range batch {
			batch[i] = crashEvent(n + int64(i))
		}
		if err := l.Append(batch, n%50 == 0); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(os.Stdout, l.Next()-1); err != nil {
			return err
		}
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// crashEvent gives the event of a number: meta, then messages of very different lengths.
func crashEvent(n int64) event.Envelope {
	e := event.Envelope{Seq: n, Time: start, Turn: 1, Round: 1, Event: event.Message{
		Role: event.RoleUser, Text: strings.Repeat(fmt.Sprint(n, "\n"), int(n*n%400)),
	}}
	if n == 0 {
		e.Event = event.Meta{SchemaVersion: event.SchemaVersion, ID: testID, Workspace: "/w"}
	}
	return e
}

// The process is killed at a random moment, again and again, each session three times.
// Covers: Z46
func TestKill(t *testing.T) {
	rounds := 50
	if testing.Short() {
		rounds = 5
	}
	o := Options{Workspace: "/w", ID: testID}
	for round := range rounds {
		if round%3 == 0 {
			o.Base = t.TempDir()
		}
		last := killAfter(t, o.Base, rand.IntN(maxAppends))
		l := reopen(t, o)
		seen := int64(0)
		err := l.Read(t.Context(), 0, func(e event.Envelope) error {
			if got, want := written(t, []event.Envelope{e}), written(t, []event.Envelope{crashEvent(seen)}); got != want {
				return fmt.Errorf("event %d is %q", seen, got)
			}
			seen++
			return nil
		})
		if err != nil || seen != l.Next() {
			t.Fatalf("round %d: %d events, next is %d: %v", round, seen, l.Next(), err)
		}
		if seen <= last {
			t.Fatalf("round %d: event %d was acknowledged, but only %d are there", round, last, seen)
		}
		for k := range strings.FieldsSeq(kinds(l)) {
			if k != "torn_tail" && k != historyName {
				t.Errorf("round %d: problem %q", round, k)
			}
		}
		closed(t, l)
		if l = reopen(t, o); kinds(l) != "" {
			t.Errorf("round %d: problems %q are left", round, kinds(l))
		}
		t.Logf("round %d: %d events acknowledged, %d kept", round, last+1, seen)
		closed(t, l)
	}
}

// killAfter starts the process, kills it when it has acknowledged so many times, and gives the last
// number that it acknowledged. Where in its work the signal meets the process is left to chance.
func killAfter(t *testing.T, base string, acknowledgements int) (last int64) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), crashBase+"="+base)
	cmd.Stderr = os.Stderr
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
	last = -1
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if last, err = strconv.ParseInt(lines.Text(), 10, 64); err != nil {
			t.Errorf("it printed %q", lines.Text())
		}
		if n == acknowledgements {
			_ = cmd.Process.Kill() // it may have ended by itself, which the caller sees
		}
	}
	_ = cmd.Wait() // it was killed
	return last
}
