//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"eidolon/internal/login/logintest"
)

// curious is a script whose model wants to see the tokens; the service does not accept the first one.
const curious = `
answers:
  - attempts: [{parts: [fault: {kind: auth, status: 401}]}]
    parts:
      - call: {name: SysBuiltIn.bash, input: {command: "cat planted.txt"}}
      - call: {name: SysBuiltIn.bash, input: {command: "cat ../base/oauth.json; cat ../base/oauth.*"}}
      - call: {name: SysBuiltIn.read_file, input: {path: "../base/oauth.json"}}
      - call: {name: SysBuiltIn.read_file, input: {path: planted.txt}}
  - parts: [text: "Done.\n"]
  - parts: [text: "Again.\n"]
`

// loginSite is a site whose model wants a login to a service.
func loginSite(t *testing.T, script, flow string, s *logintest.Service) *site {
	t.Helper()
	s.Start(t)
	site := newSite(t, script)
	site.place("base/config.yaml", `
models: {profiles: [{name: mine, model: m, baseURL: "`+site.srv.URL+`", login: test}]}
sessions: {checkpoints: false}
logins:
  test: {flow: `+flow+`, authURL: "`+s.URL+`/authorize", tokenURL: "`+s.URL+`/token", deviceURL: "`+s.URL+`/device", revokeURL: "`+s.URL+`/revoke",
    redirectURL: "`+s.URL+`/shows", clientID: `+logintest.ClientID+`, clientSecretEnv: TEST_CLIENT_SECRET}
`)
	site.place("base/.env", "TEST_CLIENT_SECRET="+s.Secret+"\n")
	return site
}

// place writes a file of the site, in whichever of its directories.
func (s *site) place(name, content string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// address waits until the program shows the page of the service.
func (p *program) address(t *testing.T) string {
	t.Helper()
	for line := range p.output {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "http://") {
			return line
		}
	}
	t.Fatalf("no address was shown:\n%s%s", p.stdout.String(), p.stderr.String())
	return ""
}

// A person logs in with the real program, which uses and renews the tokens; from beginning to end no token is in
// any output, any file but the one, or any request to the model but in its header.
//
// Covers: Z7, Y24, Y33
func TestLoginFromEndToEnd(t *testing.T) {
	t.Parallel()
	s := &logintest.Service{Lifetime: 3600, Secret: "planted-client-secret"}
	site := loginSite(t, curious, "loopback", s)
	said := site.run(1, "exec", "-p", "too early")
	if !strings.Contains(said, "Nobody is logged in to test. Run `eidolon login test`.") {
		t.Errorf("before the login: %s", said)
	}
	p := site.start("login", "test")
	if status, page, err := logintest.Visit(p.address(t)); err != nil || status != 200 || !strings.Contains(page, "You may close this window.") {
		t.Errorf("the browser ended at %d: %s, %v", status, page, err)
	}
	if code := p.wait(); code != 0 || !strings.Contains(p.stdout.String(), "You are logged in to test.") {
		t.Fatalf("exit code %d\n%s%s", code, p.stdout.String(), p.stderr.String())
	}
	said += p.stdout.String() + p.stderr.String()
	first := s.Given()[0]
	site.place("w/planted.txt", "the token is "+first+"\n")

	said += site.run(0, "exec", "--json", "-p", "what is the token?")
	said += site.run(0, "login") + site.run(0, "login", "--json") + site.run(0, "doctor") + site.run(0, "config", "show")
	said += site.run(0, "exec", "--continue", "-p", "again")
	if n := s.Count("refresh_token"); n != 1 {
		t.Errorf("it was renewed %d times", n)
	}
	second := s.Given()[2]
	var sent []string
	for _, x := range site.srv.Exchanges() {
		sent = append(sent, strings.TrimPrefix(x.Header.Get("Authorization"), "Bearer "))
		said += string(x.Body)
	}
	if want := []string{first, second, second, second}; strings.Join(sent, " ") != strings.Join(want, " ") {
		t.Errorf("sent were %q, want %q", sent, want)
	}
	if !strings.Contains(said, "the token is [redacted token of test]") {
		t.Errorf("the model did not look: %s", said)
	}
	if strings.Contains(said, "refresh_token") {
		t.Errorf("the model saw the file with the logins: %s", said)
	}
	site.keptOnlyIn(s, said, "base/oauth.json", "w/planted.txt")

	if out := site.run(0, "logout", "test"); !strings.Contains(out, "The tokens of test are gone.") || s.Count("revoke") != 1 {
		t.Errorf("logging out: %s", out)
	}
	site.keptOnlyIn(s, site.run(1, "exec", "-p", "too late"), "w/planted.txt")
	if out := site.run(0, "logout", "test"); !strings.Contains(out, "Nobody was logged in to test.") {
		t.Errorf("logging out again: %s", out)
	}
}

