//go:build unix

package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/stubmodel"
	"eidolon/internal/stubserver"
)

// site is a directory with a workspace, a base directory and a model, for programs that a test starts.
type site struct {
	t   *testing.T
	dir string
	srv *stubserver.Server
}

// newSite makes a site whose model plays the script.
func newSite(t *testing.T, script string) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir()}
	if err := makeDirs(s.dir); err != nil {
		t.Fatal(err)
	}
	parsed, err := stubmodel.Parse(t.Name(), []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	if s.srv, err = stubserver.Start(context.WithoutCancel(t.Context()), parsed, stubserver.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.srv.Close)
	return s
}

// path names a file of the workspace.
func (s *site) path(name string) string { return filepath.Join(s.dir, "w", name) }

// command is the program, ready to start in the workspace. It is killed when it hangs.
func (s *site) command(args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	s.t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "eidolon", args...)
	cmd.Dir = s.path("")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "OPENAI_BASE_URL=" + s.srv.URL, "OPENAI_API_KEY=" + testKey}
	for name, value := range surroundings(s.dir) {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}

// start starts the program.
func (s *site) start(args ...string) *program {
	s.t.Helper()
	p, err := start(s.command(args...))
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// session gives the directory of the only session, or "" when there is none yet.
func (s *site) session() string {
	s.t.Helper()
	dirs, err := filepath.Glob(filepath.Join(s.dir, "base", "projects", "*", "sessions", "*"))
	if err != nil || len(dirs) > 1 {
		s.t.Fatalf("sessions: %q, %v", dirs, err)
	}
	if len(dirs) == 0 {
		return ""
	}
	return dirs[0]
}

// journal reads the log of the only session.
func (s *site) journal() []event.Envelope {
	s.t.Helper()
	all, err := readJournal(s.session())
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// lifeline is a named pipe that a command of the model holds open: it tells that the command runs, and
// its end tells that no process of the command is left.
type lifeline struct {
	ready chan string   // the first line
	gone  chan struct{} // closed at the end
}

// tie makes the lifeline "alive" in the workspace.
func (s *site) tie() *lifeline {
	s.t.Helper()
	if err := syscall.Mkfifo(s.path("alive"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	l := &lifeline{ready: make(chan string, 1), gone: make(chan struct{})}
	go func() {
		defer close(l.gone)
		f, err := os.Open(s.path("alive")) // waits for the command
		if err != nil {
			return
		}
		defer func() { _ = f.Close() }()
		r := bufio.NewReader(f)
		line, _ := r.ReadString('\n') // an end says as much as an error
		l.ready <- line
		_, _ = io.Copy(io.Discard, r)
	}()
	return l
}

// running waits until the command runs.
func (l *lifeline) running(t *testing.T, p *program) {
	t.Helper()
	select {
	case <-l.ready:
	case <-p.ended:
		t.Fatalf("the program ended before its command ran:\n%s%s", p.stdout.String(), p.stderr.String())
	}
}

// over waits until nothing of the command is left.
func (l *lifeline) over(t *testing.T) {
	t.Helper()
	select {
	case <-l.gone:
	case <-time.After(patience): //nolint:forbidigo // real processes end in real time
		t.Error("a process of the command is still there")
	}
}

// run runs the program to its end and gives what it says.
func (s *site) run(want int, args ...string) string {
	s.t.Helper()
	p := s.start(args...)
	got := p.wait()
	said := p.stdout.String() + p.stderr.String()
	if got != want {
		s.t.Errorf("eidolon %s: exit code %d, want %d\n%s", strings.Join(args, " "), got, want, said)
	}
	return said
}
