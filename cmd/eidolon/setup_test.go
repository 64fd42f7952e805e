//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/term"
)

// setupAt starts the command on a terminal, without any model in the environment.
func setupAt(t *testing.T, s *site) (*typist, *exec.Cmd) {
	t.Helper()
	cmd := s.command("setup")
	cmd.Env = append(cmd.Env, "OPENAI_BASE_URL=", "OPENAI_API_KEY=")
	return atTerminal(t, cmd), cmd
}

// hidden waits until the program has told the terminal not to show what is typed, and types it. Before is
// how the terminal was set while the program waited for the answer before: it may be ahead of the test.
func (p *typist) hidden(before *term.State, text string) {
	p.t.Helper()
	for reflect.DeepEqual(before, p.state()) {
		<-time.After(time.Millisecond) //nolint:forbidigo // a terminal tells nobody of a change
	}
	p.types(text)
}

// state is how the terminal is set.
func (p *typist) state() *term.State {
	p.t.Helper()
	state, err := term.GetState(int(p.tty.Fd()))
	if err != nil {
		p.t.Fatal(err)
	}
	return state
}

// A person says where the model is; the key is not shown, and is kept beside the configuration.
//
// Covers: R92, R88, Z6
func TestSetupAsks(t *testing.T) {
	const key = "sk-typed-by-a-person-0123456789"
	s := newSite(t, "answers: [{parts: [{text: \"ready\"}]}, {parts: [{text: \"ready again\"}]}]")
	p, cmd := setupAt(t, s)
	p.sees("What is eidolon to talk to?")
	p.sees("\r\n   1  anthropic      2  openai ")
	p.sees("Number, name or address")
	p.types("opnai\n")
	p.sees(`"opnai" is no service that is known`)
	p.sees("Number, name or address")
	<-time.After(time.Second / 2) //nolint:forbidigo // what is typed at once is no answer, and nothing tells when that is over
	shows := p.state()
	p.types(strings.TrimPrefix(s.srv.URL, "http://") + "\n")
	p.sees("Key: ")
	p.hidden(shows, key+"\n")
	p.sees("It has:\r\n   1  stub")
	p.sees("Number or name [stub]: ")
	p.types("m-1\n")
	p.sees("Asking m-1 at " + s.srv.URL)
	p.sees("It answered in ")
	p.sees("ready\r\n")
	p.sees(`The profile "local" is the active one.`)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"config.yaml": "models:\n  active: \"local\"\n  profiles:\n    - name: \"local\"\n      apiKind: \"openai\"\n      baseURL: \"" + s.srv.URL +
			"\"\n      model: \"m-1\"\n      apiKeyEnv: \"EIDOLON_LOCAL_KEY\"\n",
		".env": "EIDOLON_LOCAL_KEY=" + key + "\n",
	}
	for name, want := range files {
		path := filepath.Join(s.dir, "base", name)
		data, err := os.ReadFile(path)
		info, errStat := os.Stat(path)
		if err != nil || errStat != nil || string(data) != want || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %q with mode %v, %v", name, data, info.Mode(), err)
		}
	}
	if got := s.srv.Exchanges()[0].Header.Get("Authorization"); got != "Bearer "+key {
		t.Errorf("the trial was made with %q", got)
	}
	for len(p.shown) > 0 {
		p.seen += <-p.shown
	}
	if strings.Contains(p.seen, key) {
		t.Error("the key was shown")
	}
}

// What does not work is written only when the person wants it, and never over what is there.
func TestSetupDoubts(t *testing.T) {
	s := newSite(t, "answers: [{http: {status: 401, body: no}}]")
	base := filepath.Join(s.dir, "base")
	if err := os.MkdirAll(base, 0o700); err != nil {
		t.Fatal(err)
	}
	const before = "agent: {maxSteps: 5} # mine\n"
	if err := os.WriteFile(filepath.Join(base, "config.yaml"), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	p, cmd := setupAt(t, s)
	p.sees("Number, name or address")
	shows := p.state()
	p.types(s.srv.URL + "\n")
	p.sees("Key: ")
	p.hidden(shows, "\n")
	p.sees("Number or name [stub]: ")
	p.types("m-1\n")
	p.sees("That did not work: ")
	p.sees("Write it all the same? [y/N] ")
	p.types("\n")
	p.sees("error: nothing was written")
	if err := cmd.Wait(); err == nil {
		t.Error("it ended well")
	}
	if data, err := os.ReadFile(filepath.Join(base, "config.yaml")); err != nil || string(data) != before {
		t.Errorf("the file became %q, %v", data, err)
	}
	if entries, _ := os.ReadDir(base); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// Every service that is named has a number that can be typed.
func TestSetupTakesNumbers(t *testing.T) {
	p, cmd := setupAt(t, newSite(t, "answers: []"))
	p.sees("  3  gemini ")
	p.sees("Number, name or address")
	shows := p.state()
	p.types("3\n")
	p.sees("Paste the key of gemini.")
	p.sees("Key: ")
	p.hidden(shows, "\x03")
	if err := cmd.Wait(); err == nil {
		t.Error("it ended well")
	}
}

// A key that is not accepted is typed again, and only the one that is accepted is kept.
func TestSetupKeyAgain(t *testing.T) {
	const wrong, right = "sk-mistyped-0123456789", "sk-typed-well-0123456789"
	s := newSite(t, "position: requests\nanswers: [{http: {status: 401, body: no}}, {parts: [{text: \"ready\"}]}]")
	p, cmd := setupAt(t, s)
	p.sees("Number, name or address")
	shows := p.state()
	p.types(strings.TrimPrefix(s.srv.URL, "http://") + "\n")
	p.sees("Key: ")
	p.hidden(shows, wrong+"\n")
	p.sees("Number or name [stub]: ")
	p.types("m-1\n")
	p.sees("That did not work: ")
	p.sees("Type the key again (k), write it all the same (y), or stop (N)? ")
	p.types("k\n")
	p.sees("Key: ")
	p.hidden(shows, right+"\n")
	p.sees("It answered in ")
	p.sees(`The profile "local" is the active one.`)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(s.dir, "base", ".env"))
	if want := "EIDOLON_LOCAL_KEY=" + right + "\n"; err != nil || string(data) != want {
		t.Errorf(".env is %q, %v, want %q", data, err, want)
	}
	all := s.srv.Exchanges()
	for i, key := range map[int]string{0: wrong, len(all) - 1: right} {
		if got := all[i].Header.Get("Authorization"); got != "Bearer "+key {
			t.Errorf("request %d was made with %q", i+1, got)
		}
	}
}

// Giving up while the key is typed leaves the terminal as it was.
func TestSetupInterrupted(t *testing.T) {
	s := newSite(t, "answers: [{parts: [{text: \"ready\"}]}]")
	p, cmd := setupAt(t, s)
	p.sees("Number, name or address")
	shows := p.state()
	p.types("moonshot\n")
	p.sees("Key: ")
	p.hidden(shows, "\x03")
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("ended with %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "base")); err == nil {
		t.Error("something was written")
	}
}