// keptOnlyIn fails the test for every token that is in a text or in a file that is not named.
func (s *site) keptOnlyIn(service *logintest.Service, text string, names ...string) {
	s.t.Helper()
	secrets := append(service.Given(), service.Secret)
	find := func(where, text string) {
		for _, secret := range secrets {
			if secret != "" && strings.Contains(text, secret) {
				s.t.Errorf("%s has %s in it", where, secret)
			}
		}
	}
	find("what was said", text)
	known := map[string]bool{"base/.env": true}
	for _, name := range names {
		known[name] = true
	}
	err := filepath.WalkDir(s.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		name, _ := filepath.Rel(s.dir, path)
		data, err := os.ReadFile(path) //nolint:gosec // nobody else is there
		if !known[name] {
			find(name, string(data))
		}
		return err
	})
	if err != nil {
		s.t.Error(err)
	}
}

// The code that a page shows can be piped in, and the list tells scripts of the login.
//
// Covers: Y33
func TestLoginByPaste(t *testing.T) {
	t.Parallel()
	s := &logintest.Service{Lifetime: 3600}
	site := loginSite(t, `{answers: [{parts: [{text: "Hello.\n"}]}]}`, "paste", s)
	site.place("base/.env", "TEST_CLIENT_SECRET=none-of-yours\n")
	s.Secret = "none-of-yours"
	cmd := site.command("login", "test", "--no-browser")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	p, err := start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	_, code, err := logintest.Visit(p.address(t))
	if err == nil {
		_, err = in.Write([]byte("nonsense#of-another\n" + code + "\n"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if exit := p.wait(); exit != 0 || !strings.Contains(p.stdout.String(), "That is no code of this login. Try again.") {
		t.Fatalf("exit code %d\n%s%s", exit, p.stdout.String(), p.stderr.String())
	}
	var list []struct{ Name, Service, State, Kept string }
	if err := json.Unmarshal([]byte(site.run(0, "login", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 4 || list[0].Name != "claude-cli" || list[0].State != "none" || list[3].Name != "test" || list[3].State != "ready" || list[3].Kept != "file" {
		t.Errorf("the list is %+v", list)
	}
	if out := site.run(0, "exec", "-p", "hi"); !strings.Contains(out, "Hello.") {
		t.Errorf("said was %s", out)
	}
	if out := site.run(2, "login", "--claude-cli", "test"); !strings.Contains(out, "name one login, not several") {
		t.Errorf("said was %s", out)
	}
}

// An interrupt ends a login at once, and nothing is left of it.
//
// Covers: Y33
func TestLoginInterrupted(t *testing.T) {
	t.Parallel()
	s := &logintest.Service{Secret: "planted-client-secret"}
	site := loginSite(t, `{answers: []}`, "loopback", s)
	p := site.start("login", "test")
	address := p.address(t)
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if code := p.wait(); code != 130 {
		t.Errorf("exit code %d\n%s", code, p.stderr.String())
	}
	if _, _, err := logintest.Visit(address); err == nil {
		t.Error("the page of this computer still answers")
	}
	if _, err := os.Stat(filepath.Join(site.dir, "base", "oauth.json")); err == nil {
		t.Error("there is a file with logins")
	}
}

// The browser of the desktop is given the address and none of our secrets.
//
// Covers: Y33
func TestLoginOpensTheBrowser(t *testing.T) {
	t.Parallel()
	s := &logintest.Service{Secret: "planted-client-secret"}
	site := loginSite(t, `{answers: []}`, "loopback", s)
	site.place("bin/xdg-open", "#!/bin/sh\n{ echo \"$@\"; env; echo end; } >\"$HOME/opened\"\n")
	opened := filepath.Join(site.dir, "home", "opened")
	if err := errors.Join(os.Chmod(filepath.Join(site.dir, "bin/xdg-open"), 0o700), syscall.Mkfifo(opened, 0o600)); err != nil {
		t.Fatal(err)
	}
	cmd := site.command("login", "test")
	cmd.Env = append(cmd.Env, "DISPLAY=:99", "DEPLOY_TOKEN=planted-deploy-token", "PATH="+filepath.Join(site.dir, "bin")+":"+os.Getenv("PATH"))
	p, err := start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := os.Open(opened) // waits for the browser
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	var lines []string
	for scan := bufio.NewScanner(pipe); scan.Scan(); {
		lines = append(lines, scan.Text())
	}
	if len(lines) < 2 || lines[0] != p.address(t) || lines[len(lines)-1] != "end" {
		t.Fatalf("the browser was given %q", lines)
	}
	if env := strings.Join(lines[1:], "\n"); strings.Contains(env, "planted-") || strings.Contains(env, testKey) || !strings.Contains(env, "DISPLAY=:99") {
		t.Errorf("the browser has the variables\n%s", env)
	}
	if _, _, err := logintest.Visit(lines[0]); err != nil {
		t.Error(err)
	}
	if code := p.wait(); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.stderr.String())
	}
}
