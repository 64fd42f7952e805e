package login_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// process is another process with the same logins, which waits to be let go.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err strings.Builder
}

func launch(t *testing.T, act, base, url string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.CommandContext(t.Context(), self)}
	p.cmd.Env = append(os.Environ(), "LOGIN_TEST_ACT="+act, "LOGIN_TEST_BASE="+base, "LOGIN_TEST_URL="+url)
	p.cmd.Stderr = &p.err
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.out = bufio.NewReader(out)
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, err := p.out.ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return p
}

// release lets the process go.
func (p *process) release(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(p.in, "\n"); err != nil {
		t.Fatal(err)
	}
}

// finish waits for the end and gives what the process said.
func (p *process) finish() (string, error) {
	text, _ := io.ReadAll(p.out) // a process that was killed says what it says
	return strings.TrimSpace(string(text)), p.cmd.Wait()
}

// Two processes that find the same old token renew it once, and both get the new one.
//
// Covers: Z7, Y24
func TestTwoProcessesRenewOnce(t *testing.T) {
	s := &logintest.Service{}
	w := begin(t, s)
	old := token(t, w.source())
	var all []*process
	for range 4 {
		all = append(all, launch(t, "renew", w.base, s.URL))
	}
	for _, p := range all {
		p.release(t)
	}
	given := map[string]int{}
	for _, p := range all {
		token, err := p.finish()
		if err != nil {
			t.Errorf("%v: %s", err, p.err.String())
		}
		given[token]++
	}
	if n := s.Count("refresh_token"); n != 1 || len(given) != 1 || given[old] != 0 {
		t.Errorf("it was renewed %d times, and %d tokens were used", n, len(given))
	}
}

// A process that dies before the file has its new content leaves the old one, and nobody waits for its
// lock.
//
// Covers: Y24
func TestKilledBeforeTheNewContent(t *testing.T) {
	s := &logintest.Service{}
	w := begin(t, s)
	before := w.content()
	p := launch(t, "die", w.base, s.URL)
	p.release(t)
	if text, err := p.finish(); err == nil || s.Count("refresh_token") != 1 {
		t.Fatalf("the process said %q and ended with %v: %s", text, err, p.err.String())
	}
	if diff := cmp.Diff(before, w.content()); diff != "" {
		t.Errorf("the file changed:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"oauth.json", "oauth.json.tmp"}, leftovers(t, w.base)); diff != "" {
		t.Error(diff)
	}
	w.logIn()
	token(t, w.source())
	if diff := cmp.Diff([]string{"oauth.json"}, leftovers(t, w.base)); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(login.File(w.base)); err != nil {
		t.Error(err)
	}
}
