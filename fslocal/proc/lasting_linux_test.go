package proc_test

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
	"eidolon/fslocal/sandbox"
)

// startIn starts a command that lives. It is closed at the end of the test.
func startIn(t *testing.T, r *proc.Runner, text string) (fsapi.Process, *bufio.Reader) {
	t.Helper()
	c := fsapi.Command{Text: text}
	p, err := r.Start(t.Context(), c, verdict(c))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p, bufio.NewReader(p)
}

func line(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	text, err := r.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(text)
}

// Covers: R16
func TestLastingCommandIsTalkedTo(t *testing.T) {
	r, _ := openWith(t, os.Environ())
	p, out := startIn(t, r, "echo ready; while read -r x; do echo \"got $x\"; done; echo over; echo bye >&2; exit 3")
	for i := range 3 {
		if i == 0 && line(t, out) != "ready" {
			t.Fatal("no first line")
		}
		if _, err := io.WriteString(p, strconv.Itoa(i)+"\n"); err != nil {
			t.Fatal(err)
		}
		if got := line(t, out); got != "got "+strconv.Itoa(i) {
			t.Fatal(got)
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if exit := p.Wait(); exit.Code != 3 || exit.Stderr.Text != "bye\n" {
		t.Errorf("its input ended, and it: %+v", exit)
	}
	if _, err := io.WriteString(p, "x\n"); err == nil {
		t.Error("it can be written to")
	}
	if n, err := p.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("read %d, %v", n, err)
	}
}

func TestLastingCommandEndsByItself(t *testing.T) {
	r, _ := openWith(t, os.Environ())
	p, out := startIn(t, r, "seq 1000; yes long | head -c 100000 >&2; echo last >&2; kill -SEGV $$")
	exit := p.Wait()
	if exit.Signal != "SIGSEGV" || !strings.HasSuffix(exit.Stderr.Text, "last\n") || len(exit.Stderr.Text) > 5000 {
		t.Errorf("%+v", exit)
	}
	all, err := io.ReadAll(out)
	if err != nil || !strings.HasSuffix(string(all), "\n1000\n") {
		t.Errorf("what it had printed is lost: %q, %v", all, err)
	}
}

// A process that will not end is killed, with all that it started, wherever that went.
func TestLastingCommandIsKilled(t *testing.T) {
	needs(t, "setsid")
	r, _ := openWith(t, os.Environ())
	for name, text := range map[string]string{
		"deaf":                     "trap '' TERM; echo $$; while :; do sleep 1; done",
		"in a group of its own":    "set -m; sleep 1000 & echo $!; wait",
		"daemon":                   "setsid sh -c 'echo $$; exec sleep 1000' & trap '' TERM; while :; do sleep 1; done",
		"that stays when it ended": "setsid sleep 1000 & echo $!",
		"holding the pipe":         "sleep 1000 & echo $!; exec cat",
	} {
		t.Run(name, func(t *testing.T) {
			p, out := startIn(t, r, text)
			pid, err := strconv.Atoi(line(t, out))
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			awaitGone(t, pid)
		})
	}
}

func TestLastingCommandNeedsItsVerdict(t *testing.T) {
	r, root := openWith(t, os.Environ())
	for name, v := range map[string]fsapi.Verdict{
		"none":       {},
		"another":    verdict(fsapi.Command{Text: "true"}),
		"a question": {Decision: fsapi.Ask, Subject: fsapi.Command{Text: "touch ran"}.Subject()},
		"a denial":   {Decision: fsapi.Deny, Subject: fsapi.Command{Text: "touch ran"}.Subject()},
	} {
		if _, err := r.Start(t.Context(), fsapi.Command{Text: "touch ran"}, v); fsapi.CodeOf(err) != fsapi.CommandBlocked {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(root + "/ran"); err == nil {
		t.Error("it ran")
	}
}

func TestLastingCommandIsConfined(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	ws, err := fslocal.Open(fslocal.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	box := sandbox.New(sandbox.Options{Level: sandbox.Auto, Workspace: ws.Root(), Environ: []string{"TMPDIR=" + t.TempDir()}, Network: true})
	if box.Reach().Name == "" {
		t.Skip(box.Reach().Lacks)
	}
	t.Cleanup(func() { _ = box.Close() })
	r := proc.New(proc.Options{Workspace: ws, Environ: append(os.Environ(), "OPENAI_API_KEY=sk-planted"), Sandbox: box})
	_, out := startIn(t, r, "touch "+outside+"/x 2>/dev/null && echo out || echo kept; touch here && echo in; echo [$OPENAI_API_KEY]; cat")
	for _, want := range []string{"kept", "in", "[]"} {
		if got := line(t, out); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
